internal import FeedCore

/// The file that tells of each feed of each refresh, a line of tab-separated fields each. What is older goes to `.1`,
/// `.2` and `.3`.
///
/// Two programs may write to it: each takes the lock of the file, looks whether the name still leads to it, and writes
/// a line at once.
struct RefreshLog {
    /// How many old files there are at most.
    static let kept = 3

    private let path: String
    private let byteLimit: Int
    private let patience: Int
    private let started: Timestamp
    private let clock = ContinuousClock.now
    private var descriptor: Int32?

    /// - Parameters:
    ///   - path: absolute; a link leads to the file that is meant.
    ///   - byteLimit: a file that would become larger gets another name before something is added.
    ///   - patience: how many milliseconds somebody else may hold the lock.
    init(_ path: String, at now: Timestamp, byteLimit: Int = 1 << 20, patience: Int = 2000) {
        self.byteLimit = byteLimit
        self.patience = patience
        if let found = realpath(path, nil) {
            defer { free(found) }
            self.path = String(cString: found)
        } else {
            self.path = path
        }
        started = now
    }

    // MARK: Lines

    /// Writes down what became of a feed. Throws a `RefreshLogError`, and loses nothing but the line.
    mutating func write(_ outcome: RefreshOutcome) throws(RefreshLogError) {
        let (word, why) = outcome.result.logged
        try write([
            time, "\(outcome.feed.id.rawValue)", word, outcome.status.map { "\($0)" } ?? "", "\(outcome.bytes)",
            "\(outcome.newArticles.count)", RefreshLog.seconds(outcome.duration), outcome.feed.title,
            outcome.feed.url.text, why,
        ])
    }

    /// Writes down that a feed was not asked, because its host wants to be left alone.
    mutating func write(held feed: Feed, until: Timestamp) throws(RefreshLogError) {
        try write([
            time, "\(feed.id.rawValue)", "held", "", "0", "0", "0.000", feed.title, feed.url.text,
            "until \(until.rfc3339)",
        ])
    }

    private var time: String { (started + clock.duration(to: .now).milliseconds / 1000).rfc3339 }

    /// `1.234`.
    private static func seconds(_ duration: Duration) -> String {
        let milliseconds = String(duration.milliseconds % 1000)
        return "\(duration.milliseconds / 1000)." + String(repeating: "0", count: 3 - milliseconds.count) + milliseconds
    }

    private mutating func write(_ fields: [String]) throws(RefreshLogError) {
        var line: [UInt8] = []
        for (index, field) in fields.enumerated() {
            if index > 0 { line.append(UInt8(ascii: "\t")) }
            ControlCharacterFilter.append(SecretMask.text(field), to: &line, as: .field)
        }
        line.append(UInt8(ascii: "\n"))
        try write(line)
    }

    // MARK: The file

    mutating func write(_ line: [UInt8]) throws(RefreshLogError) {
        let descriptor = try lockedFile(for: line.count)
        defer { flock(descriptor, LOCK_UN) }
        do throws(OutputError) {
            try FileDescriptor(descriptor).write(line)
        } catch {
            guard case .failed(let reason) = error else { throw RefreshLogError(path: path, reason: "it is closed") }
            throw RefreshLogError(path: path, reason: reason)
        }
    }

    mutating func end() {
        if let descriptor { close(descriptor) }
        descriptor = nil
    }

    /// The file that the name leads to, locked, with room for so many bytes.
    private mutating func lockedFile(for count: Int) throws(RefreshLogError) -> Int32 {
        // Somebody may give it another name as often as we look; nobody does.
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
            // Closing it unlocks it.
            end()
        }
        throw RefreshLogError(path: path, reason: "somebody moves it away again and again")
    }

    /// A log is not worth waiting for whoever has stopped with the lock in the hand.
    private func lock(_ descriptor: Int32) throws(RefreshLogError) {
        for _ in 0...patience {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
            // Not every file system has locks. A line is written at once in any case.
            guard errno == EWOULDBLOCK || errno == EINTR else { return }
            usleep(1000)
        }
        throw RefreshLogError(path: path, reason: "another program holds its lock")
    }

    private func opened() throws(RefreshLogError) -> Int32 {
        do throws(PathError) {
            try Paths.makeFolders(for: path)
        } catch {
            throw RefreshLogError(path: path, reason: error.message)
        }
        // A pipe that nobody reads must not stop a refresh.
        let flags = O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
        for isLast in [false, true] {
            var descriptor = open(path, flags)
            if descriptor < 0, errno == ENOENT {
                // Somebody else may make it at the same time, or it is a link to what is not there yet.
                descriptor = open(path, flags | O_CREAT | (isLast ? 0 : O_EXCL), 0o600)
                if descriptor < 0, errno == EEXIST, !isLast { continue }
                if descriptor >= 0 { fchmod(descriptor, 0o600) }
            }
            guard descriptor >= 0 else { throw failure() }
            var status = stat()
            guard fstat(descriptor, &status) == 0, [S_IFREG, S_IFCHR].contains(status.st_mode & S_IFMT) else {
                close(descriptor)
                throw RefreshLogError(path: path, reason: "it is no file")
            }
            return descriptor
        }
        throw failure()
    }

    /// Gives every file the next name; the last one goes.
    private func rotate() throws(RefreshLogError) {
        for number in stride(from: RefreshLog.kept, to: 0, by: -1) {
            let from = number == 1 ? path : "\(path).\(number - 1)"
            guard rename(from, "\(path).\(number)") == 0 || errno == ENOENT else { throw failure() }
        }
    }

    private func failure() -> RefreshLogError { RefreshLogError(path: path, reason: String(cString: strerror(errno))) }
}

/// Why a line could not be written to the log.
struct RefreshLogError: Error, Equatable {
    let path: String
    let reason: String
}

extension RefreshOutcome.Result {
    /// As a word, and why.
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
