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
        try store.savePage(Self.long + "<p>It ended well.</p>", of: late)
        #expect(try found("lighthouse") == ["late", "early"])
    }

    @Test func `a text that the pages of several articles share is used for none of them`() throws {
        func notice(_ title: String) -> String {
            "<p>We value your privacy. <a href=\"/ok?back=\(title)\">Accept</a> cookies, or subscribe to go on.</p>"
        }
        let ids = try ["one", "two", "three", "four"].map { try store.insertSample(draft($0), into: feed) }
        for id in ids.dropLast() { #expect(try store.savePage(notice("\(id)"), of: id) == nil) }
        #expect(try store.article(ids[0]).textSource == .page)
        #expect(try found("privacy").count == 3)
        #expect(try store.savePage(notice("four"), of: ids[3])?.hasSuffix(" has the same text") == true)
        for id in ids {
            #expect(try store.article(id).textSource == .feed)
            #expect(try store.article(id).excerpt == "A storm.")
        }
        #expect(try found("privacy") == [])
        #expect(try store.savePage(Self.long, of: ids[1]) == nil)
        #expect(try store.article(ids[1]).textSource == .page)
    }

    @Test(arguments: [
        ("storm", "https://harbour.example/other", long),
        ("Storm, news", "http://www.harbour.example/storm/?utm_source=x", long),
        ("calm", "https://harbour.example/calm", long.replacing("story", with: "<img src=\"/a.png\"> story")),
    ])
    func `the page of the same article, or with another picture, is used`(title: String, url: String, page: String)
        throws
    {
        let first = try store.insertSample(draft("storm"), into: feed)
        let second = try store.insertSample(Sample.draft(title, guid: "2", url: url, text: "A storm."), into: feed)
        try store.savePage(Self.long, of: first)
        #expect(try store.savePage(page, of: second) == nil)
        for id in [first, second] { #expect(try store.article(id).textSource == .page) }
    }

    @Test func `one page with the text of several articles replaces none of their texts`() throws {
        let ids = try ["v1", "v2"].map { version in
            let url = "https://harbour.example/notes#\(version)"
            return try store.insertSample(Sample.draft(version, guid: version, url: url, text: "New."), into: feed)
        }
        for id in ids { try store.savePage(Self.long, of: id) }
        for id in ids { #expect(try store.article(id).text == .html("<p>New.</p>")) }
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
