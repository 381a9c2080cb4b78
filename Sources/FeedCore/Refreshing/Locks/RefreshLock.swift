/// Another process holds the refresh lock.
public struct LockHeld: Error, Hashable, Sendable {
    /// For how many seconds; nil if unknown.
    public let seconds: Int64?
    /// The purpose of its lock.
    public let purpose: RefreshLock.Purpose

    init(seconds: Int64?, for purpose: RefreshLock.Purpose = .refresh) {
        self.seconds = seconds
        self.purpose = purpose
    }
}

/// The lock that only one process holds at a time. It ends with that process, even after a crash.
public struct RefreshLock: ~Copyable {
    /// The purpose for which a process holds the lock. The raw value is written to the lock file.
    public enum Purpose: String, Sendable {
        case refresh, prune, repair
        /// Marks are sent beside another command, which takes seconds at most: other purposes wait for it.
        case marks
    }

    private let descriptor: Int32

    /// Takes the lock of the database at this path, or throws `LockHeld`.
    public init(database path: String, for purpose: Purpose = .refresh, at now: Timestamp) throws {
        let descriptor = try RefreshLock.openFile(of: path)
        guard RefreshLock.take(descriptor, for: purpose) else {
            let (since, other) = RefreshLock.readHolder(descriptor)
            close(descriptor)
            // A clock that was set back gives a negative duration.
            throw LockHeld(seconds: since.map { now - $0 }.flatMap { $0 < 0 ? nil : $0 }, for: other)
        }
        RefreshLock.writeHolder(now, purpose, to: descriptor)
        self.descriptor = descriptor
    }

    deinit {
        // A child process shares the descriptor until it calls exec, so the lock is released explicitly.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    private static func take(_ descriptor: Int32, for purpose: Purpose) -> Bool {
        for _ in 0..<waits {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
            guard purpose != .marks, readHolder(descriptor).purpose == .marks else { return false }
            usleep(pause)
        }
        return false
    }

    /// Five seconds in all.
    private static let waits = 250
    private static let pause: UInt32 = 20_000

    /// Opens the lock file of the database at this path, and creates it if it is missing. The caller closes it.
    static func openFile(of path: String) throws(StoreError) -> Int32 {
        // A database has one lock, even if it is reached by symbolic links.
        let lockPath = File.resolvingLinks(path) + ".lock"
        var descriptor = open(lockPath, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            // The umask may have removed permissions of the owner.
            fchmod(descriptor, 0o600)
        } else if errno == EEXIST {
            // An existing file keeps its mode. A link could lead to any file of the user, and a pipe has no other end.
            descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        }
        if descriptor >= 0 { File.share(descriptor, withOwnerOf: path) }
        guard descriptor >= 0 else {
            throw StoreError.cannotOpen(
                path: lockPath, why: errno == ELOOP ? "it is a symbolic link" : String(cString: strerror(errno)))
        }
        guard RefreshLock.isOurs(descriptor) else {
            close(descriptor)
            throw StoreError.cannotOpen(
                path: lockPath, why: "it is not a lock of rssium's; give the database another name")
        }
        return descriptor
    }

    /// Whether the file may be overwritten: it is empty, or has the line of a holder, and no other name.
    private static func isOurs(_ descriptor: Int32) -> Bool {
        guard let status = File.status(of: descriptor), status.st_mode & S_IFMT == S_IFREG, status.st_nlink <= 1 else {
            return false
        }
        return status.st_size == 0 || status.st_size <= longestLine && readHolder(descriptor).since != nil
    }

    private static let longestLine = 64

    private static func readHolder(_ descriptor: Int32) -> (since: Timestamp?, purpose: Purpose) {
        var buffer = [UInt8](repeating: 0, count: longestLine)
        let count = pread(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return (nil, .refresh) }
        let words = String(decoding: buffer[..<count], as: UTF8.self).split(whereSeparator: \.isWhitespace)
        let purpose = words.dropFirst().first.flatMap { Purpose(rawValue: String($0)) }
        return (words.first.flatMap { Int64($0) }.map(Timestamp.init), purpose ?? .refresh)
    }

    /// Writes what other processes say about this lock. A failure loses only that text.
    private static func writeHolder(_ now: Timestamp, _ purpose: Purpose, to descriptor: Int32) {
        let text = Array("\(now.seconds) \(purpose.rawValue)\n".utf8)
        ftruncate(descriptor, 0)
        _ = pwrite(descriptor, text, text.count, 0)
    }
}
