import TestSupport
import Testing

@testable import FeedStore

/// How a database of an older version becomes one of the newest, with steps of the tests' own.
@Suite struct MigratorTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("rssium.db") }
    private var copy: String { path + ".v\(Schema.firstVersion).bak" }

    private static let first = """
        CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT NOT NULL);
        INSERT INTO note(text) VALUES ('made by the first version');
        """
    private static let second = "ALTER TABLE note ADD COLUMN day INTEGER; UPDATE note SET day = 1"
    private static let third = "CREATE INDEX note_of_day ON note(day)"
    private let old = Migrator([[Self.first]])
    private let new = Migrator([[Self.first], [Self.second], [Self.third]])

    /// Opens the database, made where it is missing, and runs what it lacks.
    @discardableResult
    private func migrate(_ path: String, _ migrator: Migrator) throws -> Database {
        try DatabaseFile.create(path)
        let database = try Database(path: path, access: .readWrite)
        try migrator.bringUpToDate(database, path, .seconds(5))
        return database
    }

    @Test func `a new database and one that was brought up to date are the same`() throws {
        try migrate(path, old)
        let migrated = try migrate(path, new)
        let made = try migrate(folder.file("new.db"), new)
        #expect(try shape(of: migrated) == shape(of: made))
        for number in ["user_version", "application_id"] {
            #expect(try migrated.number("PRAGMA \(number)") == made.number("PRAGMA \(number)"))
        }
        #expect(try migrated.number("PRAGMA user_version") == Schema.firstVersion + 2)
        #expect(try migrated.number("SELECT count(*) FROM note WHERE day = 1") == 1)
    }

    @Test func `a copy of the older database is put beside it first, for its owner only`() throws {
        try migrate(path, old)
        folder.write("a copy that was begun and never finished", to: "rssium.db.v\(Schema.firstVersion).bak")
        chmod(copy, 0o644)
        try migrate(path, new)
        #expect(TemporaryFolder.mode(of: copy) == 0o600)
        #expect(access(copy + "-wal", F_OK) != 0 && access(copy + "-journal", F_OK) != 0)
        let kept = try Database(path: copy, access: .readOnly)
        #expect(try kept.number("PRAGMA user_version") == Schema.firstVersion)
        #expect(try kept.number("PRAGMA application_id") == Schema.applicationID)
        #expect(try shape(of: kept) == shape(of: migrate(folder.file("old.db"), old)))
    }

    @Test func `a link is followed: the copy is put beside the file itself`() throws {
        try migrate(path, old)
        mkdir(folder.file("far"), 0o700)
        symlink(path, folder.file("far/link.db"))
        try migrate(folder.file("far/link.db"), new)
        #expect(access(copy, F_OK) == 0)
        #expect(access(folder.file("far/link.db.v\(Schema.firstVersion).bak"), F_OK) != 0)
        #expect(TemporaryFolder.isLink(folder.file("far/link.db")))
    }

    @Test func `a new database and one of this version get no copy`() throws {
        try migrate(path, new)
        try migrate(path, new)
        for version in [0] + Array(Schema.firstVersion...(Schema.firstVersion + 2)) {
            #expect(access(path + ".v\(version).bak", F_OK) != 0)
        }
    }

    @Test func `a database stays as it was where no copy can be made`() throws {
        try migrate(path, old)
        mkdir(copy, 0o700)
        #expect(throws: StoreError.self) { try migrate(path, new) }
        #expect(try shape(of: migrate(path, old)) == shape(of: migrate(folder.file("old.db"), old)))
    }

    @Test func `a step that fails undoes the steps before it`() throws {
        try migrate(path, old)
        let failing = Migrator([[Self.first], [Self.second], ["CREATE INDEX broken ON nothing(day)"]])
        #expect(throws: StoreError.self) { try migrate(path, failing) }
        #expect(try shape(of: migrate(path, old)) == shape(of: migrate(folder.file("old.db"), old)))
        try migrate(path, new)
    }

    @Test func `a database of a newer version is refused and left as it is`() throws {
        try migrate(path, new)
        #expect(throws: StoreError.newerSchema(path: path, version: Schema.firstVersion + 2)) { try migrate(path, old) }
        try migrate(path, new)
    }

    @Test(arguments: [1, 9, 101])
    func `a database of a development version is refused by name`(version: Int64) throws {
        try migrate(path, old).execute("PRAGMA user_version = \(version)")
        let refusal = StoreError.developmentSchema(path: path, version: version)
        for access in [Store.Access.reading, .writing] {
            #expect(throws: refusal) { _ = try Store(path: path, access: access) }
        }
        #expect(throws: refusal) { _ = try Repair(database: path) }
        #expect(throws: refusal) { _ = try IntegrityCheck(database: path) }
        #expect(refusal.message.contains("development version of rssium (schema \(version)): export its feeds"))
    }

    /// Every table, index, trigger and view as it was written.
    private func shape(of database: borrowing Database) throws -> [String] {
        try database.rows(
            "SELECT type || ' ' || name || ': ' || ifnull(sql, '') FROM sqlite_master ORDER BY type, name"
        ) { $0.text() }
    }
}
