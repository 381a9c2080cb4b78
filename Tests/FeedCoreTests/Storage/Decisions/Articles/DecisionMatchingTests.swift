import FeedCore
import Testing

@testable import FeedStore

@Suite struct DecisionMatchingTests {
    /// Guid, link, title, text and day; empty for none.
    struct Traits {
        let guid, link, title, text, day: String

        init(_ words: String) {
            let parts = words.split(separator: " ").map { $0 == "-" ? "" : String($0) }
            (guid, link, title, text, day) = (parts[0], parts[1], parts[2], parts[3], parts[4])
        }

        var evidence: ArticleEvidence {
            let link = link.isEmpty ? nil : "https://example.org/\(link)"
            return ArticleEvidence(
                Sample.draft(
                    title, guid: guid.isEmpty ? nil : guid, url: link, text: text,
                    published: Int64(day).map { Timestamp(seconds: 86_400 * $0) }
                ).traits)
        }
    }

    private func match(_ decisions: [String], _ articles: [String]) -> [Int?] {
        DecisionMatching(decisions.map { Traits($0).evidence }, among: articles.map { Traits($0).evidence }).matches
    }

    @Test(arguments: [
        ("the same", "g l t x 1", "g l t x 1"), ("another title", "g l t x 1", "g l u x 1"),
        ("another title and text", "g l t x 1", "g l u y 1"), ("another text and date", "g l t x 1", "g l t y 2"),
        ("another guid", "g l t x 1", "h l t x 1"), ("a guid is new", "- l t x 1", "g l t x 1"),
        ("the site has moved", "g l t x 1", "h m t x 1"), ("only a title", "- - t - -", "- - t - -"),
        ("no guid and no date, another text", "- l t x -", "- l t y -"),
    ])
    func `an article is found although some of it has changed`(what: String, decision: String, article: String) {
        #expect(match([decision], ["a b c d 9", article]) == [1], "\(what)")
    }

    @Test(arguments: [
        ("one guid and one link for all", "g l t x 1", "g l u y 2"), ("one link for all", "- l t x 1", "- l u y 2"),
        ("one title for all", "- - t x 1", "- - t y 2"), ("one link and title for all", "- l t x 1", "- l t y 2"),
        ("a guid that is used again", "g l t x 1", "g m u y 2"), ("one guid and one title", "g l t x 1", "g m t y 2"),
        ("another guid and text", "g l t x 1", "h l t y 1"), ("without dates", "g l t x -", "g l u y -"),
    ])
    func `another article of a feed that repeats parts is never meant`(
        what: String, decision: String, article: String
    ) {
        #expect(match([decision], [article]) == [nil], "\(what)")
    }

    @Test func `the article that agrees in most parts is meant, and of several that agree in as many none`() {
        #expect(match(["g l t x 1"], ["g l t y 2", "g l t x 1", "g l t x 2"]) == [1])
        #expect(match(["g l t x 1"], ["g l t x 2", "g l t x 3"]) == [nil])
        #expect(match(["g l t x 1"], ["g l t x 1", "g l t x 1"]) == [nil])
    }

    @Test func `two machines may have decided about two states of an article`() {
        #expect(match(["g l t x 1", "g l u x 1"], ["g l v x 1"]) == [0, 0])
    }

    @Test func `two decisions that agree in two parts alone are about two articles`() {
        #expect(match(["- l t x -", "- l t y -"], ["- l t z -"]) == [nil, nil])
        #expect(match(["- l t x -", "- l t y -"], ["- l t y -"]) == [nil, 0])
    }
}
