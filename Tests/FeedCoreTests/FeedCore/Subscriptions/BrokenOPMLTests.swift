import Testing

@testable import FeedCore

/// Lists of subscriptions that are not well-formed.
@Suite struct BrokenOPMLTests {
    private func list(_ body: String) throws -> SubscriptionList {
        try SubscriptionList.read(Array("<opml version=\"2.0\"><body>\(body)</body></opml>".utf8))
    }

    /// Each feed as `category/title url`.
    private func feeds(_ body: String) throws -> [String] {
        try list(body).subscriptions.map { "\($0.category ?? "")/\($0.title ?? "") \($0.url)" }
    }

    /// The attributes of a lone outline, which is broken.
    private func feed(_ attributes: String) throws -> Subscription? {
        let list = try list("<outline \(attributes)/>")
        #expect(list.refused.isEmpty)
        return list.subscriptions.count == 1 ? list.subscriptions[0] : nil
    }

    @Test func `of fifty feeds with quotation marks in their descriptions none is lost or misfiled`() throws {
        let bytes = try #require(FixtureFolder.bytes("opml/unescaped-quotes.opml"))
        let list = try SubscriptionList.read(bytes)
        #expect(list.refused.isEmpty && !list.isCutOff)
        #expect(list.subscriptions.count == 50 && Set(list.subscriptions.map(\.url)).count == 50)
        let sizes = Dictionary(grouping: list.subscriptions) { $0.category ?? "" }.mapValues(\.count)
        #expect(sizes == ["Astronomy": 10, "Cooking": 10, "Maps": 10, "Music": 10, "": 10])
        #expect(list.subscriptions.allSatisfy { $0.site != nil && $0.title != nil && $0.summary != nil })
        let comets = list.subscriptions[2]
        #expect(comets.title == "Comet Log" && comets.site == "https://comet-log.example/")
        let written = #"<a href="https://e.example" target="_blank" title="The editor">it</a>."#
        #expect(comets.summary == "A log of comets. Written by hand in " + written)
        #expect(list.subscriptions[5].title == #"The "Dark Site" List"#)
        #expect(list.subscriptions[1].url == "https://dobson-friends.example/feed.xml?format=rss&lang=en")
    }

    @Test(arguments: [
        (#"text="A "good" one" xmlUrl="https://a.org/""#, #"A "good" one"#),
        (#"text='Ben's and Ann's' xmlUrl='https://a.org/'"#, "Ben's and Ann's"),
        (#"text="He said "x = 1"" xmlUrl="https://a.org/""#, #"He said "x = 1""#),
        (#"text="A xmlUrl="https://a.org/""#, "A"),
        (#"text="A <b" xmlUrl="https://a.org/""#, "A <b"),
        (#"text="A"xmlUrl="https://a.org/""#, "A"),
        (#"text="A" xmlUrl = 'https://a.org/'"#, "A"),
        (#"text="A & B > C" xmlUrl=https://a.org/ "#, "A & B > C"),
        (#"text="A &" type=rss xmlUrl="https://a.org/" /"#, "A &"),
    ])
    func `a quotation mark ends a value where the tag can go on`(attributes: String, title: String) throws {
        #expect(try feed(attributes) == Subscription(url: "https://a.org/", title: title))
    }

    @Test func `a feed without an end tag does not take the end tag of its folder`() throws {
        let body = """
            <outline text="F"><outline text="A" xmlUrl="https://a.org/"><outline text="B" xmlUrl="https://b.org/"/>
            <outline text="C" xmlUrl="https://c.org/"></outline></outline><outline text="D" xmlUrl="https://d.org/"/>
            """
        #expect(
            try feeds(body) == [
                "F/A https://a.org/", "F/B https://b.org/", "F/C https://c.org/", "/D https://d.org/",
            ])
    }

    @Test(arguments: [
        "<opml><outline text='A & B' xmlUrl='https://a.org/?x=1&y=2'/></opml>",
        "<outline text='A & B' xmlUrl='https://a.org/?x=1&y=2'/>",
        "<opml><head></opml><body><!-- <outline text='x -->\n<outline text='A & B' xmlUrl='https://a.org/?x=1&y=2'>",
        "<opml><body><outline text='A & B' xmlUrl='https://a.org/?x=1&y=2'/ ></outline></outline></body></opml>",
    ])
    func `a list without its frame keeps its feeds`(text: String) throws {
        let list = try SubscriptionList.read(Array(text.utf8))
        #expect(list.subscriptions == [Subscription(url: "https://a.org/?x=1&y=2", title: "A & B")])
    }

    @Test func `a feed whose address cannot be told from text is refused by name`() throws {
        let list = try list(
            #"<outline text="A" b>xmlUrl="https://a.org/"/></outline><outline xmlUrl="https://b.org/"/>"#)
        #expect(list.subscriptions.map(\.url) == ["https://b.org/"] && list.refused.map(\.name) == ["A"])
        #expect(list.refused.map(\.reason) == ["its xmlUrl cannot be told from its text"])
    }
}
