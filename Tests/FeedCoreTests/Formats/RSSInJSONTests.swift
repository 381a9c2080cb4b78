import Testing

@testable import FeedCore

/// RSS in JSON is read as the RSS that it is.
@Suite struct RSSInJSONTests {
    private func parse(_ channel: String, rss: String = "") throws -> ParsedFeed {
        let document = #"{"rss":{\#(rss)"channel":{\#(channel)}}}"#
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

    @Test func `an item has what it has in XML`() throws {
        let item = ##"""
            "item":[{"title":"One & <b>more</b>", "description":"<p>Short</p>",
            "content:encoded":"<p>Long \u0001text</p>", "dc:creator":"Ann", "pubDate":"Sat, 21 Nov 2026 08:00:00 GMT", "category":["a",{"#value":"b","domain":"x"}],
            "enclosure":{"@url":"/a.mp3","@type":"audio/mpeg","@length":12},
            "m:content":{"url":"/p.jpg","medium":"image","m:title":"Picture"}, "source":null, "bad name":"x"}]
            """##
        let feed = try parse(item, rss: #""version":2.0,"xmlns:m":"http://search.yahoo.com/mrss/","#)
        let article = try #require(feed.articles.first)
        #expect(feed.format == .rss && article.title == "One & more" && article.authors.map(\.name) == ["Ann"])
        #expect(article.text == .html("<p>Long text</p>") && article.summary == .html("<p>Short</p>"))
        #expect(article.tags == ["a", "b"] && article.image == "https://a.example/p.jpg")
        #expect(article.published?.rfc3339 == "2026-11-21T08:00:00Z")
        #expect(article.enclosures == [Enclosure(url: "https://a.example/a.mp3", type: "audio/mpeg", size: 12)])
    }

    @Test func `a channel has what it has in XML`() throws {
        let feed = try parse(
            #"""
            "title":"Feed", "link":"https://a.example/", "description":"About", "language":"en-us", "ttl":60,
            "image":{"url":"/i.png","title":"Feed","link":"https://a.example/"}, "skipHours":{"hour":[1,"2"]},
            "itunes:owner":{"itunes:name":"Ann"}, "atom:link":{"rel":"self","href":"/feed.json"}
            """#)
        #expect(feed.title == "Feed" && feed.link == "https://a.example/" && feed.description == "About")
        #expect(feed.language == "en-us" && feed.hints.interval == 3600 && feed.hints.skipHours == 0b110)
        #expect(feed.icon == "https://a.example/i.png" && feed.selfLink == "https://a.example/feed.json")
        #expect(feed.authors.map(\.name) == ["Ann"])
    }

    @Test func `a document that ends too soon gives its complete items`() throws {
        let start = #"{"rss":{"version":"2.0","channel":{"title":"Feed","item":[{"title":"One"},{"title":"Two"}"#
        for end in ["", ",", #",{"title":"Thr"#, "]", "]}", "]}}"] {
            let feed = try FeedParser.parse(Array((start + end).utf8), base: nil)
            #expect(feed.articles.map(\.title) == ["One", "Two"] && feed.title == "Feed" && !feed.isComplete)
        }
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
