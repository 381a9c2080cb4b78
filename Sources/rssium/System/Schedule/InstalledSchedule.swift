internal import FeedCore

/// The installed schedule of a database, read from the systemd units or from the crontab.
struct InstalledSchedule: Equatable {
    enum Scheduler: Equatable {
        /// With the name of the timer.
        case systemd(String)
        case crontab

        var name: String {
            switch self {
            case .systemd: "systemd"
            case .crontab: "crontab"
            }
        }
    }

    let scheduler: Scheduler
    /// Nil where the user has changed the times to ones that rssium does not write; `written` has them.
    let timetable: CalendarSpec?
    let written: String
    let isMetered: Bool

    /// Nil where no schedule is installed. Throws where the crontab cannot be read.
    init?(_ name: String, paths: Paths, in surroundings: Surroundings) throws {
        if let timer = SystemdTimer(name, paths: paths, in: surroundings), let texts = timer.installed {
            scheduler = .systemd(timer.timerName)
            written = TimerUnit.calendar(of: texts.timer) ?? ""
            timetable = CalendarSpec(calendar: written)
            isMetered = TimerUnit.isMetered(texts.service)
        } else if let table = try Crontab.installed(name: name, in: surroundings), let fields = table.fields {
            scheduler = .crontab
            written = fields
            timetable = CalendarSpec(fields: fields)
            isMetered = table.isMetered
        } else {
            return nil
        }
    }

    /// `every 15m, by the systemd timer rssium.timer`.
    var words: String {
        let times = timetable.map { "every \($0.every)" } ?? "at \(written)"
        let network = isMetered ? ", on metered networks too" : ""
        switch scheduler {
        case .systemd(let timer): return "\(times), by the systemd timer \(timer)\(network)"
        case .crontab: return "\(times), by the crontab\(network)"
        }
    }
}

extension ScheduleIdentity {
    /// The installed schedule of this database.
    func installed(_ context: borrowing Context) throws -> InstalledSchedule? {
        try InstalledSchedule(name, paths: context.paths, in: context.surroundings)
    }
}
