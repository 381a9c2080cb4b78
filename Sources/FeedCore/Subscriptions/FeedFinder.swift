/// Finds the feed that somebody means by an address: what is there itself, or what its page advertises.
public struct FeedFinder: Sendable {
    let fetcher: Fetcher
    let settings: FeedSettings
    /// Instead of the address that answers: what relative links are relative to.
    public var base: String?
    /// Instead of what the server says.
    public var charset: String?
    /// Sent with the name of a user that came without one.
    public var password: String?
    /// How much of the feed is wanted.
    public var extent = FeedParser.Extent.whole
    /// Asks the home page of a feed without a picture for its icon.
    public var looksForIcon = false
    let holds: HostBackoffs

    public init(fetcher: Fetcher, settings: FeedSettings, at now: Timestamp) {
        self.init(
            fetcher: fetcher, settings: settings, holds: HostBackoffs(longest: settings.maxHold, at: now))
    }

    init(fetcher: Fetcher, settings: FeedSettings, holds: HostBackoffs) {
        self.fetcher = fetcher
        self.settings = settings
        self.holds = holds
    }

    /// The servers, by name and port, that have asked this finder and its copies to be left alone. They are asked
    /// nothing more until then.
    public var learnedHolds: [String: HostBackoff] { holds.all }

    /// Fetches and reads the feed. Of several addresses the next is tried where there is no connection to the one
    /// before, as with `https` and then `http`.
    public func find(_ addresses: [FetchAddress]) async throws(FeedFinderError) -> FoundFeed {
        for address in addresses.dropLast() {
            do {
                return try await find(address)
            } catch .fetch(let error) where error.isNoConnection {
                continue
            }
        }
        guard let last = addresses.last else { throw .fetch(.address("the address is empty")) }
        return try await find(last)
    }

    private func find(_ address: FetchAddress) async throws(FeedFinderError) -> FoundFeed {
        var response = try await fetch(address)
        do {
            var parsed = try parse(response)
            parsed.icon = parsed.icon ?? parsed.favicon
            // Whose turn it is to read a large body asks for no other.
            if looksForIcon, parsed.icon == nil, response.turn == nil {
                parsed.icon = await icon(of: parsed, at: response.url)
            }
            return FoundFeed(address: address, response: response, parsed: parsed, alternatives: [])
        } catch .parse(.page) {
            let links = FeedDiscovery.page(response.body, base: response.url.text, charset: response.headers.charset)
            // A large page must not keep the turn that its feed waits for.
            response.letBodyGo()
            if Task.isCancelled { throw .fetch(.cancelled) }
            return try await findAdvertised(links, by: response.url, at: address)
        }
    }

    /// The first of the page's feeds that is one.
    private func findAdvertised(
        _ links: FeedDiscovery.Page, by page: WebAddress, at asked: FetchAddress
    ) async throws(FeedFinderError) -> FoundFeed {
        let advertised = links.advertised
        var firstError: FeedFinderError?
        for (place, candidate) in (advertised + links.possible).enumerated() {
            do throws(FeedFinderError) {
                // Who may see the page may see its feed: but the secret stays with its server.
                let address = try FeedFinder.address(candidate.url, named: page)
                    .with(asked.credentials, of: asked.url)
                let response = try await fetch(address)
                let others = advertised.enumerated().filter { $0.offset != place }.map(\.element)
                var parsed = try parse(response)
                parsed.icon = parsed.icon ?? parsed.favicon ?? links.icon
                return FoundFeed(address: address, response: response, parsed: parsed, alternatives: others)
            } catch {
                // Of what may be something else nobody said that it is a feed: but a server that wants to be left alone
                // has not said what it is.
                guard place < advertised.count || error.asksToWait else { continue }
                // A page on this machine says nothing about the network.
                let isOffline = page.scheme == .file && error.meansOffline
                firstError = firstError ?? (isOffline ? error : .advertised(candidate.url, error))
            }
        }
        throw firstError ?? .page
    }

    func fetch(_ address: FetchAddress) async throws(FeedFinderError) -> Response {
        var request = Request(
            url: address.url, userAgent: settings.userAgent, timeout: settings.timeout, byteLimit: settings.byteLimit)
        request.credentials = address.credentials
        if let password, request.credentials?.password.isEmpty == true { request.credentials?.password = password }
        request.headers = settings.headers
        request.proxy = settings.proxy
        request.heldUntil = { [holds] in holds.until($0) }
        request.answered = { [holds] in holds.take($0) }
        let response: Response
        do {
            response = try await fetcher.fetch(request)
        } catch {
            throw .fetch(error)
        }
        if let hold = holds.hold(of: response) { throw .busy(response.statusWords, until: hold.time.until) }
        guard [200, 203].contains(response.status) else { throw .status(response.statusWords) }
        return response
    }

    func parse(_ response: Response) throws(FeedFinderError) -> ParsedFeed {
        do {
            return try FeedParser.parse(
                response.body, base: base ?? response.url.text, charset: charset ?? response.headers.charset,
                limit: max(settings.byteLimit, FeedParser.defaultLimit), extent: extent)
        } catch .cancelled {
            throw .fetch(.cancelled)
        } catch {
            throw .parse(error)
        }
    }

    /// An address that a page names.
    static func address(_ text: String, named page: WebAddress) throws(FeedFinderError) -> FetchAddress {
        let address: FetchAddress
        do { address = try FetchAddress(text) } catch { throw .fetch(error) }
        // A page from elsewhere has no say over the files of this machine.
        guard address.url.scheme != .file || page.scheme == .file else {
            throw .fetch(.address("a page may not name a local file"))
        }
        return address
    }
}

/// A feed that was fetched and read, but is not subscribed to.
public struct FoundFeed: Sendable {
    /// What was asked, a page's advertised feed rather than the page.
    public let address: FetchAddress
    public let response: Response
    public let parsed: ParsedFeed
    /// What the page advertises besides.
    public let alternatives: [FeedDiscovery.Candidate]

    /// Where to ask for it from now on: where it has moved for good, else where it was asked for.
    public var url: WebAddress { response.movedTo ?? address.url }

    /// Every address that it is known to be at.
    public var urls: [WebAddress] { [url, address.url, response.url] }

    /// Others may be waiting for their turn to be read, until this is let go.
    public var isLarge: Bool { response.turn != nil }
}

/// Why there is no feed where somebody looked.
public enum FeedFinderError: Error, Hashable, Sendable {
    case fetch(FetchError)
    /// Such as `404 Not Found`.
    case status(String)
    /// The server asks to be left alone, with such as `429 Too Many Requests`.
    case busy(String, until: Timestamp)
    case parse(ParseError)
    /// A web page that advertises no feed.
    case page
    /// The feed that a page advertises, by its address, cannot be had, and why.
    indirect case advertised(String, FeedFinderError)

    public var message: String {
        switch self {
        case .fetch(let error): error.message
        case .status(let words): "HTTP " + words
        case .busy(let words, let until): "HTTP \(words): the server asks to wait until \(until.rfc3339)"
        case .parse(let error): error.message
        case .page: "a web page that advertises no feed"
        case .advertised(let url, let why): "the page advertises \(url): \(why.message)"
        }
    }

    /// The server was not asked, or gave nothing, because it wants to be left alone.
    var asksToWait: Bool {
        switch self {
        case .busy, .fetch(.held): true
        case .advertised(_, let why): why.asksToWait
        default: false
        }
    }

    /// The machine itself is offline.
    public var meansOffline: Bool {
        if case .fetch(let error) = self { error.meansOffline } else { false }
    }
}
