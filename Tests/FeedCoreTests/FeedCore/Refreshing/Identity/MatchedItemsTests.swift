import Testing

@testable import FeedCore

/// Which stored article each item of a document is, or that it is new.
@Suite struct MatchedItemsTests {
    /// The items of a document and the stored articles, each as a `WordedDraft` with `|` between them. The number of an
    /// item's article counts from 1; 0 is a new one.
    typealias Case = (name: String, document: String, stored: String, articles: [Int64])

    private static let cases: [Case] = [
        ("the same guid and link", "g l New", "g l Title", [1]),
        ("the same guid under another link", "g moved Title", "g l Title", [1]),
        (
            "the same guid, and a link that moved to https, with other words", "g https://www.a.example/1 New n 9.4",
            "g http://a.example/1 Old o 8.4", [1]
        ),
        ("a guid that is used twice today, unique yesterday", "g 2 Other | g l Title", "g l Title", [0, 1]),
        ("a link that is used twice today, unique yesterday", "- l Fresh | - l Title", "- l Title", [0, 1]),
        ("a new item with the link of several known ones", "- l Fresh | - l Two", "- l One | - l Two", [0, 2]),
        (
            "items without guid, with the same link and date", "- l A - 8.4 | - l B - 8.4 | - l C - 8.4",
            "- l A - 8.4 | - l B - 8.4 | - l C - 8.4", [1, 2, 3]
        ),
        ("without guid, an edited title is known by its link", "- l Corrected", "- l Corected", [1]),
        ("the quotation of another day, under the one link of its feed", "- l Tue b 9.4", "- l Mon a 8.4", [0]),
        ("the quotation of another day, without a date", "- l Tue b", "- l Mon a", [0]),
        ("the one article of a feed, whose text is edited, without a date", "- l Title b", "- l Title a", [1]),
        (
            "a column of the same title, undated, after the last one has gone", "- l Links b | - l Tue c | - l Mon d",
            "- l Links a | - l Mon d | - l Tue c", [0, 3, 2]
        ),
        (
            "the newest of one page, edited, without a date", "- l Links b | - l Tue c | - l Mon d",
            "- l Mon d | - l Tue c | - l Links a", [3, 2, 1]
        ),
        (
            "an older one of one page, edited, without a date", "- l Tue c | - l Links b | - l Mon d",
            "- l Mon d | - l Links a | - l Tue c", [3, 2, 1]
        ),
        (
            "the oldest of one page, edited, where the oldest stands first", "- l One b | - l Two c | - l Three d",
            "- l One a | - l Two c | - l Three d", [1, 2, 3]
        ),
        ("the one article of a feed, edited on the same day", "- l Corrected b 8.4", "- l Corected a 8.4", [1]),
        ("the one article of a feed, with another title and date", "- l New a 9.4", "- l Old a 8.4", [1]),
        (
            "all but the link changes, in a feed of several links", "- l New b 9.4 | - 2 Other - 8.4", "- l Old a 8.4",
            [1, 0]
        ),
        ("without guid, a moved article is known by its title and text", "- new Title text", "- l Title text", [1]),
        (
            "a guid that moved from http to https", "https://a.example/1 https://www.a.example/1/?utm_source=rss Title",
            "http://a.example/1 http://a.example/1 Title", [1]
        ),
        (
            "pictures without title and text, whose addresses moved from http to https",
            "https://a.example/2 https://a.example/2 https://a.example/2 - 8.4 "
                + "| https://a.example/1 https://a.example/1 https://a.example/1 - 8.3",
            "http://a.example/1 http://a.example/1 http://a.example/1 - 8.3 "
                + "| http://a.example/2 http://a.example/2 http://a.example/2 - 8.4", [2, 1]
        ),
        ("without guid, title and text, pictures of one day", "- a:/2 a:/2 - 9", "- a:/1 a:/1 - 9", [0]),
        (
            "titles alone, under one page that moved from http to https",
            "- https://a.example/news/ One | - https://a.example/news/ Two",
            "- http://a.example/news/ One | - http://a.example/news/ Two", [1, 2]
        ),
        (
            "a list of the best, with title and text of the rank", "4 4 One a 9.4 | 3 3 Two b 8.4 | 2 2 Three c 7.4",
            "3 3 One a 8.4 | 2 2 Two b 7.4 | 1 1 Three c 6.4", [0, 1, 2]
        ),
        (
            "guids and links of the position, with dates", "1 1 New n 9.4 | 2 2 One a 8.4 | 3 3 Two b 7.4",
            "1 1 One a 8.4 | 2 2 Two b 7.4 | 3 3 Three c 6.4", [0, 1, 2]
        ),
        ("a new guid beside the old one is another article", "new l Title | old l Title", "old l Title", [0, 1]),
        ("a new guid with another title and text is another article", "new l Second b", "old l First a", [0]),
        ("titles alone do not make two the same when there are guids", "2 2 Thread", "1 1 Thread", [0]),
        ("a guid that is used twice today, with the known link changed", "g 2 Other | g 3 Title", "g l Title", [0, 1]),
        (
            "a guid that is used twice today, with the known link and title changed",
            "g 3 Edited text | g 2 Other other", "g l Title text", [1, 0]
        ),
        (
            "a guid that all share, without links", "g - A a | g - B b | g - C c", "g - A t | g - B t | g - C t",
            [1, 2, 3]
        ),
        (
            "a guid and a text that all share, under other links", "g 2 A t 9.4 | g 3 B t 8.4",
            "g 5 C t 9.4 | g 6 D t 8.4", [1, 2]
        ),
        (
            "a guid and a title that all share, under other links", "g 2 N a 9.4 | g 3 N b 8.4",
            "g 5 N c 9.4 | g 6 N d 8.4", [1, 2]
        ),
        (
            "a link that is used twice today, with the known title changed", "- l New b | - l Edited a", "- l Title a",
            [0, 1]
        ),
        (
            "without guid, a link that differs in what campaigns add, and an edited title",
            "- https://www.a.example/1/?utm_medium=x&fbclid=7 Edited", "- http://a.example/1 Title", [1]
        ),
        (
            "without guid and date, one page and one title for all, and another parameter of a campaign",
            "- h?utm_source=2 Thread a | - h?utm_source=2 Thread b",
            "- h?utm_source=1 Thread a | - h?utm_source=1 Thread b",
            [1, 2]
        ),
        (
            "without guid, another torrent of one tracker", "- magnet:?xt=b&tr=udp://t.example:80/a Two",
            "- magnet:?xt=a&tr=udp://t.example:80/a One", [0]
        ),
        ("without guid, another parameter is another article", "- ?p=2 Edited", "- ?p=1 Title", [0]),
        ("without guid and text, a title that is met again on another day", "- 2 Links - 9.4", "- 1 Links - 8.4", [0]),
        ("without guid and link, an edited text", "- - Title edited 8.4", "- - Title text 8.4", [1]),
        ("a feed that begins to give guids", "g l Title text", "- l Title text", [1]),
        ("a feed that gives guids no more", "- l Title text", "g l Title text", [1]),
        ("a new guid, the same text and another title", "new l Edited text", "old l Title text", [1]),
        ("a new guid without a link is another article", "new - Title text", "old - Title text", [0]),
        ("a known guid, and nothing else of the article that had it", "7 new New b 8.4", "7 old Old a 8.4", [0]),
        (
            "session ids in guid and link, and another date", "https://a.example/?s=2 https://a.example/?s=2 T a 9.4",
            "https://a.example/?s=1 https://a.example/?s=1 T a 8.4", [0]
        ),
        ("guids that have changed places", "1 2 A | 2 1 B", "1 1 A | 2 2 B", [1, 2]),
    ]

    /// Parts that several articles have, or that only seem to be an article's own because the feed has one item.
    private static let recurring: [Case] = [
        (
            "a title that comes each week, under the page that all articles have",
            "8 / Monday new 9.4 | 7 / Sunday other 8.4", "1 / Monday old 1.4 | 7 / Sunday other 8.4", [0, 2]
        ),
        ("the only item of a feed, with a new guid, text and date", "2 day Photo new 9.4", "1 day Photo old 8.4", [0]),
        ("the only item of a feed, with a new guid, title and date", "2 / New notes 9.4", "1 / Old notes 8.4", [0]),
        ("without guid, the home page and nothing else", "- / Elk b 9.4", "- / Owl a 8.4", [0]),
        (
            "without guid, one of several items that has the home page", "- / Elk b 9.4 | - l Cat c 8.4",
            "- / Owl a 8.4 | - l Cat c 8.4", [0, 2]
        ),
        (
            "without guid, the home page with the parameter of a campaign", "- https://a.org/?utm_source=x Elk b 9.4",
            "- https://a.org/?utm_source=x Owl a 8.4", [0]
        ),
        (
            "new guids on one page, with the dates of days", "2 h Outage shop 9 | 9 h Other - 8",
            "1 h Outage mail 9 | 9 h Other - 8", [0, 2]
        ),
        (
            "a new guid on one page, and nothing else, without a text", "2 h Outage - 9 | 9 h Other - 8",
            "1 h Outage - 9 | 9 h Other - 8", [1, 2]
        ),
        (
            "new guids on one page, with times", "2 h Outage over 9.4 | 9 h Other - 8",
            "1 h Outage begins 9.4 | 9 h Other - 8", [1, 2]
        ),
        ("a guid that is the home page", "https://a.org/ / Elk b 9.4", "https://a.org/ / Owl a 8.4", [0]),
        (
            "without guid, a new link and date, and the words of each week", "- 2 Thread Talk 9.4",
            "- 1 Thread Talk 8.4", [0]
        ),
        (
            "a guid that is used again, and a text that all have", "1 n1 New more 9.4",
            "1 o1 Old1 more 8.4 | 2 o2 Old2 more 8.4", [0]
        ),
        (
            "a new guid and link with the words of one whose title changes", "2 2 Sale a 9 | 1 1 Sold a 9",
            "1 1 Sale a 9", [0, 1]
        ),
        (
            "numbers from the newest, one page and one title", "1 h Note b 9.4 | 2 h Note a 8.4", "1 h Note a 8.4",
            [0, 1]
        ),
        ("photos of one day, without text", "2 2 Photo - 9", "1 1 Photo - 9", [0]),
        ("without guid, links by position", "- #0 C c 9.4 | - #1 B b 8.4", "- #1 A a 9 | - #0 B b 8.4", [0, 2]),
        ("without guid, link and date, links by position", "- #0 C c | - #1 B b", "- #1 A a | - #0 B b", [0, 2]),
        (
            "without guid and link, the daily news of one title", "- - News today 9.4 | - - News today 8.4",
            "- - News today 8.4 | - - News today 9", [0, 1]
        ),
        ("link and date by position, and all else new", "D 0 D d 9.4", "C 0 C c 9.4 | B 1 B b 9.3", [0]),
        ("without guid, the home page, and the time of the request as date", "- / News a 9.4", "- / News a 8.4", [1]),
        (
            "without guid, the home page, a pinned item with the time of the request as date",
            "- / News a 9.4 | - / Elk b 9", "- / News a 8.4 | - / Elk b 9", [1, 2]
        ),
        (
            "without guid, the home page, and words that were used before", "- / News a 9.4",
            "- / News a 8.4 | - / News a 9", [0]
        ),
        (
            "without guid, one page for all, and words that were used twice", "- h News a 9.4 | - h Elk b 9.1",
            "- h News a 8.4 | - h News a 8.3 | - h Elk b 9.1", [0, 3]
        ),
        (
            "without guid, one page for all, and another date", "- h News a 9.4 | - h Elk b 9.1",
            "- h News a 8.4 | - h Elk b 9.1", [1, 2]
        ),
        ("without guid and link, another episode with the same notes", "- - News notes 9.4", "- - News notes 8.4", [0]),
        (
            "without link, episodes with the same notes, and guids where there were none",
            "1 - News notes 9.4 | 2 - Bus b 9.5", "- - News notes 8.4 | - - Bus c 8.5", [0, 0]
        ),
        (
            "without guid and link, one date for all items", "- - Owl a 9.4 | - - Elk b 9.4",
            "- - Elk b 8.4 | - - Fox c 8.4", [0, 1]
        ),
        ("without guid, title and text, the home page, and another date", "- / - - 9.4", "- / - - 8.4", [0]),
        ("a guid that only contains the home page", "2@https://a.org l New b 9.4", "1@https://a.org l Old a 8.4", [0]),
        (
            "without guid, the home page, and one date for all items", "- / Owl a 9.4 | - / Elk b 9.4",
            "- / Elk b 8.4 | - / Fox c 8.4", [0, 1]
        ),
        ("without guid, photos of one day", "- 2 Photo - 9", "- 1 Photo - 9", [0]),
        (
            "columns with the same text each day, all of them new", "11 11 A a 9.4 | 12 12 B b 9.5",
            "1 1 A a 8.4 | 2 2 B b 8.5", [0, 0]
        ),
        (
            "one column with the same text, and all else new", "11 11 A a 9.2 | 12 12 C c 9.3 | 13 13 D d 9.4",
            "1 1 A a 9.7 | 2 2 B b 8.7", [0, 0, 0]
        ),
        (
            "bulletins with the same text each hour, all of them new", "11 11 A a 8.45 | 12 12 B b 8.55",
            "1 1 A a 8.4 | 2 2 B b 8.5", [0, 0]
        ),
        (
            "editions of one day, without text, all of them new", "11 11 A - 9 | 12 12 B - 9", "1 1 A - 9 | 2 2 B - 9",
            [0, 0]
        ),
        (
            "pages of columns, without text, all of them new", "11 1 A - 9.4 | 12 2 B - 9.5",
            "1 1 A - 8.4 | 2 2 B - 8.5", [0, 0]
        ),
        (
            "tickers of matches, with the kick-off as date", "11 1 C c 9.4 | 12 2 D d 9.3", "1 1 A a 9.4 | 2 2 B b 9.3",
            [0, 0]
        ),
        (
            "a guid, and other words at a link without one before", "7 1 New n 9.4 | 2 2 B b 8.3",
            "- 1 Old o 8.4 | - 2 B b 8.3", [0, 2]
        ),
        (
            "a column without text at one link, and other articles", "11 1 A - 9.4 | 13 13 C - 9.5 | 14 14 D - 9.6",
            "1 1 A - 8.4 | 2 2 B - 8.5", [0, 0, 0]
        ),
        (
            "steps of an incident, with its page and time", "12 1 Resolved r 9.4 | 2 2 B b 8.3",
            "11 1 Open o 9.4 | 2 2 B b 8.3", [0, 2]
        ),
        (
            "a slot of a programme", "1 1 Match m 9.4 | 2 2 B b 8.3", "1 0 Film f 9.4 | 2 2 B b 8.3", [0, 2]
        ),
        (
            "a magnet link, which has no host", "- magnet:?xt=urn:btih:a Other a 9.4",
            "- magnet:?xt=urn:btih:a Film a 8.4", [1]
        ),
    ]

    /// Articles of which more than one part changes at once, and two or more agree.
    private static let changed: [Case] = [
        ("the site and its time zone", "11 11 A a 9.2 | 12 12 B b 8.2", "1 1 A a 9.7 | 2 2 B b 8.7", [1, 2]),
        (
            "guid and date with each request, without text", "11 1 A - 9.5002 | 12 2 B - 9.5003",
            "1 1 A - 3.4002 | 2 2 B - 3.4003",
            [1, 2]
        ),
        ("guids and dates where there were none", "1 1 A - 9.4 | 2 2 B - 9.5", "- 1 A - | - 2 B -", [1, 2]),
        ("guids where a server gave none, but dates", "1 - A a | 2 - B b", "- - A a 9.4 | - - B b 9.4", [1, 2]),
        ("guid and link on a list of days", "11 11 A - 9 | 12 12 B - 8", "1 1 A - 9 | 2 2 B - 8", [1, 2]),
        (
            "guid and link, without dates", "a?b 1?b A 1 | b?b 2?b B 2 | c?b 3?b C 3",
            "a?a 1?a A 1 | b?a 2?a B 2 | c?a 3?a C 3", [1, 2, 3]
        ),
        ("without guid, link and text", "- 1?b A b 9.1 | - 2?b B b 9.2", "- 1?a A a 9.1 | - 2?a B a 9.2", [1, 2]),
        ("the title, without link and text", "1 - Right - 9.4", "1 - Rihgt - 9.4", [1]),
        ("the title, without guid and link", "- - Right text 9.4", "- - Rihgt text 9.4", [1]),
    ]

    @Test(arguments: cases + recurring + changed)
    func `each item is matched with its article`(name: String, document: String, stored: String, articles: [Int64]) {
        func drafts(_ words: String) -> [ArticleDraft] {
            words.split(separator: "|").map { WordedDraft(String($0)).draft }
        }
        let known = drafts(stored).enumerated().map { index, draft in
            StoredIdentity(.article(ArticleID(rawValue: Int64(index) + 1), draftHash: 0), traits: draft.traits)
        }
        let matched = ArticleIdentity(of: drafts(document), among: known).matches.map { match in
            if case .article(let id, _) = match?.kind { id.rawValue } else { Int64(0) }
        }
        #expect(matched == articles, "\(name)")
    }
}
