import TestSupport
import Testing

@testable import FeedCore
@testable import FeedStore

/// Articles of a server that meet articles that were here before.
@Suite struct ArticleArrivalTests {
    private static let status = "https://a.example/status"

    private func traits(
        _ title: String, link: String? = status, text: Int64 = ArticleFingerprint.noText, at seconds: Int64? = 0
    ) -> ArticleFingerprint {
        ArticleFingerprint(
            guid: nil, url: link, title: title, textHash: text,
            published: seconds.map { Sample.now + $0 })
    }

    private func known(_ traits: ArticleFingerprint..., removed: [(ArticleFingerprint, Bool)] = []) -> KnownArticles {
        KnownArticles(
            traits.enumerated().map { index, traits in
                (
                    Store.UnsyncedArticle(id: ArticleID(rawValue: Int64(index) + 1), isRead: false, isStarred: false),
                    traits
                )
            }, removed: removed.map { (traits: $0.0, isDeleted: $0.1) })
    }

    @Test func `a link that several articles share is not enough`() {
        var here = known(traits("Status 1"))
        #expect(here.take(traits("Status 3", at: 3600)) == nil)
        #expect(here.take(traits("Status 1", at: 3600))?.id.rawValue == 1)
        #expect(here.take(traits("Status 1")) == nil)
        var untitled = known(traits("", link: "https://a.example/1", at: nil))
        #expect(untitled.take(traits("(no title)", link: "https://a.example/1"))?.id.rawValue == 1)
    }

    @Test func `a title alone is enough within a day, but under another link only at the same time`() {
        var here = known(traits("Photo", link: nil), traits("Day", link: "https://a.example/27"))
        #expect(here.take(traits("Photo", at: 3600))?.id.rawValue == 1)
        #expect(here.take(traits("Day", link: "https://a.example/28", at: 3600)) == nil)
        #expect(here.take(traits("Day", link: "https://b.example/27"))?.id.rawValue == 2)
    }

    @Test func `without a time here, title and text are enough, but not under another link`() {
        var here = known(
            traits("One", link: nil, text: 1, at: nil), traits("Two", link: nil, text: 2, at: nil),
            traits("Three", link: "https://a.example/3", text: 3, at: nil), traits("Four", link: nil, at: nil))
        #expect(here.take(traits("One", link: nil, text: 1))?.id.rawValue == 1)
        #expect(here.take(traits("Two", link: nil, text: 1)) == nil)
        #expect(here.take(traits("Three", link: "https://b.example/3", text: 3)) == nil)
        #expect(here.take(traits("Four", link: nil)) == nil)
    }

    @Test func `times of any size are compared`() {
        var here = known(traits("Old", link: nil, at: -.max / 2))
        #expect(here.take(traits("Old", at: .max / 2)) == nil)
    }

    @Test func `a removed article is known by its link and one more part, and whether the user deleted it`() {
        let here = known(removed: [(traits("Deleted"), true), (traits("Pruned", at: 60), false)])
        #expect(here.isDeleted(traits("Deleted", at: 3600)) == true)
        #expect(here.isDeleted(traits("Edited", at: 60)) == false)
        #expect(here.isDeleted(traits("New", at: 3600)) == nil)
    }

    @Test func `what was deleted before a feed was linked becomes read on its server`() async throws {
        let bench = SyncBench()
        let feed = bench.server.addFeed("https://a.example/feed", title: "A")
        for title in ["One", "Two"] { bench.server.addArticle(to: feed, title) }
        let store = try bench.store()
        let here = try store.addSample("https://a.example/feed")
        let drafts = bench.server.articles.map { Sample.draft($0.title, guid: $0.title, url: $0.link) }
        let ids = try store.arriveSamples(drafts, in: here)
        try store.mark([ids[0]], as: .deleted, at: Sample.now)
        let title = try #require(drafts.first).content.title
        try await bench.link()
        try await bench.sync()
        try await bench.sync()
        #expect(bench.server.readTitles == [title] && bench.server.articles.count == 2)
        #expect(try bench.account.pending == 0)
    }
}
