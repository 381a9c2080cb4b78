internal import FeedCore

/// The exit status of the program.
enum ExitCode: Int32, CaseIterable {
    case done = 0
    case failed = 1
    case usage = 2
    case feedsFailed = 3
    case locked = 4
    case offline = 5
    case interrupted = 130
    case terminated = 143

    /// Its meaning in the help.
    var meaning: String {
        switch self {
        case .done: "done"
        case .failed: "failed, or something that was named does not exist"
        case .usage: "the command line is wrong; nothing was done"
        case .feedsFailed: "it finished, but at least one feed, account or program failed"
        case .locked: "another refresh, or mail or run of this cursor, runs; nothing was done"
        case .offline: "offline: no network or no name server; local feeds are refreshed"
        case .interrupted: "ended by SIGINT (Ctrl-C); finished work is stored"
        case .terminated: "ended by SIGTERM; finished work is stored"
        }
    }

    /// The user or the system has ended the program.
    var isOfSignal: Bool { self == .interrupted || self == .terminated }

    init(signal: Int32) {
        self = signal == SIGINT ? .interrupted : .terminated
    }

    init(for error: any Error) {
        switch error {
        case is UsageError: self = .usage
        case let error as Interrupted: self = ExitCode(signal: error.signal)
        case OutputError.interrupted(let signal): self = ExitCode(signal: signal)
        case OutputError.closedPipe: self = .done
        case is LockHeld, is CursorHeld: self = .locked
        case let error as FetchError where error.meansOffline: self = .offline
        case let error as SyncError where error.meansOffline: self = .offline
        case let error as FeedFinderError where error.meansOffline: self = .offline
        default: self = .failed
        }
    }
}
