/// The database of subscriptions and articles: SQL goes in here, values come out.
///
/// It belongs to one task at a time and is closed at the end of its scope.
public struct Store: ~Copyable {
    /// What the caller is going to do.
    public enum Access: Sendable {
        /// Only look. Creates nothing: where there is no database yet, it is an empty one in memory.
        case reading
        /// Write what a person did: safe on the disk when a change returns.
        case writing
        /// Write what can be fetched again: safe against a crash of the program, and fast.
        case refreshing
    }

    /// Where the database lies.
    public let path: String
    let database: Database

    /// Opens the database, creates it where the access is for writing, and brings an older one up to date, after a copy
    /// was put beside it: `rssium.db.v1.bak` of version 1.
    ///
    /// Throws `notADatabase`, `newerSchema`, `readOnly`, `cannotOpen`, `busy` or `damaged`.
    ///
    /// - Parameter busyTimeout: how long somebody else who writes is waited for.
    public init(path: String, access: Access, busyTimeout: Duration = .seconds(5)) throws(StoreError) {
        self.path = path
        database = try Store.translating(path) { try Store.open(path, access, busyTimeout) }
    }

    /// Runs `body`, and turns what SQLite says into words for the user.
    @discardableResult
    func translating<Result: ~Copyable>(_ body: () throws -> Result) throws(StoreError) -> Result {
        try Store.translating(path, body)
    }

    /// The same where no store is open, for what is done to the database at the path.
    static func translating<Result: ~Copyable>(
        _ path: String, _ body: () throws -> Result
    ) throws(StoreError) -> Result {
        do {
            return try body()
        } catch let error as StoreError {
            throw error
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        } catch {
            throw .failed("\(error)")
        }
    }

    /// Runs `body` as one transaction that may write; its failure leaves nothing behind.
    @discardableResult
    public func transaction<Result: ~Copyable>(_ body: () throws -> Result) throws(StoreError) -> Result {
        try translating { try database.transaction(body) }
    }

    /// Runs `body` within a transaction so that its failure undoes what it did, and nothing else. SQLite copies every
    /// page that it touches.
    public func savepoint<Result>(_ body: () throws -> Result) throws(StoreError) -> Result {
        try translating { try database.savepoint(body) }
    }

    // MARK: Opening

    private static func open(_ path: String, _ access: Access, _ busyTimeout: Duration) throws -> Database {
        if access == .reading {
            guard DatabaseFile.exists(path) else { return try inMemory() }
            try DatabaseFile.checkKind(of: path)
            return try openForReading(path, busyTimeout)
        }
        try DatabaseFile.create(path)
        try DatabaseFile.checkKind(of: path)
        // SQLite would open it all the same, and refuse each change.
        if DatabaseFile.isReadOnly(path) { throw StoreError.readOnly(path: path) }
        DatabaseFile.freeCompanions(of: path)
        let database = try Database(path: path, access: .readWrite, busyTimeout: busyTimeout)
        try Migrator.current.bringUpToDate(database, path, busyTimeout)
        try database.execute("PRAGMA foreign_keys = ON")
        // A whole refresh of unchanged feeds stays within the cache; pages are written when a transaction ends.
        try database.execute("PRAGMA cache_size = -16000")
        // What a savepoint would undo is kept in memory: on disk it costs more than what is stored.
        try database.execute("PRAGMA temp_store = MEMORY")
        try database.execute(
            access == .refreshing ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL")
        return database
    }

    private static func openForReading(_ path: String, _ busyTimeout: Duration) throws -> Database {
        // Opened for writing where that is allowed: only so can SQLite clean up after a killed writer.
        let database = try Database(
            path: path, access: DatabaseFile.isWritable(path) ? .readWrite : .readOnly, busyTimeout: busyTimeout)
        do {
            try Migrator.current.bringUpToDate(database, path, busyTimeout)
            try database.execute("PRAGMA temp_store = MEMORY")
            return database
        } catch let error as DatabaseError
            where error.isReadOnly || (error.isDiskFull(at: path) && DatabaseFile.hasNoLog(path))
        {
            // Where nothing can be written, a database in WAL mode opens only as one that never changes.
            let database = try Database(path: path, access: .immutable)
            if try Migrator.current.version(of: database, path) < Schema.version {
                throw StoreError.readOnly(path: path)
            }
            try database.execute("PRAGMA temp_store = MEMORY")
            return database
        }
    }

    private static func inMemory() throws -> Database {
        let database = try Database(path: "", access: .memory)
        try database.execute(Schema.tablesWithoutIndexes)
        return database
    }
}
