import FeedCore
import Testing

@Suite struct OPMLTests {
    private func list(_ text: String) throws -> SubscriptionList { try SubscriptionList.read(Array(text.utf8)) }

    private func read(_ text: String) throws -> [Subscription] { try list(text).subscriptions }

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
        var first = Subscription(url: "https://a.org/?x=1&y=2", title: "A & B <3", category: "Tech")
        first.site = "https://a.org/"
        #expect(
            subscriptions == [
                first,
                Subscription(url: "https://deep.org/rss", title: "Deep", category: "Swift"),
                Subscription(url: "https://after.org/rss", title: "After", category: "Tech"),
                Subscription(url: "https://top.org/rss", title: "Top"),
            ])
    }

    @Test(arguments: [
        ("<outline xmlurl='https://x.org/a' text='A'/>", Subscription(url: "https://x.org/a", title: "A")),
        ("<outline XMLURL='https://x.org/a' TITLE='A'/>", Subscription(url: "https://x.org/a", title: "A")),
        ("<outline type='rss' url='https://x.org/a'/>", Subscription(url: "https://x.org/a")),
        ("<outline type='podcast' url='https://x.org/a'/>", Subscription(url: "https://x.org/a")),
        (
            "<outline type='rss' xmlUrl='https://x.org/a'><outline type='podcast-episode' url='https://x.org/1'/></outline>",
            Subscription(url: "https://x.org/a")
        ),
        ("<outline text='' title='  ' xmlUrl=' https://x.org/a '/>", Subscription(url: "https://x.org/a")),
        (
            "<outline xmlUrl='https://x.org/?a=1&b=2' text='AT&T'/>",
            Subscription(url: "https://x.org/?a=1&b=2", title: "AT&T")
        ),
        (
            "<outline xmlUrl='https://x.org/a' text='caf&#233; 日本'/>",
            Subscription(url: "https://x.org/a", title: "café 日本")
        ),
    ])
    func `attributes have any case, and old names`(outline: String, expected: Subscription) throws {
        #expect(try read("<opml version='1.0'><body>\(outline)</body></opml>") == [expected])
    }

    @Test func `a feed gets the categories of all its folders and paths, the first as its own`() throws {
        let list = try read(
            """
            <opml version='2.0'><body><outline xmlUrl='https://x.org/a'/>
            <outline text='News'><outline xmlUrl='https://x.org/a'/><outline xmlUrl='https://x.org/b'/></outline>
            <outline text='Tech'><outline xmlUrl='https://x.org/a' category='/Tech,/Work/Code'/></outline>
            <outline text='news'><outline xmlUrl='https://x.org/a'/></outline>
            <outline xmlUrl='https://x.org/c' category='/News/World,/B'/></body></opml>
            """)
        #expect(list.map(\.category) == ["News", "News", "News", "Tech", "news", "World"])
        #expect(list.map(\.furtherTags) == [["Tech", "Code"], [], [], [], [], ["B"]])
    }

    @Test func `a filter of Liferea is named, and its feed is taken`() throws {
        let list = try list(
            "<opml><body><outline text='A' xmlUrl='https://x.org/a' filtercmd='cut -c 1-9'/></body></opml>")
        #expect(list.subscriptions.map(\.url) == ["https://x.org/a"] && list.subscriptions[0].filter == nil)
        let reason = "its filter is a program, which import never runs"
        #expect(list.refused == [SubscriptionList.Refusal(name: "A", reason: reason)])
    }

    @Test func `outlines without an address are refused, unless they are folders`() throws {
        let list = try list(
            """
            <opml><body><outline type='link' text='L' url='https://x.org/'/><outline type=include url='https://x.org/o'/>
            <outline text='Empty' xmlUrl=''/><outline text='Blank' type=rss xmlUrl='  '/><outline text=Bare type=rss />
            <outline text='A folder' xmlUrl=''><outline text='A' xmlUrl='https://a.org/'/></outline>
            <outline text='An empty folder'></outline><outline/><outline pref-name='P' value='1'/><outline htmlUrl='https://y.org/'/></body></opml>
            """)
        #expect(list.subscriptions == [Subscription(url: "https://a.org/", title: "A", category: "A folder")])
        #expect(
            list.refused.map { [$0.name, $0.reason] } == [
                ["L", "a link, not a feed"], ["https://x.org/o", "another list, not a feed"],
                ["Empty", "its xmlUrl is empty"], ["Blank", "it has no xmlUrl"],
                ["Bare", "it has no xmlUrl"],
                ["https://y.org/", "it has no xmlUrl"],
            ])
    }

    @Test func `a document that is cut off gives its feeds, and is marked`() throws {
        let cut =
            "\u{FEFF}<opml><body><outline text='F'><outline xmlUrl='https://x.org/a'/><outline xmlUrl='https://x.o"
        #expect(try read(cut) == [Subscription(url: "https://x.org/a", category: "F")])
        #expect(try list(cut).isCutOff)
        #expect(try list("<opml><body><outline xmlUrl='https://x.org/a'/>").isCutOff)
        #expect(try !list("<opml><body><outline xmlUrl='https://x.org/a'/></body></OPML>\n<!-- end -->").isCutOff)
        #expect(try !list("<opml version='2.0'/>").isCutOff)
    }

    @Test(arguments: ["windows-1252", "ISO-8859-1"])
    func `other encodings are decoded`(name: String) throws {
        let text = """
            <?xml version="1.0" encoding="\(name)"?>
            <opml><body><outline text="Köln"><outline text="Café" xmlUrl="https://x.org/"/></outline></body></opml>
            """
        #expect(
            try SubscriptionList.read(text.unicodeScalars.map { UInt8($0.value) }).subscriptions == [
                Subscription(url: "https://x.org/", title: "Café", category: "Köln")
            ])
    }

    @Test(arguments: ["javascript:alert(1)", "file:///etc/passwd", "data:image/png;base64,AA", "JavaScript:x", "x"])
    func `an unsafe address is left out`(address: String) throws {
        let outline = "<outline xmlUrl='https://a.org/' htmlUrl='\(address)' rssium:icon='\(address)'/>"
        #expect(try list("<opml>\(outline)</opml>").subscriptions == [Subscription(url: "https://a.org/")])
    }

    @Test func `an empty folder is known with its place`() throws {
        let list = try list(
            """
            <opml><body><outline text='A' title='A' rssium:color='red'/>
            <outline text='B' title='B'><outline xmlUrl='https://b.org/' text='b' title='b'/></outline>
            <outline text='C' title='C'>
              <!-- nothing -->
            </outline>
            <outline text='D' title='D'><outline text='E' title='E'></outline></outline>
            <outline text='F' title='F'><note/></outline><outline text='G' title='G'>words</outline>
            <outline text='H'/><outline text='I' title='I' type='link'/>
            <outline text='J' title='J' htmlUrl='https://j.org/'/>
            """)
        #expect(
            list.emptyCategories == [
                EmptyCategory(name: "A", index: 0), EmptyCategory(name: "C", index: 1),
                EmptyCategory(name: "E", index: 1),
            ])
        #expect(list.colors == ["A": "red"])
    }

    @Test(arguments: ["", " \n", "\u{FEFF}", "# nothing\n  # at all"])
    func `an empty list is valid`(text: String) throws {
        #expect(try list(text) == SubscriptionList())
    }
}
