import Testing

@testable import FeedCore

@Suite struct URLListTests {
    @Test func `each line is a feed, with an optional title and category`() throws {
        let content = try SubscriptionList.read(
            Array(
                """
                \u{FEFF}https://a.org/rss
                # a comment

                  https://b.org/rss  news "~The \\"B\\" Blog" "other tag"\r
                https://c.org/rss "!hidden" "~C" "two words"
                example.org
                ./local.xml
                """.utf8))
        var tagged = Subscription(url: "https://b.org/rss", title: "The \"B\" Blog", category: "news", line: 4)
        tagged.furtherTags = ["other tag"]
        #expect(
            content.subscriptions == [
                Subscription(url: "https://a.org/rss", line: 1),
                tagged,
                Subscription(url: "https://c.org/rss", title: "C", category: "two words", line: 5),
                Subscription(url: "example.org", line: 6),
                Subscription(url: "./local.xml", line: 7),
            ])
        #expect(content.refused.isEmpty)
    }

    @Test func `the channels of YouTube are its feeds, whatever the first line says`() throws {
        let id = "UC_x5XG1OV2P6uZZ5FSM9Ttw"
        let content = try SubscriptionList.read(
            Array(
                """
                Kanal-ID,Kanal-URL,Kanaltitel\r
                \(id),http://www.youtube.com/channel/\(id),"Tea, and ""more\"""\r
                \r
                nonsense,http://www.youtube.com/channel/\(id),B
                """.utf8))
        let url = "https://www.youtube.com/feeds/videos.xml?channel_id=\(id)"
        #expect(content.subscriptions == [Subscription(url: url, title: "Tea, and \"more\"", line: 2)])
        #expect(content.refused == [SubscriptionList.Refusal(line: 4, reason: "not a channel of YouTube")])
        let nameless = try SubscriptionList.read(Array("\(id),http://www.youtube.com/channel/\(id),A".utf8))
        #expect(nameless.subscriptions == [Subscription(url: url, title: "A", line: 1)])
    }

    @Test func `programs are told apart from addresses, what else is no address is refused with its line`() throws {
        let content = try SubscriptionList.read(
            Array(
                """
                "query:Unread:unread = \\"yes\\"" tag
                exec:~/bin/feed.sh
                https://a.org/rss
                filter:~/bin/f:https://b.org/rss
                |curl https://c.org
                nonsense
                """.utf8))
        var program = Subscription(url: "exec:~/bin/feed.sh", line: 2)
        program.program = "~/bin/feed.sh"
        var filtered = Subscription(url: "https://b.org/rss", line: 4)
        filtered.filter = "~/bin/f"
        #expect(content.subscriptions == [program, Subscription(url: "https://a.org/rss", line: 3), filtered])
        #expect(content.refused.map(\.line) == [1, 5, 6])
        #expect(content.refused[1].reason == "a program, which import never runs")
        #expect(content.refused[0].reason == "a query of newsboat, not a feed")
        #expect(content.refused[2].reason == "not an address")
    }

    @Test(arguments: [
        ("example.org", true), ("localhost/feed", true), ("example.org:8080/x", true), ("./a b", true), ("e.g.", false),
        ("and/or", false), ("word", false), ("..", false),
    ])
    func `a word of prose is not an address`(word: String, isAddress: Bool) {
        #expect((URLList.reasonToRefuse(word) == nil) == isAddress)
    }

    @Test(arguments: ["filter:sed s/a/b/:https://a.org/", "filter:cat"])
    func `a filter without an address may be a feed that cannot be read`(line: String) throws {
        let list = try SubscriptionList.read(Array("https://b.org/\n\(line)\n".utf8))
        let reason = "a program or a filter without an address; it stands in double quotes if it has spaces"
        #expect(list.refused == [SubscriptionList.Refusal(line: 2, reason: reason)])
        #expect(list.refused[0].mayBeFeed)
    }

    @Test func `a comment may follow an address, and a tag with # is quoted`() throws {
        let list = try SubscriptionList.read(
            Array("https://a.example/ # mine\nhttps://b.example/ News #x y\nhttps://c.example/ \"#d\" # e\n".utf8))
        #expect(list.subscriptions.map(\.category) == [nil, "News", "#d"])
        #expect(list.subscriptions.map(\.title) == [nil, nil, nil] && list.refused.isEmpty)
    }
}
