import FeedCore
import TestSupport
import Testing

@testable import FeedCoreTests

/// Duplicates of a document are found in linear time, however they hang together.
@Suite(.serialized) struct GrowthOfDuplicatesTests {
    @Test func `a chain of duplicates takes as much longer as it is longer`() {
        expectLinear(from: 2000, making: Self.chain) { document in
            #expect(ArticleIdentity(of: document, among: []).drafts.count == 1)
        }
    }

    /// Each item has the text of one and the date of another one, the last ones first.
    private static func chain(_ count: Int) -> [ArticleDraft] {
        func item(_ text: Int, _ date: Int) -> ArticleDraft {
            Sample.draft(
                "Title", guid: "g", url: "https://a.example/", text: "\(text)",
                published: Sample.now - Int64(100 * date))
        }
        return (0..<count).map { item($0, $0) } + (1..<count).reversed().map { item($0, $0 - 1) }
            + (0..<count).reversed().map { item($0, count + $0) }
    }
}
