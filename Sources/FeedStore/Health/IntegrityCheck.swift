/// Checks a database: its pages, its rows, and the permissions of its files. Nothing is changed.
public struct IntegrityCheck: Sendable {
    struct Finding: Sendable {
        enum Kind {
            /// Pages are damaged, or a table is missing: only a new database helps.
            case structure
            /// An index contradicts its table.
            case index
            /// An index, a trigger or a view is missing, or differs from rssium's.
            case part
            /// Rows whose feed, article or category does not exist.
            case orphans
            /// The kept counts of a feed are wrong.
            case counts
            /// The URL of a feed is invalid.
            case address
            case search
            /// Other users can read or write the files.
            case mode
            /// A trigger or a view is not rssium's.
            case foreign

            /// `Repair` leaves it to the user.
            var isLeft: Bool { self == .mode || self == .foreign }
        }

        let kind: Kind
        let text: String
    }

    private(set) var all: [Finding] = []

    /// Each in words for the user; empty for a sound database.
    public var findings: [String] { all.map(\.text) }
    /// There is something that `Repair` can do.
    public var isDamaged: Bool { all.contains { !$0.kind.isLeft } }

    /// Nothing is written, by a repair neither, until the user has removed them.
    public private(set) var hasForeignTriggers = false

    /// How many findings of one kind are named.
    private static let mostOfAKind = 10

    /// Checks every page and every row of the database at this path, on which no connection of this process is open.
    ///
    /// Throws `notADatabase`, `ofAnotherProgram`, `newerSchema`, `cannotOpen` or `busy` where the file is not ours to judge.
    ///
    /// - Parameter canWait: waits for another program that is writing, so that the whole search index can be checked;
    ///   else only samples of it are, while that program writes.
    public init(database path: String, canWait: Bool = false) throws(StoreError) {
        try DatabaseFile.checkBeforeOpening(path)
        do throws(StoreError) {
            if try !IntegrityCheck.isNew(path) { try check(path, canWait) }
        } catch {
            guard case .damaged(_, let why) = error else { throw error }
            add(.structure, ["structure: \(why)"])
        }
        add(.mode, FileModes.findings(for: path))
    }

    /// Checks the content of an open database.
    init(of database: borrowing Database, path: String) throws(StoreError) { try check(database, path, canWait: true) }

    /// An empty file is a new database, unless there has been a refresh.
    private static func isNew(_ path: String) throws(StoreError) -> Bool {
        if DatabaseFile.isHidden(path) {
            throw .cannotOpen(path: path, why: DatabaseFile.problem(with: path) ?? "it cannot be seen")
        }
        guard DatabaseFile.isEmpty(path) else { return false }
        try DatabaseFile.checkContent(of: path)
        guard DatabaseFile.isEmpty(File.resolvingLinks(path) + ".lock") else {
            throw .damaged(path: path, why: "the file is empty, and was not: put a backup in its place")
        }
        return true
    }

    private mutating func check(_ path: String, _ canWait: Bool) throws(StoreError) {
        let database = try Database.openForReading(path) { database throws(StoreError) in
            _ = try database.number("PRAGMA user_version")
        }
        try addShortfall(of: database, path)
        try check(database, path, canWait: canWait)
    }

    /// Finds a file that ends before its last page does. SQLite reads the missing bytes as zeros, and may accept them.
    private mutating func addShortfall(of database: borrowing Database, _ path: String) throws(StoreError) {
        let pages = try database.number("PRAGMA page_count") ?? 0
        let size = try database.number("PRAGMA page_size") ?? 0
        let missing = pages * size - DatabaseFile.size(of: path)
        // Pages in the log need not be in the file yet. The log is checked last: it grows before the file does.
        guard missing > 0, DatabaseFile.hasNoLog(path) else { return }
        add(.structure, ["structure: the file ends \(missing) bytes too soon"])
    }

    private mutating func check(_ database: borrowing Database, _ path: String, canWait: Bool) throws(StoreError) {
        let version = try Migrator.current.version(of: database, path)
        guard version > 0 else { return }
        try addDamage(in: database)
        // Rows cannot be judged where pages are damaged.
        guard !all.contains(where: { $0.kind == .structure }) else { return }
        if version == Schema.version { try addWrongParts(of: database) }
        guard !all.contains(where: { $0.kind == .structure }) else { return }
        add(.orphans, try IntegrityCheck.orphans(in: database))
        add(.counts, try IntegrityCheck.wrongCounts(in: database))
        add(.address, try RowRepair.feedsWithInvalidURL(in: database).map { "the URL of feed \($0) is invalid" })
        if version == Schema.version { add(.search, try SearchCheck.findings(in: database, canWait: canWait)) }
    }

    private mutating func add(_ kind: Finding.Kind, _ findings: [String]) {
        all += findings.prefix(IntegrityCheck.mostOfAKind).map { Finding(kind: kind, text: $0) }
        if findings.count > IntegrityCheck.mostOfAKind {
            let rest = findings.count - IntegrityCheck.mostOfAKind
            all.append(Finding(kind: kind, text: "and \(rest) more of that kind"))
        }
    }

    // MARK: Kinds of findings

    /// How SQLite begins a line about an index whose pages are sound.
    private static let beginningsForIndexes = ["row ", "wrong # of entries in index ", "non-unique entry in index "]

    private mutating func addDamage(in database: borrowing Database) throws(StoreError) {
        let lines = try database.rows("PRAGMA integrity_check(1000)") { $0.text() }
            .flatMap { $0.split(separator: "\n") }.filter { !$0.hasPrefix("***") && $0 != "ok" }
        func isOfIndex(_ line: Substring) -> Bool {
            IntegrityCheck.beginningsForIndexes.contains(where: line.hasPrefix)
        }
        add(.structure, lines.filter { !isOfIndex($0) }.map { "structure: \($0)" })
        add(.index, lines.filter(isOfIndex).map { "index: \($0)" })
    }

    /// Compares tables, indexes, triggers and views with those of a new database.
    private mutating func addWrongParts(of database: borrowing Database) throws(StoreError) {
        let wanted = try Schema.parts()
        let found = try Schema.parts(of: database)
        for name in wanted.keys.sorted() where found[name] != wanted[name] {
            let kind: Finding.Kind = name.hasPrefix("table ") ? .structure : .part
            add(kind, [found[name] == nil ? "\(name) is missing" : "\(name) is not as rssium makes it"])
        }
        // Either runs as a part of what rssium asks SQLite.
        let foreign = found.keys.filter { wanted[$0] == nil && ($0.hasPrefix("trigger ") || $0.hasPrefix("view ")) }
        // All of them: the user has to remove each.
        all += foreign.sorted().map { Finding(kind: .foreign, text: "\($0) is not rssium's") }
        hasForeignTriggers = foreign.contains { $0.hasPrefix("trigger ") }
    }

    private static func orphans(in database: borrowing Database) throws(StoreError) -> [String] {
        try database.rows(
            """
            SELECT "table", parent, count(*) FROM pragma_foreign_key_check GROUP BY "table", parent ORDER BY "table"
            """
        ) { row in
            let (table, parent, count) = (row.text(), row.text(), row.number())
            let rows = count == 1 ? "1 row of \(table) belongs" : "\(count) rows of \(table) belong"
            return "\(rows) to no \(parent)"
        }
    }

    private static func wrongCounts(in database: borrowing Database) throws(StoreError) -> [String] {
        try database.rows(
            """
            SELECT id FROM feed
            WHERE articles <> (SELECT count(*) FROM article WHERE feed_id = feed.id)
                OR unread <> (SELECT count(*) FROM article WHERE feed_id = feed.id AND read_at IS NULL)
                OR last_article IS NOT (SELECT max(date) FROM article WHERE feed_id = feed.id)
            """
        ) { "the articles of feed \($0.number()) are miscounted" }
    }
}

extension Schema {
    /// The SQL of every table, index, trigger and view of a database of this version, by type and name.
    static func parts() throws(StoreError) -> [String: String] { try partsOfThisVersion.get() }

    private static let partsOfThisVersion: Result<[String: String], StoreError> = Result { () throws(StoreError) in
        try parts(of: emptyDatabase())
    }

    static func parts(of database: borrowing Database) throws(StoreError) -> [String: String] {
        let parts = try database.rows("SELECT type || ' ' || name, sql FROM sqlite_master WHERE sql NOT NULL") {
            ($0.text(), $0.text())
        }
        return Dictionary(parts) { $1 }
    }

    /// A new database in memory.
    private static func emptyDatabase() throws(StoreError) -> Database {
        let database = try Database(path: "", access: .memory)
        for part in migrations.joined() { try database.execute(part) }
        return database
    }
}
