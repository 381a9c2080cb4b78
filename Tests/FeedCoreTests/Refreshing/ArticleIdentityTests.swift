import Testing

@testable import FeedCore

@Suite struct ArticleIdentityTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let document: [ArticleDraft]
        let stored: [StoredIdentity]
        /// The id of each draft's match; 0 for a new article.
        let expected: [Int64]
        var testDescription: String { name }
    }

    private static let yesterday = Sample.now - 86_400
    private static let link = "https://a.example/1"

    static let cases = [
        Case(
            name: "the same guid and link",
            document: [Sample.draft("New title", guid: "g", url: link)],
            stored: [Sample.stored(1, "Title", guid: "g", url: link)], expected: [1]),
        Case(
            name: "the same guid under another link",
            document: [Sample.draft("Title", guid: "g", url: "https://a.example/moved")],
            stored: [Sample.stored(1, "Title", guid: "g", url: link)], expected: [1]),
        Case(
            name: "a guid that is used twice today, unique yesterday",
            document: [
                Sample.draft("Other", guid: "g", url: "https://a.example/2"),
                Sample.draft("Title", guid: "g", url: link),
            ],
            stored: [Sample.stored(1, "Title", guid: "g", url: link)], expected: [0, 1]),
        Case(
            name: "a link that is used twice today, unique yesterday",
            document: [Sample.draft("Fresh", url: link), Sample.draft("Title", url: link)],
            stored: [Sample.stored(1, "Title", url: link)], expected: [0, 1]),
        Case(
            name: "a new item with the link of several known ones",
            document: [Sample.draft("Fresh", url: link), Sample.draft("Two", url: link)],
            stored: [Sample.stored(1, "One", url: link), Sample.stored(2, "Two", url: link)], expected: [0, 2]),
        Case(
            name: "six items without guid, with the same link and date",
            document: (1...6).map { Sample.draft("Title \($0)", url: link, published: yesterday) },
            stored: (1...6).map { Sample.stored(Int64($0), "Title \($0)", url: link, published: yesterday) },
            expected: [1, 2, 3, 4, 5, 6]),
        Case(
            name: "without guid, an edited title is known by its link",
            document: [Sample.draft("Corrected", url: link)],
            stored: [Sample.stored(1, "Corected", url: link)], expected: [1]),
        Case(
            name: "without guid, a moved article is known by its title and text",
            document: [Sample.draft("Title", url: "https://a.example/new", text: "text")],
            stored: [Sample.stored(1, "Title", url: link, text: "text")], expected: [1]),
        Case(
            name: "a guid that moved from http to https",
            document: [
                Sample.draft("Title", guid: "https://a.example/1", url: "https://www.a.example/1/?utm_source=rss")
            ],
            stored: [Sample.stored(1, "Title", guid: "http://a.example/1", url: "http://a.example/1")], expected: [1]),
        Case(
            name: "a new guid beside the old one is another article",
            document: [Sample.draft("Title", guid: "new", url: link), Sample.draft("Title", guid: "old", url: link)],
            stored: [Sample.stored(1, "Title", guid: "old", url: link)], expected: [0, 1]),
        Case(
            name: "a new guid with another title and text is another article",
            document: [Sample.draft("Second", guid: "new", url: link, text: "b")],
            stored: [Sample.stored(1, "First", guid: "old", url: link, text: "a")], expected: [0]),
        Case(
            name: "titles alone do not make two the same when there are guids",
            document: [Sample.draft("Open thread", guid: "2", url: "https://a.example/2")],
            stored: [Sample.stored(1, "Open thread", guid: "1", url: link)], expected: [0]),
        Case(
            name: "a guid that is used twice today, with the link of the known one changed",
            document: [
                Sample.draft("Other", guid: "g", url: "https://a.example/2"),
                Sample.draft("Title", guid: "g", url: "https://a.example/3"),
            ],
            stored: [Sample.stored(1, "Title", guid: "g", url: link)], expected: [0, 1]),
        Case(
            name: "a guid that is used twice today, with link and title of the known one changed",
            document: [
                Sample.draft("Edited", guid: "g", url: "https://a.example/3", text: "text"),
                Sample.draft("Other", guid: "g", url: "https://a.example/2", text: "other"),
            ],
            stored: [Sample.stored(1, "Title", guid: "g", url: link, text: "text")], expected: [1, 0]),
        Case(
            name: "a guid that all share, without links",
            document: (1...3).map { Sample.draft("Title \($0)", guid: "g", text: "edited \($0)") },
            stored: (1...3).map { Sample.stored(Int64($0), "Title \($0)", guid: "g", text: "text") },
            expected: [1, 2, 3]),
        Case(
            name: "a link that is used twice today, with the title of the known one changed",
            document: [Sample.draft("Fresh", url: link, text: "b"), Sample.draft("Edited", url: link, text: "a")],
            stored: [Sample.stored(1, "Title", url: link, text: "a")], expected: [0, 1]),
        Case(
            name: "without guid, a link that differs in what campaigns add, and an edited title",
            document: [Sample.draft("Edited", url: "https://www.a.example/1/?utm_medium=x&fbclid=7")],
            stored: [Sample.stored(1, "Title", url: "http://a.example/1")], expected: [1]),
        Case(
            name: "without guid, another parameter is another article",
            document: [Sample.draft("Edited", url: "https://a.example/?p=2")],
            stored: [Sample.stored(1, "Title", url: "https://a.example/?p=1")], expected: [0]),
        Case(
            name: "without guid and text, a title that is met again on another day",
            document: [Sample.draft("Links", url: "/2", published: Sample.now)],
            stored: [Sample.stored(1, "Links", url: "/1", published: yesterday)], expected: [0]),
        Case(
            name: "without guid and link, an edited text",
            document: [Sample.draft("Title", text: "edited", published: yesterday)],
            stored: [Sample.stored(1, "Title", text: "text", published: yesterday)], expected: [1]),
        Case(
            name: "a feed that begins to give guids",
            document: [Sample.draft("Title", guid: "g", url: link, text: "text")],
            stored: [Sample.stored(1, "Title", url: link, text: "text")], expected: [1]),
        Case(
            name: "a feed that gives guids no more",
            document: [Sample.draft("Title", url: link, text: "text")],
            stored: [Sample.stored(1, "Title", guid: "g", url: link, text: "text")], expected: [1]),
        Case(
            name: "a new guid, the same text and another title",
            document: [Sample.draft("Edited", guid: "new", url: link, text: "text")],
            stored: [Sample.stored(1, "Title", guid: "old", url: link, text: "text")], expected: [1]),
        Case(
            name: "a new guid without a link is another article",
            document: [Sample.draft("Title", guid: "new", text: "text")],
            stored: [Sample.stored(1, "Title", guid: "old", text: "text")], expected: [0]),
        Case(
            name: "a known guid, and nothing else of the article that had it",
            document: [Sample.draft("New", guid: "7", url: "/new", text: "b", published: yesterday)],
            stored: [Sample.stored(1, "Old", guid: "7", url: "/old", text: "a", published: yesterday)], expected: [0]),
        Case(
            name: "session ids in guid and link, and another date",
            document: [Sample.draft("T", guid: "/1?s=2", url: "/1?s=2", text: "a", published: Sample.now)],
            stored: [Sample.stored(1, "T", guid: "/1?s=1", url: "/1?s=1", text: "a", published: yesterday)],
            expected: [0]),
        Case(
            name: "guids that have changed places",
            document: [Sample.draft("A", guid: "1", url: "/2"), Sample.draft("B", guid: "2", url: "/1")],
            stored: [Sample.stored(1, "A", guid: "1", url: "/1"), Sample.stored(2, "B", guid: "2", url: "/2")],
            expected: [1, 2]),
    ]

    @Test(arguments: cases) func `each item is matched with its article`(_ example: Case) {
        let identity = ArticleIdentity(of: example.document, among: example.stored)
        let ids = identity.matches.map { match in
            if case .article(let id, _) = match?.kind { id.rawValue } else { Int64(0) }
        }
        #expect(ids == example.expected)
    }

    @Test func `equal items of a document are one article`() {
        let item = Sample.draft("Title", guid: "g", url: Self.link, text: "text")
        #expect(ArticleIdentity(of: [item, item], among: []).drafts == [item])
        let bare = Sample.draft("Title", url: Self.link)
        #expect(ArticleIdentity(of: [bare, bare], among: []).drafts == [bare])
    }

    @Test func `of two versions of one item the one updated last stands`() {
        var old = Sample.draft("Title", guid: "g", url: Self.link, text: "old")
        var new = Sample.draft("Title", guid: "g", url: Self.link, text: "new")
        #expect(ArticleIdentity(of: [old, new], among: []).drafts == [old])
        old.content.updated = Self.yesterday
        new.content.updated = Sample.now
        #expect(ArticleIdentity(of: [old, new], among: []).drafts == [new])
    }

    @Test func `a deleted article does not come back, under its guid or another`() {
        let tombstone = StoredIdentity(
            .tombstone(1), traits: Sample.draft("Title", guid: "g", url: Self.link, text: "text").traits)
        for draft in [
            Sample.draft("Other title", guid: "g", url: Self.link),
            Sample.draft("Title", guid: "new", url: Self.link, text: "text"),
            Sample.draft("Edited", url: Self.link),
        ] {
            #expect(ArticleIdentity(of: [draft], among: [tombstone]).matches == [tombstone])
        }
    }

    @Test func `a feed that gives all its articles one guid loses none when one was deleted`() {
        let deleted = StoredIdentity(.tombstone(1), traits: Sample.draft("A", guid: "c", url: "/0").traits)
        let stored = [deleted, Sample.stored(2, "B", guid: "c", url: "/1")]
        let document = [
            Sample.draft("New", guid: "c", url: "/9"), Sample.draft("A", guid: "c", url: "/0"),
            Sample.draft("B", guid: "c", url: "/1"),
        ]
        #expect(ArticleIdentity(of: document, among: stored).matches == [nil, stored[0], stored[1]])
    }
}
