import TestSupport
import Testing

@testable import FeedStore

/// What a database decides when it meets a folder for the first time.
@Suite struct JoiningTests {
    private let folder = TemporaryFolder()
    private let article: DecisionKey

    init() throws {
        let feed = try #require(FeedKey(written: "a.org"))
        article = .article(ArticleKey(feed: feed, traits: Sample.draft("One", guid: "1").traits))
    }

    /// What is decided about the thing after machine 9 has joined at a second past 1970.
    private func joined(_ key: DecisionKey, _ ours: Decisions, _ theirs: Decisions) throws -> Decisions {
        var store = try Store(path: folder.file("a.db"), access: .refreshing)
        store.decisionTime = DecisionTime(milliseconds: 1000)
        try store.database.execute("UPDATE own_machine SET code = 9; DELETE FROM decision")
        _ = try store.mergeDecisions(at: Sample.now) { try $0.merge(StateLine(key, ours), in: store) }
        _ = try store.mergeDecisions(.joining, at: Sample.now) { try $0.merge(StateLine(key, theirs), in: store) }
        return try store.decisions(about: key)
    }

    @Test func `read, starred, labeled and not deleted win by a new decision`() throws {
        let found = try joined(
            article,
            [
                .deleted: flag(true, 5000), .read: flag(false, 5000), .starred: flag(true, 10),
                .label("a"): flag(true, 10), .label("b"): flag(true, 10),
            ],
            [
                .deleted: flag(false, 20), .read: flag(true, 20), .starred: flag(false, 20),
                .label("a"): flag(false, 20),
            ])
        #expect(
            found == [
                .deleted: flag(false, 5001, by: 9), .read: flag(true, 5001, by: 9),
                .starred: flag(true, 1000, by: 9), .label("a"): flag(true, 1000, by: 9),
                .label("b"): flag(true, 10),
            ])
    }

    @Test func `what wins anyway, agrees or is on one side alone needs no decision`() throws {
        let found = try joined(
            article, [.deleted: flag(true, 1), .read: flag(true, 50), .starred: flag(false, 50)],
            [.deleted: flag(true, 2), .read: flag(false, 20), .starred: flag(false, 60), .label("a"): flag(true, 1)])
        #expect(
            found == [
                .deleted: flag(true, 2), .read: flag(true, 50), .starred: flag(false, 60), .label("a"): flag(true, 1),
            ])
    }

    @Test func `what only one side deleted is kept, also where the other has no line about it`() throws {
        let deletion: Decisions = [.deleted: flag(true, 5000)]
        let kept = flag(false, 5001, by: 9)
        #expect(try joined(article, deletion, [:]) == [.deleted: kept])
        #expect(try joined(article, [:], deletion) == [.deleted: kept])
        #expect(try joined(article, [.read: flag(true, 20)], deletion) == [.deleted: kept, .read: flag(true, 20)])
        #expect(try joined(article, deletion, deletion) == deletion)
    }

    @Test func `a rule's read wins over a person's unread as a person's decision, over a rule's as a rule's`() throws {
        let byRule = flag(true, 2000, isAutomatic: true)
        let (person, rule) = (flag(false, 20), flag(false, 3000, isAutomatic: true))
        #expect(try joined(article, [.read: byRule], [.read: person])[.read] == flag(true, 1000, by: 9))
        #expect(
            try joined(article, [.read: rule], [.read: byRule])[.read] == flag(true, 3001, by: 9, isAutomatic: true))
    }

    @Test func `a subscription wins; of everything else the winner decides`() throws {
        let key = DecisionKey.feed(try #require(FeedKey(written: "a.org")))
        func title(_ text: String, _ time: Int64) -> Decision { decision(.text(text), time) }
        let found = try joined(
            key, [.on: flag(true, 10), .title: title("ours", 10)], [.on: flag(false, 20), .title: title("theirs", 20)])
        #expect(found == [.on: flag(true, 1000, by: 9), .title: title("theirs", 20)])
        #expect(try joined(.view("v"), [.on: flag(true, 10)], [.on: flag(false, 20)]) == [.on: flag(false, 20)])
    }

    private func flag(_ value: Bool, _ time: Int64, by machine: UInt32 = 1, isAutomatic: Bool = false) -> Decision {
        decision(.bool(value), time, by: machine, isAutomatic: isAutomatic)
    }

    private func decision(
        _ value: DecisionValue, _ time: Int64, by machine: UInt32 = 1, isAutomatic: Bool = false
    ) -> Decision {
        Decision(
            value, at: DecisionTime(milliseconds: time), by: MachineID(rawValue: machine), isAutomatic: isAutomatic)
    }
}
