internal import FeedCore

/// The log of refreshes (`log.file`): one line of tab-separated fields for each feed and account of a run. The lock of the
/// refresh keeps other runs out.
///
/// An error is reported once and does not stop the run. With `--quiet` it is not reported again if the run before had the
/// same error.
struct RefreshLog {
    /// A run that finds more bytes renames the file to `.1`.
    private static let byteLimit = 1 << 20

    /// Nil without the setting, and after an error.
    private var path: String?
    private let started: Timestamp
    private let clock = ContinuousClock.now
    private let messages: Messages
    private let files: StandardFiles
    private let knownError: String?
    private var descriptor: Int32?
    /// Why the log could not be written, for the history.
    private(set) var error: String?

    /// - Parameter knownError: why the run before could not write the log.
    init(_ context: borrowing Context, knownError: String?) {
        let paths = context.paths
        path = context.settings.text(.logFile).map { text in
            let path = paths.resolved(text)
            return RefreshLog.standardFiles[path] == nil ? File.resolvingLinks(path) : path
        }
        started = context.now
        messages = context.messages
        files = context.surroundings.files
        self.knownError = knownError
    }

    /// Logs the outcome of a feed, or of an account, which has no id.
    mutating func write(_ outcome: RunOutcome) {
        guard let path else { return }
        do throws(RefreshLogError) {
            let descriptor = if let descriptor { descriptor } else { try opened(path) }
            self.descriptor = descriptor
            // One call keeps the line whole.
            do { try File.write(line(outcome), to: descriptor) } catch { throw RefreshLogError(reason: error.reason) }
        } catch {
            let why = "cannot write the log \(path): \(error.reason)"
            if !messages.isQuiet || why != knownError { messages.error(why) }
            self.error = why
            close()
        }
    }

    mutating func close() {
        if let descriptor { FeedCore.close(descriptor) }
        descriptor = nil
        path = nil
    }

    private func line(_ outcome: RunOutcome) -> [UInt8] {
        let id = if case .feed(let feed) = outcome.item { "\(feed.rawValue)" } else { "" }
        let (word, why) = outcome.logged
        let milliseconds = outcome.duration.milliseconds
        let fields = [
            (started + clock.duration(to: .now).milliseconds / 1000).rfc3339, id, word,
            outcome.status.map { "\($0)" } ?? "", "\(outcome.bytes)", "\(outcome.newArticles.count)",
            "\(milliseconds / 1000)." + (milliseconds % 1000).padded(to: 3), outcome.name, outcome.address, why,
        ]
        var line: [UInt8] = []
        for (index, field) in fields.enumerated() {
            if index > 0 { line.append(UInt8(ascii: "\t")) }
            ControlCharacterFilter.append(SecretMask.text(field), to: &line, as: .field)
        }
        return line + [UInt8(ascii: "\n")]
    }

    /// As containers name them. They may be pipes or sockets, which cannot be opened by these names.
    private static var standardFiles: [String: KeyPath<StandardFiles, Int32>] {
        ["/dev/stdout": \.output, "/dev/stderr": \.error]
    }

    private func opened(_ path: String) throws(RefreshLogError) -> Int32 {
        if let file = RefreshLog.standardFiles[path] {
            let descriptor = fcntl(files[keyPath: file], F_DUPFD_CLOEXEC, 0)
            guard descriptor >= 0 else { throw .system }
            return descriptor
        }
        do { try File.makeFolders(above: path) } catch { throw RefreshLogError(reason: error.message) }
        if let status = File.status(of: path), status.st_mode & S_IFMT == S_IFREG, status.st_size > RefreshLog.byteLimit
        {
            guard rename(path, path + ".1") == 0 else { throw .system }
        }
        // O_NONBLOCK: opening a pipe without a reader must not block the refresh.
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw .system }
        File.share(descriptor, withOwnerOf: File.folder(of: path))
        guard let status = File.status(of: descriptor), [S_IFREG, S_IFCHR].contains(status.st_mode & S_IFMT) else {
            FeedCore.close(descriptor)
            throw RefreshLogError(reason: "it is not a regular file")
        }
        return descriptor
    }
}

/// Why a line could not be logged.
private struct RefreshLogError: Error {
    let reason: String

    /// The last error of the system.
    static var system: RefreshLogError { RefreshLogError(reason: String(cString: strerror(errno))) }
}
