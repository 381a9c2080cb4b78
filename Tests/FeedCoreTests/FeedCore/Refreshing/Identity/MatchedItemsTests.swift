import Testing

@testable import FeedCore

/// Which stored article each item of a document is, or that it is new.
@Suite struct MatchedItemsTests {
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
            "the quotation of another day, under the one link of its feed",
            [draft("Tuesday", url: link, text: "b", published: Sample.now)],
            [stored(1, "Monday", url: link, text: "a", published: yesterday)], [0]),
        Case(
            "the quotation of another day, without a date",
            [draft("Tuesday", url: link, text: "b")], [stored(1, "Monday", url: link, text: "a")], [0]),
        Case(
            "the one article of a feed, whose text is edited, without a date",
            [draft("Title", url: link, text: "b")], [stored(1, "Title", url: link, text: "a")], [1]),
        Case(
            "the one article of a feed, edited on the same day",
            [draft("Corrected", url: link, text: "b", published: yesterday)],
            [stored(1, "Corected", url: link, text: "a", published: yesterday)], [1]),
        Case(
            "the one article of a feed, with another title and date",
            [draft("Corrected", url: link, text: "a", published: Sample.now)],
            [stored(1, "Corected", url: link, text: "a", published: yesterday)], [1]),
        Case(
            "an article whose title, text and date change, in a feed of several links",
            [
                draft("Corrected", url: link, text: "b", published: Sample.now),
                draft("Other", url: link + "/2", published: yesterday),
            ], [stored(1, "Corected", url: link, text: "a", published: yesterday)], [1, 0]),
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

    private static let home = "https://a.example/"
    private static let today = Sample.now

    /// Parts that several articles have, or that only seem to be an article's own because the feed has one item.
    static let recurring = [
        Case(
            "a title that comes each week, under the page that all articles have",
            [
                draft("Monday links", guid: "8", url: home, text: "new", published: today),
                draft("Sunday links", guid: "7", url: home, text: "other", published: yesterday),
            ],
            [
                stored(1, "Monday links", guid: "1", url: home, text: "old", published: yesterday - 600_000),
                stored(2, "Sunday links", guid: "7", url: home, text: "other", published: yesterday),
            ], [0, 2]),
        Case(
            "the only item of a feed, with a new guid, text and date",
            [draft("Picture of the day", guid: "2", url: "https://a.example/today", text: "new", published: today)],
            [
                stored(
                    1, "Picture of the day", guid: "1", url: "https://a.example/today", text: "old",
                    published: yesterday)
            ], [0]),
        Case(
            "the only item of a feed, with a new guid, title and date",
            [draft("Episode 2", guid: "2", url: home, text: "All about stones.", published: today)],
            [stored(1, "Episode 1", guid: "1", url: home, text: "All about stones.", published: yesterday)], [0]),
        Case(
            "without guid, the home page and nothing else", [draft("Elk", url: home, text: "b", published: today)],
            [stored(1, "Owl", url: home, text: "a", published: yesterday)], [0]),
        Case(
            "a guid that is the home page", [draft("Elk", guid: home, url: home, text: "b", published: today)],
            [stored(1, "Owl", guid: home, url: home, text: "a", published: yesterday)], [0]),
        Case(
            "without guid, a new link and date, and the title and text of each week",
            [draft("Open thread", url: "https://a.example/2", text: "Talk.", published: today)],
            [stored(1, "Open thread", url: "https://a.example/1", text: "Talk.", published: yesterday)], [0]),
        Case(
            "a guid that is used again, and a text that all have",
            [draft("New", guid: "1", url: "https://a.example/n1", text: "Read more.", published: today)],
            [
                stored(1, "Old 1", guid: "1", url: "https://a.example/o1", text: "Read more.", published: yesterday),
                stored(2, "Old 2", guid: "2", url: "https://a.example/o2", text: "Read more.", published: yesterday),
            ], [0]),
        Case(
            "photos of one day, without text", [draft("Photo", guid: "2", url: "https://a.example/2", published: day)],
            [stored(1, "Photo", guid: "1", url: "https://a.example/1", published: day)], [0]),
        Case(
            "without guid, links by position",
            [
                draft("C", url: "https://a.example/#0", text: "c", published: today),
                draft("B", url: "https://a.example/#1", text: "b", published: yesterday),
            ],
            [
                stored(1, "A", url: "https://a.example/#1", text: "a", published: day),
                stored(2, "B", url: "https://a.example/#0", text: "b", published: yesterday),
            ], [0, 2]),
        Case(
            "without guid, link and date, links by position",
            [draft("C", url: "https://a.example/#0", text: "c"), draft("B", url: "https://a.example/#1", text: "b")],
            [
                stored(1, "A", url: "https://a.example/#1", text: "a"),
                stored(2, "B", url: "https://a.example/#0", text: "b"),
            ], [0, 2]),
        Case(
            "without guid and link, the daily news of one title",
            [draft("News", text: "Today.", published: today), draft("News", text: "Today.", published: yesterday)],
            [
                stored(1, "News", text: "Today.", published: yesterday),
                stored(2, "News", text: "Today.", published: day),
            ], [0, 1]),
        Case(
            "a new guid, title and text, with link and date by position",
            [draft("D", guid: "D", url: "https://a.example/0", text: "d", published: today)],
            [
                stored(1, "C", guid: "C", url: "https://a.example/0", text: "c", published: today),
                stored(2, "B", guid: "B", url: "https://a.example/1", text: "b", published: today - 60),
            ], [0]),
        Case(
            "without guid, the home page, and the time of the request as date",
            [draft("News", url: home, text: "Today.", published: today)],
            [stored(1, "News", url: home, text: "Today.", published: yesterday)], [1]),
        Case(
            "without guid, the home page, a pinned item with the time of the request as date",
            [
                draft("News", url: home, text: "Today.", published: today),
                draft("Elk", url: home, text: "a", published: day),
            ],
            [
                stored(1, "News", url: home, text: "Today.", published: yesterday),
                stored(2, "Elk", url: home, text: "a", published: day),
            ], [1, 2]),
        Case(
            "without guid, the home page, and words that were used before",
            [draft("News", url: home, text: "Today.", published: today)],
            [
                stored(1, "News", url: home, text: "Today.", published: yesterday),
                stored(2, "News", url: home, text: "Today.", published: day),
            ], [0]),
        Case(
            "without guid and link, another episode with the same notes",
            [draft("Morning news", text: "Notes.", published: today)],
            [stored(1, "Morning news", text: "Notes.", published: yesterday)], [0]),
        Case(
            "without guid and link, one date for all items",
            [draft("Owl", text: "a", published: today), draft("Elk", text: "b", published: today)],
            [stored(1, "Elk", text: "b", published: yesterday), stored(2, "Fox", text: "c", published: yesterday)],
            [0, 1]),
        Case(
            "without guid, title and text, the home page, and another date",
            [draft("", url: home, published: today)], [stored(1, "", url: home, published: yesterday)], [0]),
        Case(
            "a guid that only contains the home page",
            [draft("Concert", guid: "2 at https://a.example", url: link, text: "b", published: today)],
            [stored(1, "Party", guid: "1 at https://a.example", url: link, text: "a", published: yesterday)], [0]),
        Case(
            "without guid, the home page, and one date for all items",
            [
                draft("Owl", url: home, text: "a", published: today),
                draft("Elk", url: home, text: "b", published: today),
            ],
            [
                stored(1, "Elk", url: home, text: "b", published: yesterday),
                stored(2, "Fox", url: home, text: "c", published: yesterday),
            ], [0, 1]),
        Case(
            "without guid, photos of one day", [draft("Photo", url: link + "2", published: day)],
            [stored(1, "Photo", url: link, published: day)], [0]),
        Case(
            "a magnet link, which has no host",
            [draft("Other", url: "magnet:?xt=urn:btih:a", text: "a", published: today)],
            [stored(1, "Film", url: "magnet:?xt=urn:btih:a", text: "a", published: yesterday)], [1]),
    ]

    /// Articles of which more than one part changes at once, and two or more agree.
    static let changed = [
        Case(
            "guid and link, without dates",
            (1...3).map {
                draft("P\($0)", guid: "https://a.example/\($0)?b", url: "https://a.example/\($0)?b", text: "\($0)")
            },
            (1...3).map {
                stored(
                    Int64($0), "P\($0)", guid: "https://a.example/\($0)?a", url: "https://a.example/\($0)?a",
                    text: "\($0)")
            }, [1, 2, 3]),
        Case(
            "without guid, link and text",
            (1...3).map { draft("P\($0)", url: "https://a.example/\($0)?b", text: "b", published: today - $0) },
            (1...3).map {
                stored(Int64($0), "P\($0)", url: "https://a.example/\($0)?a", text: "a", published: today - $0)
            }, [1, 2, 3]),
        Case(
            "the title, without link and text", [draft("Right", guid: "1", published: today)],
            [stored(1, "Rihgt", guid: "1", published: today)], [1]),
        Case(
            "the title, without guid and link", [draft("Right", text: "text", published: today)],
            [stored(1, "Rihgt", text: "text", published: today)], [1]),
    ]

    /// A date without a time of day.
    private static let day = Timestamp(seconds: Sample.now.seconds / 86_400 * 86_400)

    @Test(arguments: cases + recurring + changed) func `each item is matched with its article`(_ example: Case) {
        let identity = ArticleIdentity(of: example.document, among: example.stored)
        let ids = identity.matches.map { match in
            if case .article(let id, _) = match?.kind { id.rawValue } else { Int64(0) }
        }
        #expect(ids == example.expected)
    }
}

private func draft(
    _ title: String, guid: String? = nil, url: String? = nil, text: String = "", published: Timestamp? = nil
) -> ArticleDraft { Sample.draft(title, guid: guid, url: url, text: text, published: published) }

private func stored(
    _ id: Int64, _ title: String, guid: String? = nil, url: String? = nil, text: String = "",
    published: Timestamp? = nil
) -> StoredIdentity { Sample.stored(id, title, guid: guid, url: url, text: text, published: published) }
