/// Repairs a database: in place where its pages are sound, else by a new one with what can be recovered.
public struct Repair: Sendable {
    /// The result, in words for the user.
    public struct Report: Sendable {
        /// The repairs in place, a line each.
        public fileprivate(set) var mended: [String] = []
        /// The saved rows, if a new database was made.
        public fileprivate(set) var saved: SavedRows?
        /// The new database has nothing but the content of the state file.
        public fileprivate(set) var isFromState = false
        /// The path at which the damaged database is kept, if a new one took its place.
        public fileprivate(set) var damagedFile: String?
        /// The work that a repair leaves to the user.
        public fileprivate(set) var left: [String] = []
    }

    /// Runs the `sqlite3` program, and hands on the SQL that it recovers of the database at the path, in pieces. Throws
    /// `cannotRecover`.
    public typealias Recover = (_ path: String, _ put: ([UInt8]) throws -> Void) throws -> Void

    public let path: String
    private let fromState: Bool
    /// The file that the path leads to.
    private let target: String

    /// Checks that there is a database of ours at the path, and changes nothing. No connection of this process may be
    /// open on it.
    ///
    /// Throws `notADatabase`, `ofAnotherProgram`, `newerSchema`, `readOnly` and `cannotOpen`.
    ///
    /// - Parameter fromState: a damaged database is replaced by a new one with the content of its state file: whatever the
    ///   file is, unless it is certainly another program's or newer. It may be missing.
    public init(database path: String, fromState: Bool = false) throws(StoreError) {
        self.path = path
        self.fromState = fromState
        if fromState { try DatabaseFile.create(path) }
        target = File.resolvingLinks(path)
        try DatabaseIdentity.check(path, acceptsDamage: fromState)
        guard DatabaseFile.isWritable(path) else { throw .readOnly(path: path) }
    }

    private var copyPath: String { target + ".repair-damaged" }
    private var recoveredPath: String { target + ".repair-recovered" }

    /// Files that exist only while `run` works, and are of no use without it.
    public var temporaryFiles: [String] {
        [target + ".repair", copyPath, recoveredPath].flatMap(DatabaseFile.withCompanions)
    }

    /// Repairs the database. The caller holds the refresh lock.
    ///
    /// Throws `busy` while another program is writing, `cannotRecover` where nothing can be saved, and an error where a file
    /// cannot be written: then the database is unchanged.
    ///
    /// - Parameters:
    ///   - restore: takes over what is missing from the state file.
    ///   - progress: called with the name of each step.
    public func run(
        at now: Timestamp, recover: Recover, restore: (borrowing Store) throws -> Void,
        progress: (String) -> Void = { _ in }
    ) throws(StoreError) -> Report {
        progress("checking every page")
        var report = Report()
        if let check = try check() {
            report.left = check.all.filter { $0.kind.isLeft }.map(\.text)
            if !check.isDamaged { return report }
            if !check.all.contains(where: { $0.kind == .structure }), try mend(check, progress) {
                report.mended = check.all.filter { !$0.kind.isLeft }.map(\.text)
                return report
            }
        }
        report.isFromState = fromState
        do { try replace(at: now, recover, restore, progress, &report) } catch { throw StoreError(of: error) }
        report.left = FileModes.findings(for: path)
        return report
    }

    /// Nil if the file can no longer be read as a database.
    private func check() throws(StoreError) -> IntegrityCheck? {
        do throws(StoreError) {
            if fromState, DatabaseFile.isEmpty(path) { return nil }
            return try IntegrityCheck(database: path, canWait: true)
        } catch {
            guard fromState, case .notADatabase = error else { throw error }
            return nil
        }
    }

    // MARK: In place

    /// Repairs rows and indexes; false if that is not enough, and nothing was changed.
    private func mend(_ check: IntegrityCheck, _ progress: (String) -> Void) throws(StoreError) -> Bool {
        progress("repairing")
        // Brings an older one up to date first.
        let store = try Store(path: path, access: .writing)
        do {
            try store.transaction {
                let lost = try RowRepair.countLostURLs(in: store.database)
                try RowRepair.mend(store.database, check.all.map(\.kind))
                guard try !IntegrityCheck(of: store.database, path: path).isDamaged,
                    try RowRepair.countLostURLs(in: store.database) == lost
                else { throw NotMended() }
            }
        } catch .busy {
            throw StoreError.busy
        } catch .diskFull(let path) {
            throw StoreError.diskFull(path: path)
        } catch {
            // Whatever it was, a new database does not have it.
            return false
        }
        try Repair.indexAll(store, progress)
        return true
    }

    private struct NotMended: Error {}

    private static func indexAll(_ store: borrowing Store, _ progress: (String) -> Void) throws(StoreError) {
        var done = 0
        while true {
            let count = try store.indexSome(.bulk)
            if count == 0 { return }
            done += count
            progress("\(done) articles indexed for the search")
        }
    }

    // MARK: By a new database

    private func replace(
        at now: Timestamp, _ recover: Recover, _ restore: (borrowing Store) throws -> Void,
        _ progress: (String) -> Void, _ report: inout Report
    ) throws {
        for file in temporaryFiles { unlink(file) }
        defer { for file in temporaryFiles { unlink(file) } }
        let swap = try DatabaseSwap(of: target)
        let pause = try WritingPause(path)
        let file = try RegularFile.ofDatabase(target)
        // Closed again, so that its header is in the file.
        do { _ = try Store(path: swap.newPath, access: .refreshing) }
        progress("copying the damaged file")
        try copy(
            file, header: try RegularFile.ofDatabase(swap.newPath).bytes(at: 0, count: DatabaseIdentity.headerSize))
        let recovery = try Recovery(of: copyPath)
        do {
            let new = try Store(path: swap.newPath, access: .refreshing)
            // It is of no use before it is whole, so a crash may take it.
            try new.database.execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
            let remade = fromState ? [] : try take(recovery, into: new.database, recover, progress)
            try restore(new)
            report.saved = try recovery.result(in: new.database, remade: remade)
            try new.database.execute("PRAGMA journal_mode = WAL")
            try Repair.indexAll(new, progress)
        }
        progress("checking what was saved")
        if let finding = try IntegrityCheck(database: swap.newPath).all.first(where: { !$0.kind.isLeft }) {
            throw StoreError.failed("what was saved is not sound: \(finding.text)")
        }
        let kept = try swap.replace(at: now)
        if file.size > 0 { report.damagedFile = kept } else { unlink(kept) }
        pause.end()
        // Only now: closing a file gives up every lock that this process has on it.
        withExtendedLifetime(file) {}
    }

    /// Copies the damaged file with its log for the `sqlite3` program.
    ///
    /// - Parameter header: that of a new database, for a file whose own is damaged.
    private func copy(_ file: borrowing RegularFile, header: [UInt8]) throws(StoreError) {
        try file.copy(to: copyPath)
        // Without a log there is nothing to copy.
        if let log = try? RegularFile(target + "-wal") { try log.copy(to: copyPath + "-wal") }
        if DatabaseIdentity.isSound(file.bytes(at: 0, count: header.count)) { return }
        let descriptor = open(copyPath, O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        // Without the number of pages, which SQLite then takes from the size of the file, and without free pages.
        let bytes: [UInt8] = header[..<28] + [UInt8](repeating: 0, count: 12) + header[40...]
        do { try File.write(bytes, to: descriptor) } catch { throw DatabaseSwap.failure(copyPath) }
    }

    /// Returns the ids of the feeds that were made anew.
    private func take(
        _ recovery: Recovery, into database: borrowing Database, _ recover: Recover, _ progress: (String) -> Void
    ) throws -> [Int64] {
        progress("recovering rows with sqlite3")
        var sql = try RecoveredSQL(at: recoveredPath)
        try recover(copyPath) { try sql.read($0) }
        try sql.finish()
        try recovery.takeRows(from: recoveredPath, into: database)
        guard
            try database.number("SELECT count(*) FROM (SELECT id FROM feed UNION ALL SELECT id FROM article)") ?? 0 > 0
        else { throw StoreError.cannotRecover(path: path, why: "sqlite3 finds no feed and no article in it") }
        let remade = try RowRepair.settle(database)
        try OwnMachine.remake(in: database)
        // The search index starts over, and the next refresh fetches every document and what is missing.
        try database.execute(
            """
            UPDATE removal SET indexed_to = 0;
            UPDATE feed_refresh SET etag = NULL, last_modified = NULL, validators_url = NULL, body_hash = NULL;
            UPDATE article SET draft_hash = \(ArticleDraft.outdatedHash)
            WHERE id NOT IN (SELECT article_id FROM article_content);
            PRAGMA foreign_keys = ON
            """)
        return remade
    }
}

/// Keeps other programs from writing to a database for as long as it exists.
private struct WritingPause: ~Copyable {
    /// Nil if SQLite cannot open the file: then no other program can write to it either.
    private let database: Database?

    /// Throws `busy` where another program goes on writing.
    init(_ path: String) throws(StoreError) {
        do throws(StoreError) {
            database = try WritingPause.begin(path)
        } catch {
            if error == .busy { throw error }
            database = nil
        }
    }

    private static func begin(_ path: String) throws(StoreError) -> Database {
        let database = try Database(path: path, access: .readWrite)
        // So SQLite opens a file that is shorter than its header says.
        try database.execute("PRAGMA writable_schema = ON")
        try database.execute("BEGIN IMMEDIATE")
        return database
    }

    consuming func end() {}
}
