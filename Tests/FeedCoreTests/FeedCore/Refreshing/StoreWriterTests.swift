import TestSupport
import Testing

@testable import FeedCore
@testable import FeedStore

/// Which feeds the writer of a refresh stores, and when it reports them.
@Suite final class StoreWriterTests {
    private let folder = TemporaryFolder()
    private let store: Store
    private let feeds: [Feed]

    init() throws {
        store = try Store(path: folder.file("a.db"), access: .writing)
        var feeds: [Feed] = []
        for name in ["a", "b", "c"] {
            feeds.append(try store.feed(try store.addSample("https://\(name).example/feed")))
        }
        self.feeds = feeds
    }

    private func writer(gathered: Int = 1, within time: Duration = .milliseconds(10)) throws -> StoreWriter {
        try StoreWriter(
            Store(path: folder.file("a.db"), access: .refreshing), at: Sample.now, gathered: gathered, within: time)
    }

    private func updates() throws -> [FeedUpdate] { try feeds.map { try .sample(of: $0, titles: ["One", "Two"]) } }

    @Test(.timeLimit(.minutes(10)))
    func `stored articles are indexed while the network is idle, and no document is read`() async throws {
        let ids = await (try writer()).applyAll(try updates()).flatMap(\.newArticles)
        let writer = try StoreWriter(
            Store(path: folder.file("a.db"), access: .refreshing), at: Sample.now, idleTime: .zero)
        let store = try Store(path: folder.file("a.db"), access: .reading)
        func indexed() throws -> Int64? { try store.database.number("SELECT indexed_to FROM search_state") }
        writer.beginDocument()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await writer.indexWhileIdle() }
            for _ in 0..<1000 { await Task.yield() }
            #expect(try indexed() != ids.max()?.rawValue)
            writer.endDocument()
            while try indexed() != ids.max()?.rawValue { await Task.yield() }
            group.cancelAll()
        }
    }

    @Test func `a rule that takes too long is reported, and stops no other`() async throws {
        let slow = try store.addRule(try Query("title:/(.a|a.|.n|n.){100}x/ OR title:/o/"), .drop)
        _ = try store.addRule(try Query("title:/^two/"), .star)
        let writer = try writer()
        await writer.setPatternBudget(PatternBudget(.zero), of: slow)
        let outcomes = await writer.applyAll(try updates())
        #expect(outcomes.map(\.undecidedRules) == [[slow], [slow], [slow]])
        #expect(outcomes.map(\.newArticles.count) == [2, 2, 2])
        #expect(try store.list().filter(\.isStarred).map(\.title) == ["Two", "Two", "Two"])
    }

    @Test func `an article that a rule marks as read was not read by the user`() async throws {
        _ = try store.addRule(try Query("title:one"), feed: feeds[0].id, .markRead)
        _ = await (try writer()).applyAll(try updates())
        let feed = try store.feed(feeds[0].id)
        #expect(feed.unread == 1 && feed.articles == 2 && feed.lastRead == nil)
        #expect(try store.feed(feeds[1].id).unread == 2)
    }

    @Test func `an article is new when it is stored, whatever its date`() async throws {
        for (day, news) in [(0, 0), (60, 60), (61, 60)] as [(Int64, Int64)] {
            let now = Sample.now + day * 86_400
            let writer = try StoreWriter(Store(path: folder.file("a.db"), access: .refreshing), at: now)
            let feed = try store.feed(feeds[0].id)
            var parsed = ParsedFeed(format: .rss)
            parsed.articles = [ParsedArticle(), ParsedArticle()]
            parsed.articles[0].title = "Old"
            parsed.articles[0].content.published = Sample.now - 365 * 86_400
            parsed.articles[1].title = "Old \(news)"
            parsed.articles[1].content.published = Sample.now - 365 * 86_400
            let response = Response(status: 200, url: feed.url, movedTo: nil, headers: HTTPHeaders([]))
            let update = FeedUpdate(
                of: feed, fetched: .success(response), parsed: .success(parsed), bodyHash: day,
                settings: FeedSettings(userAgent: "test"), at: now)
            _ = await writer.applyAll([update])
            let stored = try store.feed(feed.id).refresh
            #expect(stored.lastNews == Sample.now + news * 86_400)
            #expect(try #require(stored.nextDue) - now < 4000)
        }
    }

    @Test func `a failed feed is rolled back alone`() async throws {
        // It is opened before the trigger is there, which it would refuse.
        let writer = try writer()
        try store.database.execute(
            """
            CREATE TRIGGER refused BEFORE INSERT ON article WHEN NEW.feed_id = 2 AND NEW.title = 'Two'
            BEGIN SELECT raise(ABORT, 'not this one'); END
            """)
        let outcomes = await writer.applyAll(try updates())
        #expect(outcomes.map(\.words) == ["refreshed", "database error: not this one", "refreshed"])
        #expect(Set(try store.list().map(\.feedID)) == [feeds[0].id, feeds[2].id])
        #expect(try store.feed(feeds[1].id) == feeds[1])
    }

    @Test(.timeLimit(.minutes(10)))
    func `no update waits for more than those of the feeds that are being refreshed`() async throws {
        let writer = try writer(gathered: 3, within: .seconds(3600))
        writer.expectUpdates(1)
        #expect(await writer.apply(try updates()[0]).words == "refreshed")
    }

    @Test func `updates that come together share a transaction, and are reported after its commit`() async throws {
        let writer = try writer(gathered: 3, within: .seconds(3600))
        // The second feed has an error that shows only at the commit.
        try store.database.execute(
            """
            CREATE TABLE parent(id INTEGER PRIMARY KEY);
            CREATE TABLE child(parent REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
            CREATE TRIGGER orphan AFTER UPDATE ON feed_refresh WHEN NEW.feed_id = 2
            BEGIN INSERT INTO child VALUES (1); END
            """)
        let updates = try updates()
        let outcomes = await withTaskGroup(of: RefreshOutcome.self) { group in
            for update in updates { group.addTask { await writer.apply(update) } }
            var outcomes: [RefreshOutcome] = []
            while let outcome = await group.next() {
                outcomes.append(outcome)
                // The last update has written all, and the first one still waits for more.
                if outcomes.count == 2 { group.cancelAll() }
            }
            return outcomes
        }
        let why = "database error: FOREIGN KEY constraint failed"
        #expect(outcomes.map(\.words) == [why, why, why])
        #expect(try store.list().isEmpty && store.feeds().allSatisfy { $0.refresh.lastRefreshed == nil })
    }

    @Test func `updates wait for others no longer than 10 ms, and not at all in a cancelled run`() async throws {
        let writer = try writer(gathered: 100)
        #expect(await writer.applyAll(try updates()).map(\.words) == ["refreshed", "refreshed", "refreshed"])
        writer.stopGathering()
        #expect(await writer.applyAll(try updates()).map(\.words) == ["refreshed", "refreshed", "refreshed"])
        #expect(try store.list().count == 6)
    }

    @Test func `a database that is busy for too long is reported, and nothing is stored`() async throws {
        let writer = try StoreWriter(
            Store(path: folder.file("a.db"), access: .refreshing, busyTimeout: .milliseconds(20)), at: Sample.now)
        try store.database.execute("BEGIN IMMEDIATE")
        #expect(await Set(writer.applyAll(try updates()).map(\.words)) == ["another rssium is writing; try again"])
        try store.database.execute("ROLLBACK")
        #expect(try store.list().isEmpty)
        #expect(await writer.applyAll(try updates()).map(\.words) == ["refreshed", "refreshed", "refreshed"])
    }
}

extension StoreWriter {
    /// Applies all updates side by side.
    fileprivate func applyAll(_ updates: [FeedUpdate]) async -> [RefreshOutcome] {
        let tasks = updates.map { update in Task { await self.apply(update) } }
        var outcomes: [RefreshOutcome] = []
        for task in tasks { outcomes.append(await task.value) }
        return outcomes
    }
}

extension RefreshOutcome {
    fileprivate var words: String {
        switch result {
        case .refreshed: "refreshed"
        case .unfinished: "unfinished"
        case .notStored(let error): error.message
        default: "\(result)"
        }
    }
}
