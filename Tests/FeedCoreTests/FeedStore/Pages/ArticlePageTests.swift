import TestSupport
import Testing

@testable import FeedStore

/// The texts of articles' pages in the store: which are wanted, which are used, and that a search finds them.
@Suite final class ArticlePageTests {
    private let folder = TemporaryFolder()
    private let store: Store
    private let feed: FeedID
    private static let long = "<p>The whole story of the lighthouse, its keeper and the winter of the great storm.</p>"

    init() throws {
        store = try Store(path: folder.file("a.db"), access: .writing)
        var new = NewFeed(url: Sample.address("https://harbour.example/feed.xml"))
        new.fetchesPages = true
        feed = try store.add(new)
    }

    private func draft(_ title: String, text: String = "A storm.") -> ArticleDraft {
        Sample.draft(title, guid: title, url: "https://harbour.example/\(title)", text: text)
    }

    private func found(_ words: String) throws -> [String] { try store.list(.search(words)).map(\.title) }

    @Test func `an article that links to its own enclosure, or to nothing, has no page`() throws {
        var episode = draft("episode").content
        episode.enclosures = [Enclosure(url: episode.url ?? "")]
        try store.insertSample(ArticleDraft(episode, textHash: 1), into: feed)
        try store.insertSample(Sample.draft("note", guid: "note"), into: feed)
        #expect(try store.wantedPages() == [])
    }

    @Test func `a shorter text of a page is kept and not used`() throws {
        let said = draft("storm", text: "A storm of the kind that comes once.")
        let id = try store.insertSample(said, into: feed)
        try store.savePage("<p>Subscribe!</p>", of: id)
        let article = try store.article(id)
        #expect(article.textSource == .feed)
        #expect(article.text == .html("<p>A storm of the kind that comes once.</p>"))
        #expect(article.excerpt == "A storm of the kind that comes once.")
        #expect(try store.article(id, text: .page).text == .html("<p>Subscribe!</p>"))
    }

    @Test func `a search finds the words of a page, indexed before or after it came`() throws {
        let early = try store.insertSample(draft("early"), into: feed)
        #expect(try found("lighthouse") == [])
        while try store.indexSome(.bulk) > 0 {}
        try store.savePage(Self.long, of: early)
        #expect(try found("lighthouse") == ["early"])
        while try store.indexSome(.bulk) > 0 {}
        #expect(try found("lighthouse keeper") == ["early"])
        #expect(try found("text:storm") == ["early"])
        let late = try store.insertSample(draft("late"), into: feed, at: Sample.now + 1)
        try store.savePage(Self.long, of: late)
        #expect(try found("lighthouse") == ["late", "early"])
    }

    @Test func `when the feed changes its text, the longer one is used`() throws {
        let id = try store.insertSample(draft("storm"), into: feed)
        try store.savePage(Self.long, of: id)
        func replace(by text: String) throws {
            try store.transaction {
                let statements = try store.articleStatements()
                try store.replace(id, by: draft("storm", text: text), .modified, with: statements)
            }
        }
        try replace(by: "A great storm.")
        #expect(try store.article(id).textSource == .page)
        #expect(try store.article(id).excerpt.hasPrefix("The whole story"))
        #expect(try store.article(id).summary == .html("<p>A great storm.</p>"))
        let longest = String(repeating: "A very great storm came from the west. ", count: 9)
        try replace(by: longest)
        #expect(try store.article(id).textSource == .feed)
        #expect(try store.article(id).text == .html("<p>\(longest)</p>"))
        #expect(try found("lighthouse") == [])
        try replace(by: "A storm.")
        #expect(try store.article(id).textSource == .page)
        #expect(try found("lighthouse") == ["storm"])
    }

    @Test func `the page of an article that was removed meanwhile is left`() throws {
        let id = try store.insertSample(draft("storm"), into: feed)
        try store.remove([feed])
        try store.savePage(Self.long, of: id)
        try store.savePageFailure("HTTP 404 Not Found", of: id, isFinal: false)
        #expect(try store.database.number("SELECT count(*) FROM article_page") == 0)
    }

    @Test func `only content reads the table of pages, and few rows are looked through for wanted pages`() throws {
        var query = ArticleQuery(state: .all)
        #expect(try !store.plan(of: query).contains("article_page"))
        query.parts = .content
        #expect(try store.plan(of: query).contains("SEARCH article_page USING INTEGER PRIMARY KEY"))
        let wanted = try store.plan(of: Store.selectWantedPages).prefix { $0 != "\n" }
        #expect(wanted.contains("article_page_wanted"), "\(wanted)")
    }
}
