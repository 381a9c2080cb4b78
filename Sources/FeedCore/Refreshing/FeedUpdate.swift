/// What a refresh of one feed comes to: everything that is to be written, and what is to be told.
///
/// Pure: the stored feed, what came, and the time decide.
public struct FeedUpdate: Sendable {
    public let feed: Feed
    /// What is written of the feed's asking.
    public let state: RefreshState
    /// Where the feed is from now on.
    public let url: WebAddress
    public let isGone: Bool
    /// The new document; nil where nothing new came.
    public let document: Document?
    /// A host, as name and port, that asked to be left alone, and until when.
    public let hold: RequestedBackoff?
    public let outcome: Outcome
    public let settings: FeedSettings

    /// A document that is to be stored: what it says of the feed, and its articles in its own order.
    public struct Document: Sendable {
        public let description: FeedDescription
        public let drafts: [ArticleDraft]
        /// Nothing of it was cut off: what is not in it is no longer in the feed.
        public let isComplete: Bool
    }

    /// How it went, in what is told of it.
    public enum Outcome: Hashable, Sendable {
        /// A document came and is stored.
        case refreshed
        /// Nothing has changed.
        case unchanged
        /// The server asked to be left alone.
        case held(until: Timestamp)
        /// Why, in words for the user.
        case failed(String)
        /// The machine is offline: nothing is said about the feed.
        case offline(String)
        /// Left for the next run.
        case unfinished
    }

    /// What came of asking.
    public enum Fetched: Sendable {
        case response(Response)
        case failure(FetchError)
    }

    /// What came of reading a new body.
    public typealias Parsed = Result<ParsedFeed, ParseError>

    /// - Parameters:
    ///   - parsed: nil where there was no new body to read.
    ///   - bodyHash: the hash of the body that came, for a status of 200.
    public init(
        of feed: Feed, fetched: Fetched, parsed: consuming Parsed?, bodyHash: Int64?, settings: FeedSettings,
        at now: Timestamp
    ) {
        var decision = Decision(feed: feed, settings: settings, now: now)
        // Of what was read only the drafts are left.
        var parsed = consume parsed
        switch fetched {
        case .failure(let error): decision.take(error)
        case .response(let response): decision.take(response, parsed.take(), bodyHash)
        }
        self.feed = feed
        self.settings = settings
        state = decision.state
        url = decision.url
        isGone = decision.isGone
        document = decision.document
        hold = decision.hold
        outcome = decision.outcome
    }

    /// An update that cannot be stored as it is: the feed has failed, for a reason that only the store or the run as a
    /// whole knows.
    init(failing update: FeedUpdate, because why: String, at now: Timestamp) {
        var decision = Decision(feed: update.feed, settings: update.settings, now: now)
        decision.fail(why)
        feed = update.feed
        settings = update.settings
        state = decision.state
        url = decision.url
        isGone = decision.isGone
        document = nil
        hold = nil
        outcome = decision.outcome
    }

    /// What is written of the feed's asking where some of its document's articles were new.
    var stateWithNews: RefreshState {
        guard let now = state.lastRefreshed else { return state }
        var feed = feed
        feed.refresh = state
        feed.refresh.lastNews = now
        feed.refresh.nextDue = RefreshSchedule(of: feed, settings: settings).time(at: now)
        return feed.refresh
    }

    /// About how many bytes of text are to be written.
    var size: Int {
        document?.drafts.reduce(0) { $0 + $1.size } ?? 0
    }
}

extension FeedDescription {
    /// Keeps what is known where the document says nothing.
    fileprivate mutating func add(known feed: Feed) {
        title = title ?? feed.ownTitle
        site = site ?? feed.site
        summary = summary ?? feed.summary
        icon = icon ?? feed.icon
        language = language ?? feed.language
    }
}

extension ArticleDraft {
    fileprivate var size: Int {
        [content.text, content.summary].reduce(content.excerpt.utf8.count) { size, text in
            switch text {
            case .html(let text), .plain(let text): size + text.utf8.count
            case nil: size
            }
        }
    }
}

/// The rules, one function for each kind of thing that can come.
private struct Decision {
    let feed: Feed
    let settings: FeedSettings
    let now: Timestamp
    var state: RefreshState
    var url: WebAddress
    var isGone: Bool
    var document: FeedUpdate.Document?
    var hold: RequestedBackoff?
    var outcome = FeedUpdate.Outcome.unfinished

    init(feed: Feed, settings: FeedSettings, now: Timestamp) {
        self.feed = feed
        self.settings = settings
        self.now = now
        state = feed.refresh
        url = feed.url
        isGone = feed.isGone
    }

    mutating func take(_ error: FetchError) {
        switch error {
        case .cancelled, .disk: outcome = .unfinished
        case .offline: outcome = .offline(error.message)
        case .held(let host, let until):
            state.answeredHost = host
            hold(until: until)
        default: fail(error.message)
        }
    }

    mutating func take(_ response: Response, _ parsed: consuming FeedUpdate.Parsed?, _ bodyHash: Int64?) {
        if let hold = RequestedBackoff(of: response, longest: settings.maxHold, at: now) {
            self.hold = hold
            noteHost(of: response)
            return self.hold(until: hold.time.until)
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
            case .success(let parsed): take(parsed, response, bodyHash)
            case .failure(let error): fail(error.message)
            }
        case 410:
            isGone = true
            fail("the server answered \(response.statusWords): the feed has ended")
        default: fail("the server answered \(response.statusWords)")
        }
    }

    private mutating func take(_ given: consuming ParsedFeed, _ response: Response, _ bodyHash: Int64?) {
        var parsed = consume given
        guard let drafts = parsed.takeDrafts() else {
            outcome = .unfinished
            return
        }
        var description = FeedDescription(
            title: parsed.title, site: parsed.link, summary: parsed.description,
            // That of its page is known only since it was subscribed to.
            icon: parsed.icon ?? parsed.favicon ?? feed.icon, language: parsed.language)
        guard parsed.isComplete else {
            // What was cut off is asked for again, as if this body had never come: with the validators of the one
            // before, and without a word on what is no longer in the feed.
            description.add(known: feed)
            document = FeedUpdate.Document(description: description, drafts: drafts, isComplete: false)
            return succeed(with: response, .refreshed)
        }
        document = FeedUpdate.Document(description: description, drafts: drafts, isComplete: true)
        state.bodyHash = bodyHash
        state.lastBody = now
        state.hints = parsed.hints
        replaceValidators(by: response)
        succeed(with: response, .refreshed)
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

    /// A 304 without a word on it leaves the lifetime of the document as it was (RFC 9111, section 4.3.4).
    private mutating func noteFreshness(_ response: Response) {
        let headers = response.headers
        if response.status == 304, headers["Cache-Control"] == nil, headers["Expires"] == nil { return }
        state.freshness = headers.freshness(at: now)
    }

    private mutating func succeed(with response: Response, _ outcome: FeedUpdate.Outcome) {
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
        isGone = false
        // Also with a body that is known, and with a 304 of the new place: it has served the feed before.
        if let movedTo = response.movedTo, !(feed.url.scheme == .https && movedTo.scheme == .http) { url = movedTo }
        self.outcome = outcome
        state.nextDue = nextDue()
    }

    mutating func fail(_ why: String) {
        state.lastAttempted = now
        state.error = why
        // A clock that was wrong once may have put it ahead.
        state.failingSince = min(state.failingSince ?? now, now)
        state.failures += 1
        outcome = .failed(why)
        state.nextDue = nextDue()
    }

    /// Not a failure of the feed. Nothing has come of it: it is due as if it had not been asked, like the others of its
    /// host that were not, and until then its host is left alone.
    private mutating func hold(until: Timestamp) {
        outcome = .held(until: until)
        state.nextDue = nextDue().map { max($0, until) } ?? until
    }

    private mutating func noteHost(of response: Response) {
        state.answeredHost = response.url == feed.url ? nil : response.url.hostAndPort
    }

    private func nextDue() -> Timestamp? {
        var feed = feed
        feed.refresh = state
        return RefreshSchedule(of: feed, settings: settings).time(at: now)
    }
}
