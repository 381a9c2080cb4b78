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
            _ = ServerAddress.namedBase(in: bytes)
        }
    }

    private static let id = #""id":"tag:google.com,2005:reader/item/0000000000000001""#

    private static func answer(_ name: String, _ start: String, _ unit: String, _ end: String) -> HostileInput {
        HostileInput(name, 500) { length in
            Array((start + String(repeating: unit, count: length) + end).utf8)
        }
    }

    private static let answers = [
        answer("ids", #"{"itemRefs":["#, #"{"id":"1"},"#, #"{"id":"2"}]}"#),
        answer("an id without an end", #"{"itemRefs":[{"id":""#, "1", ""),
        answer("feeds", #"{"subscriptions":["#, #"{"id":"feed/1","title":"＆"},"#, #"{"id":"feed/2"}]}"#),
        answer("folders", #"{"subscriptions":[{"id":"feed/1","categories":["#, #"{"label":"a"},"#, #"{}]}]}"#),
        answer("articles", #"{"items":["#, "{\(id)},", "{\(id)}]}"),
        answer("enclosures", "{\"items\":[{\(id),\"enclosure\":[", #"{"href":"https://a.example/&amp;"},"#, "{}]}]}"),
        answer("categories", "{\"items\":[{\(id),\"categories\":[", #""user/-/","a","#, #""b"]}]}"#),
        answer(
            "figures",
            "{\"items\":[{\(id),\"enclosure\":[{\"href\":\"https://a.example/\"}],\"content\":{\"content\":\"",
            #"<figure class=\"enclosur\">"#, #""}}]}"#),
        answer("pages that name an address", "", #""greader":""#, ""),
        answer("lines", "", "Auth\n", ""),
    ]
}
