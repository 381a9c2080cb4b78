import TestSupport
import Testing

@testable import FeedStore

/// What another machine has decided counts for a feed that is shared again or comes back, with its rules and views.
@Suite struct TakenOverTests {
    private let first: SharingMachine
    private let second: SharingMachine
    private let url = "https://a.example/feed"

    init() throws {
        let shared = TemporaryFolder()
        first = try SharingMachine(in: shared, at: 0)
        second = try SharingMachine(in: shared, at: 5)
        try first.add(url)
        try exchange()
    }

    private func exchange() throws { try first.exchange(with: second) }

    /// The second machine changes something, and the first one reads it.
    private func elsewhere(_ change: (borrowing Store) throws -> Void) throws {
        try change(second.store)
        try second.exchange(with: second)
        try first.exchange(with: first)
    }

    private func edit(_ machine: SharingMachine, _ change: (inout FeedEdit) -> Void) throws {
        try machine.store.edit([machine.feed(url)], change)
    }

    private func describe(_ machine: SharingMachine) throws -> String {
        let feed = try machine.store.feed(machine.feed(url))
        return "\(feed.title) \(feed.category ?? "-") \(feed.isFavorite) \(feed.isPaused) \(feed.interval ?? 0)"
    }

    private func views(_ machine: SharingMachine) throws -> [String] {
        try machine.store.views().map { "\($0.name): \($0.words.joined(separator: " "))" }
    }

    /// The feed belongs to an account of the first machine.
    private func link() throws -> AccountID {
        try first.store.transaction {
            let account = try first.store.insert(
                NewAccount(
                    name: "one", kind: .freshRSS, url: Sample.address("https://rss.example/"), user: "u",
                    password: .netrc))
            try first.store.link(
                first.feed(url), to: RemoteFeed(id: RemoteID("feed/1"), url: Sample.address(url)), account)
            var change = RemoteFeedChange(try first.feed(url))
            (change.title, change.category) = ("Server", "Folder")
            try first.store.save(change)
            return account
        }
    }

    private func choose(_ edit: inout FeedEdit) {
        (edit.nickname, edit.category, edit.isFavorite, edit.interval) =
            ("Nice", .named("Good"), true, .every(seconds: 600))
    }

    @Test(arguments: [true, false])
    func `a feed that has moved elsewhere is not subscribed to again beside the one that is not shared`(
        byServer: Bool
    ) throws {
        try edit(first) { $0.filter = "cat" }
        let moved = Sample.address("https://a.example/moved")
        try elsewhere { store in
            guard byServer else { return try second.move(url, to: moved.text) }
            let feed = try second.store.feed(second.feed(url))
            try store.transaction { try store.saveAddress(moved, isGone: false, of: feed) }
        }
        #expect(try first.store.feeds().map(\.url.text) == [url])
        try edit(first) { $0.filter = "" }
        try exchange()
        #expect(try first.store.feeds().count == 1 && second.store.feeds().map(\.url) == [moved])
    }

    @Test func `undo of the removal of a feed keeps what another machine has changed of it`() throws {
        try first.remove(url)
        try elsewhere { store in try store.edit([second.feed(url)], choose) }
        _ = try first.store.undo(at: Sample.now)
        try exchange()
        #expect(try [describe(first), describe(second)] == Array(repeating: "Nice Good true false 600", count: 2))
    }

    @Test func `undo of the removal of a category or a view keeps what another machine has changed of it`() throws {
        let category = try first.store.addCategory(named: "News")
        try first.store.add(SavedView(name: "v", filters: [.flag("unread")]))
        try exchange()
        first.setClock(10)
        try first.store.removeCategory(category)
        try first.store.removeView(named: "v")
        try elsewhere { store in
            try store.edit(store.category(named: "News").id) { $0.color = .named("red") }
            try store.replaceView(named: "v", by: SavedView(name: "v", filters: [.flag("starred")]))
        }
        for _ in 1...2 { _ = try first.store.undo(at: Sample.now) }
        try exchange()
        for machine in [first, second] {
            #expect(try machine.store.categories().map(\.color) == ["red"] && views(machine) == ["v: --starred"])
        }
    }

    @Test func `the title and the folder of a server yield to what another machine has decided`() throws {
        let account = try link()
        try elsewhere { store in
            try store.edit([second.feed(url)]) { ($0.nickname, $0.isFavorite) = ("Nice", true) }
        }
        try first.store.removeAccount(account)
        try exchange()
        #expect(try [describe(first), describe(second)] == Array(repeating: "Nice Folder true false 0", count: 2))
    }

    @Test func `what another machine decides before it knows of it counts, too`() throws {
        let account = try link()
        second.setClock(-5)
        try second.store.edit([second.feed(url)], choose)
        try first.store.removeAccount(account)
        try exchange()
        #expect(try [describe(first), describe(second)] == Array(repeating: "Nice Good true false 600", count: 2))
    }

    @Test func `a feed that a server has lost is not paused elsewhere once it is edited`() throws {
        _ = try link()
        try first.store.unlink(first.feed(url))
        try edit(first) { $0.isFavorite = true }
        try exchange()
        #expect(try describe(second) == "\(url) Folder true false 0")
        try edit(second) { $0.isPaused = true }
        try exchange()
        try edit(second) { $0.isPaused = false }
        try exchange()
        #expect(try [describe(first), describe(second)] == ["Server", url].map { "\($0) Folder true false 0" })
    }

    @Test func `such a feed meets all that was decided here and elsewhere once another machine edits it`() throws {
        for machine in [first, second] {
            try machine.store.insertSample(Sample.draft("One", guid: "1", text: "text"), into: machine.feed(url))
        }
        try elsewhere { store in try store.edit([second.feed(url)]) { $0.nickname = "Nice" } }
        _ = try link()
        try edit(first) { $0.isFavorite = true }
        try first.store.mark(first.store.list().map(\.id), as: .starred, at: Sample.now)
        try first.store.unlink(first.feed(url))
        try elsewhere { store in try store.edit([second.feed(url)]) { $0.category = .named("Good") } }
        try exchange()
        #expect(try describe(second) == "Nice Good true false 0")
        #expect(try second.store.list().map(\.isStarred) == [true])
    }

    @Test func `what the user takes away or chooses while a feed has a filter counts`() throws {
        try elsewhere { store in try store.edit([second.feed(url)], choose) }
        first.setClock(10)
        try edit(first) { $0.filter = "cat" }
        try edit(first) { ($0.nickname, $0.category) = ("", FeedEdit.CategoryChoice.none) }
        try edit(first) { ($0.filter, $0.isFavorite, $0.interval) = ("", false, .standard) }
        try exchange()
        let own = "https://a.example/feed - false false 0"
        #expect(try [describe(first), describe(second)] == [own, own])
        try edit(first) { $0.filter = "cat" }
        try edit(first) { $0.address = FeedEdit.Address(url: Sample.address("https://b.example/feed")) }
        try first.store.edit([first.feed("https://b.example/feed")]) { $0.filter = "" }
        try exchange()
        #expect(try [first.urls, second.urls] == [["https://b.example/feed"], ["https://b.example/feed"]])
    }

    @Test func `undo of the removal of a category brings its color back on all machines`() throws {
        try first.store.removeCategory(first.store.addCategory(named: "News", color: "red"))
        try first.store.addCategory(named: "News")
        for _ in 1...2 { _ = try first.store.undo(at: Sample.now) }
        try exchange()
        #expect(try [first, second].map { try $0.store.categories().map(\.color) } == [["red"], ["red"]])
    }

    @Test func `a category that another machine has removed goes once the last feed leaves it`() throws {
        try edit(first) { $0.category = .named("News") }
        try exchange()
        try edit(first) { $0.filter = "cat" }
        try elsewhere { store in try store.removeCategory(store.category(named: "News").id) }
        #expect(try describe(first).contains("News"))
        try edit(first) { $0.filter = "" }
        #expect(try first.store.categories().isEmpty)
        #expect(try first.store.undoableCommands(at: Sample.now)[0].what == "removed on another machine: 1 category")
    }

    @Test func `rules and views that the user adds or edits while their feed has a filter count`() throws {
        let filters: [ViewFilter] = [.feed(try first.feed(url))]
        let starred = SavedView(name: "v", filters: [.feed(try second.feed(url)), .flag("starred")])
        for name in ["v", "w"] { try first.store.add(SavedView(name: name, filters: filters)) }
        let rule = try first.store.addRule(Query("foo"), feed: first.feed(url), .star)
        try exchange()
        try edit(first) { $0.filter = "cat" }
        try elsewhere { store in
            for rule in try store.rules() { try store.removeRule(rule.id) }
            try store.replaceView(named: "v", by: starred)
            try store.removeView(named: "w")
        }
        first.setClock(10)
        try first.store.removeRule(rule)
        _ = try first.store.addRule(Query("foo"), feed: first.feed(url), .star)
        try first.store.replaceView(named: "v", by: SavedView(name: "v", filters: filters + [.flag("all")]))
        try first.store.add(SavedView(name: "w", filters: filters))
        try edit(first) { $0.filter = "" }
        try exchange()
        for machine in [first, second] {
            #expect(try machine.store.rules().count == 1 && views(machine) == ["v: 1 --all", "w: 1"])
        }
    }

    @Test func `rules of a feed that another machine removes stay where it has a filter, but for those removed before`()
        throws
    {
        for word in ["foo", "bar"] { _ = try first.store.addRule(Query(word), feed: first.feed(url), .star) }
        try exchange()
        try edit(first) { $0.filter = "cat" }
        try elsewhere { store in try store.removeRule(#require(store.rules().first { $0.query == "bar" }).id) }
        second.setClock(6)
        try second.remove(url)
        try exchange()
        first.setClock(10)
        try edit(first) { $0.filter = "" }
        try exchange()
        for machine in [first, second] { #expect(try machine.store.rules().map(\.query) == ["foo"]) }
    }

    @Test func `a view keeps feeds that come back one by one, and one whose feeds are gone can come back`() throws {
        let urls = ["b", "c"].map { "https://\($0).example/feed" }
        for url in urls { try first.add(url) }
        try elsewhere { _ = try $0.categoryRow(named: "Other") }
        let feeds = try urls.map { ViewFilter.feed(try first.feed($0)) }
        try first.store.add(SavedView(name: "v", filters: [.feed(first.feed(url))] + feeds))
        try exchange()
        let views = try [views(first), self.views(second)]
        for url in urls { try first.remove(url) }
        for _ in urls { _ = try first.store.undo(at: Sample.now) }
        try exchange()
        #expect(try [self.views(first), self.views(second)] == views)
        for url in urls + [url] { try first.remove(url) }
        try first.store.removeView(named: "v")
        try exchange()
        for _ in 0..<4 { _ = try first.store.undo(at: Sample.now) }
        try exchange()
        #expect(try self.views(first) == views[0] && first.store.feeds().count == 3)
    }

    @Test func `what was deleted or removed elsewhere while a feed had a filter can come back`() throws {
        for machine in [first, second] {
            try machine.store.insertSample(Sample.draft("One", guid: "1", text: "text"), into: machine.feed(url))
        }
        _ = try first.store.addRule(Query("foo"), feed: first.feed(url), .drop)
        try exchange()
        try edit(first) { $0.filter = "cat" }
        try first.store.mark(first.store.list().map(\.id), as: .starred, at: Sample.now)
        try elsewhere { store in
            try store.mark(store.list().map(\.id), as: .deleted, at: Sample.now)
            for rule in try store.rules() { try store.removeRule(rule.id) }
        }
        #expect(try first.store.list().count == 1 && first.store.rules().count == 1)
        try edit(first) { $0.filter = "" }
        #expect(try first.store.list().isEmpty && first.store.rules().isEmpty)
        let last = try first.store.undoableCommands(at: Sample.now).first?.what
        #expect(last == "removed on another machine: 1 article, 1 rule")
        _ = try first.store.undo(at: Sample.now)
        try exchange()
        #expect(try first.store.list().map(\.isStarred) == [true] && second.store.rules().count == 1)
    }

    @Test func `rules and views that have waited come with their feed, and undo leaves them elsewhere`() throws {
        try first.store.add(SavedView(name: "v", filters: [.feed(first.feed(url)), .flag("unread")]))
        _ = try first.store.addRule(Query("old"), feed: first.feed(url), .drop)
        let again = try first.store.addRule(Query("again"), feed: first.feed(url), .drop)
        try exchange()
        first.setClock(10)
        try edit(first) { $0.filter = "cat" }
        try first.store.removeRule(again)
        _ = try first.store.addRule(Query("again"), feed: first.feed(url), .drop)
        try elsewhere { store in
            try store.removeRule(#require(store.rules().first { $0.query == "old" }).id)
            _ = try store.addRule(Query("new"), feed: second.feed(url), .star)
            try store.replaceView(named: "v", by: SavedView(name: "v", filters: [.feed(second.feed(url))]))
            try store.add(SavedView(name: "w", filters: [.feed(second.feed(url)), .flag("starred")]))
        }
        try edit(first) { $0.filter = "" }
        for machine in [first, second] {
            #expect(try machine.store.rules().map(\.query).sorted() == ["again", "new"])
            #expect(try views(machine) == ["v: 1", "w: 1 --starred"])
            try exchange()
        }
        _ = try first.store.undo(at: Sample.now)
        try exchange()
        #expect(try second.store.rules().count == 2 && second.store.views().count == 2)
    }

    @Test func `a view goes on without a feed that was removed, on all machines`() throws {
        let other = try first.add("https://b.example/feed", category: "News")
        let filters: [ViewFilter] = [.feed(try first.feed(url)), .feed(other), .option("category", value: "News")]
        try first.store.add(SavedView(name: "v", filters: filters))
        try exchange()
        try first.remove(url)
        let third = try Store(path: TemporaryFolder().file("c.db"), access: .writing)
        try third.merge(first.store.stateLines())
        #expect(try third.views().map { $0.filters.count } == [2])
        try first.store.edit(first.store.category(named: "News").id) { $0.name = "New" }
        try first.store.replaceView(named: "v", by: SavedView(name: "w", filters: first.store.views()[0].filters))
        try exchange()
        #expect(try views(second) == ["w: 2 --category New"])
        for _ in 1...3 { _ = try first.store.undo(at: Sample.now) }
        try exchange()
        #expect(try [views(first), views(second)] == [["v: 1 2 --category News"], ["v: 1 2 --category News"]])
    }

    @Test func `a view without feeds gets that one which has come back under its address`() throws {
        try second.store.add(SavedView(name: "v", filters: [.feed(second.feed(url)), .flag("unread")]))
        try exchange()
        try first.remove(url)
        try first.add(url)
        _ = try first.store.undo(at: Sample.now)
        try exchange()
        for machine in [first, second] {
            #expect(try machine.store.views().map(\.filters) == [[.feed(machine.feed(url)), .flag("unread")]])
        }
    }

    @Test func `rules and views of saved pages wait for the first of them`() throws {
        func save(_ machine: SharingMachine) throws {
            let page = PageToSave(Sample.address("https://p.example/"))
            _ = try machine.store.save(Sample.draft("Page"), page, knownAt: [page.url], at: Sample.now)
        }
        try save(first)
        let saved = try #require(try first.store.feed(at: .saved)).id
        _ = try first.store.addRule(Query("quite"), feed: saved, .star)
        try first.store.add(SavedView(name: "s", filters: [.feed(saved)]))
        try exchange()
        #expect(try second.store.rules().isEmpty && second.store.views().isEmpty)
        try save(second)
        #expect(try second.store.rules().count == 1 && second.store.views().count == 1)
        try second.store.removeView(named: "s")
        try exchange()
        #expect(try first.store.views().isEmpty && first.urls.contains(WebAddress.saved.text))
    }
}
