import TestSupport
import Testing

@testable import FeedCore

/// Miniflux's own API: its calls and answers, and what goes wrong with them.
@Suite struct MinifluxTests {
    @Test(arguments: [
        ("2.3.2", true), ("2.3.4", true), ("2.10.0", true), ("3.0.0", true), ("2.3.1", false), ("2.2.19", false),
        ("2", false), ("dev", false), ("", false),
    ])
    func `a version tells whether there are lists of ids`(text: String, hasIDs: Bool) {
        #expect(MinifluxVersion(text).hasIDs == hasIDs)
    }

    @Test func `marks are explicit states, and strings are escaped`() throws {
        #expect(
            APICall.mark(.unread, [1, 9_007_199_254_740_993]).json?.text
                == #"{"entry_ids":[1,9007199254740993],"status":"unread"}"#)
        #expect(APICall.mark(.unstarred, [7]).json?.text == #"{"entry_ids":[7],"starred":false}"#)
        let title = APICall.rename(RemoteID("3"), title: "a \"b\" \\ \u{1}\u{1F} é").json
        #expect(title?.method == "PUT")
        #expect(title?.text == #"{"title":"a \"b\" \\ \u0001\u001f é"}"#)
    }

    @Test func `the key and the kind of the body are in the header`() throws {
        var request = try APICall.mark(.read, [1]).request(
            to: Sample.address("https://a.example/flux"), FeedSettings(userAgent: "rssium/test"))
        request.authorize(withKey: "k/=")
        #expect(request.url.text == "https://a.example/flux/v1/entries")
        #expect(request.headers.map(\.value) == ["application/json", "k/="])
        #expect(request.call?.form == nil && request.call?.json?.method == "PUT")
    }

    @Test func `an entry is read with all that rssium keeps`() throws {
        let body = """
            {"total":1,"entries":[{"id":17,"feed_id":3,"status":"read","starred":true,"title":"A &amp; B","url":
            "https://a.example/1","comments_url":"https://a.example/1#c","published_at":"2026-11-27T08:00:00+01:00",
            "content":"<p>Text</p>","author":"Ann","enclosures":[{"url":"https://a.example/1.mp3","mime_type":
            "audio/mpeg","size":42}],"tags":["News"],"feed":{"id":3}}]}
            """
        let page = try APIAnswer.entries(Array(body.utf8))
        let article = try #require(page.articles.first)
        #expect(page.isLast && article.id == RemoteID("17") && article.feed == RemoteID("3"))
        #expect(article.isRead && article.isStarred)
        let content = article.draft.content
        #expect(content.url == "https://a.example/1" && content.comments == "https://a.example/1#c")
        #expect(content.published == Timestamp(seconds: 1_795_762_800))
        #expect(content.authors.map(\.name) == ["Ann"] && content.tags == ["News"])
        #expect(content.enclosures == [Enclosure(url: "https://a.example/1.mp3", type: "audio/mpeg", size: 42)])
    }

    @Test(arguments: [
        "", "[]", "{}", "<html>", #"{"total":1,"entries":[{"id":1,"status":"read"#,
        #"{"total":1,"entries":[{"id":1}]}"#,
        #"{"entries":[]}"#, #"{"total":0,"entries":null}"#, #"{"total":0,"entries":[],"entry_ids":[]}<b>Error</b>"#,
    ])
    func `an answer that is not whole is an error`(body: String) {
        #expect(throws: SyncError.self) { try APIAnswer.entries(Array(body.utf8)) }
        #expect(throws: SyncError.self) { try APIAnswer.idPage(Array(body.utf8), from: 0) }
        if body != "[]" { #expect(throws: SyncError.self) { try APIAnswer.feeds(Array(body.utf8)) } }
        #expect(throws: SyncError.self) { try APIAnswer.counters(Array(body.utf8)) }
    }

    @Test func `counts may be any numbers`() throws {
        let counts = #"{"reads":{},"unreads":{"1":9223372036854775807,"2":1}}"#
        #expect(try APIAnswer.counters(Array(counts.utf8)).hasFeeds)
    }
}
