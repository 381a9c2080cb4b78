import FeedCore
import Testing

@testable import rssium

@Suite struct ArticleMarkdownTests {
    @Test func `all that is known of an article is above its text`() {
        var article = Article(
            id: ArticleID(rawValue: 1), feedID: FeedID(rawValue: 1), feedTitle: "A *feed*",
            content: ArticleContent(title: "# A title"), fetched: Timestamp(seconds: 1_760_000_000))
        article.authors = [Author(name: "Ann"), Author(email: "bob@x.org")]
        article.url = "https://x.org/a"
        article.enclosures = [
            Enclosure(url: "https://x.org/1/a.mp3?b", type: "audio/mpeg", size: 34_567_890, duration: 61),
            Enclosure(url: "https://x.org/b", title: "Slides"),
        ]
        article.text = .html("<p>Text")
        let date = LocalTime(article.fetched).dateAndTime
        #expect(
            ArticleMarkdown.text(of: article) == """
                # # A title

                A \\*feed\\* · Ann · bob@x.org\\
                \(date)\\
                <https://x.org/a>

                - [a.mp3](https://x.org/1/a.mp3?b) (audio/mpeg, 32.9 MB, 1:01)
                - [Slides](https://x.org/b)

                Text

                """)
    }

    @Test func `front matter is YAML that no text can end`() {
        var article = Article(
            id: ArticleID(rawValue: 7), feedID: FeedID(rawValue: 1), feedTitle: "A: feed",
            content: ArticleContent(title: "He said \"x\": # y\\\n---\nid: 9"),
            fetched: Timestamp(seconds: 1_760_000_000))
        article.published = Timestamp(seconds: 1_760_000_000)
        article.url = "https://x.org/a"
        article.authors = [Author(name: "Ann"), Author(email: "bob@x.org")]
        article.tags = ["linux", "a, b"]
        article.labels = ["später", "linux"]
        article.text = .html("<p>Text")
        let lines = ArticleMarkdown.text(of: article, hasFrontMatter: true).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(
            lines.prefix(10) == [
                "---", #"title: "He said \"x\": # y\\\n---\nid: 9""#, #"url: "https://x.org/a""#,
                "date: 2025-10-09T08:53:20Z", #"feed: "A: feed""#, #"author: "Ann, bob@x.org""#,
                #"tags: ["später","linux","a, b"]"#, "id: 7", "---", "",
            ])
        #expect(lines.contains("Text") && !lines.dropFirst(10).contains { $0.contains("x.org") })
    }

    @Test func `front matter has nothing that is absent`() {
        let article = Article(
            id: ArticleID(rawValue: 7), feedID: FeedID(rawValue: 1), feedTitle: "F",
            content: ArticleContent(title: "T"),
            fetched: Timestamp(seconds: 0))
        #expect(
            ArticleMarkdown.text(of: article, hasFrontMatter: true)
                == "---\ntitle: \"T\"\nfeed: \"F\"\nid: 7\n---\n\n# T\n")
    }
}
