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

        init(_ name: String, _ document: [ArticleDraft], _ stored: [StoredIdentity], _ expected: [Int64]) {
            (self.name, self.document, self.stored, self.expected) = (name, document, stored, expected)
        }
    }

    private static let yesterday = Sample.now - 86_400
    private static let link = "https://a.example/1"

    static let cases = [
        Case(
            "the same guid and link", [draft("New title", guid: "g", url: link)],
            [stored(1, "Title", guid: "g", url: link)], [1]),
        Case(
            "the same guid under another link", [draft("Title", guid: "g", url: "https://a.example/moved")],
            [stored(1, "Title", guid: "g", url: link)], [1]),
        Case(
            "a guid that is used twice today, unique yesterday",
            [draft("Other", guid: "g", url: "https://a.example/2"), draft("Title", guid: "g", url: link)],
            [stored(1, "Title", guid: "g", url: link)], [0, 1]),
        Case(
            "a link that is used twice today, unique yesterday",
            [draft("Fresh", url: link), draft("Title", url: link)], [stored(1, "Title", url: link)], [0, 1]),
        Case(
            "a new item with the link of several known ones", [draft("Fresh", url: link), draft("Two", url: link)],
            [stored(1, "One", url: link), stored(2, "Two", url: link)], [0, 2]),
        Case(
            "six items without guid, with the same link and date",
            (1...6).map { draft("Title \($0)", url: link, published: yesterday) },
            (1...6).map { stored(Int64($0), "Title \($0)", url: link, published: yesterday) }, [1, 2, 3, 4, 5, 6]),
        Case(
            "without guid, an edited title is known by its link", [draft("Corrected", url: link)],
            [stored(1, "Corected", url: link)], [1]),
        Case(
            "without guid, a moved article is known by its title and text",
            [draft("Title", url: "https://a.example/new", text: "text")], [stored(1, "Title", url: link, text: "text")],
            [1]),
        Case(
            "a guid that moved from http to https",
            [draft("Title", guid: "https://a.example/1", url: "https://www.a.example/1/?utm_source=rss")],
            [stored(1, "Title", guid: "http://a.example/1", url: "http://a.example/1")], [1]),
        Case(
            "a new guid beside the old one is another article",
            [draft("Title", guid: "new", url: link), draft("Title", guid: "old", url: link)],
            [stored(1, "Title", guid: "old", url: link)], [0, 1]),
        Case(
            "a new guid with another title and text is another article",
            [draft("Second", guid: "new", url: link, text: "b")],
            [stored(1, "First", guid: "old", url: link, text: "a")], [0]),
        Case(
            "titles alone do not make two the same when there are guids",
            [draft("Open thread", guid: "2", url: "https://a.example/2")],
            [stored(1, "Open thread", guid: "1", url: link)], [0]),
        Case(
            "a guid that is used twice today, with the link of the known one changed",
            [
                draft("Other", guid: "g", url: "https://a.example/2"),
                draft("Title", guid: "g", url: "https://a.example/3"),
            ], [stored(1, "Title", guid: "g", url: link)], [0, 1]),
        Case(
            "a guid that is used twice today, with link and title of the known one changed",
            [
                draft("Edited", guid: "g", url: "https://a.example/3", text: "text"),
                draft("Other", guid: "g", url: "https://a.example/2", text: "other"),
            ], [stored(1, "Title", guid: "g", url: link, text: "text")], [1, 0]),
        Case(
            "a guid that all share, without links",
            (1...3).map { draft("Title \($0)", guid: "g", text: "edited \($0)") },
            (1...3).map { stored(Int64($0), "Title \($0)", guid: "g", text: "text") }, [1, 2, 3]),
        Case(
            "a link that is used twice today, with the title of the known one changed",
            [draft("Fresh", url: link, text: "b"), draft("Edited", url: link, text: "a")],
            [stored(1, "Title", url: link, text: "a")], [0, 1]),
        Case(
            "without guid, a link that differs in what campaigns add, and an edited title",
            [draft("Edited", url: "https://www.a.example/1/?utm_medium=x&fbclid=7")],
            [stored(1, "Title", url: "http://a.example/1")], [1]),
        Case(
            "without guid, another parameter is another article", [draft("Edited", url: "https://a.example/?p=2")],
            [stored(1, "Title", url: "https://a.example/?p=1")], [0]),
        Case(
            "without guid and text, a title that is met again on another day",
            [draft("Links", url: "/2", published: Sample.now)], [stored(1, "Links", url: "/1", published: yesterday)],
            [0]),
        Case(
            "without guid and link, an edited text", [draft("Title", text: "edited", published: yesterday)],
            [stored(1, "Title", text: "text", published: yesterday)], [1]),
        Case(
            "a feed that begins to give guids", [draft("Title", guid: "g", url: link, text: "text")],
            [stored(1, "Title", url: link, text: "text")], [1]),
        Case(
            "a feed that gives guids no more", [draft("Title", url: link, text: "text")],
            [stored(1, "Title", guid: "g", url: link, text: "text")], [1]),
        Case(
            "a new guid, the same text and another title", [draft("Edited", guid: "new", url: link, text: "text")],
            [stored(1, "Title", guid: "old", url: link, text: "text")], [1]),
        Case(
            "a new guid without a link is another article", [draft("Title", guid: "new", text: "text")],
            [stored(1, "Title", guid: "old", text: "text")], [0]),
        Case(
            "a known guid, and nothing else of the article that had it",
            [draft("New", guid: "7", url: "/new", text: "b", published: yesterday)],
            [stored(1, "Old", guid: "7", url: "/old", text: "a", published: yesterday)], [0]),
        Case(
            "session ids in guid and link, and another date",
            [draft("T", guid: "/1?s=2", url: "/1?s=2", text: "a", published: Sample.now)],
            [stored(1, "T", guid: "/1?s=1", url: "/1?s=1", text: "a", published: yesterday)], [0]),
        Case(
            "guids that have changed places", [draft("A", guid: "1", url: "/2"), draft("B", guid: "2", url: "/1")],
            [stored(1, "A", guid: "1", url: "/1"), stored(2, "B", guid: "2", url: "/2")], [1, 2]),
    ]

    @Test(arguments: cases) func `each item is matched with its article`(_ example: Case) {
        let identity = ArticleIdentity(of: example.document, among: example.stored)
        let ids = identity.matches.map { match in
            if case .article(let id, _) = match?.kind { id.rawValue } else { Int64(0) }
        }
        #expect(ids == example.expected)
    }

    @Test func `equal items of a document are one article`() {
        let item = draft("Title", guid: "g", url: Self.link, text: "text")
        #expect(ArticleIdentity(of: [item, item], among: []).drafts == [item])
        let bare = draft("Title", url: Self.link)
        #expect(ArticleIdentity(of: [bare, bare], among: []).drafts == [bare])
    }

    @Test func `of two versions of one item the one updated last stands`() {
        var old = draft("Title", guid: "g", url: Self.link, text: "old")
        var new = draft("Title", guid: "g", url: Self.link, text: "new")
        #expect(ArticleIdentity(of: [old, new], among: []).drafts == [old])
        old.content.updated = Self.yesterday
        new.content.updated = Sample.now
        #expect(ArticleIdentity(of: [old, new], among: []).drafts == [new])
    }

    @Test func `a deleted article does not come back, under its guid or another`() {
        let tombstone = StoredIdentity(
            .tombstone(1), traits: draft("Title", guid: "g", url: Self.link, text: "text").traits)
        for draft in [
            draft("Other title", guid: "g", url: Self.link),
            draft("Title", guid: "new", url: Self.link, text: "text"),
            draft("Edited", url: Self.link),
        ] {
            #expect(ArticleIdentity(of: [draft], among: [tombstone]).matches == [tombstone])
        }
    }

    @Test func `a feed that gives all its articles one guid loses none when one was deleted`() {
        let deleted = StoredIdentity(.tombstone(1), traits: draft("A", guid: "c", url: "/0").traits)
        let stored = [deleted, stored(2, "B", guid: "c", url: "/1")]
        let document = [
            draft("New", guid: "c", url: "/9"), draft("A", guid: "c", url: "/0"),
            draft("B", guid: "c", url: "/1"),
        ]
        #expect(ArticleIdentity(of: document, among: stored).matches == [nil, stored[0], stored[1]])
    }
}

private func draft(
    _ title: String, guid: String? = nil, url: String? = nil, text: String = "", published: Timestamp? = nil
) -> ArticleDraft { Sample.draft(title, guid: guid, url: url, text: text, published: published) }

private func stored(
    _ id: Int64, _ title: String, guid: String? = nil, url: String? = nil, text: String = "",
    published: Timestamp? = nil
) -> StoredIdentity { Sample.stored(id, title, guid: guid, url: url, text: text, published: published) }
