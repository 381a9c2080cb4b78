/// Fetches the older documents of a feed, one after the other, and stores their articles. The caller holds the refresh lock.
///
/// Each document is stored when it was read, with the place of the next one, so a run that ends early loses nothing.
public struct Backfill: Sendable {
    /// The part of the archive that the user wants.
    public struct Wish: Sendable {
        /// Stop at articles older than this.
        public var since: Timestamp?
        /// Stop after so many articles.
        public var limit = Int.max
        public var asRead = true
        /// Store nothing.
        public var isTrial = false

        public init() {}
    }

    /// How the run of one feed ended.
    public struct Outcome: Sendable {
        /// The new articles: stored, or, in a trial, those that would be.
        public var articles = 0
        /// Rules that did nothing because their expressions took too long, and to how many of the new articles.
        public var undecidedRules: [RuleID: Int] = [:]
        /// The documents that were read, without the feed itself.
        public var pages = 0
        /// The number of the document where an earlier run had stopped.
        public var continuedAt: Int?
        public var end = End.complete
        /// The machine is offline.
        public var isOffline = false

        fileprivate mutating func add(_ rules: [RuleID], of articles: Int) {
            for rule in rules { undecidedRules[rule, default: 0] += articles }
        }
    }

    public enum End: Hashable, Sendable {
        /// All that was asked for is stored.
        case complete
        /// The feed leads to no older document.
        case noOlderPages
        /// The run has read as many documents as one run may; the next run continues.
        case enough
        case cancelled
        /// The feed was removed, or given another URL, filter or XPath, while a document was fetched.
        case dropped
        /// A document could not be fetched or parsed, and why.
        case failed(page: Int, why: String)
    }

    private let fetcher: Fetcher
    private let settings: FeedSettings
    private let credentials: Credentials?
    /// Of earlier runs, which are respected, and those that servers have asked for since.
    public let backoffs: HostBackoffs
    private let pause: Duration
    private let wish: Wish

    /// The most documents of a feed that one run reads.
    public static let pageLimit = 200

    /// - Parameters:
    ///   - credentials: those of the feed, which go only to its own origin.
    ///   - pause: between two requests.
    public init(
        _ wish: Wish, fetcher: Fetcher, settings: FeedSettings, credentials: Credentials?,
        backoffs: HostBackoffs, pause: Duration = .seconds(1)
    ) {
        self.wish = wish
        self.fetcher = fetcher
        self.settings = settings
        self.credentials = credentials
        self.backoffs = backoffs
        self.pause = pause
    }

    /// - Parameter progress: receives the number of the document that is fetched, and how many articles are new so far.
    public func run(
        of feed: Feed, in store: borrowing Store, progress: (_ page: Int, _ articles: Int) -> Void
    ) async throws(StoreError) -> Outcome {
        var outcome = Outcome()
        var seen: Set<MatchingKey> = []
        var position = try store.backfillPosition(of: feed.id)
        outcome.continuedAt = position?.page
        if position == nil {
            progress(1, 0)
            switch await load(feed.url, of: feed) {
            case .failure(let error): return outcome.failed(at: 1, error)
            case .success(let first):
                let drafts = first.drafts
                seen.formUnion(drafts.map(\.traits.nameInArchive))
                let start = BackfillPosition(
                    url: feed.url, relation: first.archive.relation?.rawValue ?? "", page: 1, start: 1)
                position = start.next(after: first, articles: drafts.count)
            }
            if position == nil { return outcome.ended(.noOlderPages) }
        }
        while let current = position {
            guard outcome.pages < Backfill.pageLimit else { return outcome.ended(.enough) }
            try? await Task.sleep(for: pause)
            progress(current.page, outcome.articles)
            switch await load(current.url, of: feed) {
            case .failure(.document(.fetch(.cancelled))): return outcome.ended(.cancelled)
            case .failure(.document(.status(404, _))): position = nil
            case .failure(let error): return outcome.failed(at: current.page, error)
            case .success(let document):
                outcome.pages += 1
                switch try keep(document, at: current, of: feed, in: store, &seen, &outcome) {
                case .page(let next): position = next
                case .end: position = nil
                case .dropped: return outcome.ended(.dropped)
                }
            }
        }
        if !wish.isTrial { try store.saveBackfillPosition(nil, of: feed.id) }
        return outcome
    }

    private enum Next {
        case page(BackfillPosition)
        case end
        /// The feed has changed, and nothing was stored.
        case dropped
    }

    /// Stores a document. Returns what comes next.
    private func keep(
        _ document: ParsedFeed, at position: BackfillPosition, of feed: Feed, in store: borrowing Store,
        _ seen: inout Set<MatchingKey>, _ outcome: inout Outcome
    ) throws(StoreError) -> Next {
        let all = document.drafts
        var isNew = false
        for draft in all where seen.insert(draft.traits.nameInArchive).inserted { isNew = true }
        // The same document again and again is the end of the archive.
        guard isNew else { return .end }
        let wanted = all.filter { draft in wish.since.map { (draft.firstDate ?? $0) >= $0 } ?? true }
        let isOldEnough = wish.since.map { (all.last?.firstDate ?? $0) < $0 } ?? false
        let next = isOldEnough ? nil : position.next(after: document, articles: all.count)
        let room = wish.limit - outcome.articles
        let new: Int
        if wish.isTrial {
            new = min(room, try store.missing(from: wanted, of: feed).count)
        } else {
            let stored = try store.storeArchivePage(
                wanted, of: feed, asRead: wish.asRead, limit: room, next: next, at: backoffs.now)
            guard let stored else { return .dropped }
            new = stored.articles.count
            outcome.add(stored.undecidedRules, of: new)
        }
        outcome.articles += new
        return outcome.articles < wish.limit ? next.map(Next.page) ?? .end : .end
    }

    // MARK: Loading

    fileprivate enum PageError: Error {
        case document(DocumentError)
        case parse(ParseError)

        var message: String {
            switch self {
            case .document(let error): error.message
            case .parse(let error): error.message
            }
        }
    }

    private func load(_ url: WebAddress, of feed: Feed) async -> Result<ParsedFeed, PageError> {
        let limit = max(settings.byteLimit, FeedParser.defaultLimit)
        let answer = await fetcher.read(Request(for: url, linkedFrom: feed.url, settings, credentials, backoffs)) {
            response, mustStop in
            Result { () throws(ParseError) in
                try FeedParser.parse(
                    response.takeBody(), by: nil, base: response.url.text, charset: response.headers.charset,
                    limit: limit, mustStop: mustStop)
            }.mapError { $0.withoutContent(ofFile: false, hiding: response.password) }
        }
        switch answer {
        case .success(.success(let feed)): return .success(feed)
        case .success(.failure(.cancelled)): return .failure(.document(.fetch(.cancelled)))
        case .success(.failure(let error)): return .failure(.parse(error))
        case .failure(let error): return .failure(.document(error))
        }
    }
}

extension Backfill.Outcome {
    fileprivate func ended(_ end: Backfill.End) -> Backfill.Outcome {
        var outcome = self
        outcome.end = end
        return outcome
    }

    fileprivate func failed(at page: Int, _ error: Backfill.PageError) -> Backfill.Outcome {
        var outcome = ended(.failed(page: page, why: error.message))
        if case .document(.fetch(let fault)) = error { outcome.isOffline = fault.meansOffline }
        return outcome
    }
}

extension BackfillPosition {
    /// The document that this one leads to; nil if it is the last one.
    fileprivate func next(after document: ParsedFeed, articles: Int) -> BackfillPosition? {
        guard let relation = ArchiveLinks.Relation(rawValue: relation), articles > 0 else { return nil }
        let (page, start) = (page + 1, start + articles)
        let address = document.archive.older(by: relation, than: url, page: page, start: start)
        guard let next = address.flatMap({ try? FetchAddress($0).url }), next.isRemote else { return nil }
        return BackfillPosition(url: next, relation: self.relation, page: page, start: start)
    }
}

extension ArticleFingerprint {
    /// Tells an article from the others of an archive, which may share a link.
    fileprivate var nameInArchive: MatchingKey {
        guid == nil ? MatchingKey(link: canonicalLink, title: title) : MatchingKey(guid: guid)
    }
}
