/// Searches a site for its feeds: what the page advertises and links to, what is known of the site, and the places where
/// feeds usually are.
public struct FeedSearch: Sendable {
    private let finder: FeedFinder
    /// Leaves out what does not answer with a feed just now, though the page advertises it.
    public var isStrict = false

    /// The most requests at once, whatever the hosts.
    private static let jobs = 16
    /// More links of a page are not tried.
    private static let linkLimit = 20
    /// How long one place may take to answer.
    private static let patience = Duration.seconds(15)

    public init(fetcher: Fetcher, settings: FeedSettings, at now: Timestamp) {
        finder = FeedFinder(fetcher: fetcher, settings: settings, at: now)
    }

    /// A feed that was found. Its body is not kept: there may be many.
    public struct Found: Hashable, Sendable {
        public let url: String
        public let title: String?
        public let description: String?
        /// Every address that it is known to be at, and a hash of what it serves; empty for one that gave no feed.
        fileprivate var urls: [String] = []
        fileprivate var bodyHash: Int64?

        fileprivate init(_ candidate: FeedDiscovery.Candidate) {
            url = candidate.url
            title = candidate.title
            description = nil
            urls = [url]
        }

        fileprivate init(_ feed: FoundFeed) {
            url = feed.url.text
            title = feed.parsed.title
            description = feed.parsed.description
            urls = feed.urls.map(\.text)
            bodyHash = StableHash.of(feed.response.body)
        }
    }

    /// A feed that the page advertises, or that is known of the site, and that does not answer with one.
    public struct Silent: Sendable {
        public let url: String
        public let title: String?
        public let error: FeedFinderError
    }

    /// What came of asking one place.
    public typealias Answer = Result<Found, FeedFinderError>

    /// The feeds of a page, and, where only those are wanted that answer, the others. Those come first that it advertises. Of several addresses the next is tried where there is no
    /// connection to the one before.
    ///
    /// Throws why there are none.
    ///
    /// - Parameter progress: told how many places were asked, and of how many.
    public func feeds(
        of addresses: [FetchAddress], progress: (Int, Int) -> Void
    ) async throws(FeedFinderError) -> (found: [Found], silent: [Silent]) {
        guard let first = addresses.first else { throw .fetch(.address("the address is empty")) }
        var places = Places()
        places.add(KnownSites.feeds(of: first.url), as: .known)
        var failure = FeedFinderError.page
        var page = first.url
        do throws(FeedFinderError) {
            switch try await read(addresses) {
            case .feed(let feed): return (found: [feed], silent: [])
            case .page(let links, let url, let error):
                places.add(links.advertised, as: .advertised)
                places.add(links.possible, as: .guessed)
                places.add(Array(links.linked.prefix(FeedSearch.linkLimit)), as: .guessed)
                page = url
                failure = error
            }
        } catch {
            // A site may hide its pages from programs and yet serve its feeds. One that is not there serves nothing.
            if places.isEmpty, case .fetch = error { throw error }
            failure = error
        }
        if page.scheme != .file {
            places.add(KnownSites.wellKnownPlaces(of: page).map { FeedDiscovery.Candidate(url: $0) }, as: .guessed)
        }
        let found = await feeds(at: places.list, named: page, for: first, progress: progress)
        guard !found.found.isEmpty || !found.silent.isEmpty else {
            // It was not asked for all of them: nobody knows whether there are feeds.
            if !failure.asksToWait, let until = finder.holds.until(page.hostAndPort) {
                throw .fetch(.held(host: page.hostAndPort, until: until))
            }
            throw failure
        }
        return found
    }

    /// Asks each address whether it answers with a feed, side by side, and tells of each as it answers.
    public func check(_ urls: [String], each: (Int, Answer) -> Void) async {
        let finder = finder.asking(patience: FeedSearch.patience)
        await FeedSearch.sideBySide(urls.count) { index in
            await FeedSearch.ask(finder) { () throws(FeedFinderError) in
                do throws(FetchError) { return try FetchAddress(urls[index]) } catch { throw .fetch(error) }
            }
        } each: { index, answer in
            each(index, answer)
        }
    }

    /// What was asked for: a feed, or something with links in it, and why that is no feed.
    private enum Start {
        case feed(Found)
        case page(FeedDiscovery.Page, WebAddress, FeedFinderError)
    }

    private func read(_ addresses: [FetchAddress]) async throws(FeedFinderError) -> Start {
        for address in addresses.dropLast() {
            do {
                return try await read(address)
            } catch .fetch(let error) where error.isNoConnection {
                continue
            }
        }
        guard let last = addresses.last else { throw .fetch(.address("the address is empty")) }
        return try await read(last)
    }

    private func read(_ address: FetchAddress) async throws(FeedFinderError) -> Start {
        let response = try await finder.fetch(address)
        do throws(FeedFinderError) {
            let parsed = try finder.parse(response)
            return .feed(
                Found(FoundFeed(address: address, response: response, parsed: parsed, alternatives: [])))
        } catch {
            // Whatever it is, there may be links in it.
            let links = FeedDiscovery.page(response.body, base: response.url.text, charset: response.headers.charset)
            if Task.isCancelled { throw .fetch(.cancelled) }
            if case .parse(.page) = error { return .page(links, response.url, .page) }
            return .page(links, response.url, error)
        }
    }

    private func feeds(
        at list: [Places.Place], named page: WebAddress, for asked: FetchAddress, progress: (Int, Int) -> Void
    ) async -> (found: [Found], silent: [Silent]) {
        let finder = finder.asking(patience: FeedSearch.patience)
        var answers: [Int: Answer] = [:]
        await FeedSearch.sideBySide(list.count) { index in
            await FeedSearch.ask(finder) { () throws(FeedFinderError) in
                try FeedFinder.address(list[index].candidate.url, named: page).with(asked.credentials, of: asked.url)
            }
        } each: { index, answer in
            answers[index] = answer
            progress(answers.count, list.count)
        }
        var seen = Seen()
        var (found, silent): ([Found], [Silent]) = ([], [])
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
            case nil: break
            }
        }
        return (found: found, silent: silent)
    }

    // MARK: Asking

    private static func ask(
        _ finder: FeedFinder, _ address: () throws(FeedFinderError) -> FetchAddress
    ) async -> Answer {
        do throws(FeedFinderError) {
            let address = try address()
            let response = try await finder.fetch(address)
            let parsed = try finder.parse(response)
            return .success(
                Found(FoundFeed(address: address, response: response, parsed: parsed, alternatives: [])))
        } catch {
            return .failure(error)
        }
    }

    private static func sideBySide(
        _ count: Int, _ work: @escaping @Sendable (Int) async -> Answer, each: (Int, Answer) -> Void
    ) async {
        await withTaskGroup(of: (Int, Answer).self) { group in
            var next = 0
            func add() {
                guard next < count, !Task.isCancelled else { return }
                let index = next
                next += 1
                group.addTask { (index, await work(index)) }
            }
            for _ in 0..<min(jobs, Fetcher.transferLimit) { add() }
            while let (index, answer) = await group.next() {
                each(index, answer)
                add()
            }
        }
    }
}

/// Where feeds may be, each address once.
private struct Places {
    struct Place: Sendable {
        let candidate: FeedDiscovery.Candidate
        let kind: Kind

        /// It is named though it gave no feed just now: the page, or what is known of the site, says that it is one.
        func isKept(after error: FeedFinderError) -> Bool {
            switch (kind, error) {
            case (.advertised, .fetch(.address)), (.guessed, _): false
            case (.advertised, _): true
            case (.known, .fetch), (.known, .busy): true
            case (.known, .status(let words)): !words.contains("404") && !words.contains("410")
            case (.known, _): false
            }
        }
    }

    enum Kind {
        case advertised, known, guessed
    }

    private var places: [Place] = []
    private var urls: Set<String> = []

    var isEmpty: Bool { places.isEmpty }

    /// What the page says before what is known of the site, and what is only guessed last.
    var list: [Place] {
        places.filter { $0.kind == .advertised } + places.filter { $0.kind == .known }
            + places.filter { $0.kind == .guessed }
    }

    mutating func add(_ candidates: [FeedDiscovery.Candidate], as kind: Kind) {
        for candidate in candidates where urls.insert(candidate.url).inserted {
            places.append(Place(candidate: candidate, kind: kind))
        }
    }
}

/// The feeds that were found, by their addresses and by what they serve: one feed often has several places.
private struct Seen {
    private var urls: Set<String> = []
    private var bodies: Set<Int64> = []

    mutating func insert(_ feed: FeedSearch.Found) -> Bool {
        var isNew = feed.urls.allSatisfy { !urls.contains($0) }
        if let hash = feed.bodyHash, !bodies.insert(hash).inserted { isNew = false }
        urls.formUnion(feed.urls)
        return isNew
    }
}
