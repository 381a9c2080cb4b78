internal import FeedCore

/// When a schedule looks: every so often, at minutes of its own and not on the hour, so that not all machines ask all
/// servers in the same second.
struct CalendarSpec: Equatable, Sendable {
    /// Minutes from one time to the next.
    let period: Int
    /// Minutes from midnight to the first time.
    private let start: Int

    /// The minutes that divide an hour, and the hours that divide a day: what a line of a crontab can say.
    static let periods =
        [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60] + [2, 3, 4, 6, 8, 12, 24].map { $0 * 60 }

    /// - Parameters:
    ///   - seconds: one of the periods, else there is no such timetable.
    ///   - place: any number; the same one gives the same times.
    init?(every seconds: Int64, place: UInt64) {
        guard let period = CalendarSpec.periods.first(where: { Int64($0) * 60 == seconds }) else { return nil }
        // Every minute there is, the first of the hour as well.
        guard period > 1 else {
            self.init(period: 1, start: 0)
            return
        }
        let minute = 1 + Int(place % UInt64(min(period, 60) - 1))
        let hours = UInt64(max(period / 60, 1))
        self.init(period: period, start: Int(place / 59 % hours) * 60 + minute)
    }

    private init(period: Int, start: Int) {
        self.period = period
        self.start = start
    }

    /// The next shorter and the next longer period, where there are such, of a time that is none itself.
    static func nearest(to seconds: Int64) -> [Int64] {
        let all = periods.map { Int64($0) * 60 }
        return [all.last { $0 < seconds }, all.first { $0 > seconds }].compactMap { $0 }
    }

    /// `15m`.
    var every: String { DurationArgument.text(of: Int64(period) * 60) }

    // MARK: As others write it

    private var minutes: [Int] { period == 1 ? [] : Array(stride(from: start % 60, to: 60, by: period)) }
    private var hours: [Int] { period <= 60 ? [] : Array(stride(from: start / 60, to: 24, by: period / 60)) }

    /// The five fields of a line of a crontab: `4,19,34,49 * * * *`. Lists alone, which every cron knows.
    var fields: String {
        [minutes, hours].map { $0.isEmpty ? "*" : $0.map(String.init).joined(separator: ",") }.joined(separator: " ")
            + " * * *"
    }

    /// A calendar event (systemd.time): `*-*-* *:04,19,34,49:00`.
    var calendar: String {
        let parts = [hours, minutes].map { numbers in
            numbers.isEmpty ? "*" : numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ",")
        }
        return "*-*-* \(parts[0]):\(parts[1]):00"
    }

    /// Reads the fields of a line of a crontab; nil where somebody else has written them.
    init?(fields: String) {
        let parts = fields.split(separator: " ")
        guard parts.count == 5, let found = CalendarSpec(hours: parts[1], minutes: parts[0]), found.fields == fields
        else { return nil }
        self = found
    }

    /// Reads a calendar event; nil where somebody else has written it.
    init?(calendar: String) {
        let parts = calendar.dropFirst("*-*-* ".count).split(separator: ":")
        guard parts.count == 3, let found = CalendarSpec(hours: parts[0], minutes: parts[1]), found.calendar == calendar
        else { return nil }
        self = found
    }

    /// The one that begins with these and has as many; whether it is written so is still to be seen.
    private init?(hours: Substring, minutes: Substring) {
        let (hours, minutes) = (hours.split(separator: ","), minutes.split(separator: ","))
        let period =
            minutes == ["*"] ? 1 : hours == ["*"] ? 60 / max(minutes.count, 1) : 24 / max(hours.count, 1) * 60
        let first = [hours, minutes].map { $0.first.flatMap { Int($0) } ?? 0 }
        guard CalendarSpec.periods.contains(period), first.allSatisfy({ (0..<60).contains($0) }),
            (first[1] == 0) == (period == 1)
        else { return nil }
        self.init(period: period, start: first[0] * 60 + first[1])
    }

    // MARK: Times

    /// The next time by the local clock.
    func next(after now: Timestamp) -> Timestamp {
        var moment = Timestamp(seconds: (now.seconds / 60 + 1) * 60)
        // A day and, where the clock is set forward, the hour that it leaves out.
        for _ in 0..<(25 * 60) where !isMeant(moment) { moment = moment + 60 }
        return moment
    }

    private func isMeant(_ moment: Timestamp) -> Bool {
        let local = LocalTime(moment)
        return (minutes.isEmpty || minutes.contains(local.minute)) && (hours.isEmpty || hours.contains(local.hour))
    }
}
