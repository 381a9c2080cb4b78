/// One exchange with the shared folder: reads the files of the other machines, and writes the file of this one.
///
/// The caller holds the refresh lock, so that no other process of this database does the same.
public struct StateExchange {
    /// The result of an exchange.
    public struct Outcome: Sendable {
        /// Files and lines that were left, the first hundred. A file that was named before is not named again as long as
        /// it is the same.
        public internal(set) var notices: [StateNotice] = []
        /// How many more there are.
        public internal(set) var furtherNotices = 0
        /// The changes that the files have made here.
        public internal(set) var changes = DecisionMerge.Changes()
        /// How many decisions of this machine were new in its file; all of them if that was gone, nil if it was not written.
        public internal(set) var written: Int?
        /// Another copy of the database wrote the file of this machine, so it is a new machine now.
        public internal(set) var isNewMachine = false

        mutating func add(_ notice: StateNotice) {
            if notices.count < 100 { notices.append(notice) } else { furtherNotices += 1 }
        }
    }

    let folder: SharedFolder
    let host: String
    let now: Timestamp
    private let end: SuspendingClock.Instant?

    /// - Parameters:
    ///   - folder: its path; it must exist.
    ///   - host: the name of this machine, for its file.
    ///   - end: when to leave the rest of the files to the next run.
    public init(folder: String, host: String, at now: Timestamp, until end: SuspendingClock.Instant? = nil) {
        self.folder = SharedFolder(path: folder)
        self.host = host
        self.now = now
        self.end = end
    }

    /// Reads the files that have changed since the last time, and writes the one of this machine if it would change.
    ///
    /// Throws `SharedFolderError` if the folder cannot be used, and `StoreError`.
    public func run(in store: borrowing Store) throws -> Outcome {
        var outcome = Outcome()
        let listing = try folder.list(own: store.ownMachine().file)
        var left = listing.left
        let changed = try checkedFiles(listing.files, in: store, &left, &outcome)
        try meetCopy(changed, in: store, &outcome)
        try merge(changed, into: store, &outcome)
        if try !isToJoinLater(listing.files, left, in: store) {
            try writeOwnFile(amid: listing.files, changed, &left, in: store, &outcome)
        }
        try removeOldConflictCopies(listing.files, in: store)
        for file in listing.unfinished where now.seconds - file.modified >= StateExchange.week {
            unlink(folder.path(of: file.name))
        }
        let known = try store.leftFiles()
        for file in left where known[file.name] != file { outcome.add(StateNotice(file: file.name, why: file.why)) }
        try store.save(left, replacing: known)
        return outcome
    }

    /// A whole file that is not known yet.
    struct CheckedFile {
        let file: SharedFolder.Entry
        let head: StateHead
        let content: StateContent
        let hash: Int64
    }

    /// The files that have changed and are whole. The others that have changed are left.
    private func checkedFiles(
        _ files: [SharedFolder.Entry], in store: borrowing Store, _ left: inout [LeftFile], _ outcome: inout Outcome
    ) throws -> [CheckedFile] {
        let known = try store.sharedFiles()
        let knownLeft = try store.leftFiles()
        var checked: [CheckedFile] = []
        for file in files where known[file.name]?.seen != file.seen {
            if let found = knownLeft[file.name], found.seen == file.seen, !isRecent(file) {
                left.append(found)
                continue
            }
            var head: StateHead?
            var hash = StableHash()
            let end: StateFileReader.End
            do {
                end = try read(file, onlyChecking: true, &hash) { if case .head(let found) = $0 { head = found } }
            } catch let reason as StateFileLeft {
                outcome.add(StateNotice(file: file.name, why: reason.rawValue))
                continue
            } catch let error as FileError {
                // That may pass without a change of the file, so that each run tries again.
                left.append(LeftFile(name: file.name, seen: "", why: "it cannot be read: \(error.reason)"))
                continue
            }
            if let problem = end.problem {
                left.append(file.left("left: \(problem.description)"))
            } else if let head {
                let found = CheckedFile(file: file, head: head, content: end.content, hash: hash.value)
                if let last = known[file.name], last.hash == hash.value {
                    try remember(found, merged: last.merged, in: store)
                } else {
                    checked.append(found)
                }
            }
        }
        return checked
    }

    /// Throws `FileError` and `StateFileLeft.outOfTime`.
    private func read(
        _ file: SharedFolder.Entry, onlyChecking: Bool = false, _ hash: inout StableHash,
        take: (StateFileReader.Item) throws -> Void
    ) throws -> StateFileReader.End {
        let file = try RegularFile(folder.path(of: file.name), followsLinks: false)
        var reader = StateFileReader(isOnlyChecked: onlyChecking)
        var total = 0
        while total <= StateLimits.fileBytes {
            let piece = file.bytes(at: total, count: 256 << 10)
            guard !piece.isEmpty else {
                if total < file.size { throw FileError.system(EIO) }
                break
            }
            if let end, SuspendingClock.now >= end { throw StateFileLeft.outOfTime }
            total += piece.count
            piece.withUnsafeBytes { hash.append($0) }
            try reader.read(piece, take: take)
        }
        return try reader.finish(take: take)
    }

    /// A file of this machine that it has not written itself: the database was copied, or is an older state of itself.
    private func meetCopy(_ files: [CheckedFile], in store: borrowing Store, _ outcome: inout Outcome) throws {
        let own = try store.ownMachine()
        let isCopied = files.contains { file in
            guard file.head.machine == own.code, let run = file.head.run else { return false }
            let last = own.run?.count ?? 0
            return run.count > last || run.count == last && run.code != own.run?.code
        }
        guard isCopied else { return }
        try store.becomeNewMachine()
        outcome.isNewMachine = true
    }

    private func merge(_ files: [CheckedFile], into store: borrowing Store, _ outcome: inout Outcome) throws {
        guard !files.isEmpty else { return }
        // All files of a join are merged at once, so values that lose are never applied in between.
        let isJoining = try !store.hasMet(files.map(\.head.machine)) && store.sharedFiles().isEmpty
        for files in isJoining ? [files] : files.map({ [$0] }) {
            var left: StateFileLeft?
            do {
                try merge(files, isJoining ? .joining : .usual, into: store, &left, &outcome)
            } catch {
                guard let left else { throw error }
                outcome.add(StateNotice(file: isJoining ? folder.path : files[0].file.name, why: left.rawValue))
            }
        }
    }

    /// - Parameter left: why it throws, if the next run may succeed.
    private func merge(
        _ files: [CheckedFile], _ kind: DecisionMerge.Kind, into store: borrowing Store, _ left: inout StateFileLeft?,
        _ outcome: inout Outcome
    ) throws {
        var copy = outcome
        let changes = try store.mergeDecisions(kind, at: now) { merge in
            for file in files {
                var hash = StableHash()
                do {
                    _ = try read(file.file, &hash) { item in
                        switch item {
                        case .head: break
                        case .line(let line, _): try merge.merge(line, in: store)
                        case .bad(let bad, let number):
                            copy.add(StateNotice(file: file.file.name, line: number, why: bad.reason))
                        }
                    }
                } catch let reason as StateFileLeft where kind != .joining {
                    // The lines that were read count, so that the next run gets further.
                    copy.add(StateNotice(file: file.file.name, why: reason.rawValue))
                    return
                } catch {
                    left = error as? StateFileLeft ?? (error is FileError ? .changed : nil)
                    throw error
                }
                // It has changed under our eyes.
                if hash.value != file.hash {
                    left = .changed
                    throw StateFileLeft.changed
                }
                try remember(file, in: store)
            }
        }
        copy.changes.articles += changes.articles
        copy.changes.others += changes.others
        outcome = copy
    }

    private func remember(_ file: CheckedFile, merged: Timestamp? = nil, in store: borrowing Store) throws {
        let own = try store.ownMachine()
        // An older state of our own file, as a sync tool may put it back, is not known until it is written again: this
        // program may be killed before.
        let isOther = file.file.name == own.file && file.content.digest != own.digest
        try store.save(
            SharedFile(
                name: file.file.name, machine: file.head.machine, machineName: file.head.name,
                written: file.head.written, seen: !isRecent(file.file) && !isOther ? file.file.seen : "",
                hash: isOther ? 0 : file.hash, merged: merged ?? now))
    }

    static let day: Int64 = 24 * 3600
    private static let week = 7 * day

    /// Removes the copies that a sync tool has put beside a file that two machines wrote, but only after a week, so
    /// that the others can read them.
    private func removeOldConflictCopies(_ files: [SharedFolder.Entry], in store: borrowing Store) throws {
        guard files.contains(where: \.isConflictCopy) else { return }
        let (own, known) = (try store.ownMachine().file, try store.sharedFiles())
        for file in files where file.isConflictCopy && file.name != own {
            guard let read = known[file.name], read.seen == file.seen,
                now.seconds - read.merged.seconds >= StateExchange.week, unlink(folder.path(of: file.name)) == 0
            else { continue }
            try store.forgetSharedFile(file.name)
        }
    }

    /// A file that was written within these seconds may change again without a new time stamp.
    private func isRecent(_ file: SharedFolder.Entry) -> Bool { file.modified >= now.seconds - 3 }
}

/// Why a file that is whole is left for the next run.
private enum StateFileLeft: String, Error {
    case changed = "left: it changed while it was read"
    case outOfTime = "left: the time is over"
}
