// For all files of this module, and for those that import it.
@_exported public import FeedParsing

/// The database of subscriptions and articles: callers pass and get values, SQL stays inside.
///
/// It is closed at the end of its scope. One task at a time may use it.
public struct Store: ~Copyable {
    /// The caller's purpose with the database.
    public enum Access: Sendable {
        /// Read. Creates no file: without a database it opens an empty one in memory.
        case reading
        /// Write what a user did, which cannot be fetched again: a change is on the disk when it returns.
        case writing
        /// Write what can be fetched again: fast, and safe when the program crashes.
        case refreshing
    }

    /// The version of SQLite, such as `3.40.1`.
    public static var libraryVersion: String { Database.libraryVersion }

    /// The version of the schema that this program reads and writes (`PRAGMA user_version`).
    public static var schemaVersion: Int64 { Schema.version }

    /// The path that the store was opened with.
    public let path: String
    package let database: Database
    /// When decisions are made; nil for SQLite's clock.
    var decisionTime: DecisionTime?
    /// Whether marking an article as read or unread marks its duplicates in other feeds, too.
    public var marksDuplicates = false

    /// Opens the database. Creates it if the access is for writing, and brings an older one up to date after a copy was
    /// put beside it: `rssium.db.v105.bak` of version 105.
    ///
    /// Throws `notADatabase`, `ofAnotherProgram`, `newerSchema`, `developmentSchema`, `foreignTriggers`, `readOnly`,
    /// `cannotOpen`, `busy` or `damaged`.
    ///
    /// - Parameters:
    ///   - busyTimeout: how long to wait for another program that writes.
    ///   - decisionTime: when what is decided through this store is decided; nil for the
    ///     system's clock.
    public init(
        path: String, access: Access, busyTimeout: Duration = .seconds(5), decidingAt decisionTime: DecisionTime? = nil
    ) throws(StoreError) {
        database = try Store.open(path, access, busyTimeout)
        self.path = path
        self.decisionTime = decisionTime
    }

    /// SQLite cannot read the changes in the write-ahead log: it can write nothing beside the database.
    public var lacksChanges: Bool { database.access == .immutable && !DatabaseFile.hasNoLog(path) }

    /// Runs `body` as one transaction that may write; its failure leaves nothing behind.
    @discardableResult
    public func transaction<Result: ~Copyable>(_ body: () throws -> Result) throws(StoreError) -> Result {
        try database.transaction(body)
    }

    /// Runs one statement as a transaction. Returns the number of rows that it changed.
    @discardableResult
    func change(_ sql: String, _ values: SQLValue...) throws(StoreError) -> Int {
        try transaction { try database.run(sql, values) }
    }

    /// Runs `body` within a transaction so that its failure undoes what it did, and nothing else. SQLite copies every
    /// page that it touches.
    public func savepoint<Result>(_ body: () throws -> Result) throws(StoreError) -> Result {
        try database.savepoint(body)
    }

    /// From now on, a page of an index that many transactions change is written to the file once for all of them. A loss of
    /// power may take back more of what was written last, so this is for what can be fetched again.
    public func checkpointRarely() throws(StoreError) { try database.execute("PRAGMA wal_autocheckpoint = 4000") }

    // MARK: Opening

    private static func open(_ path: String, _ access: Access, _ busyTimeout: Duration) throws(StoreError) -> Database {
        try DatabaseFile.checkContent(of: path)
        if access == .reading {
            guard DatabaseFile.exists(path) else { return try inMemory() }
            try DatabaseFile.checkBeforeOpening(path)
            return try openForReading(path, busyTimeout)
        }
        try DatabaseFile.create(path)
        try DatabaseFile.checkBeforeOpening(path)
        // SQLite would open it, and refuse each change.
        if DatabaseFile.isReadOnly(path) { throw StoreError.readOnly(path: path) }
        DatabaseFile.freeCompanions(of: path)
        let database = try Database(path: path, access: .readWrite, busyTimeout: busyTimeout)
        try Migrator.current.bringUpToDate(database, path, busyTimeout)
        try ForeignTrigger.refuse(in: database, path)
        try database.execute("PRAGMA foreign_keys = ON")
        // SQLite keeps what a savepoint can undo in memory: on disk that costs more than the articles.
        try database.execute("PRAGMA temp_store = MEMORY")
        if access == .writing { try database.execute(Schema.triggersOfWriters) }
        if access == .refreshing {
            try database.execute("PRAGMA synchronous = NORMAL")
            // Debian's SQLite writes zeros over each page before it is used again.
            try database.execute("PRAGMA secure_delete = OFF")
            // Enough for the pages that one feed after the other changes. More memory would not make it faster.
            try database.execute("PRAGMA cache_size = -4000")
        } else {
            try database.execute("PRAGMA synchronous = FULL")
            try database.execute("PRAGMA cache_size = -16000")
        }
        return database
    }

    private static func openForReading(_ path: String, _ busyTimeout: Duration) throws(StoreError) -> Database {
        let database = try Database.openForReading(path, busyTimeout: busyTimeout) { database throws(StoreError) in
            try Migrator.current.bringUpToDate(database, path, busyTimeout)
        }
        if database.access == .immutable, try Migrator.current.version(of: database, path) < Schema.version {
            throw .readOnly(path: path)
        }
        try database.execute("PRAGMA temp_store = MEMORY")
        // To keep a page costs more than to read it again, and most are needed once.
        try database.execute("PRAGMA cache_size = -1000")
        return database
    }

    private static func inMemory() throws(StoreError) -> Database {
        let database = try Database(path: "", access: .memory)
        for part in Schema.tablesWithoutIndexes { try database.execute(part) }
        return database
    }
}
