import Testing

@testable import FeedCore

/// Elements of one format that stand in a feed of another.
@Suite struct FeedMixtureTests {
    private func parse(_ document: String) throws -> ParsedFeed {
        try FeedParser.parse(Array(document.utf8), base: "https://a.example/feed")
    }

    private func rss(channel: String = "", item: String = "") throws -> ParsedFeed {
        try parse(
            """
            <rss version="2.0" xmlns:a="http://www.w3.org/2005/Atom" xmlns:h="http://www.w3.org/1999/xhtml"
                xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
            <channel><title>Feed</title>\(channel)<item><title>One</title>\(item)</item></channel></rss>
            """)
    }

    private func atom(_ entry: String) throws -> ParsedFeed {
        try parse(
            """
            <feed xmlns="http://www.w3.org/2005/Atom" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
            <title>Feed</title><entry><title>One</title>\(entry)</entry></feed>
            """)
    }

    @Test func `a channel or an item may have an author of Atom`() throws {
        let ann = "<a:author><a:name>Ann</a:name><a:uri>/ann</a:uri></a:author>"
        let bob = "<a:author><a:name>Bob</a:name><a:email>bob@a.example</a:email></a:author>"
        let feed = try rss(channel: ann, item: bob)
        #expect(feed.authors.map(\.name) == ["Ann"] && feed.authors.map(\.url) == ["https://a.example/ann"])
        #expect(feed.articles.first?.authors.map(\.name) == ["Bob"])
    }

    @Test func `an item may have a category and a link of Atom`() throws {
        let item = """
            <a:link rel="alternate" href="/one"/><a:category term="x" label="Label"/><a:category term="term"/>
            """
        let article = try #require(try rss(item: item).articles.first)
        #expect(article.url == "https://a.example/one" && article.tags == ["Label", "term"])
    }

    @Test(arguments: [
        "<itunes:link rel='image' href='/i.png'/>", "<itunes:image href='/i.png'/>", "<itunes:image url='/i.png'/>",
        "<image url='/i.png'/>",
    ])
    func `an image is known however it is written`(image: String) throws {
        #expect(try rss(item: image).articles.first?.image == "https://a.example/i.png")
    }

    @Test func `elements of XHTML are the content`() throws {
        let item = "<description>Short</description><h:body><h:p>All of <h:b>it</h:b></h:p></h:body>"
        let article = try #require(try rss(item: item).articles.first)
        guard case .html(let html) = article.text else {
            Issue.record("\(String(describing: article.text))")
            return
        }
        #expect(html.contains("All of") && html.contains("it"))
    }

    @Test func `an entry may have an enclosure of RSS`() throws {
        let article = try #require(
            try atom("<enclosure url='/a.mp3' type='audio/mpeg' length='12'/>").articles.first)
        #expect(article.enclosures == [Enclosure(url: "https://a.example/a.mp3", type: "audio/mpeg", size: 12)])
    }

    @Test func `content at a URL is an enclosure or the page, by its type`() throws {
        let sound = try #require(try atom("<content src='/a.mp3' type='audio/mpeg'/>").articles.first)
        #expect(sound.enclosures.map(\.url) == ["https://a.example/a.mp3"] && sound.url == nil)
        let page = try #require(try atom("<content src='/a.html' type='text/html'/>").articles.first)
        #expect(page.enclosures.isEmpty && page.url == "https://a.example/a.html")
    }

    @Test func `the summary of a podcast is used where there is no other`() throws {
        let article = try #require(try atom("<itunes:summary>Words</itunes:summary>").articles.first)
        #expect((article.text ?? article.summary) == .plain("Words"))
    }
}
