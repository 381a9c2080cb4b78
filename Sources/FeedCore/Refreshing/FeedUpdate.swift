/// Everything that the refresh of one feed stores, and what the user is told.
///
/// Pure: it is decided from the stored feed, the response and the time.
public struct FeedUpdate: Sendable {
    public let feed: Feed
    /// The new refresh state of the feed.
    public private(set) var state: RefreshState
    /// The address of the feed from now on.
    public private(set) var url: WebAddress
    /// The feed has ended: its server answered 410 (RFC 9110, section 15.5.11).
    public private(set) var isGone: Bool
    /// The new document; nil if nothing new came.
    public private(set) var document: Document?
    /// The back-off that a server has asked for.
    public private(set) var backoff: RequestedBackoff?
    /// The result that the user is told.
    public private(set) var result = RefreshOutcome.Result.unfinished
    public let settings: FeedSettings
    private let now: Timestamp
    /// About how many bytes of text the update holds.
    private(set) var size = 0

    /// A document to store: its description of the feed, and its articles in its order.
    public struct Document: Sendable {
        public let description: FeedDescription
        public let drafts: [ArticleDraft]
        /// The articles whose drafts have no texts, because they were stored as they are now, by the hashes of those.
        let unread: [Int64: ParsedArticle]
        /// The document was not cut off: an article that it lacks has left the feed.
        public let isComplete: Bool

        fileprivate var size: Int {
            drafts.reduce(0) { $0 + $1.content.size } + unread.values.reduce(0) { $0 + $1.content.size }
        }

        /// The draft with its texts, which are read now if they have to be stored after all.
        func whole(_ draft: ArticleDraft) -> ArticleDraft { unread[draft.hash].map { ArticleDraft(of: $0) } ?? draft }
    }

    /// The result of parsing a new body.
    public typealias Parsed = Result<ParsedFeed, ParseError>

    /// - Parameters:
    ///   - parsed: nil without a new body.
    ///   - bodyHash: the hash of the body of a successful response.
    public init(
        of feed: Feed, fetched: Result<Response, FetchError>, parsed: consuming Parsed?, bodyHash: Int64?,
        settings: FeedSettings, at now: Timestamp
    ) {
        self.init(of: feed, settings, at: now)
        // Keeps only the drafts of the parsed document in memory.
        var parsed = consume parsed
        switch fetched {
        case .failure(let error): apply(error)
        case .success(let response): apply(response, parsed.take(), bodyHash)
        }
        size = document?.size ?? 0
    }

    /// Turns an update that the store refuses into a failure of the feed.
    init(failing update: FeedUpdate, because why: String, at now: Timestamp) {
        self.init(of: update.feed, update.settings, at: now)
        fail(why)
    }

    private init(of feed: Feed, _ settings: FeedSettings, at now: Timestamp) {
        (self.feed, self.settings, self.now) = (feed, settings, now)
        (state, url, isGone) = (feed.refresh, feed.url, feed.isGone)
    }

    /// The new refresh state if some articles of the document are new.
    var stateWithNews: RefreshState {
        guard let now = state.lastRefreshed else { return state }
        var state = state
        state.lastNews = now
        state.nextDue = RefreshSchedule(of: feed, state, settings: settings).time(at: now)
        return state
    }
}

extension FeedDescription {
    /// Keeps known values that the document does not give.
    fileprivate mutating func fillIn(from feed: Feed) {
        title = title ?? feed.ownTitle
        site = site ?? feed.site
        summary = summary ?? feed.summary
        icon = icon ?? feed.icon
        language = language ?? feed.language
    }
}

extension ArticleContent {
    fileprivate var size: Int {
        excerpt.utf8.count + (text?.written.utf8.count ?? 0) + (summary?.written.utf8.count ?? 0)
    }
}

/// The rules, with one function for each kind of result.
extension FeedUpdate {
    private mutating func apply(_ error: FetchError) {
        switch error {
        case .cancelled, .disk:
            result = .unfinished
            state.turn.lose()
        case .offline: result = .offline(error.message)
        case .held(let host, let until):
            state.answeredHost = host
            backOff(until: until)
        default: fail(error.messageWithAdvice)
        }
    }

    private mutating func apply(_ response: Response, _ parsed: consuming Parsed?, _ bodyHash: Int64?) {
        if let requested = RequestedBackoff(of: response, longest: settings.maxHold, at: now) {
            backoff = requested
            noteHost(of: response)
            state.lastAttempted = now
            // The wait after failures counts from the last failure: without this, it would be over by now.
            if state.lastFailure != nil, countsFailure { state.lastFailure = now }
            return backOff(until: requested.time.until)
        }
        switch response.status {
        case 304:
            keepValidators(of: response)
            succeed(with: response, .unchanged)
        case 200, 203:
            switch consume parsed {
            case nil:
                state.lastBody = now
                replaceValidators(by: response)
                succeed(with: response, .unchanged)
            case .success(let parsed): apply(parsed, response, bodyHash)
            case .failure(let error): fail(problem(error, in: response))
            }
        default:
            isGone = isGone || response.status == 410
            fail(response.failure)
        }
    }

    private mutating func apply(_ given: consuming ParsedFeed, _ response: Response, _ bodyHash: Int64?) {
        var parsed = consume given
        guard let drafts = parsed.takeDrafts() else {
            result = .unfinished
            state.turn.lose()
            return
        }
        var description = FeedDescription(
            // A document that lacks the title does not rename the feed.
            title: parsed.title ?? feed.ownTitle, site: parsed.link, summary: parsed.description,
            // The icon of the home page was looked up when the user subscribed.
            icon: parsed.icon ?? parsed.favicon ?? feed.icon, language: parsed.language)
        guard parsed.isComplete else {
            // The validators stay those of the body before, so that the next refresh fetches the rest.
            description.fillIn(from: feed)
            document = Document(
                description: description, drafts: drafts, unread: parsed.unread, isComplete: false)
            return succeed(with: response, .refreshed)
        }
        document = Document(description: description, drafts: drafts, unread: parsed.unread, isComplete: true)
        state.bodyHash = bodyHash
        state.lastBody = now
        state.hints = parsed.hints
        replaceValidators(by: response)
        succeed(with: response, .refreshed)
    }

    /// Why a body is not a feed, in words for the user.
    private func problem(_ error: ParseError, in response: Response) -> String {
        if response.isChallenge { return Response.challengeAdvice }
        guard error == .page, response.url.isRemote, feed.filter == nil else { return error.message }
        let url = RepeatedSecret.isIn(response.url.text, [response.password]) ? feed.url : response.url
        let place = url == feed.url ? "" : " at \(url)"
        return error.message + "\(place); `rssium discover \(url)` looks for its feeds"
    }

    /// A body without validators clears those of the one before.
    private mutating func replaceValidators(by response: Response) {
        state.validators = Validators(
            etag: response.headers["ETag"], lastModified: response.headers["Last-Modified"], url: response.url)
    }

    /// A 304 repeats only what has changed (RFC 9110, section 15.4.5).
    private mutating func keepValidators(of response: Response) {
        state.validators = Validators(
            etag: response.headers["ETag"] ?? state.validators?.etag,
            lastModified: response.headers["Last-Modified"] ?? state.validators?.lastModified, url: response.url)
    }

    /// A 304 without these fields leaves the freshness as it was (RFC 9111, section 4.3.4).
    private mutating func noteFreshness(_ response: Response) {
        let headers = response.headers
        if response.status == 304, headers["Cache-Control"] == nil, headers["Expires"] == nil { return }
        state.freshness = headers.freshness(at: now)
    }

    private mutating func succeed(with response: Response, _ result: RefreshOutcome.Result) {
        state.turn.end()
        state.answeredURL = response.url
        noteHost(of: response)
        state.lastAttempted = now
        state.lastRefreshed = now
        state.firstRefreshed = min(state.firstRefreshed ?? now, now)
        state.lastNews = state.lastNews.map { min($0, now) }
        noteFreshness(response)
        state.error = nil
        state.failingSince = nil
        state.failures = 0
        state.lastFailure = nil
        state.attempts.note(hasFailed: false, at: now)
        isGone = false
        // An unchanged body and a 304 count, too: the new address has served the feed before.
        if let movedTo = response.movedTo, !(feed.url.scheme == .https && movedTo.scheme == .http) { url = movedTo }
        self.result = result
        state.nextDue = nextDue()
    }

    private mutating func fail(_ why: String) {
        state.turn.end()
        state.lastAttempted = now
        state.error = why
        // A wrong clock may have stored a time in the future.
        state.failingSince = min(state.failingSince ?? now, now)
        state.attempts.note(hasFailed: true, at: now)
        if countsFailure {
            state.failures += 1
            state.lastFailure = now
        }
        result = .failed(why)
        state.nextDue = nextDue()
    }

    /// A back-off is not a failure. The feed is due when its interval has passed, but not before the back-off ends.
    private mutating func backOff(until: Timestamp) {
        result = .held(until: until)
        state.turn.postpone()
        state.nextDue = nextDue().map { max($0, until) } ?? until
    }

    private mutating func noteHost(of response: Response) {
        state.answeredHost = response.url == feed.url ? nil : response.url.hostAndPort
    }

    private var countsFailure: Bool { RefreshSchedule(of: feed, settings: settings).countsFailure(at: now) }

    private func nextDue() -> Timestamp? {
        RefreshSchedule(of: feed, state, settings: settings).time(at: now)
    }
}
