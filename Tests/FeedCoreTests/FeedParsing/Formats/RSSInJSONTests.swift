import Testing

@testable import FeedCore

/// RSS in JSON is read as the RSS that it is.
@Suite struct RSSInJSONTests {
    private func parse(_ channel: String) throws -> ParsedFeed {
        let document = #"{"rss":{"channel":{\#(channel)}}}"#
        return try FeedParser.parse(Array(document.utf8), base: "https://a.example/feed")
    }

    @Test func `one item needs no list`() throws {
        #expect(try parse(#""item":{"title":"One"}"#).articles.map(\.title) == ["One"])
        #expect(try parse(#""item":[{"title":"One"},{"title":"Two"}]"#).articles.map(\.title) == ["One", "Two"])
        #expect(try parse(#""item":[]"#).articles.isEmpty && parse("").articles.isEmpty)
    }

    @Test(arguments: [
        ##"{"#value":"x:1","isPermaLink":false}"##, ##"{"#value":"x:1","@isPermaLink":"false"}"##,
        ##"{"#text":"x:1","isPermaLink":"false"}"##,
    ])
    func `the text of an object is apart from its attributes`(guid: String) throws {
        let article = try #require(try parse(#""item":{"guid":\#(guid),"link":"/1"}"#).articles.first)
        #expect(article.guid == "x:1" && article.url == "https://a.example/1")
    }

    @Test(arguments: [
        #"{"rss":{"version":"2.0"}}"#, #"{"rss":[{"channel":{"item":[{}]}}]}"#, #"{"rss":{"channel":"x"}}"#,
        #"{"channel":{"item":[{"title":"One"}]}}"#,
    ])
    func `other JSON is no feed`(body: String) {
        #expect {
            try FeedParser.parse(Array(body.utf8), base: nil)
        } throws: { error in
            guard case .notAFeed(.json, _) = error as? ParseError else { return false }
            return true
        }
    }
}
