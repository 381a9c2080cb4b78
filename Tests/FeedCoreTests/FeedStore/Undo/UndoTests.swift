import TestSupport
import Testing

@testable import FeedStore

/// What `undo` takes back, and what it leaves.
@Suite final class UndoTests {
    static let milliseconds = Sample.now.seconds * 1000
    let folder = TemporaryFolder()
    let store: Store

    /// Three articles, of which 3 is read, in one feed of a category.
    init() throws {
        store = try Store(
            path: folder.file("rssium.db"), access: .writing,
            decidingAt: DecisionTime(milliseconds: UndoTests.milliseconds))
        let feed = try store.addSample("https://a.example/feed", nickname: "A", category: "News")
        for title in ["One", "Two", "Three"] {
            try store.insertSample(
                Sample.draft(title, guid: title, url: "https://a.example/\(title)", text: "about \(title)s"), into: feed
            )
        }
        try store.mark(ids(3), as: .read, at: Timestamp(seconds: Sample.now.seconds - 1000))
    }

    func ids(_ numbers: Int64...) -> [ArticleID] { numbers.map(ArticleID.init) }

    /// Everything that a test can compare: each row of these tables, without what was decided.
    func rows(_ store: borrowing Store) throws -> [String] {
        let tables = [
            ("article", "id, feed_id, date, read_at, starred, modified, title, guid, url, excerpt"),
            ("article_content", "article_id, content, summary"), ("enclosure", "article_id, position, url"),
            ("article_label", "article_id, label"), ("article_page", "article_id, content, is_used, tries"),
            ("download", "article_id, url, path"), ("feed_setting", "feed_id, key, value"),
            ("feed", "id, url, nickname, category_id, favorite, paused, interval, unread, articles, last_article, key"),
            ("feed_refresh", "feed_id, etag, last_refreshed, failures"), ("feed_document", "feed_id, articles"),
            ("feed_day", "feed_id, day, stored, read"),
            ("rule", "id, query, feed_id, category_id, action"), ("category", "id, name, color, position"),
            ("tombstone", "feed_id, guid, link, title, key"),
        ]
        return try tables.flatMap { table, columns in
            try store.database.rows("SELECT json_array(\(columns)) FROM \(table) ORDER BY 1") { table + $0.text() }
        }
    }

    private func index() throws { while try store.indexSome(.bulk) > 0 {} }

    func isSound(_ store: borrowing Store) throws -> Bool {
        let check = try IntegrityCheck(of: store.database, path: "")
        return check.findings.isEmpty
    }

    // MARK: Marks

    @Test(arguments: [Mark.read, .unread, .starred, .unstarred])
    func `a mark is taken back as a new decision`(mark: Mark) throws {
        try store.mark(ids(2), as: .starred, at: Sample.now)
        try store.mark(ids(2), as: .read, at: Sample.now)
        try store.database.run("UPDATE article SET modified = 1 WHERE id = 3")
        let before = try rows(store)
        let count = try store.mark(ArticleQuery(state: .all), as: mark, isUndoable: true, at: Sample.now + 5)
        #expect(try rows(store) != before)
        let command = try #require(try store.undoableCommands(at: Sample.now).first)
        #expect(command.what == "mark \(mark.rawValue): \(count) article\(count == 1 ? "" : "s")")
        #expect(command.done == Sample.now)
        let undone = try store.undo(at: Sample.now + 10)
        #expect(undone.articles == count && undone.changedArticles == 0 && undone.problems == [])
        #expect(try rows(store) == before)
        let time = try store.database.number(
            "SELECT max(time) FROM decision WHERE property = ?1", .string(mark.decision.property.name.text))
        #expect(try #require(time) > UndoTests.milliseconds)
        #expect(throws: StoreError.nothingToUndo) { _ = try store.undo(at: Sample.now) }
    }

    @Test func `undo goes back one command at a time, up to twenty`() throws {
        for round in 0..<25 {
            try store.mark(
                ids(1), as: round.isMultiple(of: 2) ? .starred : .unstarred, isUndoable: true, at: Sample.now)
        }
        #expect(try store.undoableCommands(at: Sample.now).count == 20)
        for round in 0..<20 {
            _ = try store.undo(at: Sample.now)
            #expect(try store.article(ids(1)[0]).isStarred == !round.isMultiple(of: 2))
        }
        #expect(throws: StoreError.nothingToUndo) { _ = try store.undo(at: Sample.now) }
        #expect(try store.database.number("SELECT count(*) FROM undo_step") == 0)
    }

    @Test func `what changed nothing is not recorded`() throws {
        try store.mark(ids(3), as: .read, isUndoable: true, at: Sample.now)
        var reading = MarkingCommand("read")
        #expect(try store.mark(ids(3), as: .read, by: &reading, at: Sample.now) == 0)
        #expect(try store.undoableCommands(at: Sample.now).isEmpty && store.lastRead() == ids(3)[0])
    }

    @Test func `what one command marks one after the other is one step`() throws {
        let before = try rows(store)
        var reading = MarkingCommand("read")
        try store.mark(ids(1), as: .read, by: &reading, at: Sample.now)
        try store.mark(ids(2), as: .starred, isUndoable: true, at: Sample.now)
        try store.mark(ids(1), as: .starred, by: &reading, at: Sample.now)
        try store.mark(ids(1), as: .unstarred, by: &reading, at: Sample.now)
        try store.mark(ids(2), as: .deleted, by: &reading, at: Sample.now)
        let commands = try store.undoableCommands(at: Sample.now).map(\.what)
        #expect(commands == ["mark starred: 1 article", "read: 2 articles"])
        // The record was taken back meanwhile: the command begins another one.
        _ = try store.undo(at: Sample.now)
        _ = try store.undo(at: Sample.now)
        #expect(try store.list().count == before.count { $0.hasPrefix("article[") })
        try store.mark(ids(1), as: .read, by: &reading, at: Sample.now)
        #expect(try store.undoableCommands(at: Sample.now).count == 1)
    }

    // MARK: Deleted articles

    func decorate() throws {
        _ = try store.label(ids(2), "later")
        try store.mark(ids(2), as: .starred, at: Sample.now)
        try store.database.execute(
            """
            INSERT INTO enclosure(article_id, position, url) VALUES (2, 0, 'https://a.example/"2".mp3');
            INSERT INTO download(article_id, url, path, downloaded) VALUES (2, 'https://a.example/2.mp3', '/x', 1);
            INSERT INTO article_page(article_id, content, is_used) VALUES (2, '<p>page\n</p>', 1);
            INSERT INTO feed_document(feed_id, articles) VALUES (1, '[1,2,3]');
            INSERT INTO feed_setting(feed_id, key, value) VALUES (1, 'keep.articles', '5');
            INSERT INTO rule(query, feed_id, action) VALUES ('word', 1, 'star');
            UPDATE feed_refresh SET etag = '"x"', last_refreshed = 7;
            """)
    }

    @Test(arguments: [true, false])
    func `deleted articles come back with all that belonged to them`(isIndexed: Bool) throws {
        try decorate()
        if isIndexed { try index() }
        let before = try rows(store)
        try store.mark(ids(1, 2), as: .deleted, isUndoable: true, at: Sample.now)
        #expect(try store.list().map(\.id.rawValue) == [3])
        #expect(try store.found("about") == [3] && isSound(store))
        if !isIndexed { try index() }
        let undone = try store.undo(at: Sample.now)
        #expect(undone.what == "mark deleted: 2 articles" && undone.articles == 2)
        #expect(try rows(store) == before)
        #expect(try store.found("about") == [1, 2, 3])
        try index()
        #expect(try store.found("about") == [1, 2, 3] && store.found("Twos") == [2] && isSound(store))
        #expect(try store.database.number("SELECT dead FROM search_state") == 0)
        #expect(try store.database.number("SELECT count(*) FROM removed_row") == 0)
        let deletions = try store.database.rows("SELECT value FROM decision WHERE property = 'deleted'") { $0.text() }
        #expect(deletions == ["false", "false"])
    }

    @Test func `an article that changed after it was indexed is found by its new words only`() throws {
        try index()
        let draft = Sample.draft("Two", guid: "Two", url: "https://a.example/Two", text: "something else")
        try store.transaction { try store.replace(ids(2)[0], by: draft, .modified, with: store.articleStatements()) }
        try index()
        try store.mark(ids(2), as: .deleted, isUndoable: true, at: Sample.now)
        _ = try store.undo(at: Sample.now)
        #expect(try store.found("Twos") == [] && store.found("something") == [2])
        try store.mark(ids(2), as: .deleted, isUndoable: true, at: Sample.now)
        // The index starts over meanwhile.
        try store.database.execute(
            """
            INSERT INTO search(search) VALUES ('delete-all'); DELETE FROM search_revised;
            UPDATE search_state SET indexed_to = 0, dead = 0; UPDATE removal SET indexed_to = 0
            """)
        try index()
        _ = try store.undo(at: Sample.now)
        try index()
        #expect(try store.found("Twos") == [] && store.found("something") == [2] && isSound(store))
    }

    @Test func `the rest of a command is taken back when what it removed cannot come back`() throws {
        try store.recordingRows(removing: [store.feed(FeedID(rawValue: 1))]) {
            try store.database.run("INSERT INTO category(name, position) VALUES ('Other', 9)")
        } what: { _ in
            "import --mirror"
        }
        try store.forgetRemoved()
        #expect(try store.finalCommand(at: Sample.now) == nil)
        let undone = try store.undo(at: Sample.now)
        #expect(undone.notes == ["what was removed is back already, or can no longer come back"])
        #expect(try store.feeds().isEmpty && !store.categories().map(\.name).contains("Other"))
    }

    @Test func `after seven days, or after prune, what was removed does not come back`() throws {
        let week: Int64 = 7 * 86_400
        try store.mark(ids(1), as: .starred, isUndoable: true, at: Sample.now)
        try store.mark(ids(2), as: .deleted, isUndoable: true, at: Sample.now)
        #expect(try store.undoableCommands(at: Sample.now + week).count == 2)
        #expect(try store.finalCommand(at: Sample.now + week) == nil)
        #expect(try store.undoableCommands(at: Sample.now + (week + 1)).map(\.what) == ["mark starred: 1 article"])
        #expect(try store.finalCommand(at: Sample.now + (week + 1)) == "mark deleted: 1 article")
        try store.forgetRemoved(beforeWeekUntil: Sample.now + week)
        #expect(try store.database.number("SELECT count(*) FROM removed_row WHERE name = 'article'") == 1)
        try store.forgetRemoved(beforeWeekUntil: Sample.now + (week + 1))
        #expect(try store.database.number("SELECT count(*) FROM removed_row") == 0)
        #expect(try store.finalCommand(at: Sample.now) == "mark deleted: 1 article")
        #expect(try store.undo(at: Sample.now + (week + 1)).what == "mark starred: 1 article")
        try store.mark(ids(3), as: .deleted, isUndoable: true, at: Sample.now)
        try store.forgetRemoved()
        #expect(throws: StoreError.nothingToUndo) { _ = try store.undo(at: Sample.now) }
        #expect(try store.database.number("SELECT count(*) FROM removal") == 0)
        try store.mark(ids(1), as: .deleted, isUndoable: true, at: Sample.now)
        try store.forgetRemoved()
        #expect(try store.database.number("SELECT count(*) FROM undo") == 1, "The last one is enough.")
    }

    // MARK: Feeds

    @Test func `a removed feed comes back with its articles, rules, settings and tombstones`() throws {
        try decorate()
        try index()
        try store.mark(ids(1), as: .deleted, isUndoable: true, at: Sample.now)
        let before = try rows(store)
        try store.remove([FeedID(rawValue: 1)])
        #expect(try store.feeds().isEmpty && store.list().isEmpty && isSound(store))
        let undone = try store.undo(at: Sample.now)
        #expect(undone.what == "rm: feed 1, A, with 2 articles")
        #expect(undone.articles == 2 && undone.feeds == [FeedID(rawValue: 1)])
        #expect(try rows(store) == before)
        #expect(try store.found("about") == [2, 3] && isSound(store))
        // And what was deleted before.
        #expect(try store.undo(at: Sample.now).articles == 1)
        #expect(try store.list().count == 3 && store.database.number("SELECT count(*) FROM tombstone") == 0)
        #expect(try store.found("about") == [1, 2, 3] && isSound(store))
        let key = try #require(FeedKey(of: "https://a.example/feed"))
        #expect(try store.decisions(about: .feed(key))[.on]?.value == .bool(true))
    }

    @Test(arguments: ["TEXT NOT NULL DEFAULT ''", "TEXT"])
    func `a feed and its articles come back into tables with more columns`(column: String) throws {
        try decorate()
        let before = try rows(store)
        try store.remove([FeedID(rawValue: 1)])
        for table in ["feed", "article", "feed_setting"] {
            try store.database.execute("ALTER TABLE \(table) ADD COLUMN x \(column)")
        }
        #expect(try store.undo(at: Sample.now).articles == 3)
        #expect(try rows(store) == before)
    }

    @Test func `a row that lacks what its table needs now loses nothing`() throws {
        try decorate()
        try store.remove([FeedID(rawValue: 1)])
        try store.database.execute("ALTER TABLE feed ADD COLUMN x TEXT NOT NULL")
        let removed = "SELECT count(*) FROM removed_row"
        let (kept, commands) = (try store.database.number(removed), try store.undoableCommands(at: Sample.now))
        #expect {
            _ = try store.undo(at: Sample.now)
        } throws: {
            ($0 as? StoreError)?.message.contains("cannot bring back a row of feed: NOT NULL constraint") == true
        }
        #expect(try store.undoableCommands(at: Sample.now) == commands && store.database.number(removed) == kept)
        try store.database.execute("ALTER TABLE feed DROP COLUMN x")
        #expect(try store.undo(at: Sample.now).articles == 3)
    }

    @Test func `an edit is taken back, column by column`() throws {
        let before = try rows(store)
        var edit = FeedEdit()
        edit.nickname = "B"
        edit.category = .named("Old")
        edit.isFavorite = true
        edit.isPaused = true
        edit.interval = .every(seconds: 900)
        edit.address = FeedEdit.Address(url: Sample.address("https://b.example/"), credentials: nil)
        try store.edit([FeedID(rawValue: 1)], edit)
        #expect(try store.undoableCommands(at: Sample.now).map(\.what) == ["edit: feed 1, A"])
        _ = try store.undo(at: Sample.now)
        #expect(try rows(store) == before)
        // What has changed since stays.
        try store.edit([FeedID(rawValue: 1)], edit)
        try store.edit(FeedID(rawValue: 1)) { $0.nickname = "C" }
        _ = try store.undo(at: Sample.now)
        let feed = try store.feed(FeedID(rawValue: 1))
        #expect(feed.nickname == "C" && feed.category == "News" && !feed.isPaused && feed.url.host == "a.example")
        // So does what it cannot get back.
        try store.edit([FeedID(rawValue: 1)], edit)
        try store.addSample("https://a.example/feed")
        try store.database.run("DELETE FROM category WHERE name = 'News'")
        #expect(
            try store.undo(at: Sample.now).problems.sorted() == [
                "feed 2 has the URL now that feed 1 had", "the category has feeds or rules now, and stays",
                "the category that it was in is gone",
            ])
        #expect(try store.feed(FeedID(rawValue: 1)).url.host == "b.example")
    }

    @Test func `an edit of several feeds is taken back of those that are left`() throws {
        let other = try store.addSample("https://b.example/")
        let feeds = [FeedID(rawValue: 1), other]
        try store.edit(feeds) { $0.interval = .every(seconds: 7200) }
        try store.edit(feeds) { $0.interval = .standard }
        try store.database.execute("DELETE FROM feed WHERE id = 1")
        #expect(try store.undo(at: Sample.now).feeds == [other])
        #expect(try store.feed(other).interval == 7200)
    }

    @Test func `pages that were saved since stay`() throws {
        let page = Sample.draft("Page", guid: "p", url: "https://p.example/")
        let first = try store.insert(NewFeed(url: .saved))
        try store.remove([first])
        let second = try store.insert(NewFeed(url: .saved))
        try store.insertSample(page, into: second)
        #expect(try store.undo(at: Sample.now).problems.map { $0.hasSuffix("and saved pages") } == [true])
        #expect(try store.feed(second).articles == 1)
    }

    @Test func `secrets come back only with their URL`() throws {
        let id = FeedID(rawValue: 1)
        try store.database.execute(
            """
            UPDATE feed SET user = 'ann', password = 'secret';
            INSERT INTO feed_setting(feed_id, key, value) VALUES (1, 'refresh.header', 'X: secret')
            """)
        let before = try rows(store)
        var edit = FeedEdit()
        edit.address = FeedEdit.Address(url: Sample.address("https://b.example/"), credentials: nil)
        try store.edit([id], edit)
        #expect(try store.credentialsOfFeeds().isEmpty && store.settings(of: id).isEmpty)
        _ = try store.undo(at: Sample.now)
        #expect(try rows(store) == before && store.credentialsOfFeeds().count == 1)
        try store.edit([id], edit)
        // Its server moves it meanwhile.
        try store.saveAddress(Sample.address("https://c.example/"), isGone: false, of: store.feed(id))
        _ = try store.undo(at: Sample.now)
        #expect(try store.feed(id).url.host == "c.example")
        #expect(try store.credentialsOfFeeds().isEmpty && store.settings(of: id).isEmpty)
    }

    @Test func `what was done to categories is taken back`() throws {
        let news = try store.category(named: "News").id
        try store.addCategory(named: "Old", color: "red")
        try store.database.run("INSERT INTO rule(query, category_id, action) VALUES ('word', ?1, 'star')", .id(news))
        let before = try rows(store)
        try store.edit(news) { ($0.name, $0.color, $0.position) = ("Press", .named("green"), 2) }
        #expect(try store.undo(at: Sample.now).what == "category edit: Press")
        #expect(try rows(store) == before)
        try store.edit(news) { $0.name = "NEWS" }
        #expect(try store.undo(at: Sample.now).problems.isEmpty && rows(store) == before)
        try store.removeCategory(news)
        #expect(try store.undo(at: Sample.now).what == "category rm: News")
        #expect(try rows(store) == before)
        #expect(try store.decisions(about: .category("News"))[.on]?.value == .bool(true))
        #expect(try store.undo(at: Sample.now).what == "category add: Old")
        #expect(try store.categories().map(\.name) == ["News"] && isSound(store))
    }
}
