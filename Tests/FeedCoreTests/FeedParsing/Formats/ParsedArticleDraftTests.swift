import Testing

@testable import FeedCore

@Suite struct DraftingTests {
    private func article(_ change: (inout ParsedArticle) -> Void) -> ArticleDraft {
        var article = ParsedArticle()
        change(&article)
        return ArticleDraft(of: article)
    }

    @Test func `an article without a title or text shows its link, its file, or that it has none`() {
        #expect(article { $0.content.url = "https://x.example/1" }.title == "https://x.example/1")
        #expect(
            article { $0.content.enclosures = [Enclosure(url: "https://x.example/a/b.mp3?c=d/e")] }.title == "b.mp3")
        #expect(article { _ in }.title == "untitled")
    }

    @Test func `the hash of the text tells a change of text, and no change of markup or title`() {
        func hash(_ title: String, _ html: String) -> Int64 {
            article { ($0.title, $0.content.text) = (title, .html(html)) }.textHash
        }
        let first = hash("T", "<p>a b</p>")
        #expect(first == hash("T", "<div class='x'>a  b</div>"))
        #expect(first == hash("U", "<p>a b</p>"))
        #expect(first != hash("T", "<p>a c</p>"))
    }

    @Test func `the feed's image goes before one of the text, and both are absolute`() {
        #expect(
            article {
                $0.content.image = "https://x.example/named.png"
                $0.content.text = .html("<img src='/in.png'>")
                $0.base = "https://x.example/a/"
            }.image == "https://x.example/named.png")
        let found = article {
            $0.content.text = .html("<img src='in.png'>")
            $0.base = "https://x.example/a/"
        }
        #expect(found.image == "https://x.example/a/in.png")
        #expect(found.text == .html("<img src='https://x.example/a/in.png'>"))
    }

    @Test func `no further draft is made once it must stop`() {
        var feed = ParsedFeed(format: .page)
        feed.articles = [ParsedArticle(), ParsedArticle(), ParsedArticle()]
        var asked = 0
        #expect(throws: ParseError.cancelled) {
            try feed.makeDrafts {
                asked += 1
                return asked == 2
            }
        }
        #expect(asked == 2)
    }
}
