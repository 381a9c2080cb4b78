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
        do { address = try FetchAddress(named: text) } catch { throw .fetch(error) }
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
