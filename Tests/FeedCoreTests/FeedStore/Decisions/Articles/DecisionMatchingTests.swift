import FeedCore
import Testing

@testable import FeedStore

@Suite struct DecisionMatchingTests {
    private func match(_ decisions: [String], _ articles: [String]) -> [Int?] {
        let matching = DecisionMatching(among: articles.map(evidence))
        return decisions.map { matching.article(of: evidence($0)) }
    }

    private func evidence(_ words: String) -> ArticleEvidence { ArticleEvidence(WordedDraft(words).draft.traits) }

    /// Articles that have nothing in common.
    private static let others = ["a b c d 7", "e f i j 8", "k n o p 9"]

    /// Two more, which have in common what is not `-`.
    private static func others(repeating repeated: String) -> [String] {
        let more = (1...2).map { number in
            let words = repeated.split(separator: " ").enumerated().map { index, word in
                word != "-" ? "\(word)" : index == 4 ? "\(20 + number)" : "\(index)\(number)"
            }
            return words.joined(separator: " ")
        }
        return others + more
    }

    @Test(arguments: [
        ("the same", "g l t x 1", "g l t x 1"), ("another title", "g l t x 1", "g l u x 1"),
        ("another title and text", "g l t x 1", "g l u y 1"), ("another text and date", "g l t x 1", "g l t y 2"),
        ("another guid", "g l t x 1", "h l t x 1"), ("a guid is new", "- l t x 1", "g l t x 1"),
        ("another title, text and date", "g l t x 1", "g l u y 2"), ("another link", "g l t x 1", "g m t x 1"),
        ("the site has moved", "g l t x 1", "h m t x 1"), ("only a title", "- - t - -", "- - t - -"),
        ("no guid and no date, another text", "- l t x -", "- l t y -"),
        ("no guid, another title and text", "- l t x 1", "- l u y 1"),
        ("no guid and no text, another title", "- l t - -", "- l u - -"),
        ("no guid and no link, another text", "- - t x 1", "- - t y 1"),
    ])
    func `an article is found although some of it has changed`(what: String, decision: String, article: String) {
        #expect(match([decision], Self.others + [article]) == [3], "\(what)")
    }

    @Test(arguments: [
        ("another title", "g l t x 1", "g l u x 1"), ("another text", "g l t x 1", "g l t y 1"),
        ("the same", "- - t x -", "- - t x -"),
    ])
    func `the guid alone tells the articles of a small feed apart`(what: String, decision: String, article: String) {
        #expect(match([decision], [article]) == [0], "\(what)")
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

    @Test(arguments: [
        ("another guid and link, a text for all", "g l t x 1", "h m t x 1", "- - - x -"),
        ("another guid, a link and text for all", "g l t x 1", "h l t x 2", "- l - x -"),
        ("another link, a title and text for all", "- l t x 1", "- m t x 1", "- - t x -"),
        ("a title and a date for several", "- - t x 1", "- - t y 1", "- - t - 1"),
        ("another guid and text", "g l t x 1", "h l t y 1", "- - - - -"),
        ("another guid and date", "g - t x 1", "h - t x 2", "- - - - -"),
        ("only the guid is the same", "g l t x 1", "g m u y 2", "- - - - -"),
        ("only the link is the same", "- l t x 1", "- l u y 2", "- - - - -"),
        ("only the title is the same", "- - t - 1", "- - t - 2", "- - - - -"),
    ])
    func `a part that several articles have, or that is missing, tells nothing`(
        what: String, decision: String, article: String, repeated: String
    ) {
        #expect(match([decision], Self.others(repeating: repeated) + [article]) == [nil], "\(what)")
    }

    @Test(arguments: [
        ("another title", "- l t x 1", "- l u x 1", "- l - - 1"),
        ("another text", "- l t x 1", "- l t y 1", "- l - - 1"),
        ("another title and text", "- l t x 1", "- l u y 1", "- - - - 1"),
        ("another date", "- - t x 1", "- - t x 2", "- - t - -"),
        ("another title, without a date", "- l t x -", "- l u x -", "- l - - -"),
    ])
    func `one own part is enough if the date is the same or if nearly all is`(
        what: String, decision: String, article: String, repeated: String
    ) {
        #expect(match([decision], Self.others(repeating: repeated) + [article]) == [5], "\(what)")
    }

    @Test func `the article that agrees in most parts is meant, and of several that agree in as many none`() {
        #expect(match(["g l t x 1"], ["g l t y 2", "g l t x 1", "g l t x 2"]) == [1])
        #expect(match(["g l t x 1"], ["g l t x 2", "g l t x 3"]) == [nil])
        #expect(match(["g l t x 1"], ["g l t x 1", "g l t x 1"]) == [nil])
    }

    @Test func `guid and link name no article if another one has as much of the rest`() {
        #expect(match(["g l t x -"], ["g l u y -", "h m t x -", "i n v z -"]) == [nil])
        #expect(match(["g l t x -"], ["g l u y -", "h m t z -", "i n v w -"]) == [0])
    }

    @Test func `two machines may have decided about two states of an article`() {
        #expect(match(["g l t x 1", "g l u x 1"], ["g l v x 1"]) == [0, 0])
    }

    @Test func `two decisions that agree in two parts alone are about two articles`() {
        #expect(match(["- l t x -", "- l t y -"], ["- l t z -"]) == [nil, nil])
        #expect(match(["- l t x -", "- l t y -"], ["- l t y -"]) == [nil, 0])
    }
}
