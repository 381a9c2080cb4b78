import Testing

@testable import FeedCore
@testable import FeedFetching

@Suite struct FeedUpdateTests {
    private static let url = Sample.address("https://a.example/feed")

    private static var known: Feed {
        var feed = Feed(id: FeedID(rawValue: 1), url: url)
        feed.refresh.lastRefreshed = Sample.now - 86_400
        feed.refresh.validators = Validators(etag: "\"1\"", lastModified: nil, url: url)
        feed.refresh.bodyHash = 7
        feed.refresh.lastBody = Sample.now - 3600
        return feed
    }

    private static func update(
        _ status: Int, of feed: Feed = known, headers: [(String, String)] = [], movedTo: WebAddress? = nil,
        parsed: FeedUpdate.Parsed? = nil, hash: Int64? = nil
    ) -> FeedUpdate {
        let fields = HTTPHeaders(headers.map { HTTPHeaders.Field(name: $0.0, value: $0.1) })
        let response = Response(status: status, url: movedTo ?? url, movedTo: movedTo, headers: fields)
        return FeedUpdate(
            of: feed, fetched: .success(response), parsed: parsed, bodyHash: hash,
            settings: FeedSettings(userAgent: "test"), at: Sample.now)
    }

    @Test func `requests are unconditional after failures, and a day after a move that led to no feed`() {
        var state = Self.known.refresh
        state.lastBody = Sample.now
        func isConditional(after seconds: Int64) -> Bool { state.conditions(at: Sample.now + seconds) != nil }
        #expect(isConditional(after: 8 * 86_400 - 1) && !isConditional(after: 8 * 86_400))
        state.failures = 1
        #expect(isConditional(after: 60))
        state.failures = 2
        #expect(!isConditional(after: 60))
        (state.failures, state.bodyHash) = (0, nil)
        #expect(isConditional(after: 86_399) && !isConditional(after: 86_400))
    }

    @Test func `a document that was cut off is stored, and the validators stay the old ones`() {
        var cut = ParsedFeed(format: .rss)
        cut.isComplete = false
        cut.articles = [ParsedArticle()]
        var feed = Self.known
        feed.ownTitle = "Known"
        let update = Self.update(200, of: feed, headers: [("ETag", "\"2\"")], parsed: .success(cut), hash: 8)
        #expect(update.document?.drafts.count == 1 && update.document?.description.title == "Known")
        let (state, before) = (update.state, feed.refresh)
        #expect(state.validators == before.validators && state.bodyHash == 7 && state.lastBody == before.lastBody)
    }

    @Test func `what is not read counts for what an update holds, because it may have to be stored`() throws {
        var article = ParsedArticle()
        (article.title, article.content.text) = ("A", .plain(String(repeating: "word ", count: 1000)))
        let draft = ArticleDraft(of: article)
        var document = ParsedFeed(format: .rss)
        document.articles = [article]
        try document.makeDrafts(stored: [draft.hash: draft.textHash]) { false }
        let update = Self.update(200, parsed: .success(document), hash: 8)
        #expect(update.document?.drafts.map(\.text) == [nil] && update.size >= 5000)
    }

    @Test func `a 304 keeps the validators that it does not repeat`() {
        let update = Self.update(304, headers: [("Last-Modified", "y")])
        #expect(update.result == .unchanged)
        #expect(update.state.validators == Validators(etag: "\"1\"", lastModified: "y", url: Self.url))
    }

    @Test func `times from a clock that was ahead are corrected`() {
        var feed = Self.known
        feed.refresh.failures = 1
        feed.refresh.failingSince = Sample.now + 9
        feed.refresh.firstRefreshed = Sample.now + 9
        feed.refresh.lastNews = Sample.now + 9
        #expect(Self.update(500, of: feed).state.failingSince == Sample.now)
        let state = Self.update(304, of: feed).state
        #expect(state.firstRefreshed == Sample.now && state.lastNews == Sample.now)
        feed.refresh.failingSince = Sample.now - 9
        #expect(Self.update(500, of: feed).state.failingSince == Sample.now - 9)
    }

    @Test(
        arguments: [
            (429, nil, 3600), (429, "60", 60), (503, "60", 60), (429, "99999999", 604_800), (429, "0", 1),
            (429, "-60", 3600), (503, "soon", 3600), (429, "99999999999999999999", 604_800), (429, "1.5", 3600),
        ] as [(Int, String?, Int64)])
    func `a server can ask for a back-off up to the longest one`(status: Int, asked: String?, wait: Int64) {
        let update = Self.update(status, headers: asked.map { [("Retry-After", $0)] } ?? [])
        let until = Sample.now + wait
        #expect(update.result == .held(until: until))
        let time = HostBackoff(since: Sample.now, until: until)
        #expect(update.backoff == RequestedBackoff(host: "a.example:443", time: time))
        #expect(update.state.failures == 0 && update.state.error == nil)
    }

    @Test(
        arguments: [(nil, "0", 3600), (nil, "60", 3600), (nil, "7200", 7200), (-7200, "0", 7200)]
            as [(Int64?, String, Int64)])
    func `a feed whose server asks to wait is due once its interval has passed, too`(
        failure: Int64?, asked: String, wait: Int64
    ) throws {
        var feed = Self.known
        feed.interval = 3600
        feed.refresh.lastAttempted = Sample.now - 200_000
        feed.refresh.lastFailure = failure.map { Sample.now + $0 }
        feed.refresh.failures = failure == nil ? 0 : 1
        let state = Self.update(429, of: feed, headers: [("Retry-After", asked)]).state
        let due = try #require(state.nextDue) - Sample.now
        #expect(due >= wait && due <= wait + wait / 10)
        #expect(state.lastAttempted == Sample.now && state.failures == feed.refresh.failures)
    }

    @Test func `a feed that was not requested during a back-off is due when that ends`() throws {
        var feed = Self.known
        feed.interval = 86_400
        let held = { (feed: Feed) in
            FeedUpdate(
                of: feed, fetched: .failure(.held(host: "b.example:443", until: Sample.now + 120)), parsed: nil,
                bodyHash: nil, settings: FeedSettings(userAgent: "test"), at: Sample.now
            ).state
        }
        for attempted in [nil, Sample.now - 200_000] {
            feed.refresh.lastAttempted = attempted
            #expect(held(feed).nextDue == Sample.now + 120)
            #expect(held(feed).lastAttempted == attempted)
        }
        feed.refresh.lastAttempted = Sample.now - 3600
        #expect(try #require(held(feed).nextDue) > Sample.now + 80_000)
    }

    @Test func `the freshness is kept until a document has none`() throws {
        let fresh = Self.update(304, headers: [("Cache-Control", "max-age=7200")])
        #expect(fresh.state.freshness == 7200)
        #expect(try #require(fresh.state.nextDue) >= Sample.now + 7200)
        let expiring = Self.update(
            200,
            headers: [("Date", "Sat, 21 Nov 2026 10:00:00 GMT"), ("Expires", "Sat, 21 Nov 2026 13:00:00 GMT")], hash: 7)
        #expect(expiring.state.freshness == 10_800)
        var feed = Self.known
        feed.refresh.freshness = 7200
        #expect(Self.update(200, of: feed, hash: 7).state.freshness == nil)
        let expired = "Sat, 21 Nov 2020 10:00:00 GMT"
        for (headers, left) in [
            ([], 7200), ([("Age", "60")], 7200), ([("Cache-Control", "public")], nil),
            ([("Cache-Control", "no-cache")], 0), ([("Cache-Control", "max-age=60")], 60), ([("Expires", expired)], 0),
        ] as [([(String, String)], Int64?)] {
            #expect(Self.update(304, of: feed, headers: headers).state.freshness == left, "\(headers)")
        }
        #expect(Self.update(500, of: feed).state.freshness == 7200)
    }

    @Test func `a move never leads from https to http`() {
        let plain = Sample.address("http://b.example/feed")
        #expect(Self.update(200, movedTo: plain, hash: 7).url == Self.url)
        var feed = Self.known
        feed.url = Sample.address("http://a.example/feed")
        #expect(Self.update(200, of: feed, movedTo: plain, hash: 7).url == plain)
        let secure = Sample.address("https://b.example/feed")
        #expect(Self.update(304, movedTo: secure).url == secure)
    }

    @Test func `a feed that is gone stays so until it answers`() {
        #expect(Self.update(410).isGone && !Self.update(404).isGone)
        var gone = Self.known
        gone.isGone = true
        #expect(Self.update(500, of: gone).isGone && !Self.update(304, of: gone).isGone)
    }

    @Test(arguments: [
        ("http://a.example/feed", nil), ("https://a.example/feed", nil),
        ("http://b.example/feed", "https://b.example/feed"),
        ("https://b.example/feed", "https://b.example/feed"),
        ("https://any@b.example/feed", "https://b.example/feed"),
    ])
    func `a document that names another address moves a feed on https only to one on https`(
        named: String, expected: String?
    ) {
        var parsed = ParsedFeed(format: .rss)
        parsed.newURL = named
        var body = ChangedBody()
        body.parsed = .success(parsed)
        #expect(body.move(of: Self.known, from: Self.url)?.text == expected)
    }

    @Test func `503 without a time is a failure`() {
        #expect(Self.update(503).backoff == nil)
        #expect(Self.update(503).state.failures == 1)
    }
}
