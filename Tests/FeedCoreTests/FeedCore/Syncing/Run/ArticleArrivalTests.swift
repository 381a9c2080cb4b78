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

    private func known(
        _ traits: ArticleFingerprint..., removed: [(ArticleFingerprint, Int64?)] = []
    ) -> KnownArticles {
        KnownArticles(
            traits.enumerated().map { index, traits in
                (
                    Store.UnsyncedArticle(id: ArticleID(rawValue: Int64(index) + 1), isRead: false, isStarred: false),
                    traits
                )
            }, removed: removed.map { (traits: $0.0, deleted: $0.1.map(ArticleID.init)) })
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
        var here = known(removed: [(traits("Deleted"), 7), (traits("Pruned", at: 60), nil)])
        #expect(here.takeRemoval(of: traits("Deleted", at: 3600))?.isDeleted == true)
        #expect(here.takeRemoval(of: traits("Edited", at: 60))?.isDeleted == false)
        #expect(here.takeRemoval(of: traits("New", at: 3600)) == nil)
    }

    @Test func `a deleted article is surely the same one by title or text within a day, if no other one is, and once`()
    {
        func article(_ removed: [ArticleFingerprint], _ traits: ArticleFingerprint) -> Int64? {
            var here = known(removed: removed.map { ($0, 7) })
            let article = here.takeRemoval(of: traits)?.article
            #expect(here.takeRemoval(of: traits)?.article == nil)
            return article?.rawValue
        }
        #expect(article([traits("One")], traits("One", at: 3600)) == 7)
        #expect(article([traits("One", text: 1)], traits("Two", text: 1)) == 7)
        #expect(article([traits("One", at: nil)], traits("One", at: 200_000)) == 7)
        #expect(article([traits("Outage")], traits("Outage", at: 200_000)) == nil)
        #expect(article([traits("")], traits("(no title)")) == nil)
        #expect(article([traits("One"), traits("One", at: 60)], traits("One")) == nil)
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

    /// A database whose feed has the articles One, Two and Three of the server, with the first of them deleted.
    private func withDeletedArticle() async throws -> (bench: SyncBench, deleted: ArticleID) {
        let bench = SyncBench()
        let feed = bench.server.addFeed("https://a.example/feed", title: "A")
        for title in ["One", "Two", "Three"] { bench.server.addArticle(to: feed, title) }
        let store = try bench.store()
        let here = try store.addSample("https://a.example/feed")
        let drafts = bench.server.articles.map { Sample.draft($0.title, guid: $0.title, url: $0.link) }
        _ = try store.arriveSamples(drafts, in: here)
        let deleted = try bench.article("One").id
        _ = try store.label([deleted], "Here")
        try store.mark([deleted], as: .deleted, isUndoable: true, at: Sample.now)
        return (bench, deleted)
    }

    @Test func `what was deleted before a feed was linked comes back as it was if its server has it starred`()
        async throws
    {
        let (bench, deleted) = try await withDeletedArticle()
        let key = try #require(
            try bench.store().stateLines().first { $0.decisions[.deleted]?.value == .bool(true) }
        ).key
        bench.server.change(try bench.remoteID("One")) { $0.isStarred = true }
        try await bench.link()
        #expect(try await bench.sync().newArticles.isEmpty)
        #expect(try bench.article("One").id == deleted && bench.labels() == ["One": ["Here"]])
        try bench.expectBothSides(read: [], starred: ["One"])
        #expect(try bench.store().undo(at: Sample.now).articles == 0)
        try bench.store().removeAccount(bench.account.id)
        #expect(try bench.store().decisions(about: key)[.deleted]?.value == .bool(false))
        #expect(try bench.articles().count == 3 && bench.store().exists(deleted))
    }

    @Test func `a deleted article that cannot come back as it was comes as a new one, and is not deleted`() async throws
    {
        let (bench, deleted) = try await withDeletedArticle()
        try bench.store().forgetRemoved()
        let lines = try bench.store().stateLines()
        bench.server.change(try bench.remoteID("One")) { $0.isStarred = true }
        try await bench.link()
        #expect(try await bench.sync().newArticles.count == 1)
        #expect(try bench.article("One").id != deleted)
        // Other machines know of the deletion.
        try bench.store().merge(lines)
        try bench.store().removeAccount(bench.account.id)
        #expect(try bench.articles().count == 3)
    }

    @Test func `what was deleted before a feed was linked is on its server once undo brings it back`() async throws {
        let (bench, _) = try await withDeletedArticle()
        try await bench.link()
        for _ in 1...2 { try await bench.sync() }
        #expect(bench.server.readTitles == ["One"])
        _ = try bench.store().undo(at: Sample.now)
        try bench.mark("One", .starred)
        for _ in 1...2 { try await bench.sync() }
        try bench.expectBothSides(read: [], starred: ["One"])
    }
}
