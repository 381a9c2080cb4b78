/// How one run of `refresh` went.
public struct RefreshRun: Hashable, Sendable {
    public var started: Timestamp
    public var ended: Timestamp?
    public var milliseconds: Int64 = 0
    /// The exit status of the program.
    public var exitCode: Int32 = 0
    /// Feeds that were tried.
    public var asked = 0
    public var refreshed = 0
    public var failed = 0
    /// Feeds left out because of a back-off.
    public var held = 0
    public var newArticles = 0
    /// Why the log could not be written, in words for the user.
    public var logError: String?
    /// The schedule ran it, for the feeds that were due.
    public var isScheduled: Bool

    /// A run that has tried no feed yet.
    public init(started: Timestamp, ended: Timestamp? = nil, isScheduled: Bool = false) {
        self.started = started
        self.ended = ended
        self.isScheduled = isScheduled
    }

    /// No feed was due.
    public var isIdle: Bool { asked == 0 && held == 0 }
}
