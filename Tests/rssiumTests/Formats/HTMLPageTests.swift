import FeedCore
import Testing

@testable import rssium

@Suite struct HTMLPageTests {
    private func page(_ articles: [Article]) throws -> String {
        try ArticleWriterTests.printed(articles, ListLayout(format: .html))
    }

    private func article(_ id: Int64, feed: Int64, category: String? = nil) -> Article {
        var article = Article(
            id: ArticleID(rawValue: id), feedID: FeedID(rawValue: feed), feedTitle: "Feed \(feed)",
            content: ArticleContent(title: "T\(id)"), fetched: ArticleWriterTests.now)
        article.category = category
        return article
    }

    /// The texts after each `marker`, in the order of the page.
    private func order(_ page: String, _ marker: String) -> [String] {
        page.split(separator: marker, omittingEmptySubsequences: false).dropFirst().map {
            String($0.prefix { $0 != "\"" && $0 != "<" })
        }
    }

    @Test func `articles are grouped by feed and category, and feeds without a category come last`() throws {
        let text = try page([
            article(1, feed: 1), article(2, feed: 2, category: "News"), article(3, feed: 3, category: "Fun"),
            article(4, feed: 1), article(5, feed: 4, category: "News"), article(6, feed: 2, category: "News"),
        ])
        #expect(order(text, "<section id=\"") == ["f2", "f4", "f3", "f1"])
        #expect(order(text, "<article id=\"") == ["a2", "a6", "a5", "a3", "a1", "a4"])
        #expect(order(text, "<a href=\"#") == ["f2", "f4", "f3", "f1"])
        #expect(order(text, "<b dir=\"auto\">") == ["News", "Fun", "Other feeds"])
    }

    @Test func `a page of one feed has no contents, and an empty page says so`() throws {
        #expect(try !page([article(1, feed: 1)]).contains("<nav"))
        #expect(try page([]).contains("No articles."))
    }

    @Test func `the page loads only pictures and sounds`() throws {
        let text = try page([ArticleWriterTests.full])
        #expect(!text.contains("<script") && !text.contains("<link") && !text.contains("@import"))
        #expect(!text.contains("url("))
        #expect(text.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"))
        #expect(text.contains("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"))
        #expect(text.contains("@media (prefers-color-scheme: dark)"))
    }

    @Test func `only harmless markup of a feed gets into the page`() throws {
        var evil = article(1, feed: 1, category: "<script>c()</script>")
        evil.feedTitle = "<script>f()</script>"
        evil.title = "<img src=x onerror=t()>"
        evil.url = "javascript:u()"
        evil.image = "javascript:i()"
        evil.language = "\" onclick=\"l()"
        evil.excerpt = "<style>*{}</style>"
        evil.authors = [Author(name: "<b onclick=a()>")]
        evil.text = .html(
            "</section></details></article></main><script>s()</script><p id=f1 onclick=c()>"
                + String(repeating: "long ", count: 200) + "<a href='javascript:x()'>y</a></p><style>*{}</style>")
        evil.enclosures = [Enclosure(url: "javascript:e()"), Enclosure(url: "data:text/html,x", type: "audio/mpeg")]
        let text = try page([evil, article(2, feed: 2)])
        #expect(!text.contains("<script") && !text.contains("onclick=\"") && !text.contains("<img"))
        #expect(!text.contains("href=\"javascript") && !text.contains("src=\""))
        #expect(text.contains("<p id=\"a1-f1\">"))
        #expect(text.split(separator: "<style>").count == 2)
        for name in ["section", "article", "main", "details", "div", "nav"] {
            let starts = text.split(separator: "<\(name)", omittingEmptySubsequences: false).count
            let ends = text.split(separator: "</\(name)>", omittingEmptySubsequences: false).count
            #expect(starts == ends, "\(name)")
        }
    }

    @Test func `a long text is folded, and its picture is loaded lazily`() throws {
        var long = ArticleWriterTests.full
        long.text = .html("<img src='https://a.example/1.png'>" + String(repeating: "<p>word</p>", count: 100))
        let text = try page([long])
        #expect(text.contains("<details>\n<summary>"))
        #expect(text.contains("<p class=\"excerpt\" dir=\"auto\">An excerpt</p>"))
        #expect(text.split(separator: "<img ").dropFirst().allSatisfy { $0.contains("loading=\"lazy\"") })
        #expect(try !page([ArticleWriterTests.full]).contains("<details>"))
    }

    @Test func `an audio enclosure has a player`() throws {
        let text = try page([ArticleWriterTests.full])
        #expect(text.contains("<audio controls preload=\"none\" src=\"https://example.org/a.mp3\">"))
        #expect(text.contains("<a href=\"https://example.org/a.mp3\">T</a> <small>audio/mpeg, 9 B, 1:00</small>"))
    }
}
