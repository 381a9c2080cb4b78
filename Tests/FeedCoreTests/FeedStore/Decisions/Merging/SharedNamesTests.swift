import TestSupport
import Testing

@testable import FeedStore

/// Names that differ in case alone, and feeds that differ in the scheme alone, on two machines that share a folder.
@Suite struct SharedNamesTests {
    private let folder = TemporaryFolder()
    private let shared = TemporaryFolder()

    private func store(_ name: String, at seconds: Int64) throws -> Store {
        var store = try Store(path: folder.file(name), access: .refreshing)
        store.decisionTime = DecisionTime(milliseconds: (Sample.now.seconds + seconds) * 1000)
        return store
    }

    private func exchange(_ stores: borrowing Store, _ other: borrowing Store) throws {
        for _ in 0..<3 {
            _ = try StateExchange(folder: shared.path, host: "a", at: Sample.now).run(in: stores)
            _ = try StateExchange(folder: shared.path, host: "b", at: Sample.now).run(in: other)
        }
    }

    private func categories(of store: borrowing Store) throws -> [String] {
        try store.categories().map { "\($0.name) \($0.color ?? "") \($0.feeds)" }
    }

    @Test func `two spellings of a category are one, spelled as it was last`() throws {
        var first = try store("first.db", at: 0)
        let second = try store("second.db", at: 5)
        try first.addSample("https://a.example/", category: "news")
        try second.addSample("https://b.example/", category: "News")
        let row = try #require(try first.categories().first)
        _ = try first.addRule(Query("advert"), category: row.id, .markRead)
        try exchange(first, second)
        #expect(try [categories(of: first), categories(of: second)] == [["News  2"], ["News  2"]])
        #expect(try second.rules().map(\.query) == ["advert"])

        first.decisionTime = DecisionTime(milliseconds: (Sample.now.seconds + 10) * 1000)
        var edit = CategoryEdit()
        edit.color = .named("red")
        edit.name = "NEWS"
        try first.edit(row.id, edit)
        try exchange(first, second)
        #expect(try [categories(of: first), categories(of: second)] == [["NEWS red 2"], ["NEWS red 2"]])
        #expect(try second.rules().count == 1)

        let other = try #require(try second.categories().first)
        try second.removeCategory(other.id)
        try exchange(first, second)
        #expect(try categories(of: first).isEmpty && categories(of: second).isEmpty)
        #expect(try first.rules().isEmpty && second.rules().isEmpty)
    }

    @Test func `a removed feed that comes back from elsewhere decides nothing about its category`() throws {
        var first = try store("first.db", at: 0)
        var second = try store("second.db", at: 0)
        try first.addSample("https://a.example/", category: "News")
        try exchange(first, second)
        first.decisionTime = DecisionTime(milliseconds: (Sample.now.seconds + 5) * 1000)
        try first.remove(first.feeds().map(\.id))
        second.decisionTime = DecisionTime(milliseconds: (Sample.now.seconds + 10) * 1000)
        try second.removeCategory(#require(try second.categories().first).id)
        try exchange(first, second)
        #expect(try first.feeds().isEmpty && second.feeds().isEmpty)
        second.decisionTime = DecisionTime(milliseconds: (Sample.now.seconds + 15) * 1000)
        try second.addSample("https://a.example/")
        first.decisionTime = DecisionTime(milliseconds: (Sample.now.seconds + 20) * 1000)
        try exchange(first, second)
        #expect(try categories(of: first).isEmpty && categories(of: second).isEmpty)
        #expect(try first.feeds().count == 1)
        let lines = try first.stateLines()
        #expect(try second.stateLines() == lines && DecidedState(lines).categoryNames.isEmpty)
    }

    @Test func `a feed that is edited keeps the category that another machine chose meanwhile`() throws {
        var first = try store("first.db", at: 0)
        var second = try store("second.db", at: 5)
        try first.addSample("https://a.example/", category: "news")
        try second.addSample("https://b.example/", category: "News")
        try exchange(first, second)
        second.decisionTime = DecisionTime(milliseconds: (Sample.now.seconds + 20) * 1000)
        var move = FeedEdit()
        move.category = .named("Tech")
        try second.edit(try #require(try second.feed(at: Sample.address("https://a.example/"))).id, move)
        first.decisionTime = DecisionTime(milliseconds: (Sample.now.seconds + 30) * 1000)
        var title = FeedEdit()
        title.nickname = "A"
        try first.edit(try #require(try first.feed(at: Sample.address("https://a.example/"))).id, title)
        try exchange(first, second)
        let feed = try first.feed(at: Sample.address("https://a.example/"))
        #expect(feed?.category == "Tech" && feed?.nickname == "A")
    }

    @Test func `a feed that is edited does not take back the move of a server that another machine has followed`()
        throws
    {
        let first = try store("first.db", at: 0)
        var second = try store("second.db", at: 5)
        let feed = try first.addSample("https://a.example/old")
        try exchange(first, second)
        try first.transaction {
            try first.move(try first.feed(feed), to: Sample.address("https://a.example/new"))
            try first.noteFeed(feed, first.beginDeciding(), isAutomatic: true)
        }
        try exchange(first, second)
        second.decisionTime = DecisionTime(milliseconds: (Sample.now.seconds + 20) * 1000)
        var title = FeedEdit()
        title.nickname = "A"
        try second.edit(try #require(try second.feeds().first).id, title)
        try exchange(first, second)
        #expect(try first.feed(feed).url.text == "https://a.example/new" && first.feed(feed).nickname == "A")
    }

    @Test func `two spellings of a view are one, with the filters that were decided last`() throws {
        let first = try store("first.db", at: 5)
        var second = try store("second.db", at: 0)
        try first.add(SavedView(name: "morning", filters: [.flag("unread")]))
        try second.add(SavedView(name: "Morning", filters: [.flag("starred")]))
        try exchange(first, second)
        for views in [try first.views(), try second.views()] {
            #expect(views == [SavedView(name: "morning", filters: [.flag("unread")])])
        }
        second.decisionTime = DecisionTime(milliseconds: (Sample.now.seconds - 10) * 1000)
        try second.removeView(named: "MORNING")
        try exchange(first, second)
        #expect(try first.views().isEmpty && second.views().isEmpty)
    }

    @Test func `undo of a category's new name takes it back in views everywhere`() throws {
        var first = try store("first.db", at: 0)
        let second = try store("second.db", at: 0)
        let id = try first.addCategory(named: "News")
        try first.add(SavedView(name: "new", filters: [.option("category", value: "News")]))
        try exchange(first, second)
        first.decisionTime = DecisionTime(milliseconds: (Sample.now.seconds + 10) * 1000)
        var edit = CategoryEdit()
        edit.name = "World"
        try first.edit(id, edit)
        try exchange(first, second)
        #expect(try second.views().map(\.filters) == [[.option("category", value: "World")]])
        _ = try first.undo(at: Sample.now)
        try exchange(first, second)
        for views in [try first.views(), try second.views()] {
            #expect(views.map(\.filters) == [[.option("category", value: "News")]])
        }
        #expect(try categories(of: second) == ["News  0"])
    }

    @Test func `the removal of one twin leaves the other one on a machine that has only that`() throws {
        var first = try store("first.db", at: 0)
        let second = try store("second.db", at: 5)
        try first.addSample("http://a.example/feed")
        try first.addSample("https://a.example/feed")
        let kept = try second.addSample("https://a.example/feed")
        let one = try second.insertSample(Sample.draft("One", guid: "1"), into: kept)
        try second.mark([one], as: .starred, at: Sample.now)
        try exchange(first, second)
        first.decisionTime = DecisionTime(milliseconds: (Sample.now.seconds + 10) * 1000)
        try first.remove([#require(try first.feed(at: Sample.address("http://a.example/feed"))).id])
        try exchange(first, second)
        for urls in [try first.feeds().map(\.url.text), try second.feeds().map(\.url.text)] {
            #expect(urls == ["https://a.example/feed"])
        }
        #expect(try second.article(one).isStarred)
        #expect(try first.stateLines() == second.stateLines())
    }
}
