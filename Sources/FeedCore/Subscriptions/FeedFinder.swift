/// Finds the feed that the user means by an address: the document there, or the feed that its page advertises.
public struct FeedFinder: Sendable {
    let fetcher: Fetcher
    public let settings: FeedSettings
    /// The header fields for servers that the user has not named, where they differ from those of `settings`.
    public var headersElsewhere: [HTTPHeaders.Field]?
    /// The base of relative links, instead of the address that answers.
    public var base: String?
    /// The encoding, instead of what the server says.
    public var charset: String?
    /// The password for an address that has only a user name.
    public var password: Password?
    /// How much of the feed is wanted.
    public var extent = FeedParser.Extent.whole
    /// The command line of the program that the document goes through.
    public var filter: String?
    /// The expressions that find the articles of a page without a feed.
    public var xpaths: PageXPaths?
    /// Looks for an icon on the home page of a feed without a picture.
    public var looksForIcon = false
    /// Those that it keeps to, and those that servers have asked it and its copies for since.
    public let backoffs: HostBackoffs

    /// A finder that learns the back-offs that servers ask for from `now` on.
    ///
    /// - Parameter known: the back-offs that it keeps to, by host name and port.
    public init(
        fetcher: Fetcher, settings: FeedSettings, keepingTo known: [String: HostBackoff] = [:], at now: Timestamp
    ) {
        self.init(fetcher: fetcher, settings: settings, backoffs: HostBackoffs(known, at: now))
    }

    init(fetcher: Fetcher, settings: FeedSettings, backoffs: HostBackoffs) {
        self.fetcher = fetcher
        self.settings = settings
        self.backoffs = backoffs
    }

    /// Fetches and parses the feed. If the connection to an address fails, tries the next one, as with `https` and then
    /// `http`. Throws why the last address that was tried has no feed.
    public func find(_ addresses: [FetchAddress]) async throws(FeedFinderError) -> FoundFeed {
        try await FeedFinder.firstConnected(addresses) { address throws(FeedFinderError) in try await find(address) }
    }

    /// The result for the first address that a connection can be made to.
    static func firstConnected<Value>(
        _ addresses: [FetchAddress], _ load: (FetchAddress) async throws(FeedFinderError) -> Value
    ) async throws(FeedFinderError) -> Value {
        for address in addresses.dropLast() {
            do throws(FeedFinderError) {
                return try await load(address)
            } catch {
                guard case .fetch(let error) = error, error.isNoConnection else { throw error }
            }
        }
        guard let last = addresses.last else { throw .fetch(.address("the address is empty")) }
        return try await load(last)
    }

    private func find(_ address: FetchAddress) async throws(FeedFinderError) -> FoundFeed {
        switch try await takesGiven(address) ? .feed(loadFeed(address)) : loadDocument(address) {
        case .feed(var found):
            found = await moved(found, requested: address)
            if looksForIcon, found.parsed.icon == nil {
                found.parsed.icon = await icon(of: found.parsed.link, at: found.response.url)
            }
            return found
        case .other(let page, let url, .parse(.page)):
            return try await findAdvertised(by: page, at: url, requested: address)
        case .other(_, _, let error):
            throw error
        }
    }

    /// The feed at the address that a feed gives as its new one, if it is there.
    private func moved(_ found: FoundFeed, requested: FetchAddress) async -> FoundFeed {
        guard let next = found.parsed.newURL, !takesGiven(requested), found.response.url.isRemote,
            let address = try? FeedFinder.address(next, namedBy: found.response.url, requested: requested),
            address.url != found.url, found.response.url.scheme != .https || address.url.scheme == .https
        else { return found }
        return (try? await loadFeed(address)) ?? found
    }

    /// The first of the page's candidates that is a feed. A feed of comments does not stand in for one that fails.
    private func findAdvertised(
        by page: FeedDiscovery.WebPage, at url: WebAddress, requested: FetchAddress
    ) async throws(FeedFinderError) -> FoundFeed {
        let candidates = Array((page.advertised + page.possible).prefix(FeedFinder.candidateLimit))
        let answers = await load(candidates) { candidate throws(FeedFinderError) in
            try FeedFinder.address(candidate.url, namedBy: url, requested: requested)
        }
        guard !Task.isCancelled else { throw .fetch(.cancelled) }
        var firstError: FeedFinderError?
        for (index, answer) in answers.enumerated() {
            switch answer ?? .failure(.fetch(.late(settings.timeout))) {
            case .success(var found):
                if let firstError, candidates[index].isOfComments { throw firstError }
                found.alternatives = page.advertised
                for (failed, answer) in answers[..<min(index, page.advertised.count)].enumerated() {
                    if case .failure(let error)? = answer { found.alternatives[failed].problem = error.message }
                }
                if index < page.advertised.count { found.alternatives.remove(at: index) }
                found.parsed.icon = found.parsed.icon ?? page.icon
                return found
            case .failure(let error):
                // A candidate that fails is probably not a feed. A back-off tells us nothing about the document, so it is
                // reported.
                guard index < page.advertised.count || error.asksToWait else { continue }
                // A local page was read without the network.
                let isOffline = url.scheme == .file && error.meansOffline
                firstError = firstError ?? (isOffline ? error : .advertised(candidates[index].url, error))
            }
            // Such a host gets no further requests.
            if case .failure(let error)? = answer, error.asksToWait { break }
        }
        throw firstError ?? .page(at: url == requested.url ? nil : url)
    }

    /// A page that advertises more feeds does so by mistake, or to keep us busy.
    private static let candidateLimit = 10

    /// Loads candidates side by side until the first one in their order that is a feed is known, all within the timeout.
    /// Those without an answer are nil.
    private func load(
        _ candidates: [FeedDiscovery.Candidate],
        at address: @escaping @Sendable (FeedDiscovery.Candidate) throws(FeedFinderError) -> FetchAddress
    ) async -> [Result<FoundFeed, FeedFinderError>?] {
        var answers = [Result<FoundFeed, FeedFinderError>?](repeating: nil, count: candidates.count)
        await withTaskGroup(of: (index: Int, answer: Result<FoundFeed, FeedFinderError>)?.self) { group in
            for (index, candidate) in candidates.enumerated() {
                let load: @Sendable () async -> (Int, Result<FoundFeed, FeedFinderError>)? = {
                    do throws(FeedFinderError) {
                        return (index, .success(try await loadFeed(try address(candidate))))
                    } catch {
                        return (index, .failure(error))
                    }
                }
                group.addTaskInOrder(load)
            }
            group.addTask {
                try? await Task.sleep(for: settings.timeout)
                return nil
            }
            while !FeedFinder.isDecided(answers), let ended = await group.next(), let (index, answer) = ended {
                answers[index] = answer
            }
            group.cancelAll()
        }
        return answers
    }

    /// Whether the missing answers can no longer change the result.
    private static func isDecided(_ answers: [Result<FoundFeed, FeedFinderError>?]) -> Bool {
        for answer in answers {
            switch answer {
            case nil: return false
            case .success: return true
            case .failure(let error): if error.asksToWait { return true }
            }
        }
        return true
    }

    /// An address that a page or a feed names. The credentials of the requested one also apply to it, but only on the
    /// same server.
    static func address(
        _ text: String, namedBy page: WebAddress, requested: FetchAddress? = nil
    ) throws(FeedFinderError) -> FetchAddress {
        var address: FetchAddress
        do { address = try FetchAddress(text) } catch { throw .fetch(error) }
        // A remote page must not name files of this machine.
        guard address.url.scheme != .file || page.scheme == .file else {
            throw .fetch(.address("a page may not name a local file"))
        }
        address.namer = page
        guard let requested else { return address }
        address.isElsewhere = !address.url.hasOrigin(of: requested.url)
        return address.with(requested.credentials, of: requested.url)
    }
}

// MARK: - Loading documents

extension FeedFinder {
    /// The document at an address: a feed, or something else with its links and the reason why it is not a feed.
    enum Document {
        case feed(FoundFeed)
        case other(FeedDiscovery.WebPage, at: WebAddress, FeedFinderError)
    }

    func loadDocument(_ address: FetchAddress) async throws(FeedFinderError) -> Document {
        try await load(address) { response, mustStop throws(FeedFinderError) in
            do throws(FeedFinderError) {
                return .feed(try parse(response, from: address, mustStop: mustStop))
            } catch {
                if case .fetch = error { throw error }
                return .other(try discover(response), at: response.url, error)
            }
        }
    }

    func loadFeed(_ address: FetchAddress) async throws(FeedFinderError) -> FoundFeed {
        try await load(address) { response, mustStop throws(FeedFinderError) in
            try parse(response, from: address, mustStop: mustStop)
        }
    }

    func loadPage(_ address: FetchAddress) async throws(FeedFinderError) -> FeedDiscovery.WebPage {
        try await load(address) { response, _ throws(FeedFinderError) in try discover(response) }
    }

    /// Fetches an address, filters the document, and reads it.
    func load<Value: Sendable>(
        _ address: FetchAddress,
        _ read: @escaping @Sendable (Response, _ mustStop: @escaping () -> Bool) throws(FeedFinderError) -> Value
    ) async throws(FeedFinderError) -> Value {
        let request = try request(for: address)
        let answer = await fetcher.read(request, filter: filter, isLong: xpaths != nil) { response, mustStop in
            Result { () throws(FeedFinderError) in try read(response, mustStop) }
        }
        return try answer.mapError(FeedFinderError.init).get().get()
    }

    func request(for address: FetchAddress) throws(FeedFinderError) -> Request {
        var request = Request(for: address.url, settings)
        if address.isElsewhere, let headersElsewhere { request.headers = headersElsewhere }
        request.credentials = address.credentials
        request.prefersFeeds = xpaths == nil
        if request.credentials?.password.isEmpty == true {
            do throws(PasswordError) { try request.use(password) } catch { throw .fetch(.password(error.message)) }
        }
        request.backoffs = backoffs
        if address.url.isRemote { request.limitToPublicNetworks(unlessFrom: address.namer ?? address.url) }
        return request
    }

    func parse(
        _ response: Response, from address: FetchAddress, mustStop: @escaping () -> Bool
    ) throws(FeedFinderError) -> FoundFeed {
        do {
            let answered = address.url.scheme == .exec ? nil : response.url.text
            var parsed = try FeedParser.parse(
                response.body, by: takesGiven(address) ? xpaths : nil, base: base ?? answered,
                charset: charset ?? response.headers.charset,
                limit: max(settings.byteLimit, FeedParser.defaultLimit), extent: extent, mustStop: mustStop)
            parsed.icon = parsed.icon ?? parsed.favicon
            return FoundFeed(address: address, response: response, parsed: parsed, extent: extent)
        } catch .cancelled {
            throw .fetch(.cancelled)
        } catch {
            throw .parse(error.withoutContent(ofFile: response.url.scheme == .file))
        }
    }

    private func discover(_ response: Response) throws(FeedFinderError) -> FeedDiscovery.WebPage {
        let page = FeedDiscovery.page(
            response.body, base: response.url.text, charset: response.headers.charset,
            links: response.headers.values(of: "Link").flatMap(LinkField.links))
        // A cancelled task has read only the beginning.
        if Task.isCancelled { throw .fetch(.cancelled) }
        return page
    }
}

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

/// Why an address gives no feed.
public enum FeedFinderError: Error, Hashable, Sendable {
    case fetch(FetchError)
    /// The answer has no document: its status, and the reason, such as `HTTP 404 Not Found`.
    case status(Int, String)
    /// The server asks for a back-off, with a status such as `429 Too Many Requests`.
    case busy(String, until: Timestamp)
    case parse(ParseError)
    /// A document that should be a web page, and is not.
    case document(PageError)
    /// A web page that advertises no feed, and its address if another one led there.
    case page(at: WebAddress?)
    /// The feed that a page advertises, by its address, is not available, and why.
    indirect case advertised(String, FeedFinderError)

    init(_ error: DocumentError) {
        switch error {
        case .fetch(let error): self = .fetch(error)
        case .status(let status, let why): self = .status(status, why)
        case .busy(let words, let requested): self = .busy(words, until: requested.time.until)
        }
    }

    /// The reason, in words for the user.
    public var message: String {
        switch self {
        case .fetch(let error): error.messageWithAdvice
        case .status(_, let why): why
        case .busy(let words, let until): "HTTP \(words): the server asks to wait until \(until.rfc3339)"
        case .parse(let error): error.message
        case .document(let error): error.message
        case .page(nil): "a web page that advertises no feed"
        case .page(let url?): "it leads to \(url), a web page that advertises no feed"
        case .advertised(let url, let why): "the page advertises \(url): \(why.message)"
        }
    }

    /// No document was fetched; another machine may get one.
    public var isOfFetching: Bool {
        switch self {
        case .fetch(.cancelled), .parse, .document, .page, .advertised: false
        case .fetch, .status, .busy: true
        }
    }

    /// The server asks for a back-off, now or earlier.
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

extension TaskGroup {
    /// Tasks start in order, so that the first candidate of a host is fetched first; older systems and Swift 6.0 may start
    /// them in another one.
    fileprivate mutating func addTaskInOrder(_ operation: @escaping @Sendable () async -> ChildTaskResult) {
        #if compiler(>=6.2)
            if #available(macOS 26, *) {
                addImmediateTask(operation: operation)
                return
            }
        #endif
        addTask(operation: operation)
    }
}
