import TestSupport
import Testing

@testable import FeedCore
@testable import FeedModel

/// The calls of the Google Reader API, and what servers answer.
@Suite struct GoogleReaderAnswerTests {
    @Test func `a label can be sent twice, and a mark cannot`() {
        #expect(APICall.edit(label: "a", isOn: true, of: [RemoteID("1")]).isRepeatable)
        #expect(!APICall.edit(.starred, of: [RemoteID("1")]).isRepeatable)
    }

    @Test(arguments: [
        ("1", "0000000000000001"), ("1795000000000000", "0006608b015f3000"), ("-1", "ffffffffffffffff"),
        ("-9203023375158575101", "80484b00000e8003"), ("5f2b00112233445566778899", "5f2b00112233445566778899"),
        ("9223372036854775808", "9223372036854775808"),
    ])
    func `an id is sent in the long form that every server takes`(text: String, long: String) {
        #expect(RemoteID(text).long == "tag:google.com,2005:reader/item/" + long)
    }

    @Test(
        arguments: [
            ("Uncategorized", nil), ("Sans catégorie", nil), (" دسته بندی نشده", nil), ("未分類", nil), ("News", "News"),
        ] as [(String, String?)])
    func `the folder for feeds without a folder is left out`(label: String, folder: String?) throws {
        let body = """
            {"subscriptions":[{"id":"feed/1","title":"A","url":"https://a.example/",
            "categories":[{"id":"user/-/label/\(label)","label":"\(label)"}]}]}
            """
        let feeds = try APIAnswer.subscriptions(Array(body.utf8), from: .freshRSS)
        #expect(feeds.map(\.folders) == [folder.map { [$0] } ?? []])
        #expect(try APIAnswer.subscriptions(Array(body.utf8), from: .miniflux)[0].folders.count == 1)
    }

    @Test func `labels are told from folders by their type`() throws {
        let body = """
            {"tags":[{"id":"user/-/state/com.google/starred"},{"id":"user/-/label/News","type":"folder"},
            {"id":"user/-/label/A/b","type":"tag"},{"id":"user/-/label/a/B","type":"tag"},
            {"id":"user/-/label/Old"},{"id":"user/-/label/c, d","type":"tag"},{"id":"user/-/label/","type":"tag"},
            {"id":"user/-/label/a\\u0007b","type":"tag"},{"id":"user/-/label/ a","type":"tag"},
            {"id":"user/-/label/a\\u00a0","type":"tag"}]}
            """
        let tags = try APIAnswer.tags(Array(body.utf8))
        #expect(tags.labels == ["a/b": ["A/b", "a/B"]] && tags.folders == ["news"])
        for broken in ["[]", "{}", #"{"tags":[{"type":"tag"}]}"#, String(body.dropLast(2))] {
            #expect(throws: SyncError.self) { try APIAnswer.tags(Array(broken.utf8)) }
        }
    }

    @Test func `the tag comes before the ids, and values are escaped`() throws {
        let call = APICall.edit(.starred, of: [RemoteID("1"), RemoteID("2")])
        let request = try call.request(
            to: Sample.address("https://a.example/api/greader.php"), signIn: "ann/0=1", token: "t/ +", Self.settings)
        let id = "i=tag%3Agoogle.com%2C2005%3Areader%2Fitem%2F000000000000000"
        #expect(request.call?.form == "T=t%2F%20%2B&a=user%2F-%2Fstate%2Fcom.google%2Fstarred&\(id)1&\(id)2")
        #expect(request.url.text == "https://a.example/api/greader.php/reader/api/0/edit-tag")
        #expect(request.headers.map(\.value) == ["GoogleLogin auth=ann/0=1"])
    }

    @Test func `a server may be silent for the time of the settings, and an account takes ten minutes`() async throws {
        var settings = Self.settings
        settings.timeout = .seconds(7)
        let base = Sample.address("https://a.example")
        let call = APICall(.subscribe(to: base, title: nil, folder: nil))
        let request = try call.request(to: base, signIn: "a", token: "t", settings, within: .seconds(50))
        #expect(request.call?.quietLimit == .seconds(7) && request.timeout == .seconds(50))
        let calls = ServerCalls(
            base: base, access: APIAccess(.googleReader, user: "ann"),
            fetcher: Fetcher(loop: FetchLoop(hostJobs: 1)), settings: settings,
            start: .now.advanced(by: .seconds(-600))
        ) { .failure(.headerIsLost) }
        let late = GoogleReaderClient(calls, .freshRSS, user: "ann", signIn: "a")
        await #expect(throws: SyncError.outOfTime) { try await late.send(.subscriptions) }
        #expect(await late.requests == 0)
    }

    @Test(arguments: [200, 403])
    func `two calls without a token sign in once`(status: Int) async throws {
        let (bench, server) = (SyncBench(), FeedServer())
        server.answer { request in
            guard request.path.hasSuffix("/ClientLogin") else { return .document(#"{"subscriptions":[]}"#) }
            return status == 200 ? .document("Auth=ann/1") : .status(status)
        }
        let (asked, goOn) = (Locked(0), Gate())
        let calls = ServerCalls(
            base: Sample.address(server.url("")), access: APIAccess(.googleReader, user: "ann"),
            fetcher: bench.fetcher, settings: bench.settings
        ) {
            asked.withLock { $0 += 1 }
            await goOn.opened()
            return .success("secret")
        }
        let client = GoogleReaderClient(calls, .freshRSS, user: "ann", signIn: nil)
        async let first = try? client.send(.subscriptions)
        async let second = try? client.send(.subscriptions)
        while await !client.signInPermit.hasWaiting, asked.withLock({ $0 }) < 2 { await Task.yield() }
        goOn.open()
        let answers = await [first, second].compactMap(\.self)
        #expect(answers.count == (status == 200 ? 2 : 0))
        #expect(asked.withLock { $0 } == 1 && server.requests.count { $0.path.hasSuffix("/ClientLogin") } == 1)
    }

    private static let settings = FeedSettings(userAgent: "rssium/test")

    @Test func `the token of a sign-in is all that follows the first equals sign`() {
        #expect(APIAnswer.signInToken(Array("SID=x\nLSID=null\nAuth=ann/ab==\n".utf8)) == "ann/ab==")
        #expect(APIAnswer.signInToken(Array("Auth=zoë/ab\n".utf8)) == "zoë/ab")
        for answer in ["", "<html>Auth</html>", "SID=a\nauth=b", "Auth=", "Auth=a b"] {
            #expect(APIAnswer.signInToken(Array(answer.utf8)) == nil)
        }
    }

    @Test func `a page of ids is whole or an error`() throws {
        let page = try APIAnswer.page(
            Array(#"{"itemRefs":[{"id":"12","timestampUsec":"1"},{"id":-3}],"continuation":"c1"}"#.utf8))
        #expect(page == APIAnswer.Page(ids: [RemoteID("12"), RemoteID("-3")], continuation: "c1"))
        #expect(try APIAnswer.page(Array(#"{"itemRefs":[],"continuation":17}"#.utf8)).continuation == "17")
        #expect(try APIAnswer.page(Array(#"{"itemRefs":[]}"#.utf8)) == APIAnswer.Page())
        let bad = [
            "", "[]", "{}", "OK", "<html></html>", #"{"itemRefs":null}"#, #"{"itemRefs":{}}"#,
            #"{"itemRefs":[{"id":""}]}"#, #"{"itemRefs":[{}]}"#, #"{"itemRefs":[{"id":"1"},{"id":"2""#,
            #"{"itemRefs":[{"id":"1"}]"#,
        ]
        for text in bad { #expect(throws: SyncError.self, "\(text)") { try APIAnswer.page(Array(text.utf8)) } }
        let error = #expect(throws: SyncError.self) { try APIAnswer.page(Array("<!doctype html>".utf8)) }
        #expect(error?.message == "the server answered with a web page instead of its list")
    }

    private func article(_ json: String, _ kind: Account.Kind) throws -> RemoteArticle {
        try #require(
            try RemoteArticle.read(Array(#"{"items":[\#(json)]}"#.utf8), asked: [RemoteID("17")], from: kind).first)
    }

    @Test func `an article of FreshRSS is read without what FreshRSS adds`() throws {
        let article = try article(
            #"""
            {"id":"tag:google.com,2005:reader/item/0000000000000011","published":1700000000,
             "title":"A ＜ B ＆ C，d","canonical":[{"href":"https://a.example/1?x=1&y=2"}],
             "summary":{"content":"<p>Text</p><figure class=\"enclosure\"><img src=\"https://a.example/1.jpg\"></figure>"},
             "enclosure":[{"href":"https://a.example/1.mp3?a=1&amp;b=2","type":"audio/mpeg","length":"9"},
               {"href":"https://a.example/1.mp3?a=1&amp;b=2","type":"audio"}],
             "author":"Ann ＆ Bo","categories":["user/-/state/com.google/reading-list","user/-/label/News",
               "user/-/state/com.google/starred","Moon","reading"],
             "origin":{"streamId":"feed/6"}}
            """#, .freshRSS)
        let draft = article.draft
        #expect(article.id.text == "17" && article.feed?.text == "feed/6" && article.isStarred && !article.isRead)
        #expect(draft.title == "A < B & C，d" && draft.url == "https://a.example/1?x=1&y=2")
        #expect(draft.text == .html("<p>Text</p>") && draft.authors.map(\.name) == ["Ann & Bo"])
        #expect(draft.enclosures == [Enclosure(url: "https://a.example/1.mp3?a=1&b=2", type: "audio/mpeg", size: 9)])
        #expect(draft.tags == ["Moon", "reading"] && draft.published == Timestamp(seconds: 1_700_000_000))
        #expect(draft.guid == nil)
    }

    @Test func `what was not asked for is left out, and an item without a name spoils the answer`() throws {
        let other = #"{"items":[{"id":"tag:google.com,2005:reader/item/0000000000000012","title":"Two"}]}"#
        #expect(try RemoteArticle.read(Array(other.utf8), asked: [RemoteID("17")], from: .miniflux) == [])
        #expect(throws: SyncError.self) {
            try RemoteArticle.read(Array(#"{"items":[{"title":"Two"}]}"#.utf8), asked: [], from: .miniflux)
        }
        #expect(throws: SyncError.self) { try RemoteArticle.read(Array("[]".utf8), asked: [], from: .miniflux) }
    }

    @Test(arguments: [
        ("rss.example.org", "https://rss.example.org"), ("https://h.example/feed/1", "https://h.example/feed/1"),
        ("http://rss.example.org:8080/", "http://rss.example.org:8080"),
        ("https://h.example/i/?rid=5f", "https://h.example/i"),
        ("https://h.example/api/greader.php/reader/api/0/", "https://h.example/api/greader.php"),
    ])
    func `the address of a server may be any of its addresses`(typed: String, base: String) throws {
        #expect(try ServerAddress(typed).candidates.first?.text == base)
    }

    @Test func `an address has no password, and a page may name the base`() throws {
        #expect(throws: SyncError.self) { try ServerAddress("https://ann:secret@h.example/") }
        #expect(throws: SyncError.self) { try ServerAddress("file:///tmp") }
        #expect(throws: SyncError.wrongAddress("a server has an http or https address, not ftp:", right: nil)) {
            try ServerAddress("ftp://a.org")
        }
        let named = #"<script id="jsonVars">{"urls":{"greader":"https:\/\/h.example\/p\/api\/greader.php"}}</script>"#
        #expect(ServerAddress.namedBase(in: Array(named.utf8))?.text == "https://h.example/p/api/greader.php")
        #expect(ServerAddress.namedBase(in: Array(#""greader":"never ends"#.utf8)) == nil)
    }
}
