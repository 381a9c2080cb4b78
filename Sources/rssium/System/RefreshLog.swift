internal import FeedCore

/// The log of refreshes (`log.file`): one line of tab-separated fields for each feed of each refresh. Older lines go to
/// `.1`, `.2` and `.3`.
///
/// Several processes may write to it: each locks the file, checks that the path still leads to it, and writes one line
/// in one call.
struct RefreshLog {
    /// The number of old files that stay.
    static let oldFileCount = 3

    private let path: String
    private let byteLimit: Int
    private let patienceMilliseconds: Int
    private let started: Timestamp
    private let clock = ContinuousClock.now
    private var descriptor: Int32?

    /// - Parameters:
    ///   - path: absolute. Symbolic links are followed.
    ///   - byteLimit: a file is renamed before it would grow beyond this.
    ///   - patienceMilliseconds: how long to wait for another process that holds the lock.
    init(_ path: String, at now: Timestamp, byteLimit: Int = 1 << 20, patienceMilliseconds: Int = 2000) {
        self.byteLimit = byteLimit
        self.patienceMilliseconds = patienceMilliseconds
        self.path = File.resolvingLinks(path)
        started = now
    }

    // MARK: Lines

    /// Logs the outcome of a feed. An error loses this line and nothing else.
    mutating func write(_ outcome: RefreshOutcome) throws(RefreshLogError) {
        let (word, why) = outcome.result.logged
        try write([
            time, "\(outcome.feed.id.rawValue)", word, outcome.status.map { "\($0)" } ?? "", "\(outcome.bytes)",
            "\(outcome.newArticles.count)", RefreshLog.seconds(outcome.duration), outcome.feed.title,
            outcome.feed.url.text, why,
        ])
    }

    /// Logs that a feed was skipped, because its host is in a back-off.
    mutating func write(held feed: Feed, until: Timestamp) throws(RefreshLogError) {
        try write([
            time, "\(feed.id.rawValue)", "held", "", "0", "0", "0.000", feed.title, feed.url.text,
            "until \(until.rfc3339)",
        ])
    }

    /// Logs the outcome of an account, which has no id.
    mutating func write(_ outcome: SyncOutcome) throws(RefreshLogError) {
        let (word, why) = outcome.result.logged
        try write([
            time, "", word, "", "0", "\(outcome.newArticles.count)", RefreshLog.seconds(outcome.duration),
            outcome.account.name, outcome.account.url.text, why,
        ])
    }

    private var time: String { (started + clock.duration(to: .now).milliseconds / 1000).rfc3339 }

    /// `1.234`.
    private static func seconds(_ duration: Duration) -> String {
        "\(duration.milliseconds / 1000)." + (duration.milliseconds % 1000).padded(to: 3)
    }

    private mutating func write(_ fields: [String]) throws(RefreshLogError) {
        var line: [UInt8] = []
        for (index, field) in fields.enumerated() {
            if index > 0 { line.append(UInt8(ascii: "\t")) }
            ControlCharacterFilter.append(SecretMask.text(field), to: &line, as: .field)
        }
        line.append(UInt8(ascii: "\n"))
        try writeLine(line)
    }

    // MARK: The file

    mutating func writeLine(_ line: [UInt8]) throws(RefreshLogError) {
        let descriptor = try lockedFile(for: line.count)
        defer { flock(descriptor, LOCK_UN) }
        do { try File.write(line, to: descriptor) } catch {
            throw RefreshLogError(path: path, reason: error.reason)
        }
    }

    mutating func closeFile() {
        if let descriptor { close(descriptor) }
        descriptor = nil
    }

    /// The locked file at the path, with room for so many bytes.
    private mutating func lockedFile(for count: Int) throws(RefreshLogError) -> Int32 {
        // A limit for the case that another program keeps renaming the file.
        for _ in 0..<100 {
            if descriptor == nil { descriptor = try opened() }
            guard let descriptor else { break }
            try lock(descriptor)
            var (own, named) = (stat(), stat())
            guard fstat(descriptor, &own) == 0 else { throw failure() }
            if stat(path, &named) == 0, own.st_dev == named.st_dev, own.st_ino == named.st_ino {
                let isFull = own.st_size > 0 && Int(own.st_size) + count > byteLimit
                if !isFull || own.st_mode & S_IFMT != S_IFREG { return descriptor }
                try rotate()
            }
            // Closing the file unlocks it.
            closeFile()
        }
        throw RefreshLogError(path: path, reason: "another program keeps moving it")
    }

    /// Waits only so long: a stopped process may hold the lock for ever.
    private func lock(_ descriptor: Int32) throws(RefreshLogError) {
        for _ in 0...patienceMilliseconds {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
            // Without locks, on some file systems, one call for each line keeps lines whole.
            guard errno == EWOULDBLOCK || errno == EINTR else { return }
            usleep(1000)
        }
        throw RefreshLogError(path: path, reason: "another program holds its lock")
    }

    private func opened() throws(RefreshLogError) -> Int32 {
        do { try File.makeFolders(above: path) } catch {
            throw RefreshLogError(path: path, reason: error.message)
        }
        // O_NONBLOCK: opening a pipe without a reader must not block the refresh.
        let flags = O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
        for isLast in [false, true] {
            var descriptor = open(path, flags)
            if descriptor < 0, errno == ENOENT {
                // Another process may make it at the same time, or the path is a link to a file that does not exist.
                descriptor = open(path, flags | O_CREAT | (isLast ? 0 : O_EXCL), 0o600)
                if descriptor < 0, errno == EEXIST, !isLast { continue }
                if descriptor >= 0 { fchmod(descriptor, 0o600) }
            }
            guard descriptor >= 0 else { throw failure() }
            var status = stat()
            guard fstat(descriptor, &status) == 0, [S_IFREG, S_IFCHR].contains(status.st_mode & S_IFMT) else {
                close(descriptor)
                throw RefreshLogError(path: path, reason: "it is not a regular file")
            }
            return descriptor
        }
        throw failure()
    }

    /// Renames each file to the next number; the last one is overwritten.
    private func rotate() throws(RefreshLogError) {
        for number in stride(from: RefreshLog.oldFileCount, to: 0, by: -1) {
            let from = number == 1 ? path : "\(path).\(number - 1)"
            guard rename(from, "\(path).\(number)") == 0 || errno == ENOENT else { throw failure() }
        }
    }

    private func failure() -> RefreshLogError { RefreshLogError(path: path, reason: String(cString: strerror(errno))) }
}

/// Why a line could not be logged.
struct RefreshLogError: Error, Equatable {
    let path: String
    let reason: String
}

extension SyncOutcome.Result {
    /// The outcome as a word, and the reason for it.
    fileprivate var logged: (word: String, why: String) {
        switch self {
        case .synced: ("synced", "")
        case .held(let until): ("held", "until \(until.rfc3339)")
        case .refused(let why): ("refused", why)
        case .failed(let why): ("failed", why)
        case .offline(let why): ("offline", why)
        case .unfinished: ("unfinished", "")
        case .notStored(let error): ("not stored", error.message)
        }
    }
}

extension RefreshOutcome.Result {
    /// The outcome as a word, and the reason for it.
    fileprivate var logged: (word: String, why: String) {
        switch self {
        case .refreshed: ("refreshed", "")
        case .unchanged: ("unchanged", "")
        case .held(let until): ("held", "until \(until.rfc3339)")
        case .failed(let why): ("failed", why)
        case .offline(let why): ("offline", why)
        case .unfinished: ("unfinished", "")
        case .dropped: ("dropped", "removed or moved meanwhile")
        case .notStored(let error): ("not stored", error.message)
        }
    }
}
