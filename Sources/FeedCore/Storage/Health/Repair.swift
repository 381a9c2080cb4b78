/// Repairs a database: in place where its pages are sound, else by a new one with every row that can still be read.
public struct Repair: Sendable {
    /// The result, in words for the user.
    public struct Report: Sendable {
        /// What was repaired in place, a line each.
        public fileprivate(set) var mended: [String] = []
        /// What was saved of each table, where a new database was made.
        public fileprivate(set) var saved: [String] = []
        /// Every row was saved.
        public fileprivate(set) var isComplete = true
        /// Where the damaged database is kept, where a new one took its place.
        public fileprivate(set) var damagedFile: String?
        /// What a repair leaves to the user.
        public fileprivate(set) var left: [String] = []
    }

    public let path: String
    /// Where the file itself is.
    private let place: String

    /// Checks that there is a database of ours at the path, and changes nothing. No connection of this process may be
    /// open on it.
    ///
    /// Throws `notADatabase`, `newerSchema`, `readOnly` and `cannotOpen`.
    public init(database path: String) throws(StoreError) {
        self.path = path
        place = DatabaseFile.followed(path)
        try DatabaseIdentity.check(path)
        guard DatabaseFile.isWritable(path) else { throw .readOnly(path: path) }
    }

    private var copyPath: String { place + ".repair-damaged" }

    /// Files that exist only while `run` works, and are of no use without it.
    public var temporaryFiles: [String] {
        [place + ".repair", copyPath, copyPath + "-recovered"].flatMap(DatabaseFile.withCompanions)
    }

    /// Repairs the database. The caller holds the refresh lock.
    ///
    /// Throws `busy` while another program is writing, and an error where a file cannot be written: then the database
    /// is unchanged.
    ///
    /// - Parameters:
    ///   - runRecover: runs `.recover` of the `sqlite3` program; see `Recovery`.
    ///   - progress: called with the name of each step.
    public func run(
        at now: Timestamp, runRecover: (_ damaged: String, _ recovered: String) -> Bool = { _, _ in false },
        progress: (String) -> Void = { _ in }
    ) throws(StoreError) -> Report {
        try Store.translating(path) {
            progress("checking every page")
            let check = try IntegrityCheck(database: path, canWait: true)
            var report = Report()
            var left = check.all.filter { $0.kind.isLeft }.map(\.text)
            if check.isDamaged {
                let isMended = try !check.all.contains { $0.kind == .structure } && mend(check, progress)
                if isMended {
                    report.mended = check.all.filter { !$0.kind.isLeft }.map(\.text)
                } else {
                    report = try replace(at: now, runRecover, progress)
                    left = FileModes.findings(for: path)
                }
            }
            report.left = left
            return report
        }
    }

    // MARK: In place

    /// Repairs rows and indexes; false if that is not enough, and nothing was changed.
    private func mend(_ check: IntegrityCheck, _ progress: (String) -> Void) throws -> Bool {
        progress("repairing")
        // Brings an older one up to date first.
        let store = try Store(path: path, access: .writing)
        do {
            try store.transaction {
                try RowRepair.mend(store.database, check.all.map(\.kind))
                guard try !IntegrityCheck(of: store.database, path: path).isDamaged else { throw NotMended() }
            }
        } catch .busy {
            throw StoreError.busy
        } catch .diskFull {
            throw StoreError.diskFull
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
        at now: Timestamp, _ runRecover: (String, String) -> Bool, _ progress: (String) -> Void
    ) throws -> Report {
        for file in temporaryFiles { unlink(file) }
        let swap = try DatabaseSwap(of: place)
        let pause = try WritingPause(path)
        let file = try OpenFile(place)
        var report = try save(file, into: swap.newPath, at: now, runRecover, progress)
        try finish(swap.newPath, progress)
        report.damagedFile = try swap.takePlace(at: now)
        pause.end()
        // Only now: closing a file gives up every lock that this process has on it.
        withExtendedLifetime(file) {}
        return report
    }

    private func save(
        _ file: borrowing OpenFile, into newPath: String, at now: Timestamp, _ runRecover: (String, String) -> Bool,
        _ progress: (String) -> Void
    ) throws -> Report {
        progress("copying the damaged file")
        let copy = try DamagedCopy(of: file, place: place, at: copyPath)
        let new = try Store(path: newPath, access: .refreshing)
        // It is of no use before it is whole, so a crash may take it.
        try new.database.execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -64000")
        let recovery = try Recovery(
            from: copy, into: new.database, at: now, runRecover: runRecover, progress: progress)
        guard recovery.tables.contains(where: { $0.saved > 0 || $0.isWhole }) else {
            throw StoreError.notADatabase(path: path, why: "none of its rows can be read")
        }
        try new.database.execute("PRAGMA journal_mode = WAL")
        var report = Report()
        report.saved =
            recovery.tables.map(\.line)
            + copy.foreignTables.map { "\($0): not a table of rssium's, it stays in the damaged file" }
        report.isComplete =
            copy.foreignTables.isEmpty && recovery.tables.allSatisfy { $0.losses?.isNone == true }
        return report
    }

    /// Indexes what was saved for the search, and checks it.
    private func finish(_ newPath: String, _ progress: (String) -> Void) throws {
        try Repair.indexAll(try Store(path: newPath, access: .refreshing), progress)
        progress("checking what was saved")
        let check = try IntegrityCheck(database: newPath)
        if let finding = check.all.first(where: { !$0.kind.isLeft }) {
            throw StoreError.failed("what was saved is not sound: \(finding.text)")
        }
    }
}

extension Recovery.Table {
    /// For the user.
    fileprivate var line: String {
        let anew = remade > 0 ? " (\(remade) rebuilt from the remains of \(remade == 1 ? "it" : "them"))" : ""
        return "\(name): \(saved) \(saved == 1 ? "row" : "rows") saved" + (losses?.text ?? "") + anew
    }
}

/// Keeps other programs from writing to a database for as long as it exists.
private struct WritingPause: ~Copyable {
    /// Nil if SQLite cannot open the file: then no other program can write to it either.
    private let database: Database?

    /// Throws `busy` where another program goes on writing.
    init(_ path: String) throws(StoreError) {
        do throws(DatabaseError) {
            database = try WritingPause.begin(path)
        } catch {
            if error.isBusy { throw .busy }
            database = nil
        }
    }

    private static func begin(_ path: String) throws(DatabaseError) -> Database {
        let database = try Database(path: path, access: .readWrite)
        // So SQLite opens a file that is shorter than its header says.
        try database.execute("PRAGMA writable_schema = ON")
        try database.execute("BEGIN IMMEDIATE")
        return database
    }

    consuming func end() {}
}
