import Testing

@testable import rssium

@Suite struct WellKnownFeedsTests {
    @Test func `every line of the list is a feed with a language and a topic`() throws {
        #expect(WellKnownFeeds.topics.count == Set(WellKnownFeeds.topics).count)
        for feed in WellKnownFeeds.all {
            #expect(feed.url.hasPrefix("https://") && !feed.url.contains(" "), "\(feed.title)")
            #expect(feed.language.utf8.count == 2 && WellKnownFeeds.topics.contains(feed.topic), "\(feed.title)")
            #expect(!feed.title.isEmpty && !feed.description.isEmpty, "\(feed.url)")
        }
        #expect(Set(WellKnownFeeds.all.map(\.url)).count == WellKnownFeeds.all.count)
    }
}
