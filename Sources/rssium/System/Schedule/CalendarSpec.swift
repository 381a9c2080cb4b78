internal import FeedCore

/// The times of a schedule: evenly spaced, and at minutes that differ between machines and are not on the hour, so that
/// servers do not get all requests in the same second.
struct CalendarSpec: Equatable, Sendable {
    /// Minutes between two times.
    let period: Int
    /// Minutes from midnight to the first time of the day.
    let start: Int

    /// In minutes: the divisors of an hour, and the hours that divide a day. A crontab can express no others.
    static let periods = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60] + [2, 3, 4, 6, 8, 12, 24].map { $0 * 60 }

    /// - Parameters:
    ///   - seconds: one of the periods; nil is returned for others.
    ///   - seed: any number; the same number gives the same times.
    init?(every seconds: Int64, seed: UInt64) {
        guard let period = CalendarSpec.periods.first(where: { Int64($0) * 60 == seconds }) else { return nil }
        // Every minute includes the first of the hour.
        let minute = period > 1 ? 1 + Int(seed % UInt64(min(period, 60) - 1)) : 0
        let hours = UInt64(max(period / 60, 1))
        self.init(period: period, start: Int(seed / 59 % hours) * 60 + minute)
    }

    /// - Parameters:
    ///   - period: one of the periods; nil is returned for others.
    ///   - start: the first time of the day; nil is returned for a later one.
    init?(period: Int, start: Int) {
        guard CalendarSpec.periods.contains(period), (0..<period).contains(start) else { return nil }
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
