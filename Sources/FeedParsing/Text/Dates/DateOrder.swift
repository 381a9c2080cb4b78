/// Whether dates with slashes have the day or the month first: `11/10/2026` does not say, but all of a document are alike.
struct DateOrder {
    private var hasDayFirst = false
    private var hasMonthFirst = false
    private var hasDayHalf = false
    /// The dates that fit either way and were read with the month first, and what they are with the day first.
    private var open: [Timestamp: Timestamp] = [:]

    /// In these languages the month is first, or the year.
    private static let otherLanguages: Set<String> = ["en", "ja", "ko", "zh"]

    /// Notes a date that fits only one way.
    mutating func note(isDayFirst: Bool) {
        if isDayFirst { hasDayFirst = true } else { hasMonthFirst = true }
    }

    /// Notes a date that fits either way.
    ///
    /// - Parameter hasDayHalf: it has `AM` or `PM`, as mostly those with the month first.
    mutating func note(_ date: Timestamp, dayFirst other: Timestamp, hasDayHalf: Bool) {
        open[date] = other
        if hasDayHalf { self.hasDayHalf = true }
    }

    /// Whether dates are to be read again, with the day first.
    ///
    /// - Parameter language: the document's, which decides if no date does.
    func isDayFirst(in language: String?) -> Bool {
        guard !open.isEmpty, !hasMonthFirst else { return false }
        let name = language?.prefix { $0 != "-" }.lowercased() ?? "en"
        return hasDayFirst || !hasDayHalf && !DateOrder.otherLanguages.contains(name)
    }

    /// The date with the day first.
    func dayFirst(_ date: Timestamp?) -> Timestamp? { date.flatMap { open[$0] } ?? date }
}
