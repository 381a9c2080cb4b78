internal import FeedCore

/// Keeps other programs from writing to an mbox, by the two ways that they know: a record lock, and a file `NAME.lock`
/// with the number of our process.
struct MboxLock: ~Copyable {
    /// Nil where the folder takes no new file, such as a mail spool: there the record lock must do.
    private let file: String?
    /// The open mbox. The record lock ends when any descriptor of that file is closed.
    private let descriptor: Int32
    /// Signals wait for the end of the message: other programs would take the file of a killed one for a lock.
    private let catcher: SignalCatcher
    private let caught: Locked<Int32?>

    private static let patience = Duration.seconds(5)
    /// The age in seconds at which other programs consider a lock without a process stale.
    private static let staleAge: Int64 = 300

    /// - Parameter descriptor: the open mbox, which the lock closes.
    init(_ path: String, _ descriptor: Int32, at now: Timestamp) throws {
        let caught = Locked<Int32?>(nil)
        // Before the lock file is there.
        let catcher = SignalCatcher(surviving: [SIGINT, SIGTERM]) { number in caught.withLock { $0 = number } }
        do {
            file = try MboxLock.take(path, descriptor, at: now) { try MboxLock.check(caught) }
        } catch {
            close(descriptor)
            catcher.stop()
            throw error
        }
        self.descriptor = descriptor
        self.catcher = catcher
        self.caught = caught
    }

    deinit {
        if let file { unlink(file) }
        close(descriptor)
        catcher.stop()
    }

    /// Throws if a signal has asked the program to end.
    func checkSignal() throws(Interrupted) { try MboxLock.check(caught) }

    private static func check(_ caught: Locked<Int32?>) throws(Interrupted) {
        if let signal = caught.withLock({ $0 }) { throw Interrupted(signal: signal) }
    }

    /// Waits for both locks. Returns the lock file; nil where none can be made.
    private static func take(
        _ path: String, _ descriptor: Int32, at now: Timestamp, checkingSignals check: () throws -> Void
    ) throws -> String? {
        let file = File.resolvingLinks(path) + ".lock"
        let end = ContinuousClock.now + patience
        var dotLock = DotLock.held
        while true {
            if dotLock == .held { dotLock = try make(file, for: path, at: now) }
            if dotLock != .held, lockRecord(descriptor) { return dotLock == .made ? file : nil }
            guard ContinuousClock.now < end else {
                if dotLock == .made { unlink(file) }
                let trace = dotLock == .held ? ", or has left \(file)" : ""
                throw DeliveryError.target(path: path, reason: "another program is writing to it\(trace)")
            }
            do { try check() } catch {
                if dotLock == .made { unlink(file) }
                throw error
            }
            usleep(20_000)
        }
    }

    private enum DotLock {
        case made
        /// Another program has it.
        case held
        /// The folder takes no new file.
        case impossible
    }

    private static func make(_ file: String, for path: String, at now: Timestamp) throws(DeliveryError) -> DotLock {
        File.removeLeftovers(beginningWith: "\(file).")
        // It has its number before it is the lock: an empty one that a killed program left would hold for minutes.
        let written = "\(file).\(getpid())"
        let descriptor = open(written, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            if [EACCES, EPERM, EROFS].contains(errno) { return .impossible }
            throw .target(path: path, reason: "cannot lock it with \(file): \(String(cString: strerror(errno)))")
        }
        defer {
            close(descriptor)
            unlink(written)
        }
        // Without the number the lock holds all the same.
        try? File.write(Array("\(getpid())\n".utf8), to: descriptor)
        if link(written, file) == 0 { return .made }
        if errno == EEXIST {
            if isStale(file, at: now) { unlink(file) }
            return .held
        }
        // A file system without links.
        let plain = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard plain >= 0 else { return errno == EEXIST ? .held : .impossible }
        close(plain)
        return .made
    }

    private static func isStale(_ file: String, at now: Timestamp) -> Bool {
        if let bytes = try? File.read(file, byteLimit: 64),
            let number = pid_t(String(decoding: bytes, as: UTF8.self).trimmed), number > 0
        {
            return kill(number, 0) != 0 && errno == ESRCH
        }
        guard let status = File.status(of: file) else { return false }
        return now - Timestamp(seconds: Int64(status.modified.tv_sec)) > staleAge
    }

    private static func lockRecord(_ descriptor: Int32) -> Bool {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        // Any other failure means that the file system has no such locks.
        return fcntl(descriptor, F_SETLK, &lock) == 0 || ![EACCES, EAGAIN, EINTR].contains(errno)
    }
}
