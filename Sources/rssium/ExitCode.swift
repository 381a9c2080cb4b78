internal import FeedCore

/// What the program tells the shell at its end.
enum ExitCode: Int32, CaseIterable {
    case done = 0
    case failed = 1
    case usage = 2
    case feedsFailed = 3
    case locked = 4
    case offline = 5
    case interrupted = 130
    case terminated = 143

    /// In words, for the help.
    var meaning: String {
        switch self {
        case .done: "done"
        case .failed: "it failed, or what was asked for does not exist"
        case .usage: "the command line is wrong; nothing was done"
        case .feedsFailed: "a refresh finished, and one, some or all feeds failed"
        case .locked: "another refresh holds the lock; nothing was done"
        case .offline: "offline; what is stored is untouched"
        case .interrupted: "ended by SIGINT; what was done is stored"
        case .terminated: "ended by SIGTERM; what was done is stored"
        }
    }

    init(signal: Int32) {
        self = signal == SIGINT ? .interrupted : .terminated
    }

    init(for error: any Error) {
        switch error {
        case is UsageError: self = .usage
        case let error as Interrupted: self = ExitCode(signal: error.signal)
        case OutputError.closedPipe: self = .done
        case is LockHeld: self = .locked
        case let error as FetchError where error.meansOffline: self = .offline
        case let error as FeedFinderError where error.meansOffline: self = .offline
        default: self = .failed
        }
    }
}
