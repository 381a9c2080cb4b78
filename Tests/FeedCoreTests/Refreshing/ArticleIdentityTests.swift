import Testing

@testable import FeedCore

@Suite struct ArticleIdentityTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let document: [ArticleDraft]
        let stored: [StoredIdentity]
        /// The id that each draft is matched with; 0 for new.
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
    ]

    @Test(arguments: cases) func `each item is matched with the article that it is`(_ example: Case) {
        let identity = ArticleIdentity(of: example.document, among: example.stored)
        let ids = identity.matches.map { match in
            if case .article(let id, _) = match?.kind { id.rawValue } else { Int64(0) }
        }
        #expect(ids == example.expected)
    }

    @Test func `equal items of one document are one`() {
        let item = Sample.draft("Title", guid: "g", url: Self.link, text: "text")
        #expect(ArticleIdentity(of: [item, item], among: []).drafts == [item])
        let bare = Sample.draft("Title", url: Self.link)
        #expect(ArticleIdentity(of: [bare, bare], among: []).drafts == [bare])
    }

    @Test func `of two versions of one item the one updated last stands`() {
        var old = Sample.draft("Title", guid: "g", url: Self.link, text: "old")
        var new = Sample.draft("Title", guid: "g", url: Self.link, text: "new")
        #expect(ArticleIdentity(of: [old, new], among: []).drafts == [old])
        old.updated = Self.yesterday
        new.updated = Sample.now
        #expect(ArticleIdentity(of: [old, new], among: []).drafts == [new])
    }

    @Test func `what was deleted does not come back, under its guid or another`() {
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
