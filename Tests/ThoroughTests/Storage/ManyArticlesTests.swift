import TestSupport
import Testing

@testable import FeedCoreTests
@testable import FeedStore

/// Commands on 100,000 articles at once.
@Suite struct ManyArticlesTests {
    @Test func `a mark of 100,000 articles, and their deletion, are one command each`() throws {
        let folder = TemporaryFolder()
        let store = try Store(path: folder.file("rssium.db"), access: .writing)
        let feed = try store.addSample("https://a.example/feed")
        let first = try store.insertSample(Sample.draft("One", guid: "g1"), into: feed)
        try store.mark([first], as: .read, at: Sample.now)
        try store.transaction {
            try store.database.execute(
                """
                WITH RECURSIVE number(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM number WHERE n < 100000)
                INSERT INTO article(id, feed_id, date, fetched, text_hash, draft_hash, title, guid, excerpt)
                SELECT n, 1, n, n, n, n, 'T' || n, 'g' || n, '' FROM number;
                UPDATE feed SET articles = 100000, unread = 99999,
                    last_article = (SELECT max(date) FROM article)
                """)
        }
        let before = try store.database.number("SELECT sum(id * ifnull(read_at, 1) % 1000003) FROM article")
        #expect(try store.mark(ArticleQuery(state: .all), as: .read, isUndoable: true, at: Sample.now) == 99_999)
        #expect(try store.mark(ArticleQuery(state: .all), as: .deleted, isUndoable: true, at: Sample.now) == 100_000)
        #expect(try store.undo(at: Sample.now).articles == 100_000)
        #expect(try store.undo(at: Sample.now).articles == 99_999)
        #expect(try store.database.number("SELECT sum(id * ifnull(read_at, 1) % 1000003) FROM article") == before)
        #expect(try store.feeds()[0].unread == 99_999)
        #expect(try IntegrityCheck(of: store.database, path: "").findings == [])
    }
}
