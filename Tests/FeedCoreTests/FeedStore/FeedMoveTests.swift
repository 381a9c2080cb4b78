import TestSupport
import Testing

@testable import FeedCore

@Suite final class FeedMoveTests {
    private let folder = TemporaryFolder()
    private let store: Store
    private let id: FeedID

    init() throws {
        store = try Store(path: folder.file("rssium.db"), access: .writing)
        var feed = NewFeed(url: Sample.address("https://a.example/feed"))
        feed.credentials = Credentials(user: "ada", password: "secret")
        id = try store.add(feed)
        try store.set("refresh.header", to: "X-Key: secret", of: id)
    }

    @Test(arguments: [
        ("https://a.example/new", true), ("https://A.example:443/new", true), ("http://a.example/feed", false),
        ("https://b.example/feed", false), ("https://a.example:8443/feed", false),
    ])
    func `a secret stays with a feed that moves on its server, and follows to no other`(url: String, stays: Bool) throws
    {
        let feed = try store.feed(id)
        let place = Sample.address(url)
        try store.transaction { try store.saveAddress(place, isGone: false, of: feed) }
        #expect(try store.feed(id).url == place)
        #expect(try store.credentialsOfFeeds()[id] == (stays ? Credentials(user: "ada", password: "secret") : nil))
        #expect(try store.settings(of: id) == (stays ? ["refresh.header": "X-Key: secret"] : [:]))
    }

    @Test func `validators that cannot be sent back as they came are not kept`() {
        let url = Sample.address("https://a.example/feed")
        for etag in ["", "\"\u{1B}[31m\"", "\"a\nb\"", "\"\u{FFFD}\"", String(repeating: "x", count: 5000)] {
            #expect(Validators(etag: etag, lastModified: nil, url: url) == nil)
        }
        #expect(Validators(etag: "", lastModified: "Fri", url: url)?.etag == nil)
        #expect(Validators(etag: "W/\"é\"", lastModified: nil, url: url)?.etag == "W/\"é\"")
    }

    @Test func `a shorter back-off does not replace a longer one, unless the clock was wrong`() throws {
        let host = "a.example:443"
        func hold(_ since: Int64, _ until: Int64) throws -> Int64? {
            let hold = HostBackoff(since: Sample.now + since, until: Sample.now + until)
            try store.transaction { try store.saveBackoff(hold, of: host) }
            return try store.hostBackoffs()[host].map { $0.until - Sample.now }
        }
        for (since, until, left) in [
            (0, 3600, 3600), (-1, 60, 3600), (0, 7200, 7200), (10, 70, 7200), (7200, 7300, 7300), (-86_400, 60, 60),
        ] as [(Int64, Int64, Int64)] {
            let held = try hold(since, until)
            #expect(held == left)
        }
        // A feed waits for its own server and for the one that answers.
        var state = try store.feed(id).refresh
        state.answeredHost = "b.example:443"
        for (wait, left) in [(30, 60), (90, 90)] as [(Int64, Int64)] {
            try store.transaction {
                try store.saveRefreshState(state, of: id)
                try store.saveBackoff(
                    HostBackoff(since: Sample.now, until: Sample.now + wait), of: "b.example:443")
            }
            #expect(try store.feed(id).hold?.until == Sample.now + left)
        }
    }
}
