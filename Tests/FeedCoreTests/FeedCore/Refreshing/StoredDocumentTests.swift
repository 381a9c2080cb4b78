import FeedCore
import TestSupport
import Testing

@testable import FeedStore

/// How the stored articles change with one document after the other.
@Suite final class StoredDocumentTests: SuiteOfFeed {
    @discardableResult
    private func take(_ items: [String], unread: Bool = false) throws -> RefreshOutcome {
        let stored = try store.textHashes(of: feed)
        return try store.storeSample(
            .sample(of: try store.feed(feed), items: items, unread: unread, stored: stored))
    }

    private func titles() throws -> [String] { try store.list().sorted { $0.id < $1.id }.map(\.title) }

    @Test func `pictures without title and text are not modified when their links get another scheme`() throws {
        func pictures(_ scheme: String) -> [String] {
            (1...2).map {
                "<item><link>\(scheme)://a.example/\($0)</link><pubDate>\($0) Nov 2020 10:00:00 GMT</pubDate></item>"
            }
        }
        try take(pictures("http"))
        try store.mark(store.list().map(\.id), as: .read, at: Sample.now)
        #expect(try take(pictures("https"), unread: true).changedArticles == 0)
        #expect(try titles() == ["https://a.example/1", "https://a.example/2"])
        #expect(try store.list().allSatisfy { $0.isRead && !$0.isModified })
    }

    @Test func `ids go from the oldest to the newest, undated ones from the end of the document to its start`() throws {
        try take([
            item("Undated, first"), item("Newest", date: "20 Nov 2020"), item("Oldest", date: "18 Nov 2020"),
            item("Undated, last"), item("Middle", date: "19 Nov 2020"),
        ])
        #expect(try titles() == ["Oldest", "Middle", "Newest", "Undated, last", "Undated, first"])
        #expect(try store.list().map(\.title).prefix(2) == ["Undated, first", "Undated, last"])
    }

    @Test func `an article without a date gets that of its update, and a known date stays`() throws {
        func entry(_ updated: String) -> String {
            "<item><title>A</title><guid isPermaLink=\"false\">a</guid>\(updated)</item>"
        }
        let atom = "xmlns:atom=\"http://www.w3.org/2005/Atom\""
        try take([entry("<atom:updated \(atom)>2020-11-18T10:00:00Z</atom:updated>")])
        let first = try #require(try store.list().first)
        #expect(first.date.rfc3339 == "2020-11-18T10:00:00Z")
        // An edit does not move it to the top.
        try take([entry("<atom:updated \(atom)>2020-11-19T10:00:00Z</atom:updated>")])
        #expect(try store.list().first?.date == first.date)
        try take([entry("")])
        #expect(try store.list().map(\.date) == [first.date])
        try take([entry("<pubDate>17 Nov 2020 10:00:00 GMT</pubDate>")])
        #expect(try store.list().first?.date.rfc3339 == "2020-11-17T10:00:00Z")
    }

    @Test func `an entry that says only when it was updated is known by that after the site has moved`() throws {
        func entry(_ site: String, _ text: String, updated: String) -> String {
            """
            <item><title>A</title><guid isPermaLink="false">\(site)</guid><link>https://\(site)/a</link>
            <description>\(text)</description>
            <atom:updated xmlns:atom="http://www.w3.org/2005/Atom">\(updated)</atom:updated></item>
            """
        }
        let other = item("B", date: "18 Nov 2020", link: "https://a.example/b")
        try take([entry("a.example", "Text", updated: "2020-11-18T10:00:00Z"), other])
        try take([entry("a.example", "Edited", updated: "2020-11-19T10:00:00Z"), other])
        try take([entry("b.example", "Edited", updated: "2020-11-19T10:00:00Z"), other])
        #expect(try titles() == ["A", "B"] || titles() == ["B", "A"])
        let moved = try #require(try store.list().first { $0.title == "A" })
        #expect(moved.content.guid == "b.example" && moved.content.published?.rfc3339 == "2020-11-18T10:00:00Z")
    }

    @Test func `a setting makes changed articles unread`() throws {
        try take([item("One")])
        let id = try #require(try store.list().first?.id)
        try store.mark([id], as: .read, at: Sample.now)
        try take([item("One", text: "Other text")], unread: true)
        #expect(try !store.article(id).isModified && !store.article(id).isRead && store.feed(feed).unread == 1)
        // What comes back is as it was, whatever was decided in an earlier second.
        try store.database.execute("UPDATE decision SET time = time - 5000")
        try store.mark([id], as: .deleted, isUndoable: true, at: Sample.now)
        _ = try store.undo(at: Sample.now)
        #expect(try !store.article(id).isRead)
        try store.remove([feed])
        _ = try store.undo(at: Sample.now)
        #expect(try !store.article(id).isRead)
    }

    @Test func `articles that an older version parsed are updated without notice`() throws {
        try take([item("One", link: "https://a.example/1")])
        let id = try #require(try store.list().first?.id)
        try store.mark([id], as: .read, at: Sample.now)
        try store.database.execute("UPDATE article SET draft_hash = 0, text_hash = 1, title = 'Misread'")
        #expect(try take([item("One", link: "https://a.example/1")], unread: true).changedArticles == 0)
        #expect(try store.article(id).title == "One")
        #expect(try store.article(id).isRead && !store.article(id).isModified)
        #expect(try take([item("One", text: "Other text", link: "https://a.example/1")]).changedArticles == 1)
        #expect(try store.article(id).isModified)
    }

    @Test func `what a rule drops counts as carried by the document that brought it`() throws {
        _ = try store.addRule(Query("Two"), .drop)
        try take([item("One"), item("Two")])
        #expect(try titles() == ["One"])
        func missing() throws -> Int64? {
            try store.database.number("SELECT count(*) FROM tombstone WHERE missing_since NOT NULL")
        }
        #expect(try missing() == 0)
        try take([item("One")])
        #expect(try missing() == 1)
        #expect(try take([item("One"), item("Two")]).newArticles.isEmpty)
        #expect(try missing() == 0)
    }

    @Test(arguments: [
        FeedEdit.with { $0.filter = "cat" }, .with { $0.xpaths = FeedEdit.PageXPathsEdit(items: "//article") },
        .with { $0.address = FeedEdit.Address(url: Sample.address("https://b.example/feed")) },
    ])
    func `what was fetched before an edit does not come back after it`(edit: FeedEdit) throws {
        let update = try FeedUpdate.sample(of: try store.feed(feed), items: [item("One")])
        try store.edit([feed], edit)
        #expect(try store.storeSample(update).result == .dropped)
        let state = try store.feed(feed).refresh
        #expect(state.bodyHash == nil && state.validators == nil && state.nextDue == nil)
        #expect(try take([item("One")]).newArticles.count == 1)
        #expect(try store.feed(feed).refresh.bodyHash != nil)
    }

    @Test func `what was fetched with a filter does not come back after its undo`() throws {
        try store.edit([feed]) { $0.filter = "cat" }
        let update = try FeedUpdate.sample(of: try store.feed(feed), items: [item("One")])
        _ = try store.undo(at: Sample.now)
        #expect(try store.storeSample(update).result == .dropped)
    }

    @Test func `an edit that does not concern the document leaves what was fetched`() throws {
        let update = try FeedUpdate.sample(of: try store.feed(feed), items: [item("One")])
        try store.edit(feed) { ($0.nickname, $0.category, $0.isFavorite) = ("Mine", .named("News"), true) }
        try store.storeSample(update)
        #expect(try titles() == ["One"])
    }

    @Test func `items with one guid and one link are one only if the title and the text or the date agree`() throws {
        func release(_ title: String, _ text: String, _ day: Int) -> String {
            item(title, text: text, date: "\(day) Nov 2020", guid: "all", link: "https://a.example/all")
        }
        let releases = [release("3.0", "Third", 12), release("2.0", "Second", 11), release("1.0", "First", 10)]
        #expect(try take(releases).newArticles.count == 3)
        #expect(try take([release("4.0", "Fourth", 13)] + releases.dropLast()).newArticles.count == 1)
        #expect(try titles() == ["1.0", "2.0", "3.0", "4.0"])
        let again = [
            release("4.0", "Edited", 13), release("4.0", "Fourth", 13), release("4.0", "Fourth", 9),
            release("4.0", "Cut", 9),
        ]
        #expect(try take(again + releases.dropLast()).newArticles.isEmpty)
        #expect(try store.list().count == 4)
        // A page that all share, on one day.
        #expect(try take([release("5.0", "Fifth", 13), release("6.0", "Sixth", 13)]).newArticles.count == 2)
    }

    /// Whatever a document repeats, a second refresh finds nothing new, in any order.
    @Test(arguments: 0..<60) func `a repeated document changes nothing`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let items = (0..<dice.roll(12) + 1).map { _ in
            item(
                "Title \(dice.roll(3))", text: "Text \(dice.roll(3))", date: dice.date,
                guid: dice.roll(2) == 0 ? nil : "guid \(dice.roll(4))",
                link: dice.roll(4) == 0 ? nil : "https://a.example/\(dice.roll(3))")
        }
        let first = try take(items)
        #expect(first.newArticles.count == (try store.list().count))
        let again = try take(items)
        #expect(again.newArticles.isEmpty && again.changedArticles == 0)
        // Of undated versions of an item the first counts, so their order may matter.
        #expect(try take(items.shuffled(using: &dice)).newArticles.isEmpty)
        #expect(try take(items).newArticles.isEmpty)
    }

    @Test(arguments: 0..<30) func `the order of a document matters only for duplicates`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let items = (0..<12).map { place in
            item(
                "Title \(dice.roll(3))", text: "Text \(place)", date: dice.date, guid: nil,
                link: "https://a.example/\(dice.roll(3))")
        }
        #expect(try take(items).newArticles.count == 12)
        for _ in 0..<3 {
            let again = try take(items.shuffled(using: &dice))
            #expect(again.newArticles.isEmpty && again.changedArticles == 0)
        }
    }

    @Test func `a text that was not read is read if its article has gone meanwhile`() throws {
        let items = ["One", "Two"].map { item($0, text: "&lt;p&gt;\($0) &lt;a href='/x'&gt;x&lt;/a&gt;&lt;/p&gt;") }
        try take(items)
        let before = try store.list().map { try store.article($0.id, text: .feed).content }
        let update = try FeedUpdate.sample(
            of: store.feed(feed), items: items, stored: store.textHashes(of: feed))
        #expect(update.document?.drafts.map(\.text) == [nil, nil])
        try store.database.execute("DELETE FROM article")
        #expect(try store.storeSample(update).newArticles.count == 2)
        #expect(try store.list().map { try store.article($0.id, text: .feed).content } == before)
    }

    private func item(
        _ title: String, text: String = "Text", date: String? = nil, guid: String? = "", link: String? = nil
    ) -> String {
        let guid = guid.map { "<guid isPermaLink=\"false\">\($0.isEmpty ? title : $0)</guid>" } ?? ""
        let date = date.map { "<pubDate>\($0) 10:00:00 GMT</pubDate>" } ?? ""
        let link = link.map { "<link>\($0)</link>" } ?? ""
        return "<item><title>\(title)</title>\(guid)\(link)\(date)<description>\(text)</description></item>"
    }
}

extension Dice {
    fileprivate var date: String? { mutating get { roll(2) == 0 ? nil : "\(roll(3) + 17) Nov 2020" } }
}

extension Store {
    @discardableResult
    func storeSample(_ update: FeedUpdate) throws -> RefreshOutcome {
        try transaction { try store(update, with: articleStatements(), at: Sample.now) }
    }
}

extension FeedUpdate {
    /// An update with a document from the feed's address.
    ///
    /// - Parameters:
    ///   - unread: whether articles that it changes become unread.
    ///   - stored: the texts that need not be read.
    static func sample(
        of feed: Feed, items: [String], unread: Bool = false, stored: [Int64: Int64] = [:]
    ) throws -> FeedUpdate {
        var settings = FeedSettings(userAgent: "test")
        settings.updatesBecomeUnread = unread
        let body = Array("<rss version=\"2.0\"><channel><title>A</title>\(items.joined())</channel></rss>".utf8)
        var parsed = try FeedParser.parse(body, base: feed.url.text)
        try parsed.makeDrafts(stored: stored) { false }
        return FeedUpdate(
            of: feed, fetched: .success(Response(status: 200, url: feed.url, body: body)), parsed: .success(parsed),
            bodyHash: StableHash.of(body), settings: settings, at: Sample.now)
    }

    static func sample(of feed: Feed, titles: [String]) throws -> FeedUpdate {
        try sample(of: feed, items: titles.map { "<item><title>\($0)</title><guid>\($0)</guid></item>" })
    }
}
