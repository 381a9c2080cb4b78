import TestSupport
import Testing

@testable import FeedStore

/// A feed that machines shared before it got a filter on one of them.
@Suite final class UnsharedFeedTests: SuiteOfFeed {
    private func addFilter(_ filter: String = "cat") throws {
        try store.edit([feed]) { $0.filter = filter }
    }

    /// What another machine has decided.
    private func merge(_ decide: (borrowing Store) throws -> Void) throws {
        let other = try Store(path: folder.file("b.db"), access: .writing)
        try decide(other)
        try store.merge(other.stateLines())
    }

    @Test func `its removal is decided, so that no machine and no copy brings it back`() throws {
        try addFilter()
        try store.remove([feed])
        #expect(try store.stateLines().map { $0.decisions[.on]?.value } == [.bool(false)])
    }

    @Test func `what was deleted of it stays deleted when its machine joins a folder`() throws {
        try addFilter()
        let article = try store.insertSample(Sample.draft("One", guid: "1"), into: feed)
        try store.mark([article], as: .deleted, at: Sample.now)
        let other = try SharingMachine(in: folder)
        try other.add("https://other.example/feed")
        try other.exchange(with: other)
        _ = try StateExchange(folder: folder.path, host: "host", at: Sample.now).run(in: store)
        #expect(try store.feeds().count == 2 && store.list().isEmpty)
    }

    @Test func `a rule of it that was removed stays so`() throws {
        let rule = try store.addRule(Query("foo"), feed: feed, .drop)
        try addFilter()
        try store.removeRule(rule)
        try addFilter("")
        try merge { _ = try $0.addCategory(named: "Other") }
        #expect(try store.rules().isEmpty)
    }

    @Test func `a view that has got it stays as it is here`() throws {
        try store.add(SavedView(name: "v", filters: [.flag("unread")]))
        try addFilter()
        try store.replaceView(named: "v", by: SavedView(name: "v", filters: [.feed(feed)]))
        try merge { _ = try $0.addCategory(named: "Other") }
        #expect(try store.views().map(\.filters) == [[.feed(feed)]])
    }

    @Test func `its rules and views are shared once it is`() throws {
        try addFilter()
        _ = try store.addRule(Query("foo"), feed: feed, .drop)
        try store.add(SavedView(name: "v", filters: [.feed(feed), .flag("unread")]))
        try addFilter("")
        let other = try Store(path: folder.file("b.db"), access: .writing)
        try other.merge(store.stateLines())
        #expect(try other.rules().map(\.query) == ["foo"] && other.views().map(\.name) == ["v"])
    }

    @Test func `the state has no rules and views that name it, but that they were removed`() throws {
        _ = try store.addRule(Query("word"), feed: feed, .star)
        try store.add(SavedView(name: "v", filters: [.feed(feed)]))
        try store.add(SavedView(name: "w", filters: [.flag("unread")]))
        try addFilter()
        func names() throws -> [String] { try store.stateLines().map(\.key.subject) }
        #expect(try names() == [#""view":"w""#])
        try store.removeView(named: "v")
        #expect(try names() == [#""view":"v""#, #""view":"w""#])
    }

    @Test func `another machine's subscription to its URL with another scheme is not a second feed`() throws {
        try store.remove([feed])
        var new = NewFeed(url: Sample.address("https://b.example/feed"))
        new.filter = "cat"
        _ = try store.add(new)
        try merge { try $0.addSample("http://b.example/feed") }
        #expect(try store.feeds().map(\.url.text) == ["https://b.example/feed"])
    }
}
