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
}
