/// The rows of a table that could not be saved, as far as that is known.
struct LostRows {
    private(set) var missing: [ClosedRange<Int64>] = []
    /// Some of the ids may never have had a row.
    private var isGuess = false
    /// More rows may be lost.
    private var hasMore = false

    var isNone: Bool { missing.isEmpty && !hasMore }

    /// - Parameters:
    ///   - isKnown: indexes or other tables name every row that the table had.
    ///   - highest: the highest id that the table has given; nil if that is not known.
    init(
        of table: Recovery.Table, in database: borrowing Database, known isKnown: Bool, upTo highest: Int64?
    ) throws(DatabaseError) {
        guard !table.isWhole else { return }
        guard let key = table.key, table.isByRowid else {
            hasMore = true
            return
        }
        if isKnown, let known = LostRows.known[table.name] {
            let lost = try database.rows("\(known) EXCEPT SELECT \(key) FROM \(table.name)") { $0.number() }
            missing = lost.filter(table.hasGap).map { $0...$0 }.merged
            return
        }
        isGuess = true
        let lastSaved = try database.number("SELECT max(\(key)) FROM \(table.name)") ?? 0
        let last = highest ?? lastSaved
        hasMore = highest == nil && table.gaps.contains { $0.upperBound > last }
        let rows = try database.prepare(
            "SELECT \(key) FROM \(table.name) WHERE \(key) BETWEEN ?1 AND ?2 UNION ALL SELECT ?2 + 1 ORDER BY 1")
        for gap in table.gaps where gap.lowerBound <= last {
            var next = gap.lowerBound
            rows.reset()
            try rows.bind([.integer(next), .integer(min(gap.upperBound, last))])
            while try rows.step() {
                let saved = rows.number(0)
                if saved > next { missing.append(next...saved - 1) }
                next = saved + 1
            }
        }
    }

    /// What gives the ids of the rows that a table had.
    static let known = [
        "article": "SELECT id FROM left_article",
        "feed": "SELECT id FROM left_feed",
        "category": "SELECT id FROM left_category",
        "article_content": "SELECT id FROM article",
        "feed_refresh": "SELECT id FROM feed",
    ]

    /// For the user, after the number of saved rows; empty if no row is lost.
    var text: String {
        if isNone { return "" }
        guard !missing.isEmpty else { return ", others may be missing" }
        let count = missing.reduce(0) { $0 + $1.count }
        let shown = missing.prefix(LostRows.mostShown).map { range in
            range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
        }
        let rest = missing.count > shown.count ? " and others" : ""
        return ", \(isGuess ? "up to " : "")\(count) missing: " + shown.joined(separator: ", ") + rest
            + (hasMore ? ", and perhaps others" : "")
    }

    private static let mostShown = 50
}
