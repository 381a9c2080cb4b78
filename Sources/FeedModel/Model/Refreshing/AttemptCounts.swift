/// How many attempts to refresh a feed were made on each of the last 30 days (in UTC), and how many of them failed.
public struct AttemptCounts: Hashable, Sendable {
    /// The day of `days[0]`, counted from 1970.
    private var newest: Int64 = 0
    /// The newest day first, without gaps.
    private var days: [Day] = []

    private struct Day: Hashable, Sendable {
        var attempts = 0
        var failures = 0
    }

    /// How many days count, today included.
    private static let span = 30
    /// The most attempts that are counted on a day. They fit a character of the stored form.
    private static let mostOnDay = 9999

    public init() {}

    /// Counts an attempt.
    public mutating func note(hasFailed: Bool, at now: Timestamp) {
        let today = max(0, now.day)
        // Days from a clock that was ahead count as today.
        let passed = days.isEmpty ? AttemptCounts.span : Int(clamping: today - newest)
        if passed > 0 {
            days = Array(
                (Array(repeating: Day(), count: min(passed, AttemptCounts.span)) + days).prefix(AttemptCounts.span))
            while days.count > 1, days.last == Day() { days.removeLast() }
        }
        newest = today
        guard days[0].attempts < AttemptCounts.mostOnDay else { return }
        days[0].attempts += 1
        if hasFailed { days[0].failures += 1 }
    }

    /// All attempts of the last 30 days, and how many of them succeeded.
    public func total(at now: Timestamp) -> (attempts: Int, successes: Int) {
        let passed = Int(clamping: max(0, now.day - newest))
        return days.prefix(max(0, AttemptCounts.span - passed)).reduce(into: (0, 0)) { total, day in
            total.attempts += day.attempts
            total.successes += day.attempts - day.failures
        }
    }
}

/// The stored form: the newest day as a number, and a text of two characters for each day from that one back, its attempts
/// and its failures. The value of a character is its code point less 32, so most days take two bytes. The view `feeds` reads it
/// as well.
extension AttemptCounts {
    private static let zero: UInt32 = 32
    /// The first day beyond the calendar.
    private static let noDay: Int64 = 10_000_000

    package init(newest: Int64?, stored text: String?) {
        guard let newest, let text, (0..<AttemptCounts.noDay).contains(newest) else { return }
        var counts = text.unicodeScalars.prefix(2 * AttemptCounts.span).map { character in
            min(Int(max(character.value, AttemptCounts.zero) - AttemptCounts.zero), AttemptCounts.mostOnDay)
        }[...]
        while let attempts = counts.popFirst(), let failures = counts.popFirst() {
            days.append(Day(attempts: attempts, failures: min(failures, attempts)))
        }
        self.newest = newest
    }

    /// Nil without counts.
    package var stored: (newest: Int64, text: String)? {
        guard !days.isEmpty else { return nil }
        var text = String.UnicodeScalarView()
        for day in days {
            text.append(AttemptCounts.character(for: day.attempts))
            text.append(AttemptCounts.character(for: day.failures))
        }
        return (newest, String(text))
    }

    private static func character(for count: Int) -> Unicode.Scalar {
        Unicode.Scalar(zero + UInt32(count)) ?? " "
    }
}
