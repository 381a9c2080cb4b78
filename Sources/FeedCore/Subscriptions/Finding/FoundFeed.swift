/// A feed that was fetched and parsed, but is not subscribed to.
public struct FoundFeed: Sendable {
    /// The address that was fetched: that of the feed, not of the page that advertises it.
    public let address: FetchAddress
    /// Without its body.
    public let response: Response
    /// A stable hash of the body; nil where only its headings were wanted, and for a feed that says that it has moved, whose
    /// document the next refresh parses again.
    public let bodyHash: Int64?
    public internal(set) var parsed: ParsedFeed
    /// The other feeds that the page advertises.
    public internal(set) var alternatives: [FeedDiscovery.Candidate] = []

    init(address: FetchAddress, response: Response, parsed: ParsedFeed, extent: FeedParser.Extent = .whole) {
        self.address = address
        self.response = response.withoutBody
        bodyHash =
            extent == .whole && parsed.newURL == nil ? response.hashBeforeFilter ?? StableHash.of(response.body) : nil
        self.parsed = parsed
    }

    /// The address to subscribe to: where the feed has moved for good, else where it was fetched.
    public var url: WebAddress { response.movedTo ?? address.url }

    /// All known addresses of the feed.
    public var urls: [WebAddress] { [url, address.url, response.url] }
}
