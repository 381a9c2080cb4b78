import FeedCore
import Testing

@testable import rssium

@Suite struct ArticleHeaderTests {
    @Test func `the header shows all that is known`() {
        let header = ArticleHeader(
            title: "A title that wraps here", feed: "The Feed", authors: ["Ann", "Bob"], date: "2026-11-21 10:00",
            age: "2h ago", id: 42, link: "https://example.org/a/very/long/link",
            enclosures: [
                Enclosure(url: "https://x.org/e.mp3", type: "audio/mpeg", size: 34_567_890, duration: 3723),
                Enclosure(url: "https://x.org/e.txt", size: 12, duration: 61), Enclosure(url: "https://x.org/e"),
            ])
        #expect(
            header.lines(width: 20).map(\.plain) == [
                "A title that wraps", "here", "The Feed · Ann · Bob", "2026-11-21 10:00 ·", "2h ago · id 42",
                "https://example.org/a/very/long/link", "https://x.org/e.mp3 (audio/mpeg, 32.9 MB, 1:02:03)",
                "https://x.org/e.txt (12 B, 1:01)", "https://x.org/e",
            ])
    }

    @Test func `a missing value leaves no line`() {
        #expect(ArticleHeader(title: "T", feed: "F").lines(width: 80).map(\.plain) == ["T", "F"])
    }
}
