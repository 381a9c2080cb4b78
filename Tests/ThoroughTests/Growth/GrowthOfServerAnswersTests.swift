import TestSupport
import Testing

@testable import FeedCore
@testable import FeedCoreTests

/// What the server of an account answers takes no longer than its length allows.
@Suite(.serialized) struct GrowthOfServerAnswersTests {
    @Test(arguments: answers)
    func `an answer takes as much longer as it is longer`(input: HostileInput) {
        expectLinear(input) { bytes in
            _ = APIAnswer.signInToken(bytes)
            _ = APIAnswer.writeToken(bytes)
            _ = try? APIAnswer.page(bytes)
            _ = try? APIAnswer.subscriptions(bytes, from: .freshRSS)
            _ = APIAnswer.unreadCount(bytes)
            _ = try? RemoteArticle.read(bytes, asked: [RemoteID("1")], from: .freshRSS)
            _ = try? APIAnswer.idPage(bytes, from: 0)
            _ = try? APIAnswer.entries(bytes)
            _ = try? APIAnswer.feeds(bytes)
            _ = try? APIAnswer.categories(bytes)
            _ = try? APIAnswer.counters(bytes)
            _ = APIAnswer.refusal("error_message", in: bytes, hiding: "secret")
            _ = try? APIAnswer.newsItems(bytes)
            _ = try? APIAnswer.newsFeeds(bytes, in: [:])
            _ = try? APIAnswer.newsFolders(bytes)
            _ = try? APIAnswer.newsCounts(bytes)
            _ = ServerAddress.namedBase(in: bytes)
        }
    }

    private static let id = #""id":"tag:google.com,2005:reader/item/0000000000000001""#

    private static let answers = [
        HostileInput("ids", 500, #"{"id":"1"},"#, in: (#"{"itemRefs":["#, #"{"id":"2"}]}"#)),
        HostileInput("an id without an end", 500, "1", in: (#"{"itemRefs":[{"id":""#, "")),
        HostileInput(
            "feeds", 500, #"{"id":"feed/1","title":"＆"},"#, in: (#"{"subscriptions":["#, #"{"id":"feed/2"}]}"#)),
        HostileInput(
            "folders", 500, #"{"label":"a"},"#,
            in: (#"{"subscriptions":[{"id":"feed/1","categories":["#, #"{}]}]}"#)),
        HostileInput("articles", 500, "{\(id)},", in: (#"{"items":["#, "{\(id)}]}")),
        HostileInput(
            "enclosures", 500, #"{"href":"https://a.example/&amp;"},"#,
            in: ("{\"items\":[{\(id),\"enclosure\":[", "{}]}]}")),
        HostileInput("categories", 500, #""user/-/","a","#, in: ("{\"items\":[{\(id),\"categories\":[", #""b"]}]}"#)),
        HostileInput(
            "figures", 500, #"<figure class=\"enclosur\">"#,
            in: (
                "{\"items\":[{\(id),\"enclosure\":[{\"href\":\"https://a.example/\"}],\"content\":{\"content\":\"",
                #""}}]}"#
            )),
        HostileInput("Miniflux's ids", 500, "1,", in: (#"{"total":9,"entry_ids":["#, "2]}")),
        HostileInput(
            "Miniflux's entries", 500, #"{"id":1,"status":"read","starred":true},"#,
            in: (#"{"total":9,"entries":["#, #"{"id":1,"status":"read","starred":true}]}"#)),
        HostileInput(
            "Miniflux's enclosures and tags", 500, #"{"url":"https://a.example/1"},"a","#,
            in: (#"{"entries":[{"id":1,"status":"read","starred":true,"enclosures":["#, #""b"],"tags":[]}],"total":1}"#)
        ),
        HostileInput("Miniflux's feeds", 500, #"{"id":1,"feed_url":"https://a.example/"},"#, in: ("[", "{}]")),
        HostileInput("Miniflux's counters", 500, #""1":2,"#, in: (#"{"reads":{},"unreads":{"#, #""2":3}}"#)),
        HostileInput("Miniflux's refusals", 500, "no ", in: (#"{"error_message":""#, #""}"#)),
        HostileInput(
            "Nextcloud's items", 500, #"{"id":1,"unread":true,"starred":0},"#,
            in: (#"{"items":["#, #"{"id":"2","unread":"1","starred":false}]}"#)),
        HostileInput(
            "Nextcloud's feeds", 500, #"{"id":1,"url":"https://a.example/","folderId":0,"unreadCount":"1"},"#,
            in: (#"{"feeds":["#, #"{"id":2,"url":"","unreadCount":9}]}"#)),
        HostileInput("Nextcloud's folders", 500, #"{"id":1,"name":"a"},"#, in: (#"{"folders":["#, "{}]}")),
        HostileInput("pages that name an address", 500, #""greader":""#),
        HostileInput("lines", 500, "Auth\n"),
    ]
}
