import TestSupport
import Testing

@testable import FeedModel
@testable import FeedStore

/// Search and rules over one set of articles: both have to say the same.
@Suite struct SearchTests {
    let folder = TemporaryFolder()

    static let queries = [
        "swift", "SWIFT", "swift concurrency", "\"swift concurrency\"", "conc*", "-swift", "swift -rust",
        "rust OR cafe",
        "cafe", "café", "CAFÉ", "東京", "京", "京都", "東京タワー", "한국", "국어", "title:swift", "author:zoe", "text:actors",
        "text:swift", "author:swift", "feed:alpha", "feed:ALPH -swift", "category:news", "-category:news", "tag:lang",
        "tag:/^lang$/", "tag:\"two words\"", "url:b.example", "url:/\\/[0-9]$/", "title:/^ask/", "title:/夜.$/",
        "title:/^.{4}$/", "author:/ö/", "feed:/^b/", "category:/./", "C++", "foo-bar", "12:30", "it's", "user@host",
        "(swift OR rust) -actors", "-(swift OR rust)", "-(swift OR feed:beta)", "swift (tag:lang OR url:b)",
        "nothing", "swift OR -swift", "-feed:alpha -tag:lang cafe", "title:\"ask hn\"*", "हिन्दी", "\"a \"\"b\"",
        "NEAR(swift)", "summary", "text:summary", "\"first summary\"", "don't OR '; DROP TABLE article; x",
        "(a OR (b (c OR (d (e OR (f (swift)))))))", "-(a OR (tag:b -(c OR (tag:d -(e OR (tag:f -(g OR tag:h)))))))",
    ]

    private static let drafts: [ArticleDraft] = {
        let titles = [
            "Swift concurrency", "Concurrency in Swift", "Ask HN: Rust?", "東京タワーの夜景", "한국어 소식", "Le café",
            "Plain", "C++ & C#", "foo-bar at 12:30", "日本語だ", "",
        ]
        return titles.enumerated().map { number, title in
            var draft = Sample.draft(
                title, guid: "\(number)", url: "https://\(number.isMultiple(of: 2) ? "a" : "b").example/\(number)",
                text: ["actors &amp; tasks", "it&#39;s user@host", "résumé <b>京都</b> हिन्दी"][number % 3])
            if number % 3 == 0 { draft.content.authors = [Author(name: "Zoë")] }
            if number % 2 == 0 { draft.content.tags = ["lang", "two words"] }
            if number % 4 == 1 {
                draft.content.summary = .plain("first")
                draft.content.text = .plain("a summary")
            }
            return draft
        }
    }()

    private static let feeds: [FeedID] = [1, 2].map(FeedID.init)

    /// Two feeds, the second in a category.
    private func subscribed() throws -> Store {
        let store = try Store(path: folder.file("rssium.db"), access: .writing)
        try store.addSample("https://a.example/feed", nickname: "Älpha")
        try store.addSample("https://b.example/feed", nickname: "Beta", category: "News")
        return store
    }

    private func filled() throws -> Store {
        let store = try subscribed()
        for feed in Self.feeds { for draft in SearchTests.drafts { try store.insertSample(draft, into: feed) } }
        return store
    }

    private func ids(_ store: borrowing Store, _ query: String) throws -> [Int64] {
        let found = try store.found(query)
        #expect(try store.count(.search(query)) == found.count)
        return found
    }

    @Test(arguments: [Duration.zero, .milliseconds(1234), .seconds(5)])
    func `indexing leaves the store as patient as it was`(patience: Duration) throws {
        let path = folder.file("rssium.db")
        _ = try Store(path: path, access: .writing)
        let store = try Store(path: path, access: .writing, busyTimeout: patience)
        let feed = try store.addSample("https://a.example/feed")
        try store.insertSample(ArticleDraft(ArticleContent(title: "new"), textHash: 1), into: feed)
        try store.catchUpIndex { _, _ in }
        #expect(try store.database.number("PRAGMA busy_timeout") == Int64(patience / .milliseconds(1)))
    }

    @Test func `a search finds the same with all, some and nothing indexed`() throws {
        let store = try filled()
        let without = try SearchTests.queries.map { try ids(store, $0) }
        #expect(try store.indexSome(IndexPortion(articles: 7, bytes: 1 << 20)) == 7)
        #expect(try SearchTests.queries.map { try ids(store, $0) } == without)
        try store.catchUpIndex { _, _ in }
        #expect(try store.indexSome(IndexPortion(articles: 7, bytes: 1 << 20)) == 0)
        #expect(try SearchTests.queries.map { try ids(store, $0) } == without)
        #expect(without.filter { $0.isEmpty }.count < 15)
    }

    @Test(arguments: queries)
    func `a rule matches what the search finds`(query: String) throws {
        let store = try subscribed()
        _ = try store.addRule(Query(query), .star)
        for feed in Self.feeds {
            try store.transaction {
                let statements = try store.articleStatements()
                let new = try store.insert(SearchTests.drafts, into: feed, at: Sample.now, with: statements)
                #expect(try store.applyRules(to: new, of: feed, at: Sample.now).dropped.isEmpty)
            }
        }
        var starred = ArticleQuery(state: .all)
        starred.isStarredOnly = true
        #expect(try store.list(starred).map(\.id.rawValue).sorted() == ids(store, query))
    }

    @Test(arguments: [
        ("Η Ελλάδα κερδίζει", "ελλαδα"), ("Η Ελλαδα", "Ελλάδα"), ("ΣΊΣΥΦΟΣ", "σισυφος"), ("ᾠδὴ", "ωδη"),
        ("Ёлка стоит", "елка"),
        ("كِتَابٌ جديد", "كتاب"), ("שָׁלוֹם עולם", "שלום"), ("Tiếng Việt", "tieng viet"), ("Cafe\u{301}", "café"),
        ("\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}\u{110B}\u{1165} 소식", "한국어"),
        ("한국어", "\u{1112}\u{1161}\u{11AB}국"),
        ("カ\u{3099}ーテ\u{3099}ン便り", "ガーデン"), ("ガーデン", "カ\u{3099}ー"), ("\u{1100} alone", "\u{1100}"),
        ("ข่าวประเทศไทยวันนี้", "ไทย"), ("ข่าวประเทศไทยวันนี้", "วันนี้"), ("ខ្មែរ\u{200B}ថ្មី", "ថ្មី"), ("ຂ່າວລາວ", "ລາວ"),
        ("မြန်မာသတင်း", "သတင်း"),
    ])
    func `marks and spaces between words make no difference in any script`(title: String, query: String) throws {
        let store = try Store(path: folder.file("rssium.db"), access: .writing)
        let feed = try store.addSample("https://a.example/feed")
        try store.insertSample(Sample.draft(title, guid: "1"), into: feed)
        try store.insertSample(Sample.draft("another", guid: "2"), into: feed)
        #expect(try ids(store, query) == [1])
        try store.catchUpIndex { _, _ in }
        #expect(try ids(store, query) == [1])
        #expect(try ids(store, "title:\"\(query)\"") == [1])
    }

    @Test func `the index keeps up with what is added, changed and deleted`() throws {
        let store = try filled()
        var dice = Dice(seed: 42)
        let words = ["alpha", "beta", "gamma", "delta"]
        var known = Dictionary(uniqueKeysWithValues: try store.list().map { ($0.id, "") })
        let feed = FeedID(rawValue: 1)
        for step in 0..<120 {
            let word = words[dice.roll(4)]
            let draft = Sample.draft("Step \(step)", guid: "s\(step)", text: word)
            let chosen = known.keys.sorted()[dice.roll(known.count)]
            switch dice.roll(4) {
            case 0: known[try store.insertSample(draft, into: feed)] = word
            case 1:
                try store.transaction {
                    let statements = try store.articleStatements()
                    try store.replace(chosen, by: draft, .modified, with: statements)
                }
                known[chosen] = word
            case 2 where known.count > 5:
                try store.mark([chosen], as: .deleted, at: Sample.now)
                known[chosen] = nil
            default: _ = try store.indexSome(IndexPortion(articles: 1 + dice.roll(5), bytes: 1 << 20))
            }
            for word in words {
                let expected = known.filter { $0.value == word }.map(\.key.rawValue).sorted()
                #expect(try ids(store, word) == expected, "step \(step)")
            }
        }
    }

    @Test func `an index of mostly dead rows is rebuilt`() throws {
        let store = try filled()
        try store.catchUpIndex { _, _ in }
        try store.database.execute("UPDATE search_state SET dead = 2000")
        try store.mark([ArticleID(rawValue: 1)], as: .unread, at: Sample.now)
        try store.insertSample(Sample.draft("later", guid: "l"), into: FeedID(rawValue: 1))
        try store.catchUpIndex { _, _ in }
        #expect(try store.database.number("SELECT dead FROM search_state") == 0)
        #expect(try ids(store, "swift").count == 4)
        #expect(try ids(store, "later") == [23])
    }

    @Test func `a search whose expressions take too long is stopped`() throws {
        let store = try filled()
        store.database.matchers.setBudget(PatternBudget(.zero))
        for query in ["title:/a/", "feed:/a/", "-(swift url:/b/)"] {
            #expect(throws: StoreError.slowPattern) { try ids(store, query) }
        }
        #expect(try !ids(store, "swift tag:lang").isEmpty)
        store.beginSearch()
        #expect(throws: Never.self) { try ids(store, "title:/a/") }
    }

    @Test func `expressions share one time budget`() throws {
        let expression = try RegularExpression(QueryPattern("(.a|a.|.b|b.){100}x"))
        let text = String(repeating: "abba", count: 500)
        var budget = PatternBudget(.milliseconds(20))
        #expect(throws: PatternBudget.Exhausted.self) {
            // Each takes some milliseconds; a hundred thousand would take minutes.
            for _ in 0..<100_000 { _ = try budget.charge { expression.matches(text) } }
        }
        budget = PatternBudget(.seconds(600))
        for _ in 0..<100_000 { _ = try budget.charge { false } }
    }
}
