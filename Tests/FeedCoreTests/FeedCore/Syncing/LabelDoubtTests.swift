import TestSupport
import Testing

@testable import FeedCore
@testable import FeedStore

/// Labels beside feeds that the server does not show, and calls that fail.
@Suite struct LabelDoubtTests {
    /// The requests of an idle sync on a server with one label: four of every sync, the labels, and the list of the one.
    private static let idleRequests = 6
    private let bench: SyncBench

    init() async throws { bench = try await SyncBench.withLabels() }

    /// A feed of the server besides that with four articles.
    private func addFeed() -> String { bench.server.addFeed("https://b.example/feed", title: "B") }

    // MARK: Feeds that the server does not show

    @Test func `labeled articles of a hidden feed are asked for once, and come with the feed`() async throws {
        let feed = addFeed()
        bench.server.addArticle(to: feed, "Hidden", isRead: true)
        bench.server.changeFeed(feed) { $0.isHidden = true }
        try bench.labelOnServer("Hidden", ["Later"])
        try await bench.sync()
        for _ in 1...2 { #expect(try await bench.sync().requests == Self.idleRequests) }
        bench.server.changeFeed(feed) { $0.isHidden = false }
        for _ in 1...2 { #expect(try await bench.sync().result == .synced) }
        #expect(try bench.labels() == ["Hidden": ["Later"]])
    }

    @Test func `a label that is put on in a hidden feed is set when the feed comes back`() async throws {
        _ = addFeed()
        try await bench.sync()
        let feed = bench.server.feeds[0].id
        bench.server.changeFeed(feed) { $0.isHidden = true }
        try bench.labelOnServer("One", ["Later"])
        for _ in 1...2 { #expect(try await bench.sync().requests == Self.idleRequests) }
        bench.server.changeFeed(feed) { $0.isHidden = false }
        for _ in 1...2 { #expect(try await bench.sync().result == .synced) }
        #expect(try bench.labels() == ["One": ["Later"]])
    }

    @Test func `articles of a feed that has gone hold up no label that is taken off on the server`() async throws {
        let feed = addFeed()
        for number in 1...251 {
            bench.server.addArticle(to: feed, "\(number)", isRead: true)
            try bench.labelOnServer("\(number)", ["Later"])
        }
        bench.server.addArticle(to: bench.server.feeds[0].id, "Last")
        for title in ["One", "Last"] { try bench.labelOnServer(title, ["Later"]) }
        for _ in 1...2 { try await bench.sync() }
        #expect(try bench.labels().count == 253)
        bench.server.removeFeed(feed)
        try bench.labelOnServer("Last", [])
        try await bench.sync()
        #expect(try bench.labels()["Last"] == nil && bench.labels().count == 252)
        #expect(try await bench.sync().requests == Self.idleRequests)
    }

    // MARK: Calls that fail

    @Test(arguments: [StandInCall.tags, .labeled])
    func `without the server's labels, read and starred marks go both ways`(call: StandInCall) async throws {
        try bench.labelOnServer("Four", ["There"])
        try bench.label("One", "Later")
        try bench.mark("Two", .read)
        bench.server.change(try bench.remoteID("Three")) { $0.isStarred = true }
        bench.server.fail(call, .answer(.status(500)))
        #expect(try await bench.sync().result == .failed("the server answered 500"))
        #expect(bench.server.readTitles == ["Two"])
        #expect(try bench.starredTitles() == ["Three"] && bench.labels() == ["One": ["Later"]])
        bench.server.heal()
        #expect(try await bench.sync().result == .synced)
        #expect(try bench.labels() == ["Four": ["There"], "One": ["Later"]] && bench.account.pending == 0)
        #expect(bench.server.titles(labeled: "Later") == ["One"])
    }

    @Test func `a label whose list is never believed is reported after five syncs`() async throws {
        try bench.label("One", "Later")
        let ids = bench.server.articles.map { #"{"id":"\#($0.id)"}"# }.joined(separator: ",")
        bench.server.fail(.labeled, .answer(.document(#"{"itemRefs":[\#(ids)]}"#)))
        for _ in 1...4 { #expect(try await bench.sync().marksNotKept == []) }
        #expect(try await bench.sync().marksNotKept.count == 1)
        #expect(try await bench.sync().marksSent == 0)
        #expect(try bench.account.pending == 0 && bench.labels() == ["One": ["Later"]])
    }

    // MARK: Labels that are not sent

    @Test func `the label of an article that was deleted here is sent`() async throws {
        try bench.label("One", "Later")
        try bench.mark("One", .deleted)
        // The label and that it is read.
        #expect(try await bench.sync().marksSent == 2)
        #expect(try bench.server.titles(labeled: "later") == ["One"] && bench.account.pending == 0)
    }

    @Test func `a label that the server never had is taken off without a request`() async throws {
        try bench.label("One", "Later")
        try bench.unlabel("One", "Later")
        #expect(try await bench.sync().marksSent == 0)
        #expect(try !bench.server.calls.contains(.editTag) && bench.account.pending == 0)
    }

    @Test func `a label that is a folder by now is taken off here without a word`() async throws {
        try bench.label("One", "Later")
        try await bench.sync()
        bench.server.removeLabel("Later")
        bench.server.changeFeed(bench.server.feeds[0].id) { $0.folder = "Later" }
        try bench.unlabel("One", "Later")
        let outcome = try await bench.sync()
        #expect(outcome.result == .synced && outcome.warnings == [])
        #expect(try bench.labels() == [:] && bench.account.pending == 0)
    }

    @Test func `a removal that the server refuses three times is reported, and no longer sent`() async throws {
        try bench.label("One", "Later")
        try await bench.sync()
        try bench.unlabel("One", "Later")
        bench.server.fail(.editTag, .answer(.status(400)))
        for _ in 1...2 { #expect(try await bench.sync().warnings == []) }
        #expect(try await bench.sync().warnings == ["the server refuses 1 mark: it is no longer sent"])
        #expect(try bench.labels() == [:] && bench.account.pending == 0)
        #expect(bench.server.titles(labeled: "Later") == ["One"])
    }

    @Test func `a removal waits although the server refuses to put the label on`() async throws {
        try bench.label("One", "Odd")
        try await bench.sync()
        try bench.label("Two", "Odd")
        try bench.unlabel("One", "Odd")
        bench.server.fail(.editTag, .answer(.status(400)))
        _ = try await bench.sync()
        #expect(try bench.account.pending == 1)
        bench.server.heal()
        #expect(try await bench.sync().result == .synced)
        #expect(try bench.server.titles(labeled: "Odd") == [] && bench.labels() == ["Two": ["Odd"]])
    }

    @Test func `a label that the server cannot have is reported whenever an article comes with it`() async throws {
        _ = try bench.store().addRule(Query("Rule"), .label("News"))
        let feed = bench.server.feeds[0].id
        for title in ["Rule 1", "Rule 2"] {
            bench.server.addArticle(to: feed, title)
            #expect(
                try await bench.sync().warnings == ["the label News stays here: the server has a folder of that name"])
            #expect(try await bench.sync().warnings == [])
        }
        #expect(try bench.labels() == ["Rule 1": ["News"], "Rule 2": ["News"]] && bench.account.pending == 0)
    }

    @Test func `an article with as many labels as it can have keeps them, and the server its own`() async throws {
        let names = (10..<74).map { "Label \($0)" }
        for name in names { try bench.label("One", name) }
        try bench.labelOnServer("One", ["Another"])
        for _ in 1...2 { #expect(try await bench.sync().result == .synced) }
        #expect(try bench.labels() == ["One": names] && bench.account.pending == 0)
        #expect(bench.server.articles[0].labels == Set(names + ["Another"]))
    }

    // MARK: Retention

    @Test func `retention keeps an article until the server has taken off its label`() async throws {
        try bench.label("One", "Later")
        try bench.mark("One", .read)
        try await bench.sync()
        try bench.unlabel("One", "Later")
        let retention = Retention(articles: 0, days: 0, unread: 0)
        #expect(try bench.store().prune(at: Sample.now) { _ in retention }.articles == 0)
        try await bench.sync()
        #expect(try bench.store().prune(at: Sample.now) { _ in retention }.articles == 1)
        #expect(try await bench.sync().newArticles == [])
    }
}
