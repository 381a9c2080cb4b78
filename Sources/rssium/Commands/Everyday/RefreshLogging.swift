internal import FeedCore

/// Writes the log of a refresh where the setting names one. A log that cannot be written is said once, with `--quiet`
/// not again by the runs that follow, and stops nothing.
struct RefreshLogging {
    private var log: RefreshLog?
    private let messages: Messages
    private let known: String?
    /// Why it could not be written, for the history.
    private(set) var error: String?

    /// - Parameter known: why the run before could not write it.
    init(_ context: borrowing Context, known: String?) {
        messages = context.messages
        self.known = known
        let paths = context.paths
        log = context.settings.text(.logFile).map { [now = context.now] in RefreshLog(paths.resolved($0), at: now) }
    }

    mutating func take(_ event: RefreshProgress) {
        guard log != nil else { return }
        do throws(RefreshLogError) {
            switch event {
            case .started: return
            case .finished(let outcome): try log?.write(outcome)
            case .held(let feed, let until): try log?.write(held: feed, until: until)
            }
        } catch {
            let why = "cannot write the log \(error.path): \(error.reason)"
            if !messages.isQuiet || why != known { messages.error(why) }
            self.error = why
            end()
        }
    }

    mutating func end() {
        log?.closeFile()
        log = nil
    }
}
