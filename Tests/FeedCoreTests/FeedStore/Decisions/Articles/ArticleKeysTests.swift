import FeedCore
import TestSupport
import Testing

@testable import FeedStore

/// What was decided about an article follows its key.
@Suite final class ArticleKeysTests {
    private let folder = TemporaryFolder()
    private let store: Store
    private let feed: FeedID
    private let own = FeedKey(written: "m.example/feed")!

    init() throws {
        var store = try Store(path: folder.file("a.db"), access: .refreshing)
        store.decisionTime = DecisionTime(Sample.now)
        feed = try store.addSample("https://m.example/feed")
        self.store = store
    }

    private func key(_ feed: FeedKey, guid: String) -> DecisionKey {
        .article(ArticleKey(feed: feed, traits: Sample.draft("One", guid: guid).traits))
    }

    /// The line of a machine that subscribed to the feed by another URL.
    private func moved(from key: FeedKey) -> StateLine {
        StateLine(.feed(key), [.on: decision(.bool(true)), .url: decision(.text("https://m.example/feed"))])
    }

    private func decision(_ value: DecisionValue, after seconds: Int64 = 1) -> Decision {
        Decision(value, at: DecisionTime(Sample.now + seconds), by: MachineID(rawValue: 7))
    }

    /// The article lines that this machine writes.
    private func lines() throws -> [DecisionKey: Decisions] {
        var lines: [DecisionKey: Decisions] = [:]
        try store.forEachStateLine { line in if case .article = line.key { lines[line.key] = line.decisions } }
        return lines
    }

    private func arrive(_ guids: String...) throws -> [ArticleID] {
        try store.arriveSamples(guids.map { Sample.draft("One", guid: $0) }, in: feed)
    }

    @Test func `a deletion and a label that wait under two keys of one feed are both taken over`() throws {
        let other = try #require(FeedKey(written: "z.example/feed"))
        try store.merge([
            moved(from: other), StateLine(key(own, guid: "1"), [.deleted: decision(.bool(true))]),
            StateLine(key(other, guid: "1"), [.label("later"): decision(.bool(true))]),
            StateLine(key(own, guid: "2"), [.read: decision(.bool(true))]),
            StateLine(
                key(other, guid: "2"), [.starred: decision(.bool(true)), .read: decision(.bool(false), after: 0)]),
        ])
        #expect(try arrive("1", "2").count == 1)
        let article = try #require(try store.list().first)
        #expect(article.isRead && article.isStarred)
        #expect(try store.database.number("SELECT count(*) FROM tombstone") == 1)
        #expect(
            try lines() == [
                key(own, guid: "1"): [.deleted: decision(.bool(true)), .label("later"): decision(.bool(true))],
                key(own, guid: "2"): [.read: decision(.bool(true)), .starred: decision(.bool(true))],
            ])
    }

    @Test func `what was decided follows a feed to the smaller key, and lines under the old one count still`() throws {
        let article = try store.insertSample(Sample.draft("One", guid: "1"), into: feed)
        try store.mark([article], as: .read, at: Sample.now)
        let other = try #require(FeedKey(written: "a.example/feed"))
        try store.merge([
            StateLine(key(other, guid: "1"), [.label("later"): decision(.bool(true))]), moved(from: other),
        ])
        #expect(try store.article(article).labels == ["later"])
        #expect(try Array(lines().keys) == [key(other, guid: "1")])
        try store.merge([StateLine(key(own, guid: "1"), [.read: decision(.bool(false))])])
        #expect(try !store.article(article).isRead)
        #expect(try Array(lines().keys) == [key(other, guid: "1")])
    }

    @Test func `a feed with a filter has no lines, and what was done meanwhile is decided when that goes`() throws {
        let article = try store.insertSample(Sample.draft("One", guid: "1"), into: feed)
        try store.edit(feed) { $0.filter = "cat" }
        try store.mark([article], as: .starred, at: Sample.now)
        _ = try store.label([article], "later")
        #expect(try lines().isEmpty)
        try store.merge([
            StateLine(key(own, guid: "1"), [.starred: decision(.bool(false)), .read: decision(.bool(true))])
        ])
        #expect(try !store.article(article).isRead)
        try store.edit(feed) { $0.filter = "" }
        let found = try store.article(article)
        #expect(found.isRead && !found.isStarred && found.labels == ["later"])
        let decided = try #require(try lines()[key(own, guid: "1")])
        #expect(decided.mapValues(\.isAutomatic) == [.read: false, .starred: false, .label("later"): false])
    }

    @Test func `keys by one evidence alone, which earlier versions wrote, count where one article has them`() throws {
        func sole(_ guid: String) -> DecisionKey {
            .article(ArticleKey.sole(in: own, guid: guid, link: nil, title: "")[0])
        }
        let early = try store.insertSample(Sample.draft("Early", guid: "1"), into: feed)
        for title in ["Twin", "Other twin"] { try store.insertSample(Sample.draft(title, guid: "2"), into: feed) }
        try store.merge(["1", "2", "3"].map { StateLine(sole($0), [.starred: decision(.bool(true))]) })
        #expect(try arrive("3").count == 1)
        #expect(try Set(store.list().filter(\.isStarred).map(\.title)) == ["Early", "One"])
        // What was found is written under the whole key, and the rest waits.
        let written = try lines()
        #expect(written[sole("2")] != nil && written[sole("1")] == nil && written[sole("3")] == nil)
        #expect(written[key(own, guid: "3")]?[.starred]?.value == .bool(true))
        try store.mark([early], as: .unstarred, at: Sample.now)
        try store.merge([StateLine(sole("1"), [.starred: decision(.bool(true))])])
        #expect(try !store.article(early).isStarred)
    }
}
