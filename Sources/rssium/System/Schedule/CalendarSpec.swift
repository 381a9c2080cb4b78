internal import FeedCore

/// The times of a schedule: evenly spaced, and at minutes that differ between machines and are not on the hour, so that
/// servers do not get all requests in the same second.
struct CalendarSpec: Equatable, Sendable {
    /// Minutes between two times.
    let period: Int
    /// Minutes from midnight to the first time of the day.
    private let start: Int

    /// In minutes: the divisors of an hour, and the hours that divide a day. A crontab can express no others.
    static let periods =
        [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60] + [2, 3, 4, 6, 8, 12, 24].map { $0 * 60 }

    /// - Parameters:
    ///   - seconds: one of the periods; nil is returned for others.
    ///   - seed: any number; the same number gives the same times.
    init?(every seconds: Int64, seed: UInt64) {
        guard let period = CalendarSpec.periods.first(where: { Int64($0) * 60 == seconds }) else { return nil }
        // Every minute includes the first of the hour.
        guard period > 1 else {
            self.init(period: 1, start: 0)
            return
        }
        let minute = 1 + Int(seed % UInt64(min(period, 60) - 1))
        let hours = UInt64(max(period / 60, 1))
        self.init(period: period, start: Int(seed / 59 % hours) * 60 + minute)
    }

    private init(period: Int, start: Int) {
        self.period = period
        self.start = start
    }

    /// The longest shorter and the shortest longer period, in seconds, for a time that is not a period.
    static func nearest(to seconds: Int64) -> [Int64] {
        let all = periods.map { Int64($0) * 60 }
        return [all.last { $0 < seconds }, all.first { $0 > seconds }].compactMap { $0 }
    }

    /// `15m`.
    var every: String { DurationArgument.text(of: Int64(period) * 60) }

    // MARK: For cron and systemd

    private var minutes: [Int] { period == 1 ? [] : Array(stride(from: start % 60, to: 60, by: period)) }
    private var hours: [Int] { period <= 60 ? [] : Array(stride(from: start / 60, to: 24, by: period / 60)) }

    /// The time fields of a crontab: `4,19,34,49 * * * *`. Only lists, which every cron understands.
    var fields: String {
        [minutes, hours].map { $0.isEmpty ? "*" : $0.map(String.init).joined(separator: ",") }.joined(separator: " ")
            + " * * *"
    }

    /// A calendar event (systemd.time): `*-*-* *:04,19,34,49:00`.
    var calendar: String {
        let parts = [hours, minutes].map { numbers in
            numbers.isEmpty ? "*" : numbers.map { $0.padded(to: 2) }.joined(separator: ",")
        }
        return "*-*-* \(parts[0]):\(parts[1]):00"
    }

    /// Reads the time fields of a crontab; nil if `fields` would write them differently.
    init?(fields: String) {
        let parts = fields.split(separator: " ")
        guard parts.count == 5, let found = CalendarSpec(hours: parts[1], minutes: parts[0]), found.fields == fields
        else { return nil }
        self = found
    }

    /// Reads a calendar event; nil if `calendar` would write it differently.
    init?(calendar: String) {
        let parts = calendar.dropFirst("*-*-* ".count).split(separator: ":")
        guard parts.count == 3, let found = CalendarSpec(hours: parts[0], minutes: parts[1]), found.calendar == calendar
        else { return nil }
        self = found
    }

    /// Guesses from the first values and their count; the caller compares what that would be written as.
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
        var time = Timestamp(seconds: (now.seconds / 60 + 1) * 60)
        // A day, and the hour that is skipped where the clock is set forward.
        for _ in 0..<(25 * 60) where !includes(time) { time = time + 60 }
        return time
    }

    private func includes(_ time: Timestamp) -> Bool {
        let local = LocalTime(time)
        return (minutes.isEmpty || minutes.contains(local.minute)) && (hours.isEmpty || hours.contains(local.hour))
    }
}
