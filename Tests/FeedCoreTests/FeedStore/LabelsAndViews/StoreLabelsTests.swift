import TestSupport
import Testing

@testable import FeedStore

@Suite final class StoreLabelsTests {
    private let folder = TemporaryFolder()
    private let store: Store

    /// Four articles: 1 to 3 of one feed, 4 of another one.
    init() throws {
        store = try Store(path: folder.file("rssium.db"), access: .writing)
        let first = try store.addSample("https://a.example/")
        let other = try store.addSample("https://b.example/")
        for title in ["One", "Two", "Three"] { try store.insertSample(Sample.draft(title, guid: title), into: first) }
        try store.insertSample(Sample.draft("Four", guid: "Four"), into: other)
    }

    private func ids(_ numbers: Int64...) -> [ArticleID] { numbers.map(ArticleID.init) }

    @Test func `an article has at most 64 labels`() throws {
        for number in 1...64 { _ = try store.label(ids(1), "label \(number)") }
        #expect(try store.label(ids(1, 2), "more").full == ids(1))
        #expect(try store.label(ids(1), "LABEL 7").full.isEmpty)
    }

    @Test(arguments: [
        ("label:café", [1, 2]), ("label:CAFE", [1, 2]), ("label:caf", []), ("label:/^caf/", [1, 2]),
        ("label:\"to read\"", [2]), ("label:cafe -label:\"to read\"", [1]), ("-label:cafe", [3, 4]),
        ("label:cafe OR three", [1, 2, 3]), ("one label:cafe", [1]), ("label:/./", [1, 2]),
    ])
    func `a query finds whole labels`(query: String, expected: [Int64]) throws {
        _ = try store.label(ids(1, 2), "Café")
        _ = try store.label(ids(2), "to read")
        _ = try store.label(ids(3), "cafe au lait")
        _ = try store.removeLabel("cafe au lait")
        #expect(try store.found(query) == expected)
    }

    @Test func `a label is found by its index`() throws {
        var query = ArticleQuery(state: .all)
        query.search = Query(label: "x")
        let (condition, values) = try store.condition(of: query)
        let plan = try store.plan(of: "SELECT article.id FROM article" + condition, values)
        #expect(
            !plan.split(separator: "\n").contains { $0 == "SCAN article" || $0.hasPrefix("SCAN article_label") },
            "\(plan)")
        #expect(plan.contains("article_labeled (label=?)"), "\(plan)")
        #expect(try !store.plan(of: ArticleQuery()).contains("article_label"))
    }

    @Test func `a rule puts a label on what arrives, and no article loses one`() throws {
        _ = try store.label(ids(1), "Later")
        _ = try store.addRule(Query("swift"), .label("later"))
        #expect(try store.rules().map(\.action) == [.label("later")])
        let feed = FeedID(rawValue: 1)
        let new = try store.insertSample(Sample.draft("Swift 7", guid: "s"), into: feed)
        _ = try store.transaction { try store.applyRules(to: [new], of: feed, at: Sample.now) }
        #expect(try store.article(new).labels == ["Later"])
        let decided = try store.database.rows(
            "SELECT property FROM decision WHERE automatic = 1 AND property <> 'url'"
        ) { $0.text() }
        #expect(decided == ["label:Later"])
    }

    @Test func `retention keeps labeled articles`() throws {
        let feed = FeedID(rawValue: 1)
        try store.transaction { try store.saveCarried([], of: feed, at: Sample.now) }
        _ = try store.label(ids(1, 2), "keep")
        _ = try store.unlabel(ids(2), "keep")
        let none = Retention(articles: 0, days: 0, unread: 0)
        #expect(try store.prune(at: Sample.now, retention: { _ in none }).articles == 2)
        #expect(try store.list().map(\.id) == ids(4, 1))
    }
}
