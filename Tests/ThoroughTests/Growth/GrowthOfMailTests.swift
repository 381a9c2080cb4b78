import FeedCore
import TestSupport
import Testing

@testable import FeedCoreTests

/// `mail` passes over what another program has mailed in linear time.
@Suite(.serialized) struct GrowthOfMailTests {
    private final class Mailed: SuiteOfFeed {
        /// Of articles without guid and date.
        func articles(_ count: Int) throws -> [ArticleID] {
            _ = try store.noteMailed(of: feed, until: Sample.now) { _ in [] }
            return try (1...count).map { try store.insertSample(Sample.draft("\($0)"), into: feed) }
        }
    }

    @Test func `a feed that was mailed elsewhere takes as much longer as it is longer`() throws {
        try expectLinear(from: 250) { count in
            let mailed = try Mailed()
            return (mailed, articles: try mailed.articles(count))
        } _: { mailed, articles in
            let left = try mailed.store.withoutMailedElsewhere(articles)
            #expect(left.isEmpty)
        }
    }
}
