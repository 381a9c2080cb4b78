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

    @Test(arguments: [
        ("<title>Example <b>Atom</b></title>", "Example Atom"), ("<title type='text'>a &lt;b&gt; c</title>", "a <b> c"),
        ("<title>AT&amp;amp;T &lt; <i>x</i></title>", "AT&amp;T < x"),
        ("<title>Caf&amp;eacute;</title>", "Caf&eacute;"),
        ("<title mode='escaped'>Example &lt;b&gt;Atom&lt;/b&gt;</title>", "Example Atom"),
        ("<title mode='escaped' type='text/plain'>a &lt;b&gt; c</title>", "a <b> c"),
    ])
    func `a plain title of Atom may have elements`(title: String, expected: String) throws {
        let feed = try parse("<feed xmlns='http://www.w3.org/2005/Atom'>\(title)<entry>\(title)</entry></feed>")
        #expect(feed.title == expected)
        #expect(feed.articles.map(\.title) == [expected])
    }

    @Test func `HTML in place of an address is left out`() throws {
        let item = """
            <link><a href='https://a.example/1'>x</a></link><guid isPermaLink='false'>1</guid>
            <comments><comment id='5'>&lt;p&gt;Yes&lt;/p&gt;</comment></comments>
            <summary>One</summary><description>Text</description>
            """
        let article = try #require(try rss(item: item).articles.first)
        #expect(article.content.url == nil && article.content.comments == nil)
        // Nor is the title a text.
        #expect(article.content.text == .html("Text") && article.content.summary == nil)
    }

    @Test func `a document of several channels has the name of the first`() throws {
        func channel(_ name: String) -> String {
            "<channel><title>\(name)</title><link>/\(name)</link><description>\(name)</description>"
                + "<item><title>\(name)1</title></item></channel>"
        }
        let two = try parse("<rss version='2.0'>\(channel("a"))\(channel("b"))</rss>")
        #expect([two.title, two.link, two.description] == ["a", "https://a.example/a", "a"])
        #expect(two.articles.map(\.title) == ["a1", "b1"])
        let documents = try parse("<rss version='2.0'>\(channel("a"))</rss><rss version='2.0'>\(channel("b"))</rss>")
        #expect([documents.title, documents.link] == ["a", "https://a.example/a"])
    }

    @Test func `two documents of Atom have the name of the first`() throws {
        func document(_ name: String) -> String {
            "<feed xmlns='http://www.w3.org/2005/Atom'><title>\(name)</title><subtitle>\(name)</subtitle>"
                + "<link href='/\(name)'/><entry><title>\(name)1</title></entry></feed>"
        }
        let feed = try parse(document("a") + document("b"))
        #expect([feed.title, feed.link, feed.description] == ["a", "https://a.example/a", "a"])
        #expect(feed.articles.map(\.title) == ["a1", "b1"])
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

    @Test func `categories may stand in an element of their own`() throws {
        let list = "<categories><category>Macs</category><category>Opinion</category></categories>"
        #expect(try rss(item: list).articles.first?.tags == ["Macs", "Opinion"])
        let labels = "<categories><category>Macs</category><category term='opinion'/></categories>"
        #expect(try atom(labels).articles.first?.tags == ["Macs", "opinion"])
    }

    @Test(arguments: ["link", "a:link"])
    func `a link whose address is its text may be an enclosure`(name: String) throws {
        let file = "<\(name) rel='enclosure' type='image/jpeg' length='9'>https://a.example/1.jpg</\(name)>"
        for item in [file + "<link>/1</link>", "<link>/1</link>" + file] {
            let article = try #require(try rss(item: item).articles.first)
            #expect(article.url == "https://a.example/1" && article.image == "https://a.example/1.jpg")
            #expect(article.enclosures.map(\.url) == ["https://a.example/1.jpg"] && article.enclosures[0].size == 9)
        }
        let entry = "<link rel='enclosure' type='audio/mpeg'>/1.mp3</link><link>/1</link>"
        let article = try #require(try atom(entry).articles.first)
        #expect(article.url == "https://a.example/1" && article.enclosures.map(\.url) == ["https://a.example/1.mp3"])
    }

    @Test func `a link may have a thumbnail in it`() throws {
        let thumbnail = "<media:thumbnail url='/i.jpg?a=b&amp;c=d' width='144' height='81'/>"
        let entries = [
            try atom("<link href='/1'><media:content>\(thumbnail)</media:content></link>"),
            try atom("<link>/1\(thumbnail)</link>"), try rss(item: "<link>/1\(thumbnail)</link>"),
        ]
        for feed in entries {
            let article = try #require(feed.articles.first)
            #expect(article.url == "https://a.example/1" && article.image == "https://a.example/i.jpg?a=b&c=d")
        }
    }

    @Test func `what is no page is the link only where there is no other`() throws {
        let links = "<link href='mailto:ann@a.example' type='text/html'/><link href='/1'/>"
        #expect(try atom(links).articles.first?.url == "https://a.example/1")
        let mail = "<link>mailto:ann@a.example</link>"
        for item in [mail + "<a:link href='/1'/>", mail + "<link>/1</link>"] {
            #expect(try rss(item: item).articles.first?.url == "https://a.example/1")
        }
        #expect(try atom("<link href='mailto:ann@a.example'/>").articles.first?.url == "mailto:ann@a.example")
        #expect(try rss(item: mail).articles.first?.url == "mailto:ann@a.example")
        #expect(try rss(channel: "<link>mailto:a@b.example</link><a:link href='/'/>").link == "https://a.example/")
        let json = #"{"items":[{"id":"https://a.example/1","url":"mailto:ann@a.example"}]}"#
        #expect(try parse(json).articles.first?.url == "https://a.example/1")
    }

    @Test func `a length in words is a duration, with blanks around it a number`() throws {
        let values = #""duration_in_seconds":"1:02","size_in_bytes":" 12 ""#
        let json = #"{"items":[{"id":"1","attachments":[{"url":"/a.mp3",\#(values)}]}]}"#
        let file = try #require(try parse(json).articles.first?.enclosures.first)
        #expect(file.duration == 62 && file.size == 12)
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
        let article = try #require(try atom("<enclosure url='/a.mp3' type='audio/mpeg' length='12'/>").articles.first)
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

    @Test func `an element that has the namespace of XHTML itself is what its name says`() throws {
        let space = "xmlns='http://www.w3.org/1999/xhtml'"
        let item = "<description \(space)><p>Some <img src='/1.gif'/></p></description>"
        #expect(
            try rss(item: item).drafts.map { [$0.text?.plain, $0.image] } == [["Some", "https://a.example/1.gif"]])
        let entry =
            "<title type='html' \(space)>A &amp;lt; B</title><content type='xhtml' \(space)><p>All</p></content>"
        let draft = try #require(try atom(entry).drafts.first)
        #expect([draft.title, draft.text?.written] == ["A < B", "<p>All</p>"])
        // Elements of XHTML stay that.
        let page = "<html \(space)><head><title>Page</title></head></html><div \(space)><p>Whole</p></div>"
        let article = try #require(try rss(item: page + "<h:title>Other</h:title>").drafts.first)
        #expect([article.title, article.text?.written] == ["One", "<p>Whole</p>"])
    }

    @Test func `an author of Atom may be a name alone`() throws {
        #expect(try atom("<author> Jane Doe </author>").articles.first?.authors == [Author(name: "Jane Doe")])
        #expect(try atom("<author/><author> </author>").articles.first?.authors == [])
        let whole = "<author>\n<name>Jane</name><uri>/j</uri></author><author>by <name>Bob</name></author>"
        #expect(
            try atom(whole).articles.first?.authors
                == [Author(name: "Jane", url: "https://a.example/j"), Author(name: "Bob")])
        let feed = try parse("<feed xmlns='http://www.w3.org/2005/Atom'><author>Ann &amp; Co</author></feed>")
        #expect(feed.authors == [Author(name: "Ann & Co")])
    }

    @Test(arguments: [
        ("<div>a</div><div>b</div>", "a\nb"), ("<div>a</div>", "a"), ("a<div>b</div>", "a\nb"),
        ("<div></div><div><p>a</p></div>", "a"), ("<div><div>a</div><div>b</div></div>", "a\nb"),
    ])
    func `divisions beside each other are paragraphs`(markup: String, plain: String) throws {
        let content = "<content type='xhtml'>\(markup)</content>"
        #expect(try atom(content).drafts.map { $0.text?.plain } == [plain])
    }

    @Test(arguments: [("5", nil), (" 12\n", nil), ("2024/5", "https://a.example/2024/5")])
    func `the number of comments gives no address`(written: String, address: String?) throws {
        #expect(try rss(item: "<comments>\(written)</comments>").articles.first?.comments == address)
    }

    @Test(arguments: [
        ("<y:full-text>The whole text</y:full-text><description>Short</description>", "The whole text"),
        ("<t:content>&lt;p&gt;The whole text&lt;/p&gt;</t:content>", "The whole text"),
        ("<y:full-text>Short</y:full-text><description>The long text</description>", "The long text"),
        ("<c:encoded>&lt;p&gt;The text&lt;/p&gt;</c:encoded><t:content>The text, menu</t:content>", "The text"),
        ("<c:encoded>Begins</c:encoded><y:full-text>Begins, and goes on</y:full-text>", "Begins, and goes on"),
    ])
    func `the text for aggregators counts where the others are shorter`(item: String, plain: String) throws {
        let spaces = """
            xmlns:y="http://news.yandex.ru" xmlns:t="http://turbo.yandex.ru" xmlns:c="http://purl.org/rss/1.0/modules/content/"
            """
        let feed = try parse("<rss \(spaces)><channel><item><title>T</title>\(item)</item></channel></rss>")
        #expect(feed.drafts.map { $0.text?.plain } == [plain])
    }
}
