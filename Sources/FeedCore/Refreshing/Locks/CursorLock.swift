/// Another process works with the cursor.
public struct CursorHeld: Error, Hashable, Sendable {
    /// The name of the cursor.
    public let name: String
}

/// The lock of one cursor, for a process that hands articles on and then moves it. It ends with that process, even after
/// a crash.
///
/// It is a record lock of one byte of the database's lock file, far behind its content. The name of the cursor chooses
/// the byte, so each cursor has its own lock and none leaves a file behind. A refresh does not wait for it, because it
/// locks that file with `flock`. A process that opens and closes that file once more loses its record locks: nothing takes
/// both locks.
public struct CursorLock: ~Copyable {
    private let descriptor: Int32

    /// Takes the lock of the cursor in the database at this path, or throws `CursorHeld`.
    public init(_ name: String, database path: String) throws {
        let descriptor = try RefreshLock.openFile(of: path)
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = off_t(CursorLock.firstByte + StableHash.of(name) & CursorLock.placeMask)
        lock.l_len = 1
        guard fcntl(descriptor, F_SETLK, &lock) == 0 else {
            let code = errno
            close(descriptor)
            if code == EACCES || code == EAGAIN { throw CursorHeld(name: name) }
            throw StoreError.cannotOpen(path: path + ".lock", why: String(cString: strerror(code)))
        }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    private static let firstByte: Int64 = 1 << 40
    private static let placeMask: Int64 = 1 << 40 - 1
}
