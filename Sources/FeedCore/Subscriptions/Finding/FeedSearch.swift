/// Searches a site for its feeds: those its page advertises and links to, those of well-known sites, and the addresses
/// where feeds usually are.
public struct FeedSearch: Sendable {
    private let finder: FeedFinder
    /// Leaves out advertised feeds that cannot be loaded now.
    public var isStrict = false

    /// The most requests at once, whatever the hosts.
    private static let jobs = 16
    /// The most addresses that are tried beside the page itself, those that the page advertises and links to first.
    private static let candidateLimit = 48
    /// The timeout of one candidate.
    private static let timeout = Duration.seconds(15)

    /// A search without known back-offs. It learns those that servers ask for from `now` on.
    public init(fetcher: Fetcher, settings: FeedSettings, at now: Timestamp) {
        finder = FeedFinder(fetcher: fetcher, settings: settings, at: now)
    }

    /// A feed that was found. Its articles are not kept: there may be many feeds.
    public struct Found: Hashable, Sendable {
        public let url: String
        public let title: String?
        public let description: String?
        /// All known addresses of the feed.
        fileprivate let urls: [String]
        /// Nil if the feed was not loaded.
        fileprivate let bodyHash: Int64?

        fileprivate init(_ candidate: FeedDiscovery.Candidate) {
            url = candidate.url
            title = candidate.title
            description = nil
            urls = [url]
            bodyHash = nil
        }

        fileprivate init(_ feed: FoundFeed) {
            url = feed.url.text
            title = feed.parsed.title
            description = feed.parsed.description
            urls = feed.urls.map(\.text)
            bodyHash = feed.bodyHash
        }
    }

    /// A feed that the page advertises, or that is known of the site, but that cannot be loaded.
    public struct Silent: Sendable {
        public let url: String
        public let title: String?
        public let error: FeedFinderError
    }

    /// The feeds of a site, those that cannot be loaded, and how many more addresses were not tried.
    public typealias Findings = (found: [Found], silent: [Silent], untried: Int)

    /// The feed of one candidate, or why it has none.
    public typealias Answer = Result<Found, FeedFinderError>

    /// The feeds of a page, the advertised ones first; and, if the search is strict, the advertised feeds that cannot be
    /// loaded. If the connection to an address fails, tries the next one.
    ///
    /// Throws why there are no feeds.
    ///
    /// - Parameter progress: receives how many candidates were tried, and how many there are.
    public func feeds(
        of addresses: [FetchAddress], progress: (Int, Int) -> Void
    ) async throws(FeedFinderError) -> Findings {
        guard let first = addresses.first else { throw .fetch(.address("the address is empty")) }
        var candidates = Candidates()
        candidates.append(KnownSites.feeds(of: first.url), as: .known)
        var failure = FeedFinderError.page(at: nil)
        var pageURL = first.url
        do throws(FeedFinderError) {
            let document = try await FeedFinder.firstConnected(addresses) { address throws(FeedFinderError) in
                try await finder.loadDocument(address)
            }
            switch document {
            case .feed(let feed): return (found: [Found(feed)], silent: [], untried: 0)
            case .other(let page, let url, let error):
                candidates.append(page.advertised, as: .advertised)
                candidates.append(page.possible + page.linked, as: .linked)
                pageURL = url
                let isGiven = addresses.contains { $0.url == url }
                failure = error == .parse(.page) ? .page(at: isGiven ? nil : url) : error
            }
        } catch {
            // A site may refuse its pages to programs and yet serve its feeds. A host without a connection serves nothing.
            if candidates.isEmpty, case .fetch = error { throw error }
            failure = error
        }
        if pageURL.scheme != .file {
            candidates.append(
                KnownSites.wellKnownPages(of: pageURL).map { FeedDiscovery.Candidate(url: $0) }, as: .guessed)
        }
        let found = await load(candidates.inOrder, namedBy: pageURL, requested: first, progress: progress)
        guard !found.found.isEmpty || !found.silent.isEmpty else {
            // The back-off came in the middle of the search: there may be feeds at the other addresses.
            if !failure.asksToWait,
                let end = finder.backoffs.end(of: pageURL.hostAndPort, longest: finder.settings.maxHold)
            {
                throw .fetch(.held(host: pageURL.hostAndPort, until: end))
            }
            if case .page(let url, _) = failure { failure = .page(at: url, untried: found.untried) }
            throw failure
        }
        return found
    }

    /// Loads the feed of each address, side by side, and reports each as it is loaded.
    public func check(_ urls: [String], each: (Int, Answer) -> Void) async {
        let finder = finder.limited(timeout: FeedSearch.timeout)
        await FeedSearch.queue(urls.count).run { index in
            await FeedSearch.load(with: finder) { () throws(FeedFinderError) in
                do throws(FetchError) { return try FetchAddress(urls[index]) } catch { throw .fetch(error) }
            }
        } each: { _, index, answer in
            each(index, answer)
            return true
        }
    }

    /// Loads the candidates, as many as are tried, and leaves out duplicates.
    private func load(
        _ list: [Candidates.Entry], namedBy page: WebAddress, requested: FetchAddress, progress: (Int, Int) -> Void
    ) async -> Findings {
        let finder = finder.limited(timeout: FeedSearch.timeout)
        var answers: [Int: Answer] = [:]
        let tried = min(list.count, FeedSearch.candidateLimit)
        await FeedSearch.queue(tried).run { index in
            await FeedSearch.load(with: finder) { () throws(FeedFinderError) in
                try FeedFinder.address(list[index].candidate.url, namedBy: page, requested: requested)
            }
        } each: { _, index, answer in
            answers[index] = answer
            progress(answers.count, tried)
            return true
        }
        var seen = SeenFeeds()
        var (found, silent, untried): Findings = ([], [], 0)
        for index in list.indices {
            switch answers[index] {
            case .success(let feed): if seen.insert(feed) { found.append(feed) }
            case .failure(let error):
                let feed = Found(list[index].candidate)
                guard list[index].isKept(after: error), seen.insert(feed) else { continue }
                if isStrict {
                    silent.append(Silent(url: feed.url, title: feed.title, error: error))
                } else {
                    found.append(feed)
                }
            case nil where index < tried || list[index].kind == .guessed: break
            case nil where list[index].kind == .advertised && !isStrict:
                let feed = Found(list[index].candidate)
                if seen.insert(feed) { found.append(feed) }
            case nil: untried += 1
            }
        }
        return (found, silent, untried)
    }

    private static func load(
        with finder: FeedFinder, _ address: () throws(FeedFinderError) -> FetchAddress
    ) async -> Answer {
        do throws(FeedFinderError) {
            return .success(Found(try await finder.loadFeed(try address())))
        } catch .fetch(.late(let limit)), .fetch(.slow(let limit)), .fetch(.tooLongToRead(let limit)) {
            // It is the limit of the search, which no setting changes.
            return .failure(.fetch(.timeout(limit)))
        } catch {
            return .failure(error)
        }
    }

    /// The numbers below `count` in their order. The limits of the hosts are those of the fetcher.
    private static func queue(_ count: Int) -> HostQueue<Int> {
        HostQueue(0..<count, limit: min(jobs, FileDescriptorLimit.shared.transfers))
    }
}

/// The addresses where feeds may be, without duplicates.
private struct Candidates {
    struct Entry: Sendable {
        let candidate: FeedDiscovery.Candidate
        let kind: Kind

        /// Whether the feed is reported though it cannot be loaded: the page, or the rules for the site, name it.
        func isKept(after error: FeedFinderError) -> Bool {
            switch (kind, error) {
            case (.advertised, .fetch(.address)), (.advertised, .fetch(.scheme)), (.linked, _), (.guessed, _): false
            case (.advertised, _): true
            case (.known, .fetch), (.known, .busy): true
            case (.known, .status(let status, _)): status != 404 && status != 410
            case (.known, _): false
            }
        }
    }

    enum Kind {
        case advertised, known, linked, guessed
    }

    private var entries: [Entry] = []
    private var urls: Set<String> = []

    var isEmpty: Bool { entries.isEmpty }

    /// The advertised feeds, then those known of the site, then other links of the page, then the guesses.
    var inOrder: [Entry] {
        [Kind.advertised, .known, .linked, .guessed].flatMap { kind in entries.filter { $0.kind == kind } }
    }

    mutating func append(_ candidates: [FeedDiscovery.Candidate], as kind: Kind) {
        for candidate in candidates where urls.insert(candidate.url).inserted {
            entries.append(Entry(candidate: candidate, kind: kind))
        }
    }
}

/// The feeds that were found, by their addresses and bodies: one feed often has several addresses.
private struct SeenFeeds {
    private var urls: Set<String> = []
    private var bodies: Set<Int64> = []

    mutating func insert(_ feed: FeedSearch.Found) -> Bool {
        var isNew = feed.urls.allSatisfy { !urls.contains($0) }
        if let hash = feed.bodyHash, !bodies.insert(hash).inserted { isNew = false }
        urls.formUnion(feed.urls)
        return isNew
    }
}
