import Testing

@testable import FeedCore

/// Feeds of pages that have none.
@Suite struct PageFeedTests {
    private func feed(_ page: String, _ xpaths: PageXPaths) throws -> ParsedFeed {
        try PageFeed.parse(
            Array(page.utf8), by: PageExpressions(xpaths), base: "https://a.example/news/", charset: nil,
            mustStop: { false })
    }

    @Test func `the usual parts of an article are found`() throws {
        let page = """
            <title>The  News &amp; more</title><h1>Page</h1>
            <article><a href="x"></a><h2>First</h2><time>yesterday</time><time datetime="2026-11-20T10:00:00Z">20.11.</time>
            <p>Text of <b>it</b></p><a href="one?a=1&amp;b=2">more</a></article>
            <article><a href="/two">Second</a></article>
            """
        let feed = try feed(page, PageXPaths(items: "//article"))
        #expect(feed.title == "The News & more" && feed.link == "https://a.example/news/")
        #expect(feed.articles.map(\.title) == ["First", "Second"])
        #expect(feed.articles.map(\.url) == ["https://a.example/news/x", "https://a.example/two"])
        #expect(feed.articles.map(\.published) == [Timestamp(seconds: 1_795_168_800), nil])
        #expect(feed.articles.map(\.guid) == [nil, nil])
        guard case .html(let html)? = feed.articles[0].text else { throw ParseError.empty }
        #expect(html.contains("<p>Text of <b>it</b></p>") && html.contains("href=\"one?a=1&amp;b=2\""))
    }

    @Test func `each part can be named, as a node or a value`() throws {
        let page = """
            <base href="/b/"><ul><li data-id=7><i>T</i><img src="p.png"><em>by Ann</em><span>&lt;x&gt;</span>
            <a class=c href="#">no</a><a class=d href="d">yes</a><small>3 May 2026</small></ul>
            """
        let xpaths = PageXPaths(
            items: "//li",
            parts: [
                .title: "concat('About ', i)", .link: "a[@class='d']", .text: "span | i", .date: "small", .image: "img",
                .author: "substring-after(em, 'by ')", .id: "@data-id",
            ])
        let article = try #require(try feed(page, xpaths).articles.first)
        #expect(article.title == "About T" && article.url == "https://a.example/b/d" && article.guid == "7")
        #expect(article.image == "https://a.example/b/p.png" && article.authors == [Author(name: "Ann")])
        #expect(article.published == FeedDate.parse("2026-05-03"))
        #expect(article.text == .html("<i>T</i><span>&lt;x&gt;</span>"))
    }

    @Test(arguments: ["file:///etc/", "FILE:/etc/", "javascript:x/"])
    func `a base that is not of the web does not count`(base: String) throws {
        let page = "<base href='\(base)'><p><a href='a'>T</a><img src='passwd'>"
        let article = try feed(page, PageXPaths(items: "//p")).drafts.first
        #expect(article?.image == "https://a.example/news/passwd" && article?.url == "https://a.example/news/a")
    }

    @Test func `a value of text is plain`() throws {
        let feed = try feed("<p>a &lt; b", PageXPaths(items: "//p", parts: [.text: "string(.)"]))
        #expect(feed.articles.map(\.text) == [.plain("a < b")])
    }

    @Test func `the picture of a lazy page is found behind its placeholder`() throws {
        let page = """
            <ul><li>1<img src="data:image/gif;base64,R0" data-src="p.jpg"><li>2<img src=spacer.gif class=lazy data-src="q.jpg">
            <li>3<picture><source srcset="r.jpg 800w"><img></picture><li>4<img src="s.jpg"><li>5<img src="data:image/gif,R0"></ul>
            """
        let feed = try feed(page, PageXPaths(items: "//li", parts: [.image: ".//img", .text: "string(.)"]))
        let names = feed.articles.map { $0.image?.split(separator: "/").last }
        #expect(names == ["p.jpg", "q.jpg", "r.jpg", "s.jpg", nil])
    }

    @Test func `an item of a list gives what is in it, without scripts`() throws {
        let feed = try feed("<ul><li>a<script>x()</script><!-- c --><br>b</ul>", PageXPaths(items: "//li"))
        #expect(feed.articles.map(\.text) == [.html("a<br>b")])
    }

    @Test func `text in which tags do not count stays so`() throws {
        let feed = try feed("<ul><li>a<xmp><b>c</b></xmp></ul>", PageXPaths(items: "//li"))
        #expect(feed.articles.map(\.text) == [.html("a<xmp><b>c</b></xmp>")])
    }

    @Test func `items inside each other do not fill the memory`() throws {
        let page = String(repeating: "<div>", count: 500) + String(repeating: "x", count: 400_000)
        #expect(throws: ParseError.self) { try feed(page, PageXPaths(items: "//div")) }
    }
}
