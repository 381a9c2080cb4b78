import FeedCore
import TestSupport
import Testing

@testable import FeedCoreTests
@testable import FeedStore

/// A busy feed for a year: 50 new articles a day, 100 in its document, of which retention keeps no more.
@Suite struct TombstoneTests {
    private let folder = TemporaryFolder()

    private func article(_ number: Int) -> ParsedArticle {
        var article = ParsedArticle()
        article.title = "Article \(number)"
        article.content.guid = "guid \(number)"
        article.content.url = "https://a.example/\(number)"
        article.content.text = .plain("text \(number)")
        return article
    }

    @Test func `neither the tombstones nor what a refresh reads of them grows for more than 90 days`() throws {
        let store = try Store(path: folder.file("rssium.db"), access: .refreshing)
        let id = try store.addSample("https://a.example/feed")
        let settings = FeedSettings(userAgent: "test")
        var counts: [Int: [Int]] = [:]
        for day in 1...365 {
            let now = Sample.now + Int64(day) * 86_400
            var document = ParsedFeed(format: .rss)
            document.articles = (day * 50..<day * 50 + 100).reversed().map(article)
            let feed = try store.feed(id)
            let update = FeedUpdate(
                of: feed, fetched: .success(Response(status: 200, url: feed.url, headers: HTTPHeaders([]))),
                parsed: .success(document), bodyHash: Int64(day), settings: settings, at: now)
            let outcome = try store.transaction {
                try store.store(update, with: store.articleStatements(), at: now)
            }
            #expect(outcome.newArticles.count == (day == 1 ? 100 : 50))
            _ = try store.prune(at: now) { _ in Retention(articles: 100, days: 0, unread: 0) }
            let read = try store.identities(of: id, like: update.document?.drafts ?? []).count
            let tombstones = try store.database.number("SELECT count(*) FROM tombstone") ?? 0
            counts[day] = [read, Int(tombstones)]
        }
        #expect(counts[10] == [100, 9 * 50])
        #expect(counts[120] == [100, 92 * 50] && counts[365] == counts[120], "\(counts)")
    }
}
