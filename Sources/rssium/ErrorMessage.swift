internal import FeedCore

/// The error messages that the user sees.
enum ErrorMessage {
    /// Why something failed, as part of another message.
    static func reason(of error: any Error) -> String { text(of: error) ?? String(describing: error) }

    /// The message after `rssium: `, or nil for an error that the program does not report.
    static func text(of error: any Error) -> String? {
        switch error {
        case let error as UsageError: error.line
        case OutputError.closedPipe, OutputError.interrupted, is Interrupted: nil
        case OutputError.pager(let error): error.message
        case OutputError.failed(let reason): "cannot write the output: \(reason)"
        case let error as PathError: error.message
        case let error as NewFileError: error.message
        case let error as ConfigError: error.message
        case let error as SettingError: error.message
        case let error as ChildError: error.message
        case let error as PagerError: error.message
        case let error as BrowserError: error.reason
        case let error as ScheduleError: error.message
        case let error as WaitError: "cannot work in the background: \(error.reason)"
        case let error as InputError: error.message
        case let error as ReaderFileError: error.message
        case let error as ParseError: error.message
        case FetchError.scheme(let name): FetchError.scheme(name).messageWithAdvice
        case let error as FetchError: error.message
        case let error as FeedFinderError: error.message
        case let error as PageError: error.message
        case let error as StoreError: error.message
        case let error as SyncError: error.message
        case let error as LockHeld: "\(error.reason); nothing was done"
        case let error as CursorHeld: "another mail or run with the cursor \(error.name) is running; nothing was done"
        case let error as DeliveryError: error.message
        default: String(describing: error)
        }
    }
}

extension LockHeld {
    var reason: String {
        let time = seconds.map { " for \(RelativeTime.text(lasting: $0))" } ?? ""
        let other =
            switch purpose {
            case .refresh: "another refresh"
            case .prune: "prune"
            case .repair: "doctor --repair"
            case .marks: "sending marks"
            }
        return "\(other) has been running\(time)"
    }
}
