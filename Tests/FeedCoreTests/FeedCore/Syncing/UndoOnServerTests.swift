import TestSupport
import Testing

@testable import FeedCore
@testable import FeedStore

/// What is taken back of an account's articles and feeds goes to its server.
@Suite struct UndoOnServerTests {
    private let bench: SyncBench
    private let id: FeedID

    /// One feed with the unread articles One and Two.
    init() async throws {
        bench = try await SyncBench.synced(.freshRSS, ["One", "Two"])
        id = try #require(try bench.store().feeds().first).id
    }

    @Test(arguments: [Mark.read, .starred, .deleted])
    func `a mark that is taken back is sent`(mark: Mark) async throws {
        try bench.store().mark([bench.article("One").id], as: mark, isUndoable: true, at: Sample.now)
        try await bench.sync()
        #expect(bench.server.readTitles == (mark == .starred ? [] : ["One"]))
        _ = try bench.store().undo(at: Sample.now)
        #expect(try bench.account.pending == 1)
        try await bench.sync()
        #expect(try bench.articles().count == 2)
        try bench.expectBothSides(read: [], starred: [])
    }

    @Test func `what was marked elsewhere while an article was deleted here counts when it is back`() async throws {
        try bench.mark("One", .read)
        try await bench.sync()
        try bench.store().mark([bench.article("One").id], as: .deleted, isUndoable: true, at: Sample.now)
        try await bench.sync()
        bench.server.change(try bench.remoteID("One")) { ($0.isRead, $0.isStarred) = (false, true) }
        try await bench.sync()
        _ = try bench.store().undo(at: Sample.now)
        try await bench.sync()
        try bench.expectBothSides(read: [], starred: ["One"])
    }

    @Test func `a feed does not come back to another account`() async throws {
        let store = try bench.store()
        try store.remove([id])
        try store.removeAccount(bench.account.id)
        let other = NewAccount(
            name: "other", kind: .freshRSS, url: Sample.address("https://b.example"), user: "ann", password: .netrc)
        try store.transaction { _ = try store.insert(other) }
        let undone = try store.undo(at: Sample.now)
        #expect(undone.accounts.isEmpty && undone.notes.map { $0.contains("has lost its account") } == [true])
        #expect(try store.feed(id).accountID == nil)
    }

    @Test func `a change in the place of one that waits is another change`() throws {
        let account = try bench.account.id
        let store = try bench.store()
        try store.edit(id) { $0.category = .named("AA") }
        let sent = try store.feedChanges(of: account)
        try store.edit(id) { $0.category = .some(.none) }
        let waiting = try store.feedChanges(of: account)
        #expect(waiting.map(\.kind) == [.move(to: nil)] && sent.count == 1 && waiting[0].id != sent[0].id)
    }

    @Test func `a removal that was not sent yet is not sent`() async throws {
        try bench.store().remove([id])
        #expect(try bench.account.pendingFeeds == 1)
        let undone = try bench.store().undo(at: Sample.now)
        #expect(undone.accounts == [] && undone.articles == 2)
        #expect(try bench.account.pendingFeeds == 0)
        try bench.store().mark([bench.article("One").id], as: .read, at: Sample.now)
        try await bench.sync()
        #expect(bench.server.readTitles == ["One"] && bench.server.feeds.count == 1)
        #expect(try bench.articles().count == 2)
    }

    @Test func `a feed that was unsubscribed is subscribed to again, and its articles are not doubled`() async throws {
        try bench.store().mark([bench.article("One").id], as: .starred, at: Sample.now)
        try await bench.sync()
        try bench.store().remove([id])
        _ = try await bench.sendFeedChanges()
        #expect(bench.server.feeds == [])
        let undone = try bench.store().undo(at: Sample.now)
        // Machines that share a folder have nothing to do with it.
        #expect(try !bench.store().stateLines().contains { if case .feed = $0.key { true } else { false } })
        #expect(undone.accounts == [try bench.account.id] && undone.notes.count == 1)
        _ = try await bench.sendFeedChanges()
        #expect(bench.server.feeds.map(\.url) == ["https://a.example/feed"])
        try await bench.sync()
        let feed = try bench.store().feed(id)
        #expect(feed.accountID != nil && feed.category == "News" && feed.articles == 2)
        #expect(try bench.starredTitles() == ["One"])
    }

    @Test func `a feed that is subscribed to again keeps the title that the user gave it`() async throws {
        try bench.store().edit(id) { $0.nickname = "Mine" }
        try await bench.sync()
        try bench.store().remove([id])
        try await bench.sync()
        #expect(bench.server.feeds == [])
        _ = try bench.store().undo(at: Sample.now)
        try await bench.sync()
        #expect(try bench.server.feeds.map(\.title) == ["Mine"] && bench.store().feed(id).title == "Mine")
        // Its server decides from then on.
        #expect(try bench.store().feed(id).nickname == nil)
    }

    @Test func `title and category that are taken back go to the server`() async throws {
        try bench.store().edit([id]) { ($0.nickname, $0.category) = ("B", .named("Tech")) }
        _ = try await bench.sendFeedChanges()
        #expect(bench.server.feeds.map(\.folder) == ["Tech"] && bench.server.feeds.map(\.title) == ["B"])
        #expect(try bench.store().undo(at: Sample.now).accounts == [try bench.account.id])
        _ = try await bench.sendFeedChanges()
        #expect(try bench.server.feeds.map(\.folder) == ["News"] && bench.store().feed(id).category == "News")
        #expect(try bench.server.feeds.map(\.title) == ["A"] && bench.store().feed(id).title == "A")
    }

    @Test func `a removal that the server has refused is taken back here alone`() async throws {
        bench.server.fail(.subscriptionEdit, .answer(.status(400)), times: 1)
        try bench.store().remove([id])
        _ = try await bench.sendFeedChanges()
        #expect(try bench.store().undo(at: Sample.now).accounts == [] && bench.account.pendingFeeds == 0)
    }

    /// Another program has, or the server has refused to unsubscribe.
    @Test func `a feed that the server has again makes room for the one that comes back`() async throws {
        try bench.label("One", "mine")
        try bench.mark("One", .starred)
        try await bench.sync()
        bench.server.fail(.subscriptionEdit, .answer(.status(400)), times: 3)
        try bench.store().remove([id])
        for _ in 1...4 { try await bench.sync() }
        #expect(try bench.store().feeds().map(\.id) != [id])
        bench.server.addArticle(to: bench.server.feeds[0].id, "Three")
        try await bench.sync()
        try bench.mark("Two", .read)
        #expect(throws: StoreError.self) { _ = try bench.store().undo(at: Sample.now) }
        try await bench.sync()
        let undone = try bench.store().undo(at: Sample.now)
        #expect(undone.problems == [] && undone.articles == 2)
        _ = try await bench.sendFeedChanges()
        try await bench.sync()
        #expect(try bench.store().feeds().map(\.id) == [id] && bench.articles().count == 3)
        #expect(try bench.store().labels().map(\.name) == ["mine"])
        #expect(bench.server.feeds.count == 1)
        try bench.expectBothSides(read: ["Two"], starred: ["One"])
    }

    @Test func `changes that wait go with a feed, and come back with it`() async throws {
        try bench.store().edit(id) { $0.nickname = "Mine" }
        try bench.store().remove([id])
        _ = try bench.store().undo(at: Sample.now)
        _ = try await bench.sendFeedChanges()
        #expect(bench.server.feeds.map(\.title) == ["Mine"])
    }

    @Test func `what a server out of order does not do waits`() async throws {
        bench.server.fail(.subscriptionEdit, .answer(.status(500)), times: 5)
        try bench.store().remove([id])
        for _ in 1...4 {
            let outcome = try await bench.sendFeedChanges()
            #expect(outcome.error != nil && outcome.waiting.count == 1)
        }
        // The rest of a sync goes on, and the first one of a day says so.
        try bench.store().change("UPDATE account SET last_synced = last_synced - 86400")
        let outcome = try await bench.sync()
        #expect(outcome.result == .synced && outcome.warnings.count == 1, "\(outcome.warnings)")
        #expect(try bench.account.pendingFeeds == 1)
        try await bench.sync()
        #expect(try bench.server.feeds == [] && bench.account.pendingFeeds == 0)
    }

    @Test func `a feed is subscribed to again even if the answer to unsubscribing was lost`() async throws {
        bench.server.fail(.subscriptionEdit, .done(.hangUp), times: 1)
        try bench.store().remove([id])
        _ = try await bench.sendFeedChanges()
        #expect(try bench.store().undo(at: Sample.now).accounts == [try bench.account.id])
        _ = try await bench.sendFeedChanges()
        #expect(bench.server.feeds.map(\.url) == ["https://a.example/feed"])
    }
}
