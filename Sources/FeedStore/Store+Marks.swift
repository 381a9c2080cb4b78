/// How an article can be marked.
public enum Mark: String, Sendable, CaseIterable {
    case read, unread, starred, unstarred
    /// It is removed, and does not come back: it leaves a tombstone.
    case deleted
}

/// A command that marks one article after the other, such as `read`: `undo` takes back all of them at once.
public struct MarkingCommand: Sendable {
    private let name: String
    /// Which articles it has changed.
    public fileprivate(set) var articles: Set<ArticleID> = []
    /// The record for `undo`; nil before the first change.
    fileprivate var record: Int64?

    /// - Parameter name: in words, such as `read`.
    public init(_ name: String) { self.name = name }

    fileprivate var what: String { "\(name): \(UndoRecording.count(articles.count, "article"))" }
}

extension Store {
    /// Marks articles by their ids; with a limit, only those dated before it. Returns how many changed, and the unknown
    /// ids.
    ///
    /// - Parameters:
    ///   - isUndoable: `undo` can take it back.
    @discardableResult
    public func mark(
        _ articles: [ArticleID], as mark: Mark, before limit: Timestamp? = nil, isUndoable: Bool = false,
        at now: Timestamp
    ) throws(StoreError) -> (changed: Int, unknown: [ArticleID]) {
        try transaction {
            var ids: [Int64] = []
            var unknown: [ArticleID] = []
            for article in articles {
                if try exists(article) { ids.append(article.rawValue) } else { unknown.append(article) }
            }
            return (try self.mark(ids, as: mark, before: limit, isUndoable: isUndoable, at: now), unknown)
        }
    }

    /// Marks articles for a command that marks one after the other: `undo` takes back all of them at once. Remembers
    /// the last article as the one that was read last.
    ///
    /// - Returns: how many have changed.
    @discardableResult
    public func mark(
        _ articles: [ArticleID], as mark: Mark, by command: inout MarkingCommand, at now: Timestamp
    ) throws(StoreError) -> Int {
        let before = command
        var after = command
        let changed = try transaction {
            after = before
            var recording = try after.record.flatMap { try UndoRecording(continuing: $0, after.what, in: self) }
            if recording == nil { recording = try UndoRecording(in: self) }
            let changed = try self.mark(articles.map(\.rawValue), as: mark, before: nil, &recording, at: now)
            if changed > 0, let recording {
                after.articles.formUnion(mark == .deleted ? Set(articles) : recording.marked)
            }
            after.record = recording?.id
            try recording?.finish(after.what, in: self)
            if mark != .deleted, let last = articles.last { try setLastRead(last, at: now) }
            return changed
        }
        // The command must not remember changes that were not committed.
        command = after
        return changed
    }

    /// Marks every article of the query, whatever its order and limit. Returns how many changed.
    ///
    /// - Parameter isUndoable: `undo` can take it back.
    @discardableResult
    public func mark(
        _ query: ArticleQuery, as mark: Mark, isUndoable: Bool = false, at now: Timestamp
    ) throws(StoreError) -> Int {
        try transaction {
            if query.isUnique { try prepareTwins() }
            let (condition, values) = try condition(of: query)
            let ids = try database.rows("SELECT article.id FROM article\(condition)", values) { $0.number() }
            return try self.mark(ids, as: mark, before: nil, isUndoable: isUndoable, at: now)
        }
    }

    package func exists(_ article: ArticleID) throws(StoreError) -> Bool {
        try database.holds("SELECT 1 FROM article WHERE id = ?1", .id(article))
    }

    /// A thousand articles at a time: SQLite keeps a copy of every page that one statement changes, and for all articles at
    /// once that would be most of the database.
    func mark(
        _ ids: [Int64], as mark: Mark, before limit: Timestamp?, isUndoable: Bool, at now: Timestamp
    ) throws(StoreError) -> Int {
        var recording = isUndoable ? try UndoRecording(in: self) : nil
        let changed = try self.mark(ids, as: mark, before: limit, &recording, at: now)
        try recording?.finish("mark \(mark.rawValue): \(UndoRecording.count(changed, "article"))", in: self)
        return changed
    }

    private func mark(
        _ ids: [Int64], as mark: Mark, before limit: Timestamp?, _ recording: inout UndoRecording?, at now: Timestamp
    ) throws(StoreError) -> Int {
        let chosen = "\(Store.isInList) AND +date < ?"
        let moment = try beginDeciding()
        var changed = 0
        // Whatever the date of a duplicate is.
        let duplicates =
            marksDuplicates && [.read, .unread].contains(mark) ? try self.duplicates(of: ids, before: limit) : []
        let parts =
            Store.lists(of: ids).map { [$0, .integer(limit?.seconds ?? .max)] }
            + Store.lists(of: duplicates).map { [$0, .integer(.max)] }
        for values in parts {
            if mark == .deleted {
                changed += try delete(where: chosen, values, moment, &recording)
            } else {
                try recording?.add(mark, where: chosen, values, moment, in: self)
                changed += try set(mark, where: chosen, values, moment, at: now)
            }
        }
        return changed
    }

    /// Within a transaction: marks articles, and decides that they are so. Returns how many changed.
    @discardableResult
    func set(
        _ mark: Mark, where chosen: String, _ values: [SQLValue], _ moment: DecisionMoment, isAutomatic: Bool = false,
        at now: Timestamp
    ) throws(StoreError) -> Int {
        let decision = mark.decision
        try decide(
            decision.property, decision.value, where: "\(chosen) AND \(decision.isChange)", values, moment,
            isAutomatic: isAutomatic)
        return try database.run("\(mark.sql) AND \(chosen)", (mark == .read ? [.time(now)] : []) + values)
    }

    /// Removes articles for good. Returns how many.
    private func delete(
        where chosen: String, _ values: [SQLValue], _ moment: DecisionMoment, _ recording: inout UndoRecording?
    ) throws(StoreError) -> Int {
        try decide(.deleted, true, where: chosen, values, moment)
        try addTombstones(where: chosen, values, onPurpose: true)
        if recording != nil, let removal = try keepArticles(where: chosen, values, moment) {
            try recording?.add(.removed(removal), in: self)
        }
        return try database.run("DELETE FROM article WHERE \(chosen)", values)
    }

    /// The id of the article is in one of the `lists`.
    static let isInList = "id IN (SELECT value FROM json_each(?))"

    /// Ids in ascending order, as JSON arrays of a thousand each.
    static func lists(of ids: [Int64]) -> [SQLValue] {
        ids.sorted().chunks(of: 1000).map { .list($0) }
    }
}

extension Mark {
    /// The mark that takes this one back; nil where a removal does.
    var opposite: Mark? {
        switch self {
        case .read: .unread
        case .unread: .read
        case .starred: .unstarred
        case .unstarred: .starred
        case .deleted: nil
        }
    }

    /// Updates the articles that are not marked so already; a condition follows. Reading a read article that
    /// was modified decides nothing.
    fileprivate var sql: String {
        switch self {
        case .read:
            """
            UPDATE article SET read_at = ifnull(read_at, ?), modified = 0 WHERE (read_at IS NULL OR modified = 1)
            """
        case .unread: "UPDATE article SET read_at = NULL, modified = 0 WHERE read_at IS NOT NULL"
        case .starred: "UPDATE article SET starred = 1 WHERE starred = 0"
        case .unstarred: "UPDATE article SET starred = 0 WHERE starred = 1"
        case .deleted: preconditionFailure("an article is deleted by Store.delete")
        }
    }

    /// The decision about the articles that it changes.
    var decision: (property: DecisionProperty, value: Bool, isChange: String) {
        switch self {
        case .read: (.read, true, "read_at IS NULL")
        case .unread: (.read, false, "read_at IS NOT NULL")
        case .starred: (.starred, true, "starred = 0")
        case .unstarred: (.starred, false, "starred = 1")
        case .deleted: (.deleted, true, "1")
        }
    }
}
