/// Marks and labels, and how they are taken back.
extension UndoRecording {
    /// Records a mark right before it is made: which articles it changes, and what they were.
    mutating func add(
        _ mark: Mark, where chosen: String, _ values: [SQLValue], _ moment: DecisionMoment, in store: borrowing Store
    ) throws(StoreError) {
        let decision = mark.decision
        let rows = try store.database.rows(
            """
            SELECT id, \(decision.isChange), iif(read_at IS NULL, id, json_array(id, read_at, modified)),
                (SELECT max(time) FROM decision WHERE article_id = article.id AND property = ?)
            FROM article WHERE (\(decision.isChange) OR ? AND modified = 1) AND \(chosen)
            """, [.string(decision.property.name.text), .flag(mark == .read)] + values
        ) { row in
            marked.insert(ArticleID(rawValue: row.number()))
            return (isChange: row.flag(), article: row.text(), decided: row.optionalNumber())
        }
        // All articles that were not decided about later than now, by a wrong clock, get the same time.
        let changes = Dictionary(grouping: rows.filter(\.isChange)) { row in
            let replaced = row.decided.map(DecisionTime.init(milliseconds:))
            return (replaced?.replaced(at: moment.time) ?? moment.time).milliseconds
        }
        for (time, rows) in changes.sorted(by: { $0.key < $1.key }) {
            let list = rows.map(\.article).joined(separator: ",")
            try add(.marked(mark, MarkedArticles(list: "[\(list)]", decided: time)), in: store)
        }
        let modified = rows.filter { !$0.isChange }.map(\.article)
        if modified.isEmpty { return }
        let list = "[\(modified.joined(separator: ","))]"
        try add(.modified(MarkedArticles(list: list, decided: nil)), in: store)
    }
}

extension Store {
    /// Within a transaction: records what a command did with labels of so many articles.
    func record(_ steps: [UndoStep], _ command: String, _ count: Int) throws(StoreError) {
        var recording = try UndoRecording(in: self)
        for step in steps { try recording.add(step, in: self) }
        try recording.finish("\(command): \(UndoRecording.count(count, "article"))", in: self)
    }
}

extension Undoing {
    /// Takes a mark back, by its opposite, from the articles that are still as it left them.
    mutating func undoMark(_ mark: Mark, of marked: MarkedArticles, in store: borrowing Store) throws(StoreError) {
        guard let opposite = mark.opposite else { return }
        let property = mark.decision.property.name.text
        let ids = try articles(
            of: marked, where: "\(opposite.decision.isChange) AND \(Undoing.isAsLeft)", property, in: store)
        for list in Store.lists(of: ids) {
            // When they were read comes back below, and is not news of the feed.
            let time = mark == .unread ? Timestamp(seconds: 0) : now
            try store.set(opposite, where: Store.isInList, [list], moment, at: time)
        }
        if mark == .unread { try restore("read_at = value ->> 1, modified = value ->> 2", of: ids, marked, in: store) }
        try count(ids, of: marked, property, in: store)
    }

    /// Articles that were modified, and were read again, are modified.
    mutating func undoReading(of marked: MarkedArticles, in store: borrowing Store) throws(StoreError) {
        let ids = try articles(of: marked, where: "read_at = value ->> 1 AND modified = 0", nil, in: store)
        try restore("modified = 1", of: ids, marked, in: store)
        try count(ids, of: marked, nil, in: store)
    }

    /// Takes a label off again, or puts it back, where that is still as the command left it.
    mutating func undoLabel(
        _ label: String, isOn: Bool, of labeled: MarkedArticles, in store: borrowing Store
    ) throws(StoreError) {
        let property = DecisionProperty.label(label).name.text
        let hasLabel = "EXISTS (SELECT 1 FROM article_label WHERE article_id = article.id AND label = ?4)"
        let ids = try articles(
            of: labeled, where: "\(isOn ? "" : "NOT ")\(hasLabel) AND \(Undoing.isAsLeft)", property, [.string(label)],
            in: store)
        _ = try store.change(label, of: ids, isOn: !isOn, moment)
        try count(ids, of: labeled, property, in: store)
    }

    /// The id of an article in a step: alone, or the first of what it was.
    private static let listed = "iif(type = 'array', value ->> 0, value)"

    /// The property of an article was decided last by the command, or by `undo` when it took back a later command.
    private static let isAsLeft = """
        ifnull((SELECT max(time) FROM decision WHERE article_id = article.id AND property = ?2) IN (
            SELECT ?3 UNION ALL SELECT time FROM undo_stamp), 1)
        """

    private func articles(
        of marked: MarkedArticles, where condition: String, _ property: String?, _ values: [SQLValue] = [],
        in store: borrowing Store
    ) throws(StoreError) -> [Int64] {
        try store.database.rows(
            """
            SELECT article.id FROM json_each(?1) CROSS JOIN article ON article.id = \(Undoing.listed) WHERE \(condition)
            """, [.string(marked.list)] + (property == nil ? [] : [.text(property), .number(marked.decided)]) + values
        ) { $0.number() }
    }

    /// Sets what the articles were before.
    private func restore(
        _ columns: String, of ids: [Int64], _ marked: MarkedArticles, in store: borrowing Store
    ) throws(StoreError) {
        try store.database.run(
            """
            UPDATE article SET \(columns) FROM json_each(?1)
            WHERE article.id = \(Undoing.listed) AND article.id IN (SELECT value FROM json_each(?2))
            """, .string(marked.list), .list(ids))
    }

    /// Counts the articles that are as they were, and notes when that was decided.
    private mutating func count(
        _ ids: [Int64], of marked: MarkedArticles, _ property: String?, in store: borrowing Store
    ) throws(StoreError) {
        let missing = try store.database.number(
            "SELECT count(*) FROM json_each(?1) WHERE \(Undoing.listed) NOT IN (SELECT id FROM article)",
            .string(marked.list))
        let all = try store.database.number("SELECT json_array_length(?1)", .string(marked.list)) ?? 0
        undone.articles += ids.count
        undone.missingArticles += Int(missing ?? 0)
        undone.changedArticles += Int(all - (missing ?? 0)) - ids.count
        try store.database.run(
            """
            INSERT INTO undo_stamp(time)
            SELECT DISTINCT time FROM \(Store.decided) AS decided
            WHERE article_id IN (SELECT value FROM json_each(?1)) AND property = ?2
                AND time NOT IN (SELECT time FROM undo_stamp)
            """, .list(ids), .text(property))
    }
}
