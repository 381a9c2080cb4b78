/// Somebody else is refreshing.
public struct LockHeld: Error, Hashable, Sendable {
    /// For how many seconds, where that can be told.
    public let seconds: Int64?
}

/// The lock that only one refresh holds at a time. It is gone with the process that holds it, however that ends.
public struct RefreshLock: ~Copyable {
    private let descriptor: Int32

    /// Takes the lock of the database at this path, or throws `LockHeld`.
    public init(database path: String, at now: Timestamp) throws {
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
            let since = RefreshLock.readTime(descriptor)
            close(descriptor)
            // A clock that was set back tells nothing.
            throw LockHeld(seconds: since.map { now - $0 }.flatMap { $0 < 0 ? nil : $0 })
        }
        RefreshLock.write(now, to: descriptor)
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    private static func readTime(_ descriptor: Int32) -> Timestamp? {
        var buffer = [UInt8](repeating: 0, count: 32)
        let count = pread(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return nil }
        let digits = String(decoding: buffer[..<count], as: UTF8.self).prefix { $0.isNumber }
        return Int64(digits).map(Timestamp.init)
    }

    /// For the message of whoever finds the lock taken: a failure to write loses only that.
    private static func write(_ now: Timestamp, to descriptor: Int32) {
        let text = Array("\(now.seconds)\n".utf8)
        ftruncate(descriptor, 0)
        _ = pwrite(descriptor, text, text.count, 0)
    }
}
