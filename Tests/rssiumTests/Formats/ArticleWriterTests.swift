import FeedCore
import Testing

@testable import rssium

@Suite struct ArticleWriterTests {
    static let now = Timestamp(seconds: 1_795_253_400)

    static var full: Article {
        var article = Article(
            id: ArticleID(rawValue: 42), feedID: FeedID(rawValue: 3), feedTitle: "The\tFeed",
            content: ArticleContent(title: "Hello\nthere"), fetched: now)
        article.guid = "tag:1"
        article.url = "https://example.org/1"
        article.externalURL = "https://elsewhere.org/"
        article.comments = "https://talk.example/1"
        article.category = "News"
        article.authors = [Author(name: "Ann", url: "https://ann.org/"), Author(email: "bob@example.org")]
        article.excerpt = "An excerpt"
        article.text = .html("<p>Hi</p>")
        article.summary = .html("An <i>excerpt</i>")
        article.published = now - 3600
        article.updated = now - 1800
        article.isStarred = true
        article.isModified = true
        article.tags = ["a", "b"]
        article.image = "https://example.org/i.png"
        article.language = "en"
        article.enclosures = [
            Enclosure(url: "https://example.org/a.mp3", type: "audio/mpeg", size: 9, duration: 60, title: "T"),
            Enclosure(url: "https://example.org/b"),
        ]
        return article
    }

    static func bare(_ id: Int64, guid: String? = nil, url: String? = nil) -> Article {
        var article = Article(
            id: ArticleID(rawValue: id), feedID: FeedID(rawValue: 1), feedTitle: "F",
            content: ArticleContent(title: "T\(id)"), fetched: now)
        article.guid = guid
        article.url = url
        return article
    }

    static func printed(
        _ articles: [Article], _ layout: ListLayout<Article>,
        on terminal: Terminal = Terminal(isTerminal: false)
    ) throws -> String {
        try captured(on: terminal) { output in
            var writer = layout.writer(head: .init(title: "rssium"), on: terminal, at: now)
            for article in articles { try writer.write(article, to: &output) }
            try writer.finish(to: &output)
        }
    }

    @Test(arguments: [
        ("id", "42"), ("published", "2026-11-21T08:30:00Z"),
        ("updated", "2026-11-21T09:00:00Z"),
        ("fetched", "2026-11-21T09:30:00Z"), ("read_at", ""), ("feed_id", "3"), ("feed", "The Feed"),
        ("category", "News"),
        ("title", "Hello there"), ("author", "Ann, bob@example.org"), ("url", "https://example.org/1"),
        ("summary", "An excerpt"), ("flags", "USM"), ("tags", "a,b"),
        ("image", "https://example.org/i.png"),
        ("enclosures", "https://example.org/a.mp3 https://example.org/b"), ("guid", "tag:1"),
        ("comments", "https://talk.example/1"),
    ])
    func `each field has its text`(field: String, expected: String) throws {
        let layout = ListLayout(format: .tsv, fields: Article.fields[field], hasHeader: true)
        #expect(try ArticleWriterTests.printed([ArticleWriterTests.full], layout) == "\(field)\n\(expected)\n")
    }

    @Test func `an item omits absent members`() throws {
        let line = try ArticleWriterTests.printed([ArticleWriterTests.full], ListLayout(format: .jsonl))
        #expect(
            line == """
                {"id":"tag:1","url":"https://example.org/1","external_url":"https://elsewhere.org/",\
                "title":"Hello\\nthere",\
                "content_html":"<p>Hi</p>","summary":"An excerpt","image":"https://example.org/i.png",\
                "date_published":"2026-11-21T08:30:00Z","date_modified":"2026-11-21T09:00:00Z",\
                "authors":[{"name":"Ann","url":"https://ann.org/"},{"name":"bob@example.org"}],"tags":["a","b"],\
                "language":"en","attachments":[{"url":"https://example.org/a.mp3","mime_type":"audio/mpeg",\
                "size_in_bytes":9,"duration_in_seconds":60,"title":"T"},{"url":"https://example.org/b",\
                "mime_type":"application/octet-stream"}],"_rssium":{"id":42,"guid":"tag:1",\
                "feed_id":3,"feed":"The\\tFeed",\
                "category":"News","comments":"https://talk.example/1","read":false,"starred":true,"fetched":"2026-11-21T09:30:00Z"}}

                """)
    }

    @Test func `HTML is sanitized on its way out`() throws {
        var article = ArticleWriterTests.bare(1, guid: "g")
        article.text = .html("<p onclick='x()'>a<script>b</script><a href='javascript:c'>d</a></p>")
        let line = try ArticleWriterTests.printed([article], ListLayout(format: .jsonl))
        #expect(line.contains("\"content_html\":\"<p>a<a>d</a></p>\""))
    }

    @Test func `on a terminal the excerpt fills the line after the title`() throws {
        let terminal = Terminal(isTerminal: true, width: 60)
        var article = ArticleWriterTests.full
        article.excerpt = String(repeating: "word ", count: 40)
        let layout = ListLayout<Article>(format: .text)
        let text = try ArticleWriterTests.printed([article], layout, on: terminal)
        #expect(
            text == "42  USM  1h ago  The Feed  Hello there  word word word word…\n"
                || text == "42  USM  1h ago  The Feed  Hello there  word word word word …\n")
    }

    @Test(arguments: [RecordEnd.newline, .null])
    func `the header names each default column`(end: RecordEnd) throws {
        let layout = ListLayout<Article>(format: .text, hasHeader: true, end: end)
        let text = try ArticleWriterTests.printed([ArticleWriterTests.full], layout)
        let header = text.prefix { !$0.isNewline && $0 != "\0" }
        let names = header.split { $0 == " " || $0 == "\t" }.map(String.init)
        #expect(names == ["id", "flags", "published", "feed", "title"] + (end == .null ? ["url"] : []))
    }
}
