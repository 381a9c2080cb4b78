import TestSupport
import Testing

@testable import FeedStore

/// Names that differ in case alone, and feeds that differ in the scheme alone, on two machines that share a folder.
@Suite struct SharedNamesTests {
    private let first: SharingMachine
    private let second: SharingMachine

    init() throws {
        let shared = TemporaryFolder()
        first = try SharingMachine(in: shared, at: 0)
        second = try SharingMachine(in: shared, at: 5)
    }

    private func exchange() throws { try first.exchange(with: second) }

    private func categories(of machine: SharingMachine) throws -> [String] {
        try machine.store.categories().map { "\($0.name) \($0.color ?? "") \($0.feeds)" }
    }

    @Test func `two spellings of a category are one, spelled as it was last`() throws {
        try first.add("https://a.example/", category: "news")
        try second.add("https://b.example/", category: "News")
        let row = try #require(try first.store.categories().first)
        _ = try first.store.addRule(Query("advert"), category: row.id, .markRead)
        try exchange()
        #expect(try [categories(of: first), categories(of: second)] == [["News  2"], ["News  2"]])
        #expect(try second.store.rules().map(\.query) == ["advert"])

        first.setClock(10)
        try first.store.edit(row.id) { ($0.color, $0.name) = (.named("red"), "NEWS") }
        try exchange()
        #expect(try [categories(of: first), categories(of: second)] == [["NEWS red 2"], ["NEWS red 2"]])
        #expect(try second.store.rules().count == 1)

        let other = try #require(try second.store.categories().first)
        try second.store.removeCategory(other.id)
        try exchange()
        #expect(try categories(of: first).isEmpty && categories(of: second).isEmpty)
        #expect(try first.store.rules().isEmpty && second.store.rules().isEmpty)
    }

    @Test func `a removed feed that comes back from elsewhere decides nothing about its category`() throws {
        second.setClock(0)
        try first.add("https://a.example/", category: "News")
        try exchange()
        first.setClock(5)
        try first.store.remove(first.store.feeds().map(\.id))
        second.setClock(10)
        try second.store.removeCategory(#require(try second.store.categories().first).id)
        try exchange()
        #expect(try first.store.feeds().isEmpty && second.store.feeds().isEmpty)
        second.setClock(15)
        try second.add("https://a.example/")
        first.setClock(20)
        try exchange()
        #expect(try categories(of: first).isEmpty && categories(of: second).isEmpty)
        #expect(try first.store.feeds().count == 1)
        let lines = try first.store.stateLines()
        #expect(try second.store.stateLines() == lines && DecidedState(lines).categoryNames.isEmpty)
    }

    @Test func `a feed that is edited keeps the category that another machine chose meanwhile`() throws {
        try first.add("https://a.example/", category: "news")
        try second.add("https://b.example/", category: "News")
        try exchange()
        second.setClock(20)
        try second.store.edit(second.feed("https://a.example/")) { $0.category = .named("Tech") }
        first.setClock(30)
        try first.store.edit(first.feed("https://a.example/")) { $0.nickname = "A" }
        try exchange()
        let feed = try first.store.feed(first.feed("https://a.example/"))
        #expect(feed.category == "Tech" && feed.nickname == "A")
    }

    @Test func `a feed that is edited does not take back the move of a server that another machine has followed`()
        throws
    {
        let feed = try first.add("https://a.example/old")
        try exchange()
        try first.store.transaction {
            try first.store.move(try first.store.feed(feed), to: Sample.address("https://a.example/new"))
            try first.store.noteFeed(feed, first.store.beginDeciding(), .moved)
        }
        try exchange()
        second.setClock(20)
        try second.store.edit(#require(try second.store.feeds().first).id) { $0.nickname = "A" }
        try exchange()
        #expect(
            try first.store.feed(feed).url.text == "https://a.example/new" && first.store.feed(feed).nickname == "A")
    }

    @Test func `two spellings of a view are one, with the filters that were decided last`() throws {
        first.setClock(5)
        second.setClock(0)
        try first.store.add(SavedView(name: "morning", filters: [.flag("unread")]))
        try second.store.add(SavedView(name: "Morning", filters: [.flag("starred")]))
        try exchange()
        for views in [try first.store.views(), try second.store.views()] {
            #expect(views == [SavedView(name: "morning", filters: [.flag("unread")])])
        }
        second.setClock(-10)
        try second.store.removeView(named: "MORNING")
        try exchange()
        #expect(try first.store.views().isEmpty && second.store.views().isEmpty)
    }

    @Test func `undo of a category's new name takes it back in views everywhere`() throws {
        second.setClock(0)
        let id = try first.store.addCategory(named: "News")
        try first.store.add(SavedView(name: "new", filters: [.option("category", value: "News")]))
        try exchange()
        first.setClock(10)
        try first.store.edit(id) { $0.name = "World" }
        try exchange()
        #expect(try second.store.views().map(\.filters) == [[.option("category", value: "World")]])
        _ = try first.store.undo(at: Sample.now)
        try exchange()
        for views in [try first.store.views(), try second.store.views()] {
            #expect(views.map(\.filters) == [[.option("category", value: "News")]])
        }
        #expect(try categories(of: second) == ["News  0"])
    }

    @Test func `the removal of one twin leaves the other one on a machine that has only that`() throws {
        try first.add("http://a.example/feed")
        try first.add("https://a.example/feed")
        let kept = try second.add("https://a.example/feed")
        let one = try second.store.insertSample(Sample.draft("One", guid: "1"), into: kept)
        try second.store.mark([one], as: .starred, at: Sample.now)
        try exchange()
        first.setClock(10)
        try first.remove("http://a.example/feed")
        try exchange()
        #expect(try [first.urls, second.urls] == [["https://a.example/feed"], ["https://a.example/feed"]])
        #expect(try second.store.article(one).isStarred)
        #expect(try first.store.stateLines() == second.store.stateLines())
    }
}
