import FeedCore
import Testing

@Suite struct FeedDiscoveryTests {
    private func feeds(_ html: String) -> [String] {
        FeedDiscovery.page(Array(html.utf8), base: "https://example.org/blog/post").advertised.map(\.url)
    }

    @Test func `a blog's feed comes before that of its comments`() {
        let found = FeedDiscovery.page(
            Array(
                """
                <!DOCTYPE html><html><head><title>A blog</title>
                <link rel="alternate" type="application/rss+xml" title="A blog &raquo; Comments Feed" href="/comments/feed/" />
                <link rel="alternate" type="application/rss+xml" title="A blog &raquo; Feed" href="/feed/" />
                <link rel="alternate" type="application/json+oembed" href="/wp-json/oembed/1.0/embed" />
                <link rel="https://api.w.org/" href="/wp-json/" />
                <link rel="alternate" title="JSON" type="application/json" href="/wp-json/wp/v2/pages/2" />
                </head><body></body></html>
                """.utf8), base: "https://example.org/")
        #expect(
            found.advertised == [
                .init(url: "https://example.org/feed/", title: "A blog » Feed"),
                .init(url: "https://example.org/comments/feed/", title: "A blog » Comments Feed"),
            ])
    }

    @Test(arguments: [
        ("<LINK REL=ALTERNATE TYPE=Application/Atom+XML HREF=atom.xml>", ["https://example.org/blog/atom.xml"]),
        (
            "<link rel='feed alternate' type='application/rss+xml; charset=utf-8' href='//cdn.example.org/r'>",
            ["https://cdn.example.org/r"]
        ),
        ("<link rel=alternate type=application/rdf+xml href=?feed=rdf>", ["https://example.org/blog/post?feed=rdf"]),
        ("<link rel=alternate type=application/feed+json href=/feed.json>", ["https://example.org/feed.json"]),
        ("<link rel=alternate type=application/json href=/feed.json>", ["https://example.org/feed.json"]),
        ("<link rel=alternate type=application/json href=/api/1>", []),
        ("<link rel=alternate type=text/xml title=RSS href=/x>", ["https://example.org/x"]),
        ("<link rel=feed href=/x>", ["https://example.org/x"]),
        ("<link rel='alternate' hreflang='de' href='/de/'>", []),
        ("<link rel='alternate stylesheet' type='application/rss+xml' href='/s'>", []),
        ("<link rel=stylesheet type='text/css' href='/s.css'>", []),
        ("<link rel=alternate type=application/rss+xml>", []),
        ("<link rel=alternate type=application/rss+xml href='feed://example.org/rss'>", ["http://example.org/rss"]),
        (
            "<link rel=alternate type=application/rss+xml href=/a><link rel=alternate type=application/atom+xml href=/a>",
            ["https://example.org/a"]
        ),
        ("<p>in the body: <link rel=alternate type=application/rss+xml href=/b>", ["https://example.org/b"]),
        (
            "<base href='https://other.org/x/'><link rel=alternate type=application/rss+xml href=f>",
            ["https://other.org/x/f"]
        ),
        ("<script>'<link rel=alternate type=application/rss+xml href=/no>'</script>", []),
        ("<!-- <link rel=alternate type=application/rss+xml href=/no> -->", []),
        ("", []),
    ])
    func `links are feeds by their relation and type`(html: String, expected: [String]) {
        #expect(feeds(html) == expected)
    }

    @Test(arguments: [
        ("<a href=/rss>x</a>", ["https://example.org/rss"]),
        ("<a href='/blog/index.xml'>x</a>", ["https://example.org/blog/index.xml"]),
        ("<a href='/posts.atom#x'>x</a>", ["https://example.org/posts.atom#x"]),
        ("<a href='?format=rss'>x</a>", ["https://example.org/blog/post?format=rss"]),
        ("<a href='/x'><img><b>RSS</b> feed</a>", ["https://example.org/x"]),
        ("<a href='feed://example.org/y'>x</a>", ["http://example.org/y"]),
        ("<a href='/x'><img src='i.png' alt='RSS'></a>", ["https://example.org/x"]),
        ("<a href='/x' title='RSS feed'>All</a>", ["https://example.org/x"]),
        ("<a href='/x'>Subscribe (RSS)</a>", ["https://example.org/x"]), ("<a href='/rssium'>feedback</a>", []),
        ("<a href='javascript:rss()'>RSS</a>", []), ("<a href='mailto:a@b.org'>feed</a>", []),
        ("<a href='#feed'>RSS</a>", []), ("<a href='file:///etc/rss'>RSS</a>", []), ("<a>RSS</a>", []),
        ("<link rel=alternate type=application/rss+xml href=/rss><a href=/rss>RSS</a>", []),
    ])
    func `links in the text are recognised by address or words`(html: String, expected: [String]) {
        let page = FeedDiscovery.page(Array(html.utf8), base: "https://example.org/blog/post")
        #expect(page.linked.map(\.url) == expected)
    }

    @Test func `an alternate version in XML is a possible feed, after the advertised ones`() {
        let html = """
            <link rel=alternate type=text/xml href=/f><link rel=alternate type=application/xml title=Posts href=/g>
            <link rel=alternate type=text/xml href=/f><link rel=alternate type=text/xml href=/b>
            <link rel=alternate type=application/rss+xml href=/a><link rel=alternate type=application/rss+xml href=/b>
            <link rel=alternate type=text/xml title=oEmbed href=/c><link rel=alternate type=text/html href=/d>
            <link rel=stylesheet type=text/xml href=/e>
            """
        let page = FeedDiscovery.page(Array(html.utf8), base: "https://a.org/")
        #expect(page.advertised.map(\.url) == ["https://a.org/a", "https://a.org/b"])
        #expect(page.possible.map(\.url) == ["https://a.org/f", "https://a.org/g"])
    }

    @Test(
        arguments: [
            ("<link rel=icon href=/i.png>", "https://example.org/i.png"),
            ("<link rel='Shortcut Icon' href=i.ico>", "https://example.org/blog/i.ico"),
            ("<link rel=icon sizes=16x16 href=/s><link rel=icon sizes='32x32 64x64' href=/l>", "https://example.org/l"),
            (
                "<link rel=icon sizes=64x64 href=/s><link rel=icon sizes=any type=image/svg+xml href=/v>",
                "https://example.org/v"
            ),
            ("<link rel=apple-touch-icon sizes=180x180 href=/a><link rel=icon href=/i>", "https://example.org/i"),
            ("<link rel=apple-touch-icon-precomposed href=/a>", "https://example.org/a"),
            ("<link rel=mask-icon href=/m><link rel=icon href=''><link rel=icon href='data:image/png,x'>", nil),
            ("", nil),
        ] as [(String, String?)])
    func `the icon of a page is the largest that it names`(html: String, expected: String?) {
        #expect(FeedDiscovery.page(Array(html.utf8), base: "https://example.org/blog/post").icon == expected)
    }

    @Test(arguments: ["javascript:alert(1)", "file:///etc/passwd", "ftp://a.example/feed", "data:text/xml,x"])
    func `a web page cannot name local or other addresses`(address: String) {
        let html = """
            <base href="\(address)"><link rel="alternate" type="application/rss+xml" href="\(address)">
            <link rel="icon" href="\(address)"><a href="\(address)">RSS feed</a>
            <link rel="alternate" type="application/rss+xml" href="/feed">
            """
        let page = FeedDiscovery.page(Array(html.utf8), base: "https://a.example/page")
        #expect(page.advertised.map(\.url) == ["https://a.example/feed"])
        #expect(page.linked.isEmpty && page.icon == nil)
        let local = FeedDiscovery.page(Array("<link rel='icon' href='i.png'>".utf8), base: "file:///a/page.html")
        #expect(local.icon == "file:///a/i.png")
    }
}
