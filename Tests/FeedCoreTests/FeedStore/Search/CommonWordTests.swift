import TestSupport
import Testing

@testable import FeedStore

/// Words that very many articles have: the newest of them are found without all others.
@Suite final class CommonWordTests {
    private static let count = 60_000

    private let folder = TemporaryFolder()
    private let store: Store

    /// Every other article has "common", each in a hundred "seldom", and of the older half each has "former". Dates go
    /// back and forth.
    init() throws {
        store = try Store(path: folder.file("rssium.db"), access: .writing)
        try store.insertSample(Sample.draft("First", guid: "1"), into: store.addSample("https://a.example/feed"))
        try store.transaction {
            try store.database.execute(
                """
                WITH RECURSIVE number(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM number WHERE n < \(Self.count))
                INSERT INTO article(id, feed_id, date, fetched, text_hash, draft_hash, title, guid, excerpt, read_at)
                SELECT n, 1, n * 7919 % \(Self.count), n, n, n, iif(n % 2, 'common', 'other')
                    || iif(n % 100, '', ' seldom') || iif(n * 7919 % \(Self.count) < \(Self.count / 2), ' former', ''),
                    'g' || n, '', iif(n % 3, NULL, 1) FROM number
                """)
        }
        while try store.indexSome(.bulk) > 0 {}
    }

    @Test func `the newest matches are the first of all matches`() throws {
        // Two articles lose and gain a word.
        for (id, title) in [(11, "other"), (12, "common former")] {
            try store.database.execute(
                "UPDATE article SET title = '\(title)', draft_hash = -\(id), date = \(Self.count + id) WHERE id = \(id)"
            )
        }
        while try store.indexSome(.bulk) > 0 {}
        let texts = [
            "common", "common OR seldom", "other seldom", "-common other", "former", "former common", "seldom",
        ]
        for text in texts {
            for (state, isReversed) in [
                (ArticleQuery.State.all, false), (.all, true), (.unread, false), (.unread, true),
            ] {
                var query = try ArticleQuery.search(text, state)
                query.isReversed = isReversed
                let all = try store.list(query).map(\.id)
                query.limit = 50
                #expect(try store.list(query).map(\.id) == Array(all.prefix(50)), "\(text)")
            }
        }
    }

    @Test func `only common words whose matches are not all old are looked up article by article`() throws {
        func isLookedUp(_ text: String, _ change: (inout ArticleQuery) -> Void = { _ in }) throws -> Bool {
            var query = try ArticleQuery.search(text)
            query.limit = 50
            change(&query)
            return try store.newestMatches(query) != nil
        }
        #expect(try isLookedUp("common"))
        #expect(try isLookedUp("former") { $0.isReversed = true })
        #expect(try !isLookedUp("former"))
        #expect(try !isLookedUp("seldom"))
        #expect(try !isLookedUp("common") { $0.limit = nil })
        #expect(try !isLookedUp("common") { $0.sort = .title })
        #expect(try !isLookedUp("common feed:x"))
        try store.insertSample(Sample.draft("not indexed", guid: "new"), into: FeedID(rawValue: 1))
        #expect(try !isLookedUp("common"))
    }
}
