/// Marks and labels, and how they are taken back.
extension UndoRecording {
    /// Records a mark right before it is made: which articles it changes, and what they were.
    mutating func add(
        _ mark: Mark, where chosen: String, _ values: [SQLValue], _ moment: DecisionMoment, in store: borrowing Store
    ) throws(DatabaseError) {
        let isReadState = mark == .read || mark == .unread
        let change =
            switch mark {
            case .read: "(read_at IS NULL OR modified = 1)"
            case .unread: "read_at IS NOT NULL"
            case .starred: "starred = 0"
            case .unstarred: "starred = 1"
            case .deleted: "1"
            }
        let rows = try store.database.rows(
            """
            SELECT id, read_at, modified, \(isReadState ? "read_entry" : "starred_entry") FROM article
            WHERE \(change) AND \(chosen)
            """, values
        ) { (id: $0.number(), readAt: $0.optionalNumber(), isModified: $0.flag(), entry: $0.entry()) }
        let value = mark == .read || mark == .starred
        // All articles that were not decided about later than now, by a wrong clock, get the same entry.
        var lists: [Int64: String] = [:]
        var modified = ""
        for row in rows {
            let readAt = row.readAt.map(String.init) ?? "null"
            if mark == .read, row.readAt != nil {
                modified += ",[\(row.id),\(readAt)]"
                continue
            }
            let entry = moment.entry(value, replacing: row.entry).rawValue
            lists[entry, default: ""] +=
                mark == .unread ? ",[\(row.id),\(readAt),\(row.isModified ? 1 : 0)]" : ",\(row.id)"
        }
        guard let kind = UndoStep.Kind(rawValue: mark.rawValue) else { return }
        for (entry, list) in lists.sorted(by: { $0.key < $1.key }) {
            try add(UndoStep(kind: kind, articles: "[\(list.dropFirst())]", entry: entry), in: store)
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
    /// The `PackedEntry` that it has now.
    let entry: Int64
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
        let groups = Dictionary(grouping: changes) { LabelChange(article: 0, label: $0.label, entry: $0.entry) }
        for (group, changes) in groups {
            let ids = changes.map(\.article).sorted()
            for start in stride(from: 0, to: ids.count, by: 1000) {
                let list = ids[start..<min(start + 1000, ids.count)].map(String.init).joined(separator: ",")
                try add(
                    UndoStep(kind: kind, articles: "[\(list)]", entry: group.entry, name: group.label), in: store)
            }
        }
    }
}

extension Undoing {
    /// Takes a mark back from the articles that are still as it left them.
    mutating func undoMark(_ step: UndoStep, in store: borrowing Store) throws(DatabaseError) {
        guard let list = step.articles else { return }
        let isPair = step.kind == .unread || step.kind == .modified
        let ids = "SELECT \(isPair ? "json_extract(value, '$[0]')" : "value") FROM json_each(?)"
        let (read, starred) = (DecisionMoment.entry(of: "read_entry"), DecisionMoment.entry(of: "starred_entry"))
        let (change, value, condition): (String, Bool, String)
        let mark: PendingMark.Value?
        switch step.kind {
        case .read:
            (change, value, mark) = ("read_entry = \(read), read_at = NULL, modified = 0", false, .unread)
            condition = "\(Undoing.isAsLeft("read_entry")) AND read_at IS NOT NULL"
        case .unread:
            change = """
                read_entry = \(read), read_at = json_extract(was.value, '$[1]'),
                modified = json_extract(was.value, '$[2]')
                """
            (value, mark) = (true, .read)
            condition = "\(Undoing.isAsLeft("read_entry")) AND read_at IS NULL"
        case .starred:
            (change, value, mark) = ("starred_entry = \(starred), starred = 0", false, .unstarred)
            condition = "\(Undoing.isAsLeft("starred_entry")) AND starred = 1"
        case .unstarred:
            (change, value, mark) = ("starred_entry = \(starred), starred = 1", true, .starred)
            condition = "\(Undoing.isAsLeft("starred_entry")) AND starred = 0"
        default:
            (change, value, mark) = ("modified = 1", false, nil)
            condition = "read_at = json_extract(was.value, '$[1]') AND modified = 0"
        }
        let entry: [SQLValue] = mark == nil ? [] : [.number(step.entry)]
        if isNoted, let mark {
            try store.noteMark(mark, where: "id IN (\(ids)) AND \(condition)", [.string(list)] + entry)
        }
        let update =
            isPair
            ? """
            UPDATE article SET \(change) FROM json_each(?) AS was
            WHERE article.id = json_extract(was.value, '$[0]') AND \(condition)
            """ : "UPDATE article SET \(change) WHERE id IN (\(ids)) AND \(condition)"
        let stamps = try store.database.rows(
            update + " RETURNING \(mark.map { $0.key == .read ? "read_entry" : "starred_entry" } ?? "0")",
            (mark == nil ? [] : moment.values(value)) + [.string(list)] + entry
        ) { $0.number() }
        try count(list, stamps, in: store)
    }

    /// Takes a label off again, or puts it back, where that is still as the command left it.
    mutating func undoLabel(_ step: UndoStep, in store: borrowing Store) throws(DatabaseError) {
        guard let list = step.articles else { return }
        let isOn = step.kind == .labelled
        let stamps = try store.database.rows(
            """
            UPDATE article_label SET entry = \(DecisionMoment.entry(of: "entry"))
            WHERE label = ? AND article_id IN (SELECT value FROM json_each(?)) AND entry & 1 = ?
                AND \(Undoing.isAsLeft("article_label.entry"))
            RETURNING entry
            """, moment.values(!isOn) + [.text(step.name), .string(list), .flag(isOn), .number(step.entry)]
        ) { $0.number() }
        try count(list, stamps, in: store)
    }

    /// An article has the entry that the command gave, or one that `undo` gave when it took back a later command.
    private static func isAsLeft(_ column: String) -> String {
        "(\(column) = ? OR \(column) IN (SELECT undo_stamp.entry FROM undo_stamp))"
    }

    /// Counts the articles that are as they were, and notes the entries that they have now.
    private mutating func count(_ list: String, _ stamps: [Int64], in store: borrowing Store) throws(DatabaseError) {
        let all = Int(try store.database.number("SELECT json_array_length(?1)", .string(list)) ?? 0)
        undone.articles += stamps.count
        undone.changedArticles += all - stamps.count
        for stamp in Set(stamps) {
            try store.database.run("INSERT INTO undo_stamp(entry) VALUES (?1)", .integer(stamp))
        }
    }
}
