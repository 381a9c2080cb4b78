internal import FeedCore

/// Writes the log of a refresh where the setting names one. A log that cannot be written is said once, and stops
/// nothing.
struct RefreshLogging {
    private var log: RefreshLog?
    private let messages: Messages

    init(_ context: borrowing Context) {
        messages = context.messages
        let paths = context.paths
        log = context.settings.text(.logFile).map { [now = context.now] in RefreshLog(paths.settled($0), at: now) }
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
            messages.error("cannot write the log \(error.path): \(error.reason)")
            end()
        }
    }

    mutating func end() {
        log?.end()
        log = nil
    }
}
