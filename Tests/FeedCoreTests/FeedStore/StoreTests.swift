import FeedCore
import TestSupport
import Testing

@testable import FeedStore

@Suite struct StoreTests {
    let folder = TemporaryFolder()
    var path: String { folder.file("data/rssium.db") }

    @Test func `several may make the database at once`() async throws {
        for round in 1...20 {
            let path = folder.file("\(round).db")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...4 {
                    group.addTask { _ = try Store(path: path, access: .writing, busyTimeout: .seconds(600)) }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func `a log that was made while the database was read-only becomes writable again`() throws {
        _ = try Store(path: path, access: .writing)
        for suffix in ["-wal", "-shm"] { chmod(folder.write("", to: "data/rssium.db" + suffix), 0o400) }
        let store = try Store(path: path, access: .writing)
        for suffix in ["-wal", "-shm"] { #expect(TemporaryFolder.mode(of: path + suffix) == 0o600) }
        withExtendedLifetime(store) {}
    }

    @Test func `reading where there is no database finds nothing and makes no file`() throws {
        let store = try Store(path: path, access: .reading)
        #expect(try store.feeds().isEmpty && store.feeds([.state, .description]).isEmpty)
        #expect(try store.list().isEmpty && store.found("swift OR title:/a/").isEmpty)
        #expect(access(path, F_OK) != 0)
        #expect(access(folder.file("data"), F_OK) != 0)
    }

    @Test func `nothing is put beside a path that is not a regular file`() throws {
        let pipe = folder.file("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        for access in [Store.Access.reading, .writing] {
            #expect(throws: StoreError.cannotOpen(path: pipe, why: "it is not a regular file")) {
                _ = try Store(path: pipe, access: access)
            }
        }
        #expect(throws: StoreError.cannotOpen(path: pipe, why: "it is not a regular file")) {
            _ = try IntegrityCheck(database: pipe)
        }
        for name in ["-journal", "-wal", "-shm", ".lock"] { #expect(access(pipe + name, F_OK) != 0) }
    }

    @Test(.enabled(if: geteuid() == 0), arguments: ["-journal", "-wal"])
    func `what another user has put beside a database that only its owner may write is not read`(end: String) throws {
        _ = try Store(path: path, access: .writing)
        #expect(chown(path, 54321, 54321) == 0)
        for text in ["", "x"] { #expect(chown(folder.write(text, to: "data/rssium.db" + end), 54322, 54322) == 0) }
        let why = "\(path + end) belongs to user 54322, who may not write the database: remove that file"
        #expect(throws: StoreError.cannotOpen(path: path, why: why)) { _ = try Store(path: path, access: .reading) }
        #expect(chmod(path, 0o660) == 0)
        _ = try Store(path: path, access: .reading)
    }

    @Test func `ids are never given twice`() throws {
        let store = try Store(path: path, access: .writing)
        let feed = try store.addSample("https://a.example/feed")
        let article = try store.insertSample(Sample.draft("One", guid: "1"), into: feed)
        try store.remove([feed])
        let second = try store.addSample("https://a.example/feed")
        #expect(second > feed)
        #expect(try store.insertSample(Sample.draft("One", guid: "1"), into: second) > article)
    }

    @Test func `an article is read back as it was stored`() throws {
        let store = try Store(path: path, access: .writing)
        let feed = try store.addSample("https://a.example/feed", nickname: "A", category: "News")
        var draft = Sample.draft(
            "Títle", guid: "g", url: "https://a.example/1", text: "Long text", published: Sample.now - 60)
        draft.content.authors = [Author(name: "Ada", url: "https://ada.example"), Author(email: "bob@example.org")]
        draft.content.tags = ["one", "two, three"]
        draft.content.summary = .plain("Short")
        draft.content.image = "https://a.example/i.png"
        draft.content.language = "de"
        draft.content.externalURL = "https://b.example"
        draft.content.comments = "https://c.example/1"
        draft.content.updated = Sample.now
        draft.content.enclosures = [
            Enclosure(url: "https://a.example/e.mp3", type: "audio/mpeg", size: 5, duration: 60, title: "E")
        ]
        let article = try store.article(store.insertSample(draft, into: feed))
        #expect(article.feedTitle == "A" && article.category == "News" && article.content == draft.content)
        #expect(article.fetched == Sample.now && !article.isRead)
    }

    @Test func `a feed whose stored address cannot be read hides no other feed`() throws {
        let store = try Store(path: path, access: .writing)
        let broken = try store.addSample("https://a.example/feed", nickname: "A")
        let sound = try store.addSample("https://b.example/feed", nickname: "B")
        try store.database.run("UPDATE feed SET url = 'htp:/a' WHERE id = ?1", .id(broken))
        let feeds = try store.feeds()
        #expect(feeds.map(\.title) == ["A", "B"])
        #expect(feeds.map { $0.state(at: Sample.now) } == [.failing, .never])
        #expect(feeds[0].refresh.error?.hasPrefix("its stored address cannot be read: htp:/a; `rssium edit 1 ") == true)
        #expect(try store.feeds(.state).map(\.refresh.error) == feeds.map(\.refresh.error))
        let plan = RefreshPlan(of: feeds, RefreshPlan.Wish(), at: Sample.now) { _ in FeedSettings(userAgent: "") }
        #expect(plan.feeds.map(\.id) == [sound])
        try store.edit(broken) { $0.address = FeedEdit.Address(url: Sample.address("https://a.example/new")) }
        #expect(try store.feed(broken).url == Sample.address("https://a.example/new"))
        #expect(try store.feed(broken).state(at: Sample.now) == .never)
    }

    @Test func `the views have the fields as columns`() throws {
        let store = try Store(path: path, access: .writing)
        let feed = try store.addSample("https://a.example/feed", nickname: "A")
        var draft = Sample.draft("One", guid: "1", text: "Text")
        draft.content.tags = ["x", "y"]
        let id = try store.insertSample(draft, into: feed)
        try store.mark([id], as: .starred, at: Sample.now)
        let articles = try store.database.rows(
            "SELECT json_array(published, flags, tags, content_html, content_text, feed, title) FROM articles"
        ) { $0.text() }
        #expect(articles == [#"["2026-11-21T09:30:00Z","US","x,y","<p>Text</p>",null,"A","One"]"#])
        let feeds = try store.database.rows("SELECT json_array(id, unread, state, error) FROM feeds") { $0.text() }
        #expect(feeds == ["[\(feed.rawValue),1,\"never\",null]"])
    }

    @Test(arguments: [
        (
            "articles",
            "id published updated fetched read_at feed_id feed category title author url summary flags tags image "
                + "enclosures guid labels content_html content_text comments account downloaded"
        ),
        (
            "feeds",
            "id unread articles title category url site icon last_article last_refreshed next_due interval state error "
                + "failing_since success account source activity"
        ),
    ])
    func `the views have these columns and no other`(view: String, columns: String) throws {
        let store = try Store(path: path, access: .writing)
        let names = try store.database.rows(
            "SELECT name FROM pragma_table_info(?1) ORDER BY cid", [.string(view)]
        ) { $0.text() }
        #expect(names.joined(separator: " ") == columns)
    }

    @Test func `a database that was replaced meanwhile is not written to`() throws {
        let folder = TemporaryFolder()
        let path = folder.file("rssium.db")
        let store = try Store(path: path, access: .writing)
        rename(path, path + ".old")
        _ = try Store(path: path, access: .writing)
        #expect(throws: StoreError.busy) { _ = try store.addCategory(named: "News") }
        let article = ArticleID(rawValue: 1)
        #expect(throws: StoreError.busy) { try store.saveLastRead(article, at: Sample.now) }
        #expect(throws: StoreError.busy) { try store.savePageFailure("HTTP 404", of: article, isFinal: true) }
    }
}
