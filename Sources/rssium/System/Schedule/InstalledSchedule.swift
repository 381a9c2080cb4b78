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
    /// Nil where the user has edited what `rssium schedule on` wrote.
    let note: ScheduleNote?

    /// Nil where no schedule is installed. Throws where the crontab cannot be read.
    fileprivate init?(_ name: String, _ context: borrowing Context) throws {
        let found: (note: ScheduleNote?, isEdited: Bool)
        if let timer = SystemdTimer(name, paths: context.paths, in: context.surroundings), let texts = timer.installed {
            scheduler = .systemd(timer.timerName)
            found = TimerUnit.installed(timer: texts.timer, service: texts.service)
        } else if let entry = try Crontab.installed(name: name, in: context.surroundings)?.installed {
            scheduler = .crontab
            found = entry
        } else {
            return nil
        }
        note = found.isEdited ? nil : found.note
    }

    fileprivate static let missingCron =
        "the schedule does not run: no cron daemon is running; start it, for example with `systemctl enable --now "
        + "cron`, or run `rssium refresh --every 15m`"

    /// `every 15m, by the systemd timer rssium.timer`.
    var words: String {
        let times = note.map { "every \($0.timetable.every)" } ?? "edited by hand"
        let network = note?.isMetered == true ? ", on metered networks too" : ""
        switch scheduler {
        case .systemd(let timer): return "\(times), by the systemd timer \(timer)\(network)"
        case .crontab: return "\(times), by the crontab\(network)"
        }
    }
}

extension ScheduleIdentity {
    /// Why the installed schedule of this database does not run; nil if it does, as far as can be told, or if no schedule
    /// is installed.
    func trouble(_ context: borrowing Context) -> String? {
        switch (try? installed(context))?.scheduler {
        case .systemd?:
            let trouble = SystemdTimer(name, paths: context.paths, in: context.surroundings)?.trouble
            return trouble.map { "the timer does not run: \($0); `rssium schedule on` starts it" }
        case .crontab?: return CronDaemon.isRunning() ? nil : InstalledSchedule.missingCron
        case nil: return nil
        }
    }

    /// The installed schedule of this database.
    func installed(_ context: borrowing Context) throws -> InstalledSchedule? {
        try InstalledSchedule(name, context)
    }
}
