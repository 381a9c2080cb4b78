/// What is wrong with a database: its pages, its rows, and who can read it. Nothing is changed.
public struct IntegrityCheck: Sendable {
    struct Finding: Sendable {
        enum Kind {
            /// Pages are damaged, or a table is missing: only a new database helps.
            case structure
            /// An index does not say what its table does.
            case index
            /// An index, a trigger or a view is missing, or not as it was made.
            case part
            case orphans
            case counts
            /// Where a feed is cannot be read.
            case address
            case search
            /// Who else can read or write the files.
            case mode
        }

        let kind: Kind
        let text: String
    }

    private(set) var all: [Finding] = []

    /// Each in words for the user; empty for a sound database.
    public var findings: [String] { all.map(\.text) }
    /// Whether there is something that `Repair` can do.
    public var isDamaged: Bool { all.contains { $0.kind != .mode } }

    /// So many of one kind are named; the rest would say no more.
    private static let mostOfAKind = 10

    /// Looks at every page and every row of the database at this path, on which no connection of this process is open.
    ///
    /// Throws `notADatabase`, `newerSchema`, `cannotOpen` or `busy`: what is not ours is not judged.
    ///
    /// - Parameter canWait: somebody else who writes is waited for, so that the whole search index can be looked at;
    ///   else of that only samples are, while somebody writes.
    public init(database path: String, canWait: Bool = false) throws(StoreError) {
        try DatabaseFile.checkKind(of: path)
        do {
            if try !IntegrityCheck.isNew(path) { try check(path, canWait) }
        } catch let error as StoreError {
            guard case .damaged(_, let why) = error else { throw error }
            add(.structure, ["structure: \(why)"])
        } catch let error as DatabaseError {
            let error = StoreError(error, path: path)
            guard case .damaged(_, let why) = error else { throw error }
            add(.structure, ["structure: \(why)"])
        } catch {
            throw .failed("\(error)")
        }
        add(.mode, FileModes.findings(for: path))
    }

    /// What is wrong with the content of an open database.
    init(of database: borrowing Database, path: String) throws {
        try check(database, path, canWait: true)
    }

    /// A file that is empty is one that has just been made, unless somebody has been refreshing it.
    private static func isNew(_ path: String) throws(StoreError) -> Bool {
        if DatabaseFile.isHidden(path) {
            throw .cannotOpen(path: path, why: DatabaseFile.problem(with: path) ?? "nobody may see it")
        }
        guard DatabaseFile.isEmpty(path) else { return false }
        guard DatabaseFile.isEmpty(DatabaseFile.followed(path) + ".lock") else {
            throw .damaged(path: path, why: "the file is empty, and was not: put a copy of it in its place")
        }
        return true
    }

    private mutating func check(_ path: String, _ canWait: Bool) throws {
        let database = try IntegrityCheck.open(path)
        try addShortfall(of: database, path)
        try check(database, path, canWait: canWait)
    }

    /// A file that ends before its last page does: SQLite takes what is missing for zeros, and may not mind them.
    private mutating func addShortfall(of database: borrowing Database, _ path: String) throws {
        let pages = try database.number("PRAGMA page_count") ?? 0
        let size = try database.number("PRAGMA page_size") ?? 0
        let missing = pages * size - DatabaseFile.size(of: path)
        // Pages that are in the log need not be in the file yet. Looked at last: a log grows before the file does.
        guard missing > 0, DatabaseFile.hasNoLog(path) else { return }
        add(.structure, ["structure: the file ends \(missing) bytes too soon"])
    }

    private mutating func check(_ database: borrowing Database, _ path: String, canWait: Bool) throws {
        let version = try Migrator.current.version(of: database, path)
        guard version > 0 else { return }
        try addDamage(in: database)
        // Of rows on damaged pages nothing can be said.
        guard !all.contains(where: { $0.kind == .structure }) else { return }
        if version == Schema.version { try addMissingParts(of: database) }
        guard !all.contains(where: { $0.kind == .structure }) else { return }
        add(.orphans, try IntegrityCheck.orphans(in: database))
        add(.counts, try IntegrityCheck.wrongCounts(in: database))
        add(.address, try RowRepair.feedsWithoutAddress(in: database).map { "the address of feed \($0) is none" })
        if version == Schema.version { add(.search, try SearchCheck.findings(in: database, canWait: canWait)) }
    }

    private mutating func add(_ kind: Finding.Kind, _ findings: [String]) {
        all += findings.prefix(IntegrityCheck.mostOfAKind).map { Finding(kind: kind, text: $0) }
        if findings.count > IntegrityCheck.mostOfAKind {
            let rest = findings.count - IntegrityCheck.mostOfAKind
            all.append(Finding(kind: kind, text: "and \(rest) more of that kind"))
        }
    }

    private static func open(_ path: String) throws -> Database {
        let access: Database.Access = DatabaseFile.isWritable(path) ? .readWrite : .readOnly
        // Where nothing can be written, a database in WAL mode opens only as one that never changes.
        return try Database(path: path, access: answers(path, access) ? access : .immutable)
    }

    private static func answers(_ path: String, _ access: Database.Access) throws -> Bool {
        do {
            try ask(path, access)
            return true
        } catch let error as DatabaseError where error.isReadOnly || error.isDiskFull(at: path) {
            // What is still in a log would not be seen.
            guard error.isReadOnly || DatabaseFile.hasNoLog(path) else { throw error }
            return false
        }
    }

    private static func ask(_ path: String, _ access: Database.Access) throws {
        let database = try Database(path: path, access: access)
        _ = try database.number("PRAGMA user_version")
    }

    // MARK: Kinds of findings

    /// Begins of what SQLite says of an index whose pages are sound.
    private static let wordsOfIndexes = ["row ", "wrong # of entries in index ", "non-unique entry in index "]

    private mutating func addDamage(in database: borrowing Database) throws {
        let statement = try database.prepare("PRAGMA integrity_check(1000)")
        var structure: [String] = []
        var indexes: [String] = []
        while try statement.step() {
            for line in statement.text(0).split(separator: "\n") where !line.hasPrefix("***") && line != "ok" {
                if IntegrityCheck.wordsOfIndexes.contains(where: line.hasPrefix) {
                    indexes.append("index: \(line)")
                } else {
                    structure.append("structure: \(line)")
                }
            }
        }
        add(.structure, structure)
        add(.index, indexes)
    }

    /// Tables, indexes, triggers and views that a database of this version has, or had when it was made.
    private mutating func addMissingParts(of database: borrowing Database) throws {
        let wanted = try Schema.parts()
        let found = try Schema.parts(of: database)
        for name in wanted.keys.sorted() where found[name] != wanted[name] {
            let kind: Finding.Kind = name.hasPrefix("table ") ? .structure : .part
            add(kind, [found[name] == nil ? "\(name) is missing" : "\(name) is not as it was made"])
        }
    }

    private static func orphans(in database: borrowing Database) throws -> [String] {
        let statement = try database.prepare(
            """
            SELECT "table", parent, count(*) FROM pragma_foreign_key_check GROUP BY "table", parent ORDER BY "table"
            """)
        var findings: [String] = []
        while try statement.step() {
            let count = statement.number(2)
            let rows =
                count == 1
                ? "1 row of \(statement.text(0)) belongs" : "\(count) rows of \(statement.text(0)) belong"
            findings.append("\(rows) to no \(statement.text(1))")
        }
        return findings
    }

    private static func wrongCounts(in database: borrowing Database) throws -> [String] {
        let statement = try database.prepare(
            """
            SELECT id FROM feed
            WHERE articles <> (SELECT count(*) FROM article WHERE feed_id = feed.id)
                OR unread <> (SELECT count(*) FROM article WHERE feed_id = feed.id AND read_at IS NULL)
                OR last_article IS NOT (SELECT max(date) FROM article WHERE feed_id = feed.id)
            """)
        var findings: [String] = []
        while try statement.step() { findings.append("the articles of feed \(statement.number(0)) are miscounted") }
        return findings
    }
}

extension Schema {
    /// Everything that a database of this version consists of, by type and name, as it is written there.
    static func parts() throws -> [String: String] { try partsOfThisVersion.get() }

    private static let partsOfThisVersion = Result {
        let sound = try Database(path: "", access: .memory)
        for migration in migrations { try sound.execute(migration) }
        return try parts(of: sound)
    }

    static func parts(of database: borrowing Database) throws(DatabaseError) -> [String: String] {
        let statement = try database.prepare("SELECT type || ' ' || name, sql FROM sqlite_master WHERE sql NOT NULL")
        var parts: [String: String] = [:]
        while try statement.step() { parts[statement.text(0)] = statement.text(1) }
        return parts
    }
}
