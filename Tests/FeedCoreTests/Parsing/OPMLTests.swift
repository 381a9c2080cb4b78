import FeedCore
import Testing

@Suite struct OPMLTests {
    private func read(_ text: String) throws -> [Subscription] { try OPML.read(Array(text.utf8)) }

    @Test func `outlines of folders become categories`() throws {
        let subscriptions = try read(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <opml version="2.0"><head><title>Feeds &amp; more</title></head><body>
              <outline text="Tech">
                <outline type="rss" text="A &amp; B" title="A &amp; B &lt;3" xmlUrl="https://a.org/?x=1&amp;y=2" htmlUrl="https://a.org/"/>
                <outline text="Swift"><outline type="rss" text="Deep" xmlUrl="https://deep.org/rss"/></outline>
                <outline type="rss" text="After" xmlUrl="https://after.org/rss"></outline>
              </outline>
              <outline type="rss" text="Top" xmlUrl="https://top.org/rss"/>
            </body></opml>
            """)
        #expect(
            subscriptions == [
                Subscription(url: "https://a.org/?x=1&y=2", title: "A & B <3", category: "Tech"),
                Subscription(url: "https://deep.org/rss", title: "Deep", category: "Swift"),
                Subscription(url: "https://after.org/rss", title: "After", category: "Tech"),
                Subscription(url: "https://top.org/rss", title: "Top"),
            ])
    }

    @Test(arguments: [
        ("<outline xmlurl='https://x.org/a' text='A'/>", Subscription(url: "https://x.org/a", title: "A")),
        ("<outline XMLURL='https://x.org/a' TITLE='A'/>", Subscription(url: "https://x.org/a", title: "A")),
        ("<outline type='rss' url='https://x.org/a'/>", Subscription(url: "https://x.org/a")),
        ("<outline text='' title='  ' xmlUrl=' https://x.org/a '/>", Subscription(url: "https://x.org/a")),
        (
            "<outline xmlUrl='https://x.org/a' category='/News/World,/B'/>",
            Subscription(url: "https://x.org/a", category: "World")
        ),
        (
            "<outline xmlUrl='https://x.org/?a=1&b=2' text='AT&T'/>",
            Subscription(url: "https://x.org/?a=1&b=2", title: "AT&T")
        ),
        (
            "<outline xmlUrl='https://x.org/a' text='caf&#233; 日本'/>",
            Subscription(url: "https://x.org/a", title: "café 日本")
        ),
    ])
    func `attributes are known in any case and by their old names`(outline: String, expected: Subscription) throws {
        #expect(try read("<opml version='1.0'><body>\(outline)</body></opml>") == [expected])
    }

    @Test func `outlines that lead to pages or other lists are no feeds`() throws {
        #expect(
            try read(
                "<opml><body><outline type='link' url='https://x.org/'/><outline type=include url='https://x.org/o'/></body></opml>"
            ).isEmpty)
    }

    @Test func `a document that is cut off gives what it has`() throws {
        let cut =
            "\u{FEFF}<opml><body><outline text='F'><outline xmlUrl='https://x.org/a'/><outline xmlUrl='https://x.o"
        #expect(try read(cut) == [Subscription(url: "https://x.org/a", category: "F")])
    }

    @Test func `what is no OPML is refused`() {
        #expect(throws: ParseError.empty) { try OPML.read([0x20, 0x0A]) }
        #expect(throws: ParseError.malformed(reason: "it is no OPML", line: nil)) { try read("<rss><channel/></rss>") }
    }

    @Test(arguments: [("<opml>", true), ("\u{FEFF}\n <?xml?>", true), ("https://x.org", false), ("", false)])
    func `markup is told from a plain list`(text: String, expected: Bool) {
        #expect(OPML.isLikely(Array(text.utf8)) == expected)
    }
}
