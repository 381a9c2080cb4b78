import TestSupport
import Testing

@testable import FeedStore

@Suite final class ArticleQueryTests {
    private let folder = TemporaryFolder()
    private let store: Store

    /// Feeds 1 and 2, the second in a category; articles 1 to 5, the fifth dated a day into the future.
    init() throws {
        store = try Store(path: folder.file("rssium.db"), access: .writing)
        let first = try store.addSample("https://a.example/feed", nickname: "Alpha")
        let second = try store.addSample("https://b.example/feed", nickname: "Beta", category: "News")
        for (number, feed, age) in [
            (1, first, 300), (2, second, 200), (3, first, 100), (4, second, 100), (5, first, -86_400),
        ] {
            let draft = Sample.draft("Title \(6 - number)", guid: "\(number)", published: Sample.now - Int64(age))
            try store.insertSample(draft, into: feed)
        }
    }

    @Test func `as many articles as there are can be marked at once`() throws {
        let feed = try store.addSample("https://many.example/feed")
        let drafts = (1...1100).map { Sample.draft("Many \($0)", guid: "m\($0)") }
        _ = try store.transaction {
            try store.insert(drafts, into: feed, at: Sample.now, with: try store.articleStatements())
        }
        var query = ArticleQuery(state: .all)
        query.feeds = [feed]
        #expect(try store.mark(query, as: .read, at: Sample.now) == 1100 && store.feed(feed).unread == 0)
        #expect(try store.mark(query, as: .read, at: Sample.now) == 0)
        #expect(try store.mark(query, as: .deleted, at: Sample.now) == 1100)
        #expect(try store.database.number("SELECT count(*) FROM tombstone WHERE feed_id = ?1", .id(feed)) == 1100)
        #expect(try store.feed(feed).articles == 0)
    }

    @Test func `duplicates get indexes when they are asked for, and are found while another program writes`() throws {
        for address in ["https://c.example/feed", "https://d.example/feed"] {
            try store.insertSample(Sample.draft("Twin", text: "A storm."), into: store.addSample(address))
        }
        var query = ArticleQuery(state: .all)
        query.isUnique = true
        let indexes = """
            SELECT count(*) FROM sqlite_master WHERE name IN ('article_link', 'article_words')
            """
        #expect(try store.database.number(indexes) == 0)
        try store.transaction {
            // It would wait for as long.
            let reader = try Store(path: folder.file("rssium.db"), access: .reading, busyTimeout: .seconds(3600))
            #expect(try Set(reader.articleIDs(of: query).map(\.rawValue)) == Set(1...6))
        }
        #expect(try store.database.number(indexes) == 0)
        let reader = try Store(path: folder.file("rssium.db"), access: .reading)
        #expect(try Set(reader.articleIDs(of: query).map(\.rawValue)) == Set(1...6))
        #expect(try store.database.number(indexes) == 2)
        #expect(try store.articleIDs(of: ArticleQuery(state: .all)).count == 7)
    }

    @Test func `no statement is open while an article is shown, so that the log does not grow`() throws {
        let other = try Store(path: folder.file("rssium.db"), access: .writing)
        var shown: [Int64] = []
        try store.forEachArticle(ArticleQuery(state: .all)) { article in
            try other.mark([article.id], as: .read, at: Sample.now)
            if shown.isEmpty { try other.mark([ArticleID(rawValue: 2)], as: .starred, at: Sample.now) }
            #expect(try other.database.number("PRAGMA wal_checkpoint(TRUNCATE)") == 0)
            shown.append(article.id.rawValue)
        }
        #expect(shown == [5, 4, 3, 2, 1])
    }

    /// Queries whose plan has one text and not another.
    private static let plans: [(change: @Sendable (inout ArticleQuery) -> Void, has: String, lacks: String)] = [
        ({ $0.limit = 50 }, "", "TEMP B-TREE"),
        ({ ($0.limit, $0.state) = (50, .unread) }, "", "TEMP B-TREE"),
        ({ ($0.limit, $0.feeds) = (50, [FeedID(rawValue: 1)]) }, "", "TEMP B-TREE"),
        ({ ($0.limit, $0.state, $0.feeds) = (50, .unread, [FeedID(rawValue: 1)]) }, "", "TEMP B-TREE"),
        ({ ($0.limit, $0.state) = (50, .read) }, "article_read", "TEMP B-TREE"),
        (
            { ($0.limit, $0.state, $0.feeds) = (50, .read, [FeedID(rawValue: 1)]) }, "article_read_of_feed",
            "TEMP B-TREE"
        ),
        ({ $0.limitPerFeed = 3 }, "of_feed (feed_id=?)", "SCAN article"),
        ({ ($0.limitPerFeed, $0.state) = (3, .unread) }, "of_feed (feed_id=?)", "SCAN article"),
        ({ ($0.limitPerFeed, $0.isStarredOnly) = (3, true) }, "SCAN article USING INDEX article_starred", "none"),
        ({ ($0.limit, $0.category) = (50, CategoryID(rawValue: 1)) }, "article_of_feed", "SCAN article"),
        ({ ($0.limit, $0.arrival) = (2, arrival) }, "", "TEMP B-TREE"),
        ({ ($0.limit, $0.arrival, $0.state) = (2, arrival, .unread) }, "", "TEMP B-TREE"),
        ({ ($0.limit, $0.arrival, $0.state) = (2, arrival, .read) }, "", "TEMP B-TREE"),
    ]
    private static let arrival = ArticleQuery.Arrival(after: ArticleID(rawValue: 2), through: ArticleID(rawValue: 5))

    @Test(arguments: plans.indices)
    func `articles are found by an index, without sorting or scanning`(index: Int) throws {
        var query = ArticleQuery(state: .all)
        Self.plans[index].change(&query)
        let plan = try store.plan(of: query)
        #expect(plan.contains(Self.plans[index].has) || Self.plans[index].has.isEmpty, "\(plan)")
        #expect(!plan.contains(Self.plans[index].lacks), "\(plan)")
    }

    /// Nine feeds, six of them in a category, with up to eight articles each.
    private func several() throws -> Store {
        let store = try Store(path: folder.file("several.db"), access: .writing)
        var dice = Dice(seed: 3)
        for number in 1...9 {
            let feed = try store.addSample("https://f\(number).example/", category: number < 7 ? "News" : nil)
            for article in 0..<dice.roll(9) {
                var draft = Sample.draft("\(article)", guid: "\(article)")
                draft.content.published = Sample.now - Int64(dice.roll(12))
                let id = try store.insertSample(draft, into: feed)
                if dice.roll(2) == 0 { try store.mark([id], as: .read, at: Sample.now) }
                if dice.roll(2) == 0 { try store.mark([id], as: .starred, at: Sample.now) }
            }
        }
        return store
    }

    @Test func `a limit per feed keeps the newest of each, in any order`() throws {
        let store = try several()
        var queries = [ArticleQuery(state: .unread), ArticleQuery(state: .all), ArticleQuery(state: .all)]
        queries[1].category = try store.category(named: "News").id
        queries[1].since = Sample.now - 9
        queries[2].isStarredOnly = true
        queries[2].sort = .title
        for var query in queries {
            let all = try store.list(query)
            var newest = query
            newest.sort = .published
            for limit in [1, 3] {
                let kept = Dictionary(grouping: try store.list(newest), by: \.feedID).values.flatMap {
                    $0.prefix(limit)
                }
                query.limitPerFeed = limit
                let expected = all.filter { kept.map(\.id).contains($0.id) }.map(\.id)
                #expect(try store.list(query).map(\.id) == expected && store.count(query) == expected.count)
                query.limit = 5
                #expect(try store.list(query).map(\.id) == Array(expected.prefix(5)))
                query.limit = nil
            }
        }
    }

    @Test func `a limit on several feeds keeps the first articles of all`() throws {
        let store = try several()
        for state in [ArticleQuery.State.all, .unread, .read] {
            for isReversed in [false, true] {
                var query = ArticleQuery(state: state)
                query.isReversed = isReversed
                query.category = try store.category(named: "News").id
                if state == .all { query.since = Sample.now - 9 }
                let all = try store.list(query).map(\.id)
                #expect(all.count > 4)
                for limit in [1, 2, 3, 7, 50] {
                    query.limit = limit
                    #expect(try store.list(query).map(\.id) == Array(all.prefix(limit)))
                }
                query.category = nil
                query.feeds = [2, 5, 8].map { FeedID(rawValue: $0) }
                query.limit = nil
                let some = try store.list(query).map(\.id)
                query.limit = 4
                #expect(try store.list(query).map(\.id) == Array(some.prefix(4)))
            }
        }
    }
}
