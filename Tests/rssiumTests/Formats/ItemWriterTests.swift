import FeedCore
import Testing

@testable import rssium

@Suite struct ItemWriterTests {
    static let now = Timestamp(seconds: 1_795_253_400)

    static func feed(_ id: Int64) throws -> Feed {
        var feed = Feed(id: FeedID(rawValue: id), url: try #require(WebAddress("https://example.org/\(id)")))
        feed.ownTitle = "Feed \(id)"
        return feed
    }

    static func printed(_ feeds: [Feed], _ layout: ListLayout<Feed>) throws -> String {
        try captured { output in
            var writer = ItemWriter(layout, on: output.terminal, at: now)
            for feed in feeds { try writer.write(feed, to: &output) }
            try writer.finish(to: &output)
        }
    }

    @Test func `an interval is in seconds for programs and short for people`() throws {
        var feed = try ItemWriterTests.feed(1)
        feed.interval = 7200
        let interval = try #require(Feed.fields["interval"].first)
        let listing = Listing(now: ItemWriterTests.now)
        #expect(interval.value(feed, listing).text == "7200")
        #expect(interval.styledText(of: feed, listing).plain == "2h")
    }

    @Test func `an object omits absent members, but for the interval`() throws {
        let layout = ListLayout<Feed>(format: .jsonl)
        let text = try ItemWriterTests.printed([ItemWriterTests.feed(1)], layout)
        #expect(
            text == """
                {"id":1,"title":"Feed 1","feed_url":"https://example.org/1","favorite":false,"paused":false,\
                "interval":null,"unread":0,"articles":0,"state":"never","failures":0,\
                "activity":[0,0,0,0,0,0,0,0,0,0,0,0],"source":"http","full_text":false}

                """)
    }
}
