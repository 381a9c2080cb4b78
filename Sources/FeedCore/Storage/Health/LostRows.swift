/// Which rows of a table could not be saved, as far as that can be told.
struct LostRows {
    /// Ids of rows that were lost, in order.
    private(set) var missing: [ClosedRange<Int64>] = []
    /// The ids are of rows that may have been there, not of such that are known to have been.
    private var isGuess = false
    /// Rows may be lost of which nothing is known.
    private var hasMore = false

    var isNone: Bool { missing.isEmpty && !hasMore }

    /// What was lost where the gaps are; nothing where there is none.
    ///
    /// - Parameters:
    ///   - known: whether what indexes and other tables know of this one is all of it.
    ///   - highest: the highest id that was given; nil where that is not known.
    init(
        of table: Recovery.Table, in database: borrowing Database, known isKnown: Bool, upTo highest: Int64?
    ) throws(DatabaseError) {
        guard !table.isWhole else { return }
        let name = table.shape.name
        guard let column = table.shape.rowidColumn else {
            hasMore = true
            return
        }
        let id = table.shape.columns[column].name
        if isKnown, let known = LostRows.known[name] {
            let statement = try database.prepare("\(known) EXCEPT SELECT \(id) FROM \(name) ORDER BY 1")
            while try statement.step() {
                let row = statement.number(0)
                if table.hasGap(at: row) { add(row...row) }
            }
            return
        }
        isGuess = true
        let lastSaved = try database.number("SELECT max(\(id)) FROM \(name)") ?? 0
        let last = highest ?? lastSaved
        hasMore = highest == nil && table.gaps.contains { $0.upTo > last }
        let statement = try database.prepare("SELECT \(id) FROM \(name) WHERE \(id) >= ?1 AND \(id) <= ?2 ORDER BY 1")
        for gap in table.gaps.sorted(by: { $0.after < $1.after }) {
            // Ids begin with 1.
            var next = max(1, gap.after == .max ? .max : gap.after + 1, missing.last.map { $0.upperBound + 1 } ?? 1)
            let end = min(gap.upTo, last)
            statement.reset()
            try statement.bind([.integer(next), .integer(end)])
            while try statement.step() {
                let row = statement.number(0)
                if row > next { add(next...row - 1) }
                next = row + 1
            }
            if next <= end { add(next...end) }
        }
    }

    /// The questions whose answers are the ids that a table had.
    private static let known = [
        "article": "SELECT id FROM left_article",
        "feed": "SELECT id FROM left_feed",
        "category": "SELECT id FROM left_category",
        "article_content": "SELECT id FROM article",
        "feed_refresh": "SELECT id FROM feed",
    ]

    private mutating func add(_ range: ClosedRange<Int64>) {
        if let last = missing.last, last.upperBound + 1 == range.lowerBound {
            missing[missing.count - 1] = last.lowerBound...range.upperBound
        } else {
            missing.append(range)
        }
    }

    /// In words, after how many were saved; empty where nothing is lost.
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
