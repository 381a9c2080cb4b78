/// One run of a program of the user's, whose output is a document: it prints a feed, or filters one.
public struct ProgramCall: Sendable {
    /// The program and its arguments, as the user wrote them.
    public let line: String
    /// Its standard input.
    public var input: [UInt8] = []
    /// The feed that it runs for, unless the feed is not subscribed to.
    public var feed: FeedID?
    /// The address of that feed.
    public let url: WebAddress
    /// When the feed was last refreshed with success.
    public var last: Timestamp?
    /// How long it may run, without the time that it waits for others.
    public var timeout: Duration
    /// The most bytes that it may print.
    public var byteLimit: Int

    /// Runs programs. A failure is `program`, `tooLarge` or `cancelled`; a cancelled task ends the program first.
    public typealias Runner = @Sendable (ProgramCall) async -> Result<[UInt8], FetchError>

    /// A call for a feed that is not subscribed to.
    public init(_ line: String, for url: WebAddress, timeout: Duration, byteLimit: Int) {
        self.line = line
        self.url = url
        self.timeout = timeout
        self.byteLimit = byteLimit
    }
}
