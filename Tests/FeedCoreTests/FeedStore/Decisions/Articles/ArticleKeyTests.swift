import FeedCore
import Testing

@testable import FeedStore

@Suite struct ArticleKeyTests {
    private let feed = FeedKey(written: "example.org/feed.xml")!

    @Test func `a key has eight digits for the feed and for each part, in this order`() {
        let draft = Sample.draft(
            "One", guid: "urn:1", url: "https://example.org/1", text: "Text", published: Timestamp(seconds: 0x6543_21AB)
        )
        let key = ArticleKey(feed: feed, traits: draft.traits)
        let hashes = ["example.org/feed.xml", "urn:1", nil, "One", "Text"].map { $0.map(StableHash.of) }
        let link = ArticleFingerprint.canonicalLink("http://www.example.org/1/?utm_source=x")
        let parts = hashes.map { String(format: UInt32(truncatingIfNeeded: $0 ?? link)) }
        #expect(key.text == parts.joined() + "654321ab")
        #expect(ArticleKey(key.text) == key)
        #expect(key.evidence == ArticleEvidence(draft.traits))
    }

    @Test func `a missing part is zero`() {
        let key = ArticleKey(feed: feed, traits: Sample.draft("One").traits)
        let title = String(format: UInt32(truncatingIfNeeded: StableHash.of("One")))
        #expect(key.text == ArticleKey.prefix(of: feed) + "0000000000000000" + title + "0000000000000000")
    }

    /// Hashed by another program.
    @Test func `a key by one evidence alone is of the guid, else the link, else the title`() {
        func keys(_ guid: String?, _ link: String?) -> [String] {
            ArticleKey.sole(in: feed, guid: guid, link: link, title: "One").map(\.text)
        }
        let link = "https://example.org/1"
        #expect(keys("urn:1", link) == ["a9de5e3102d32036fd70", "c9abd5adef95ed5ceaf1"])
        #expect(keys(nil, link) == ["eeead19960f8265564c4"])
        #expect(keys("", link) == ["eeead19960f8265564c4"])
        #expect(keys(nil, nil) == ["b10c457a6977e8391905"])
    }

    @Test(arguments: [
        "", "4be0", "4BE0C1D2E3F4A5B6C7D8", "4be0c1d2e3f4a5b6c7dg", "4be0c1d2e3f4a5b6c7d80",
        String(repeating: "a", count: 47), String(repeating: "g", count: 48),
    ])
    func `other texts are no keys`(text: String) {
        #expect(ArticleKey(text) == nil)
        #expect(ArticleKey("4be0c1d2e3f4a5b6c7d8")?.isSole == true)
        #expect(ArticleKey(String(repeating: "a", count: 48))?.isSole == false)
    }
}

extension String {
    /// Eight hexadecimal digits.
    fileprivate init(format number: UInt32) {
        let digits = String(number, radix: 16)
        self = String(repeating: "0", count: 8 - digits.count) + digits
    }
}
