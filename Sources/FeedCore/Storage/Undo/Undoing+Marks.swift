/// Marks and labels, and how they are taken back.
extension UndoRecording {
    /// Records a mark right before it is made: which articles it changes, and what they were.
    mutating func add(
        _ mark: Mark, where chosen: String, _ values: [SQLValue], _ moment: DecisionMoment, in store: borrowing Store
    ) throws(DatabaseError) {
        let decision = mark.decision
        let change = mark == .read ? "(read_at IS NULL OR modified = 1)" : decision.isChange
        let rows = try store.database.rows(
            """
            SELECT id, read_at, modified,
                (SELECT time FROM decision WHERE decision.key = article.key AND property = ?)
            FROM article WHERE \(change) AND \(chosen)
            """, [.string(decision.property.name.text)] + values
        ) { (id: $0.number(), readAt: $0.optionalNumber(), isModified: $0.flag(), decided: $0.optionalNumber()) }
        // All articles that were not decided about later than now, by a wrong clock, get the same time.
        var lists: [Int64: String] = [:]
        var modified = ""
        for row in rows {
            let readAt = row.readAt.map(String.init) ?? "null"
            if mark == .read, row.readAt != nil {
                modified += ",[\(row.id),\(readAt)]"
                continue
            }
            let replaced = row.decided.map(DecisionTime.init(milliseconds:))
            let time = replaced?.replaced(at: moment.time) ?? moment.time
            lists[time.milliseconds, default: ""] +=
                mark == .unread ? ",[\(row.id),\(readAt),\(row.isModified ? 1 : 0)]" : ",\(row.id)"
        }
        guard let kind = UndoStep.Kind(rawValue: mark.rawValue) else { return }
        for (time, list) in lists.sorted(by: { $0.key < $1.key }) {
            try add(UndoStep(kind: kind, articles: "[\(list.dropFirst())]", time: time), in: store)
        }
        if !modified.isEmpty {
            try add(UndoStep(kind: .modified, articles: "[\(modified.dropFirst())]"), in: store)
        }
    }
}

/// A label that was put on an article, or taken off.
struct LabelChange: Hashable, Sendable {
    let article: Int64
    let label: String
    /// When that was decided.
    let time: Int64
}

extension Store {
    /// Within a transaction: records what a command did with labels.
    func record(_ changes: [LabelChange], as kind: UndoStep.Kind, _ command: String) throws(DatabaseError) {
        var recording = try UndoRecording(in: self)
        try recording.add(changes, as: kind, in: self)
        try recording.finish("\(command): \(UndoRecording.count(changes.count, "article"))", in: self)
    }
}

extension UndoRecording {
    /// Adds what was done with labels.
    mutating func add(
        _ changes: [LabelChange], as kind: UndoStep.Kind, in store: borrowing Store
    ) throws(DatabaseError) {
        let groups = Dictionary(grouping: changes) { LabelChange(article: 0, label: $0.label, time: $0.time) }
        for (group, changes) in groups {
            let ids = changes.map(\.article).sorted()
            for start in stride(from: 0, to: ids.count, by: 1000) {
                let list = ids[start..<min(start + 1000, ids.count)].map(String.init).joined(separator: ",")
                try add(
                    UndoStep(kind: kind, articles: "[\(list)]", time: group.time, name: group.label), in: store)
            }
        }
    }
}

extension Undoing {
    /// Takes a mark back from the articles that are still as it left them.
    mutating func undoMark(_ step: UndoStep, in store: borrowing Store) throws(DatabaseError) {
        guard let list = step.articles else { return }
        let (change, condition, mark) = Undoing.reversal(of: step.kind)
        let was = "FROM article, json_each(?) AS was WHERE article.id ="
        let isPair = step.kind == .unread || step.kind == .modified
        let decided = mark?.decision.property.name.text
        let ids = try store.database.rows(
            """
            SELECT article.id \(was) \(isPair ? "json_extract(was.value, '$[0]')" : "was.value")
                AND \(condition) AND (? IS NULL OR \(Undoing.isAsLeft))
            """, [.string(list), .text(decided), .text(decided), .number(step.time)]
        ) { $0.number() }
        let chosen = "article.id IN (SELECT value FROM json_each(?))"
        if let mark {
            if isNoted { try store.noteMark(mark.pending, where: chosen, [.list(ids)]) }
            try store.decide(mark.decision.property, mark.decision.value, where: chosen, [.list(ids)], moment)
        }
        let update = try store.database.prepare(
            isPair
                ? """
                UPDATE article SET \(change) FROM json_each(?2) AS was
                WHERE article.id IN (SELECT value FROM json_each(?1)) AND article.id = json_extract(was.value, '$[0]')
                """ : "UPDATE article SET \(change) WHERE id IN (SELECT value FROM json_each(?1))")
        try update.run([.list(ids)] + (isPair ? [.string(list)] : []))
        try count(ids, of: list, decided, in: store)
    }

    /// How to take a mark back: the change, the articles that are as the mark left them, and the mark that this is.
    private static func reversal(of kind: UndoStep.Kind) -> (change: String, condition: String, mark: Mark?) {
        switch kind {
        case .read: ("read_at = NULL, modified = 0", "read_at IS NOT NULL", .unread)
        case .unread:
            (
                "read_at = json_extract(was.value, '$[1]'), modified = json_extract(was.value, '$[2]')",
                "read_at IS NULL", .read
            )
        case .starred: ("starred = 0", "starred = 1", .unstarred)
        case .unstarred: ("starred = 1", "starred = 0", .starred)
        default: ("modified = 1", "read_at = json_extract(was.value, '$[1]') AND modified = 0", nil)
        }
    }

    /// Takes a label off again, or puts it back, where that is still as the command left it.
    mutating func undoLabel(_ step: UndoStep, in store: borrowing Store) throws(DatabaseError) {
        guard let list = step.articles, let label = step.name else { return }
        let isOn = step.kind == .labelled
        let property = DecisionProperty.label(label).name.text
        let ids = try store.database.rows(
            """
            SELECT id FROM article
            WHERE id IN (SELECT value FROM json_each(?))
                AND EXISTS (SELECT 1 FROM article_label WHERE article_id = article.id AND label = ?) = ?
                AND \(Undoing.isAsLeft)
            """, [.string(list), .string(label), .flag(isOn), .string(property), .number(step.time)]
        ) { $0.number() }
        _ = try store.change(label, of: ids, isOn: !isOn, moment)
        try count(ids, of: list, property, in: store)
    }

    /// The property of an article was decided last by the command, or by `undo` when it took back a later command.
    private static let isAsLeft = """
        NOT EXISTS (
            SELECT 1 FROM decision
            WHERE decision.key = article.key AND property = ? AND time <> ?
                AND time NOT IN (SELECT undo_stamp.time FROM undo_stamp))
        """

    /// Counts the articles that are as they were, and notes when that was decided.
    private mutating func count(
        _ ids: [Int64], of list: String, _ property: String?, in store: borrowing Store
    ) throws(DatabaseError) {
        let all = Int(try store.database.number("SELECT json_array_length(?1)", .string(list)) ?? 0)
        undone.articles += ids.count
        undone.changedArticles += all - ids.count
        try store.database.run(
            """
            INSERT INTO undo_stamp(time)
            SELECT DISTINCT time FROM article CROSS JOIN decision ON decision.key = article.key
            WHERE article.id IN (SELECT value FROM json_each(?1)) AND property = ?2
            """, .list(ids), .text(property))
    }
}
