/// Heals a database: in place where its pages are sound, else by putting a new one in its place that has every row
/// which can still be read.
public struct Repair: Sendable {
    /// What came of it, in words for the user.
    public struct Report: Sendable {
        /// What was mended, a line each.
        public fileprivate(set) var mended: [String] = []
        /// What was saved of each table, where a new database was made.
        public fileprivate(set) var saved: [String] = []
        /// Nothing was lost.
        public fileprivate(set) var isComplete = true
        /// Where the damaged database is kept, where a new one was put in its place.
        public fileprivate(set) var damagedFile: String?
        /// What is still wrong.
        public fileprivate(set) var left: [String] = []
    }

    public let path: String
    /// Where the file itself is.
    private let place: String

    /// Looks whether there is a database of ours at the path, and changes nothing. No connection of this process may be
    /// open on it.
    ///
    /// Throws `notADatabase`, `newerSchema`, `readOnly` and `cannotOpen`.
    public init(database path: String) throws(StoreError) {
        self.path = path
        place = DatabaseFile.followed(path)
        _ = try PageFile.ours(at: path)
        guard DatabaseFile.isWritable(path) else { throw .readOnly(path: path) }
    }

    /// Files that are there only while `run` is at work, and that are of no use without it.
    public var temporaryFiles: [String] { DatabaseFile.withCompanions(place + ".repair") }

    /// Heals it. The caller holds the lock that only one refresh has.
    ///
    /// Throws `busy` while somebody else is writing, and whatever keeps a file from being written: then the database is
    /// as it was.
    ///
    /// - Parameter progress: what is being done, for somebody who waits.
    public func run(at now: Timestamp, progress: (String) -> Void = { _ in }) throws(StoreError) -> Report {
        try Store.translating(path) {
            progress("looking at every page")
            let checkup = try IntegrityCheck(database: path, canWait: true)
            var report = Report()
            if checkup.isDamaged {
                let isMended = try !checkup.all.contains { $0.kind == .structure } && mend(checkup, progress)
                if isMended {
                    report.mended = checkup.all.filter { $0.kind != .mode }.map(\.text)
                } else {
                    report = try replace(at: now, progress)
                }
            }
            report.left = FileModes.findings(for: path)
            return report
        }
    }

    // MARK: In place

    /// Mends rows and indexes; false where that is not enough, and nothing was changed.
    private func mend(_ checkup: IntegrityCheck, _ progress: (String) -> Void) throws -> Bool {
        progress("mending")
        // Brings an older one up to date first.
        let store = try Store(path: path, access: .writing)
        do {
            try store.transaction {
                try RowRepair.mend(store.database, checkup.all.map(\.kind))
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

    private func replace(at now: Timestamp, _ progress: (String) -> Void) throws -> Report {
        let replacement = try DatabaseSwap(of: place)
        let pause = try WritingPause(path)
        let file = try PageFile.ours(at: path)
        var report = try save(from: file, into: replacement.newPath, at: now, progress)
        try finish(replacement.newPath, progress)
        report.damagedFile = try replacement.takePlace(of: file, at: now)
        pause.end()
        // Only now: closing a file lets go of every lock that this process has on it.
        withExtendedLifetime(file) {}
        return report
    }

    private func save(
        from file: borrowing PageFile, into newPath: String, at now: Timestamp, _ progress: (String) -> Void
    ) throws -> Report {
        let new = try Database(path: newPath, access: .readWrite)
        // Nobody needs it before it is whole.
        try new.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -64000")
        let salvage = try Recovery(of: file, path: path, into: new, at: now) { done, all in
            progress("page \(done) of \(all) read")
        }
        try new.execute("PRAGMA journal_mode = WAL")
        var report = Report()
        report.saved =
            salvage.tables.map(\.line)
            + salvage.foreignTables.map { "\($0): no table of rssium's, it is left in the damaged file" }
        report.isComplete =
            salvage.foreignTables.isEmpty && salvage.tables.allSatisfy { $0.losses?.isNone == true }
        return report
    }

    /// Indexes what was saved, and looks whether it is sound.
    private func finish(_ newPath: String, _ progress: (String) -> Void) throws {
        try Repair.indexAll(try Store(path: newPath, access: .refreshing), progress)
        progress("looking at what was saved")
        let checkup = try IntegrityCheck(database: newPath)
        if let finding = checkup.all.first(where: { $0.kind != .mode }) {
            throw StoreError.failed("what was saved is not sound: \(finding.text)")
        }
    }
}

extension Recovery.Table {
    /// In words for the user.
    fileprivate var line: String {
        let anew = remade > 0 ? " (\(remade) made anew from what is left of \(remade == 1 ? "it" : "them"))" : ""
        return "\(shape.name): \(saved) \(saved == 1 ? "row" : "rows") saved" + (losses?.text ?? "") + anew
    }
}

/// Keeps others from writing to a database for as long as it is there.
private struct WritingPause: ~Copyable {
    /// Nil where SQLite cannot even open the file: then nobody else can write to it.
    private let database: Database?

    /// Throws `busy` where somebody goes on writing.
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
        // So a file that is shorter than it should be can be opened all the same.
        try database.execute("PRAGMA writable_schema = ON")
        try database.execute("BEGIN IMMEDIATE")
        return database
    }

    consuming func end() {}
}
