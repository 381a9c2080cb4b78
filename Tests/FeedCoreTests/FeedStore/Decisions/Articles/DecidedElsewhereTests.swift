import FeedCore
import TestSupport
import Testing

@testable import FeedStore

/// What one machine decides about an article reaches this article on another one, and no other article of the feed.
@Suite final class DecidedElsewhereTests {
    /// A database that is subscribed to the feed. Articles are a `WordedDraft` each, by their words.
    private final class Machine {
        var store: Store
        private let feed: FeedID
        private var time = DecisionTime(Sample.now)

        init(_ path: String, code: Int64) throws {
            store = try Store(path: path, access: .refreshing)
            store.decisionTime = time
            feed = try store.addSample("https://m.example/feed")
            try store.database.run("UPDATE own_machine SET code = ?1", .integer(code))
        }

        /// The feed brings new articles.
        func fetch(_ articles: [String]) throws {
            try store.arriveSamples(articles.map { WordedDraft($0).draft }, in: feed)
        }

        func mark(_ article: String, as mark: Mark) throws {
            time = DecisionTime(milliseconds: time.milliseconds + 1000)
            store.decisionTime = time
            let id = try #require(try store.list().first { $0.content.authors.first?.name == article }?.id)
            _ = try store.mark([id], as: mark, at: Sample.now)
        }

        /// Reads the file of another machine.
        func read(_ other: Machine) throws { try store.merge(other.store.stateLines()) }

        /// Of all articles.
        var marks: [String: [Mark]] {
            get throws {
                let marks = try store.list().map { article in
                    let set: [Mark?] = [article.isRead ? .read : nil, article.isStarred ? .starred : nil]
                    return (article.content.authors.first?.name ?? "", set.compactMap { $0 })
                }
                return Dictionary(marks) { $0 + $1 }
            }
        }
    }

    private let folder = TemporaryFolder()
    private let first: Machine
    private let second: Machine
    /// Articles that have nothing in common.
    private static let others = ["a a A a 1", "b b B b 2", "c c C c 3"]
    private static let othersWithoutGuid = ["- a A a 1", "- b B b 2", "- c C c 3"]

    init() throws {
        first = try Machine(folder.file("first.db"), code: 1)
        second = try Machine(folder.file("second.db"), code: 2)
    }

    /// Two articles of a feed that repeats parts.
    private static let pairs = [
        ("- 0 Photo click -", "- 1 Photo click -"), ("g0 0 Photo click 1", "g1 1 Photo click 1"),
        ("g0 home Friday news 1", "g1 home Friday news 8"), ("- home One click 1", "- home Two click 1"),
        ("- - Note one 1", "- - Note two 1"), ("g0 day Untitled click 1", "g1 day Untitled click 1"),
        ("- home Live one 1", "- home Live two 1"), ("post home One click 1", "post home Two other 1"),
    ]

    @Test(arguments: pairs, [Mark.starred, .read, .deleted])
    func `a mark waits for its article, and a similar one never gets it`(pair: (String, String), mark: Mark) throws {
        let (early, late) = pair
        try first.fetch([early])
        try first.fetch([late])
        try second.fetch([early])
        try first.mark(late, as: mark)
        try second.read(first)
        #expect(try second.marks == [early: []])
        try second.fetch([late])
        let expected = mark == .deleted ? [early: []] : [early: [], late: [mark]]
        #expect(try second.marks == expected)
        #expect(try first.marks == expected)
        // What the second one decides about the other article stays on that one.
        try second.mark(early, as: .deleted)
        try first.read(second)
        #expect(try first.marks == second.marks && first.marks == expected.filter { $0.key != early })
    }

    @Test(
        arguments: [
            (others, "g l Vote soon 9", "g l Voted done 10"), (others, "g l Vote soon 9", "g l Voted done 9"),
            (["a a A a -", "b b B b -", "c c C c -"], "g l Vote soon -", "g l Voted done -"),
            (othersWithoutGuid, "- l Vote soon 9", "- l Voted done 9"),
        ], [Mark.starred, .read, .deleted])
    func `a mark reaches an article that was edited before the other machine fetched it`(
        feed: (others: [String], before: String, after: String), mark: Mark
    ) throws {
        for machine in [first, second] { try machine.fetch(feed.others) }
        try first.fetch([feed.before])
        try first.mark(feed.before, as: mark)
        try second.read(first)
        try second.fetch([feed.after])
        #expect(try second.marks[feed.after] == (mark == .deleted ? nil : [mark]))
        #expect(try second.marks.count == (mark == .deleted ? 3 : 4))
    }

    @Test func `a mark waits until the feed has shown what tells its articles apart`() throws {
        try first.fetch(["- l Vote soon 9"])
        try first.mark("- l Vote soon 9", as: .starred)
        try second.fetch(["- l Vote done 9"])
        try second.read(first)
        #expect(try second.marks == ["- l Vote done 9": []])
        try second.fetch(["- a A a 1", "- b B b 2"])
        #expect(try second.marks["- l Vote done 9"] == [.starred])
    }

    // MARK: The right article comes later

    /// Nothing tells these apart while only one is here: they have the page and the date of their day.
    private static let (early, late) = ("- day One one 9", "- day Two two 9")

    /// The second machine takes the first article for the second one, about which the first machine has decided.
    private func mistake(as mark: Mark) throws {
        for machine in [first, second] { try machine.fetch(Self.othersWithoutGuid + [Self.early]) }
        try first.fetch([Self.late, "- z Z z 99"])
        try first.mark("- z Z z 99", as: .read)
        try first.mark(Self.late, as: mark)
        try second.read(first)
        #expect(try second.marks[Self.early] == (mark == .deleted ? nil : [mark]))
    }

    @Test(arguments: [Mark.starred, .read])
    func `a mark moves to the article that agrees in all parts`(mark: Mark) throws {
        try mistake(as: mark)
        try second.fetch([Self.late])
        #expect(try second.marks[Self.early] == [])
        #expect(try second.marks[Self.late] == [mark])
        try second.mark(Self.early, as: .deleted)
        try first.read(second)
        #expect(try first.marks[Self.early] == nil)
        #expect(try first.marks[Self.late] == [mark])
    }

    @Test func `an article that was taken for a deleted one comes back when that one arrives`() throws {
        try mistake(as: .deleted)
        try second.fetch([Self.late])
        #expect(try second.marks[Self.early] == [])
        #expect(try second.marks[Self.late] == nil)
        try second.fetch(["- y Y y 98"])
        #expect(try second.marks.count == 5 && second.store.feeds().first?.unread == 5)
    }

    @Test func `what this machine has decided about the article meanwhile stays`() throws {
        try mistake(as: .starred)
        let id = try #require(try second.store.list().first { $0.isStarred }?.id)
        _ = try second.store.label([id], "later")
        try second.mark(Self.early, as: .read)
        try second.fetch([Self.late])
        #expect(try second.marks[Self.early] == [.read])
        #expect(try second.store.article(id).labels == ["later"])
        #expect(try second.marks[Self.late] == [.starred])
        try first.read(second)
        #expect(try first.marks[Self.late] == [.starred])
    }

    @Test func `an article that this machine deletes takes no other one with it`() throws {
        try mistake(as: .starred)
        try second.mark(Self.early, as: .deleted)
        try second.fetch([Self.late])
        #expect(try second.marks[Self.late] == [.starred])
        #expect(try second.marks[Self.early] == nil)
        try first.read(second)
        #expect(try first.marks[Self.late] == [.starred])
        #expect(try first.marks[Self.early] == nil)
    }

    @Test func `removed articles show which parts tell the articles of a feed apart`() throws {
        let removed = Self.others + ["d d D d 4", "e e E e 5"]
        for machine in [first, second] { try machine.fetch(removed) }
        for article in removed { try second.mark(article, as: .deleted) }
        try first.fetch(["g l Vote soon 9"])
        try first.mark("g l Vote soon 9", as: .starred)
        try second.read(first)
        try second.fetch(["g l Voted done 9"])
        #expect(try second.marks == ["g l Voted done 9": [.starred]])
    }
}
