/// Makes the tables of a new database, and brings a database of an older version up to date.
struct Migrator {
    /// The first makes a new database, each further one leads to the next version.
    private let steps: [[String]]

    init(_ steps: [[String]]) { self.steps = steps }

    static let current = Migrator(Schema.migrations)

    /// The version that the last step leads to.
    var version: Int64 { Schema.firstVersion + Int64(steps.count) - 1 }

    /// The version of a database that is ours; 0 for one that is still empty.
    ///
    /// Throws `newerSchema`, `developmentSchema`, `notADatabase` and `ofAnotherProgram`.
    func version(of database: borrowing Database, _ path: String) throws(StoreError) -> Int64 {
        let application = try database.number("PRAGMA application_id") ?? 0
        let found = try database.number("PRAGMA user_version") ?? 0
        if application == Schema.applicationID {
            try check(found, path)
            return found
        }
        let isEmpty = try database.number("SELECT count(*) FROM sqlite_master") == 0
        if application == 0, found == 0, isEmpty { return 0 }
        if database.isInTransaction { throw StoreError.unreadable(path) }
        // Another program may be making the database between these three questions: ask again in one transaction.
        try database.run("BEGIN")
        defer { database.rollBack() }
        return try version(of: database, path)
    }

    /// Throws `newerSchema` and `developmentSchema` for the version of a database that this program cannot use.
    func check(_ found: Int64, _ path: String) throws(StoreError) {
        if found > version { throw .newerSchema(path: path, version: found) }
        if 1..<Schema.firstVersion ~= found { throw .developmentSchema(path: path, version: found) }
    }

    /// Runs the steps that the database lacks in one transaction, after a copy of an older database was put beside it.
    func bringUpToDate(_ database: borrowing Database, _ path: String, _ busyTimeout: Duration) throws(StoreError) {
        guard try version(of: database, path) < version else { return }
        // Outside of the transaction: SQLite changes the journal mode only between transactions.
        try setJournalMode(of: database, busyTimeout)
        try database.transaction {
            // Another program may have been faster since the first look.
            let found = try version(of: database, path)
            guard found < version else { return }
            let done = max(0, found - Schema.firstVersion + 1)
            if done > 0 {
                try ForeignTrigger.refuse(in: database, path)
                try DatabaseCopy.make(of: path, at: "\(File.resolvingLinks(path)).v\(found).bak")
            }
            for part in steps.dropFirst(Int(done)).joined() { try database.execute(part) }
            try database.execute("PRAGMA application_id = \(Schema.applicationID)")
            try database.execute("PRAGMA user_version = \(version)")
        }
    }

    /// Turns the write-ahead log on. SQLite does not wait for another connection that is doing the same, so this does.
    private func setJournalMode(of database: borrowing Database, _ busyTimeout: Duration) throws(StoreError) {
        let end = ContinuousClock.now + busyTimeout
        while true {
            do throws(StoreError) {
                return try database.execute("PRAGMA journal_mode = WAL")
            } catch {
                guard error == .busy, ContinuousClock.now < end else { throw error }
                usleep(5000)
            }
        }
    }
}
