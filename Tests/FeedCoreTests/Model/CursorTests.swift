import TestSupport
import Testing

@testable import FeedCore

@Suite struct CursorTests {
    let folder = TemporaryFolder()

    /// Articles 1 to 5, the first stored the newest.
    private func filled() throws -> Store {
        let store = try Store.scratch(in: folder.file("rssium.db"))
        let feed = try store.addSample("https://a.example/feed")
        for number in 1...5 {
            let published = Sample.now - Int64(number * 100)
            try store.insertSample(Sample.draft("T\(6 - number)", guid: "\(number)", published: published), into: feed)
        }
        return store
    }

    private func ids(_ store: borrowing Store, _ query: ArticleQuery) throws -> [Int64] {
        try store.list(query).map(\.id.rawValue)
    }

    private func arrived(after: Int64?, through: Int64, isOrder: Bool = true) -> ArticleQuery {
        var query = ArticleQuery(state: .all)
        query.arrival = ArticleQuery.Arrival(
            after: after.map(ArticleID.init), through: ArticleID(rawValue: through), isOrder: isOrder)
        return query
    }

    @Test func `a cursor has no place until it is moved, and never goes back`() throws {
        let store = try filled()
        #expect(try store.cursor(named: "a") == nil)
        try store.moveCursor(named: "a", to: ArticleID(rawValue: 4), at: Sample.now)
        try store.moveCursor(named: "a", to: ArticleID(rawValue: 2), at: Sample.now + 9)
        try store.moveCursor(named: Cursor.terminal, to: ArticleID(rawValue: 5), at: Sample.now)
        #expect(try store.cursor(named: "a") == ArticleID(rawValue: 4))
        #expect(try store.cursor(named: "A") == nil)
        #expect(
            try store.cursors() == [Cursor(name: "a", article: ArticleID(rawValue: 4), moved: Sample.now)])
    }

    @Test func `the newest article is the one with the highest id`() throws {
        #expect(try filled().newestArticle() == ArticleID(rawValue: 5))
        #expect(try Store.scratch(in: folder.file("other.db")).newestArticle() == nil)
    }

    @Test func `a range of articles has the order of storing, or any other`() throws {
        let store = try filled()
        #expect(try ids(store, arrived(after: nil, through: 5)) == [1, 2, 3, 4, 5])
        #expect(try ids(store, arrived(after: 2, through: 4)) == [3, 4])
        #expect(try store.count(arrived(after: 2, through: 4)) == 2)
        #expect(try ids(store, arrived(after: 2, through: 5, isOrder: false)) == [3, 4, 5])
        var reversed = arrived(after: 2, through: 5)
        reversed.isReversed = true
        #expect(try ids(store, reversed) == [5, 4, 3])
    }

    @Test(arguments: [ArticleQuery.State.all, .unread, .read])
    func `what is new is found without sorting`(state: ArticleQuery.State) throws {
        let store = try filled()
        var query = arrived(after: 2, through: 5)
        query.state = state
        query.limit = 2
        let plan = try store.plan(of: query)
        #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
    }

    @Test func `a limit keeps what was stored first, whatever the order`() throws {
        let store = try filled()
        var query = arrived(after: 1, through: 5)
        query.limit = 2
        #expect(try ids(store, query) == [2, 3])
        query.isReversed = true
        #expect(try ids(store, query) == [3, 2])
        query = arrived(after: 1, through: 5, isOrder: false)
        query.limit = 2
        query.sort = .title
        #expect(try ids(store, query) == [3, 2])
    }
}
