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

    @Test func `a text is read again only if something in it has changed, or the base of a relative link`() throws {
        func isRead(_ change: (inout ParsedArticle) -> Void) throws -> Bool {
            var known = ParsedArticle()
            known.title = "T"
            known.content.text = .html("<p>a <a href='https://x.example/'>b</a>")
            known.content.summary = .html("<img src='i.png'>")
            known.base = "https://x.example/feed"
            var article = known
            change(&article)
            var feed = ParsedFeed(format: .rss)
            feed.articles = [article]
            let draft = ArticleDraft(of: article)
            try feed.makeDrafts(stored: [ArticleDraft(of: known).hash: ArticleDraft(of: known).textHash]) { false }
            let made = try #require(feed.takeDrafts()?.first)
            #expect(made.hash == draft.hash && made.traits == draft.traits)
            #expect(made.text == nil ? feed.unread[made.hash] == article : feed.unread.isEmpty && made == draft)
            return made.text != nil
        }
        #expect(try !isRead { _ in })
        #expect(try isRead { $0.content.tags = ["new"] })
        #expect(try isRead { $0.content.text = .plain("<p>a <a href='https://x.example/'>b</a>") })
        #expect(try isRead { $0.title = nil })
        #expect(try isRead { $0.base = "https://y.example/feed" })
    }

    @Test func `the base of an article without relative links does not count`() {
        func hash(_ base: String, _ html: String) -> Int64 {
            article { ($0.title, $0.base, $0.content.text) = ("T", base, .html(html)) }.hash
        }
        for (html, counts) in [
            ("<img src='https://x.example/i.png'> <a href='#n'>n</a>", false), ("plain", false),
            ("<img src='/i.png'>", true), ("<a href='//x.example/'>x</a>", true),
        ] { #expect((hash("https://a.example/1", html) != hash("https://b.example/2", html)) == counts) }
        #expect(hash("https://a.example/1?s=2", "<a href='/x'>") == hash("https://a.example/1?s=3", "<a href='/x'>"))
        // A base that is missing may come later.
        #expect(hash("", "plain") != hash("https://a.example/1", "plain"))
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
