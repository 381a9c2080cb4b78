/// How one run of `refresh` went.
public struct RefreshRun: Hashable, Sendable {
    public var started: Timestamp
    public var ended: Timestamp?
    public var milliseconds: Int64
    /// What the program exited with.
    public var exitCode: Int32
    /// Feeds that were tried.
    public var asked: Int
    public var refreshed: Int
    public var failed: Int
    public var held: Int
    public var newArticles: Int
    /// Why its log could not be written, in words for the user; nil where it was, or none is wanted.
    public var logError: String?
    /// A schedule runs it: those feeds were asked whose time had come.
    public var isScheduled: Bool

    public init(started: Timestamp, ended: Timestamp? = nil, isScheduled: Bool = false) {
        self.started = started
        self.ended = ended
        self.isScheduled = isScheduled
        milliseconds = 0
        exitCode = 0
        asked = 0
        refreshed = 0
        failed = 0
        held = 0
        newArticles = 0
    }

    /// No feed was to be asked.
    public var isIdle: Bool { asked == 0 && held == 0 }
}
