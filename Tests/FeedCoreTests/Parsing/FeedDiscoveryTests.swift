import FeedCore
import Testing

@Suite struct FeedDiscoveryTests {
    private func feeds(_ html: String, base: String = "https://example.org/blog/post") -> [String] {
        FeedDiscovery.feeds(in: Array(html.utf8), base: base).map(\.url)
    }

    @Test func `a blog's feed comes before that of its comments`() {
        let found = FeedDiscovery.feeds(
            in: Array(
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
            found == [
                .init(url: "https://example.org/feed/", title: "A blog » Feed", type: "application/rss+xml"),
                .init(
                    url: "https://example.org/comments/feed/", title: "A blog » Comments Feed",
                    type: "application/rss+xml"),
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
        ("<link rel=alternate type=text/xml href=/sitemap>", []),
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
        (
            "<base href='/sub/'><base href='/no/'><link rel=alternate type=application/rss+xml href=f>",
            ["https://example.org/sub/f"]
        ),
        ("<script>'<link rel=alternate type=application/rss+xml href=/no>'</script>", []),
        ("<!-- <link rel=alternate type=application/rss+xml href=/no> -->", []),
        ("", []), ("no markup at all", []),
    ])
    func `links are feeds by their relation and type`(html: String, expected: [String]) {
        #expect(feeds(html) == expected)
    }
}
