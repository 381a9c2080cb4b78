/// What is wrong with a database: its pages, its rows, and who can read it. Nothing is changed.
public struct Checkup: Sendable {
    /// Each in words for the user; empty for a sound database.
    public private(set) var findings: [String] = []

    /// So many of one kind are named; the rest would say no more.
    private static let mostOfAKind = 10

    /// Looks at every page and every row of the database at this path.
    ///
    /// Throws `notADatabase`, `newerSchema`, `cannotOpen` or `busy`: what is not ours is not judged.
    public init(database path: String) throws(StoreError) {
        do {
            try check(path)
        } catch let error as StoreError {
            throw error
        } catch let error as DatabaseError {
            guard error.isCorrupt else { throw StoreError(error, path: path) }
            add(["structure: \(error.message)"])
        } catch {
            throw .failed("\(error)")
        }
        findings += Checkup.modes(of: path)
    }

    private mutating func check(_ path: String) throws {
        let database = try Checkup.open(path)
        guard try Store.version(of: database, path) > 0 else { return }
        let damage = try Checkup.damage(in: database)
        add(damage)
        // Of rows on damaged pages nothing can be said.
        guard damage.isEmpty else { return }
        let structure = try Checkup.missingParts(of: database, path)
        add(structure)
        guard structure.isEmpty else { return }
        add(try Checkup.orphans(in: database))
        add(try Checkup.wrongCounts(in: database))
        if try Store.version(of: database, path) == Schema.version { add(try Checkup.damagedIndex(in: database)) }
    }

    private mutating func add(_ findings: [String]) {
        self.findings += findings.prefix(Checkup.mostOfAKind)
        if findings.count > Checkup.mostOfAKind {
            self.findings.append("and \(findings.count - Checkup.mostOfAKind) more of that kind")
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
        } catch let error as DatabaseError where error.isReadOnly {
            return false
        }
    }

    private static func ask(_ path: String, _ access: Database.Access) throws {
        let database = try Database(path: path, access: access)
        _ = try database.number("PRAGMA user_version")
    }

    // MARK: Kinds of findings

    private static func damage(in database: borrowing Database) throws -> [String] {
        let statement = try database.prepare("PRAGMA integrity_check(1000)")
        var findings: [String] = []
        while try statement.step() {
            let lines = statement.text(0).split(separator: "\n").filter { !$0.hasPrefix("***") && $0 != "ok" }
            findings += lines.map { "structure: \($0)" }
        }
        return findings
    }

    /// Tables, indexes, triggers and views that a database of this version has, or had when it was made.
    private static func missingParts(of database: borrowing Database, _ path: String) throws -> [String] {
        guard try Store.version(of: database, path) == Schema.version else { return [] }
        let sound = try Database(path: "", access: .memory)
        for migration in Schema.migrations { try sound.execute(migration) }
        let wanted = try parts(of: sound)
        let found = try parts(of: database)
        var findings: [String] = []
        for name in wanted.keys.sorted() {
            if found[name] == nil {
                findings.append("\(name) is missing")
            } else if found[name] != wanted[name] {
                findings.append("\(name) is not as it was made")
            }
        }
        return findings
    }

    private static func parts(of database: borrowing Database) throws -> [String: String] {
        let statement = try database.prepare("SELECT type || ' ' || name, sql FROM sqlite_master WHERE sql NOT NULL")
        var parts: [String: String] = [:]
        while try statement.step() { parts[statement.text(0)] = statement.text(1) }
        return parts
    }

    private static func orphans(in database: borrowing Database) throws -> [String] {
        let statement = try database.prepare(
            """
            SELECT "table", parent, count(*) FROM pragma_foreign_key_check GROUP BY "table", parent ORDER BY "table"
            """)
        var findings: [String] = []
        while try statement.step() {
            findings.append("\(statement.number(2)) rows of \(statement.text(0)) belong to no \(statement.text(1))")
        }
        return findings
    }

    private static func damagedIndex(in database: borrowing Database) throws -> [String] {
        do {
            // What asks for the check looks like a change, and changes nothing.
            try database.run("INSERT INTO search(search) VALUES ('integrity-check')")
            return []
        } catch {
            if error.isCorrupt { return ["the search index is damaged: \(error.message)"] }
            // It can be asked only by who may write.
            if error.isReadOnly || error.isBusy { return [] }
            throw error
        }
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

    /// What others may do with the files and the folder: the database says what somebody reads, and may hold passwords.
    private static func modes(of path: String) -> [String] {
        var findings: [String] = []
        for suffix in ["", "-wal", "-shm", ".lock"] {
            guard let mode = mode(of: path + suffix), mode & 0o077 != 0 else { continue }
            findings.append("\(path)\(suffix) is open to others: its mode is \(String(mode, radix: 8)), not 600")
        }
        let folder = path.lastIndex(of: "/").map { path[..<$0].isEmpty ? "/" : String(path[..<$0]) } ?? "."
        // Where the sticky bit is set, as in /tmp, nobody can put another file in the place of this one.
        if let mode = mode(of: folder), mode & 0o022 != 0, mode & 0o1000 == 0 {
            findings.append("others can write to the folder \(folder): its mode is \(String(mode, radix: 8))")
        }
        return findings
    }

    private static func mode(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }
}
