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

    @Test(arguments: [true, false])
    func `what was deleted of it stays deleted when its machine joins a folder`(hasFilter: Bool) throws {
        if hasFilter { try addFilter() }
        let article = try store.insertSample(Sample.draft("One", guid: "1"), into: feed)
        try store.mark([article], as: .deleted, isUndoable: true, at: Sample.now)
        if !hasFilter { try addFilter() }
        let other = try SharingMachine(in: folder)
        try other.add("https://other.example/feed")
        try other.exchange(with: other)
        _ = try StateExchange(folder: folder.path, host: "host", at: Sample.now).run(in: store)
        #expect(try store.feeds().count == 2 && store.list().isEmpty)
        // Once its feed is shared again, too, and `undo` brings it back.
        try store.edit([feed]) { $0.filter = "" }
        #expect(try store.list().isEmpty)
        for _ in 1...(hasFilter ? 2 : 3) { _ = try store.undo(at: Sample.now) }
        #expect(try store.list().map(\.id) == [article])
    }

    @Test func `what was deleted of it and is back elsewhere is known elsewhere again once it is shared`() throws {
        let shared = TemporaryFolder()
        let (first, second) = (try SharingMachine(in: shared, at: 0), try SharingMachine(in: shared, at: 0))
        let url = "https://a.example/feed"
        try first.add(url)
        try first.exchange(with: second)
        for machine in [first, second] {
            try machine.store.insertSample(Sample.draft("One", guid: "1", text: "text"), into: machine.feed(url))
            try machine.store.insertSample(Sample.draft("Two", guid: "2", text: "word"), into: machine.feed(url))
        }
        let article = try first.store.list()[0].id
        try first.store.edit([first.feed(url)]) { $0.filter = "cat" }
        _ = try first.store.label([article], "Mine")
        try first.store.mark([article], as: .deleted, isUndoable: true, at: Sample.now)
        second.setClock(5)
        try second.store.mark([article], as: .deleted, isUndoable: true, at: Sample.now)
        _ = try second.store.undo(at: Sample.now)
        try first.exchange(with: second)
        first.setClock(10)
        try first.store.edit([first.feed(url)]) { $0.filter = "" }
        try first.store.mark([article], as: .starred, at: Sample.now)
        try first.exchange(with: second)
        for machine in [first, second] {
            #expect(try machine.store.list().count == 2 && machine.store.labels().map(\.articles) == [1])
            #expect(try machine.store.list().filter(\.isStarred).map(\.id) == [article])
        }
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
