internal import FeedCore

/// Writes a refresh to the log file of the settings. An error is reported once and does not stop the refresh. With
/// `--quiet` it is not reported again if the run before had the same error.
struct RefreshLogging {
    private var log: RefreshLog?
    private let messages: Messages
    private let knownError: String?
    /// Why the log could not be written, for the history.
    private(set) var error: String?

    /// - Parameter knownError: why the run before could not write the log.
    init(_ context: borrowing Context, knownError: String?) {
        messages = context.messages
        self.knownError = knownError
        let paths = context.paths
        log = context.settings.text(.logFile).map { [now = context.now] in RefreshLog(paths.resolved($0), at: now) }
    }

    mutating func write(_ event: RefreshProgress) {
        write { (log: inout RefreshLog?) throws(RefreshLogError) in
            switch event {
            case .started: return
            case .finished(let outcome): try log?.write(outcome)
            case .held(let feed, let until): try log?.write(held: feed, until: until)
            }
        }
    }

    mutating func write(_ event: AccountSyncs.Event) {
        guard case .ended(let outcome) = event else { return }
        write { (log: inout RefreshLog?) throws(RefreshLogError) in try log?.write(outcome) }
    }

    private mutating func write(_ body: (inout RefreshLog?) throws(RefreshLogError) -> Void) {
        do throws(RefreshLogError) { try body(&log) } catch {
            let why = "cannot write the log \(error.path): \(error.reason)"
            if !messages.isQuiet || why != knownError { messages.error(why) }
            self.error = why
            close()
        }
    }

    mutating func close() {
        log?.closeFile()
        log = nil
    }
}
