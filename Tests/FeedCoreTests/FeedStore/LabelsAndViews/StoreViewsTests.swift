import TestSupport
import Testing

@testable import FeedCore

@Suite struct StoreViewsTests {
    private let folder = TemporaryFolder()

    @Test func `narrowing leaves what both queries have`() throws {
        func narrowed(_ one: (inout ArticleQuery) -> Void, _ other: (inout ArticleQuery) -> Void) -> ArticleQuery {
            var (query, second) = (ArticleQuery(state: .all), ArticleQuery(state: .all))
            one(&query)
            other(&second)
            query.narrow(to: second)
            return query
        }
        let (one, two, three) = (FeedID(rawValue: 1), FeedID(rawValue: 2), FeedID(rawValue: 3))
        #expect(narrowed({ $0.feeds = [one, two] }, { $0.feeds = [two, three] }).feeds == [two])
        #expect(narrowed({ _ in }, { $0.feeds = [two] }).feeds == [two])
        #expect(narrowed({ $0.state = .read }, { _ in }).state == .read)
        #expect(narrowed({ _ in }, { $0.state = .unread }).state == .unread)
        // Nothing is both read and unread, or in two categories.
        #expect(narrowed({ $0.state = .read }, { $0.state = .unread }).feeds == [])
        let (news, arts) = (CategoryID(rawValue: 1), CategoryID(rawValue: 2))
        #expect(narrowed({ $0.category = news }, { $0.category = arts }).feeds == [])
        #expect(narrowed({ $0.category = news }, { $0.category = news }).feeds == nil)
        let (early, late) = (Timestamp(seconds: 1), Timestamp(seconds: 2))
        let times = narrowed({ $0.since = early }, { ($0.since, $0.until) = (late, late) })
        #expect(times.since == late && times.until == late)
        #expect(narrowed({ $0.isStarredOnly = true }, { $0.isModifiedOnly = true }).isModifiedOnly)
    }

    @Test func `narrowed searches must both fit`() throws {
        let store = try Store(path: folder.file("rssium.db"), access: .writing)
        let feed = try store.addSample("https://a.example/")
        for title in ["red", "red green", "green"] {
            try store.insertSample(Sample.draft(title, guid: title), into: feed)
        }
        var query = try ArticleQuery.search("red OR blue")
        try query.narrow(to: .search("green"))
        #expect(try store.list(query).map(\.id.rawValue) == [2])
        #expect(try store.counts(of: query) == (articles: 1, unread: 1))
        #expect(try store.counts(of: ArticleQuery(state: .all)) == (articles: 3, unread: 3))
        #expect(try store.feedIDs(of: query) == [feed])
        #expect(try store.articleIDs(of: query) == [ArticleID(rawValue: 2)])
    }
}
