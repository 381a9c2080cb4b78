/// Somebody else is refreshing, or doing what a refresh must not run beside.
public struct LockHeld: Error, Hashable, Sendable {
    /// For how many seconds, where that can be told.
    public let seconds: Int64?
    /// What it does.
    public let purpose: RefreshLock.Purpose

    init(seconds: Int64?, for purpose: RefreshLock.Purpose = .refresh) {
        self.seconds = seconds
        self.purpose = purpose
    }
}

/// The lock that only one refresh holds at a time. It is gone with the process that holds it, however that ends.
public struct RefreshLock: ~Copyable {
    /// What it is held for; its raw value stands in the file.
    public enum Purpose: String, Sendable {
        case refresh, prune, repair
    }

    private let descriptor: Int32

    /// Takes the lock of the database at this path, or throws `LockHeld`.
    public init(database path: String, for purpose: Purpose = .refresh, at now: Timestamp) throws {
        // One database has one lock, by whatever links it is reached.
        let lockPath = DatabaseFile.followed(path) + ".lock"
        var descriptor = open(lockPath, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            // The umask may have taken more away than it should.
            fchmod(descriptor, 0o600)
        } else if errno == EEXIST {
            // What is there keeps its mode.
            descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        }
        guard descriptor >= 0 else {
            throw StoreError.cannotOpen(path: lockPath, why: String(cString: strerror(errno)))
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let (since, other) = RefreshLock.read(descriptor)
            close(descriptor)
            // A clock that was set back tells nothing.
            throw LockHeld(seconds: since.map { now - $0 }.flatMap { $0 < 0 ? nil : $0 }, for: other)
        }
        RefreshLock.write(now, purpose, to: descriptor)
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    private static func read(_ descriptor: Int32) -> (since: Timestamp?, purpose: Purpose) {
        var buffer = [UInt8](repeating: 0, count: 32)
        let count = pread(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return (nil, .refresh) }
        let words = String(decoding: buffer[..<count], as: UTF8.self).split(whereSeparator: \.isWhitespace)
        let purpose = words.dropFirst().first.flatMap { Purpose(rawValue: String($0)) }
        return (words.first.flatMap { Int64($0) }.map(Timestamp.init), purpose ?? .refresh)
    }

    /// For the message of whoever finds the lock taken: a failure to write loses only that.
    private static func write(_ now: Timestamp, _ purpose: Purpose, to descriptor: Int32) {
        let text = Array("\(now.seconds) \(purpose.rawValue)\n".utf8)
        ftruncate(descriptor, 0)
        _ = pwrite(descriptor, text, text.count, 0)
    }
}
