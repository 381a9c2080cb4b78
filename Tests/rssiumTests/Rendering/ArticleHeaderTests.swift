import FeedCore
import Testing

@testable import rssium

@Suite struct ArticleHeaderTests {
    @Test func `the header shows all that is known`() {
        var article = ArticleWriterTests.bare(42, url: "https://example.org/a/very/long/link")
        article.title = "A title that wraps here"
        article.feedTitle = "The Feed"
        article.authors = [Author(name: "Ann"), Author(name: "Bob")]
        let published = ArticleWriterTests.now
        article.published = published
        article.enclosures = [
            Enclosure(url: "https://x.org/e.mp3", type: "audio/mpeg", size: 34_567_890, duration: 3723),
            Enclosure(url: "https://x.org/e.txt", size: 12, duration: 61), Enclosure(url: "https://x.org/e"),
            Enclosure(url: "https://x.org/e.png", title: "A hedgehog crosses a road"),
            Enclosure(url: "https://x.org/f.png", title: article.title),
        ]
        #expect(
            ArticleLines.header(of: article, .init(width: 20), at: published + 7200).map(\.plain) == [
                "A title that wraps", "here", "The Feed · Ann · Bob", "\(LocalTime(published).dateAndTime) ·",
                "2h ago · id 42",
                "https://example.org/a/very/long/link", "https://x.org/e.mp3 (audio/mpeg, 32.9 MB, 1:02:03)",
                "https://x.org/e.txt (12 B, 1:01)", "https://x.org/e",
                "A hedgehog crosses a", "road", "https://x.org/e.png", "https://x.org/f.png",
            ])
    }

    @Test func `a missing value leaves no line, and the feed's name is not repeated`() {
        var article = ArticleWriterTests.bare(0)
        article.title = "T"
        article.authors = [Author(name: "F")]
        #expect(ArticleLines.header(of: article, .init(width: 80), at: nil).map(\.plain) == ["T", "F"])
    }
}
