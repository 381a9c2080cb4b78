import TestSupport
import Testing

@testable import FeedStore

/// Which articles go and which stay.
@Suite final class RetentionTests {
    private let folder = TemporaryFolder()
    private let store: Store
    private let feed: FeedID
    /// From the oldest to the newest, a day apart.
    private let articles: [ArticleID]

    init() throws {
        store = try Store(path: folder.file("a.db"), access: .writing)
        feed = try store.addSample("https://a.example/feed")
        var articles: [ArticleID] = []
        for number in 1...6 {
            let moment = Sample.now - Int64(6 - number) * 86_400
            articles.append(
                try store.insertSample(Sample.draft("T\(number)", guid: "\(number)"), into: feed, at: moment))
        }
        self.articles = articles
        _ = try store.mark(articles, as: .read, at: Sample.now)
        try carry([])
    }

    /// A document that carries no others.
    private func carry(_ ids: [ArticleID], isComplete: Bool = true, day: Int64 = 0) throws {
        try store.transaction {
            try store.saveCarried(ids, isComplete: isComplete, of: feed, at: Sample.now + day * 86_400)
        }
    }

    /// What goes by this retention; what is said of it beforehand is the same.
    private func pruned(_ retention: Retention) throws -> [String] {
        let retention = { (_: FeedID) in retention }
        var said: [ArticleID] = []
        try store.forEachPrunable(at: Sample.now, retention: retention) { said.append($1) }
        var told: [Int] = []
        let before = try titles()
        let pruned = try store.prune(at: Sample.now, retention: retention) { told.append($0) }
        let gone = before.subtracting(try titles())
        #expect(said.count == gone.count && pruned.articles == gone.count && pruned.feeds == (gone.isEmpty ? 0 : 1))
        #expect(told.last ?? 0 == gone.count)
        return gone.sorted()
    }

    private func titles() throws -> Set<String> { Set(try store.list().map(\.title)) }

    @Test func `as many of the newest are kept as the setting says`() throws {
        #expect(try pruned(Retention(articles: 4, days: 0)) == ["T1", "T2"])
        #expect(try pruned(Retention(articles: 4, days: 0)) == [])
        #expect(try store.feed(feed).articles == 4)
        #expect(try pruned(Retention(articles: 0, days: 0)) == ["T3", "T4", "T5", "T6"])
    }

    @Test(arguments: [(2, ["T1", "T2", "T3"]), (5, []), (Int.max, [])])
    func `those are kept that are so many days old`(days: Int, gone: [String]) throws {
        #expect(try pruned(Retention(articles: 0, days: days)) == gone)
    }

    @Test(
        arguments: [
            (5, 3, ["T1"]), (3, 4, ["T1"]), (1, 1, ["T1", "T2", "T3", "T4"]), (6, 1, []), (nil, 0, []), (0, nil, []),
        ] as [(Int?, Int?, [String])])
    func `each of days and a number protects, and none protects all`(articles: Int?, days: Int?, gone: [String]) throws
    {
        #expect(try pruned(Retention(articles: articles, days: days)) == gone)
    }

    @Test func `starred, carried and unread articles stay, however old they are`() throws {
        _ = try store.mark([articles[0]], as: .starred, at: Sample.now)
        try carry([articles[1]])
        _ = try store.mark([articles[2]], as: .unread, at: Sample.now)
        #expect(try pruned(Retention(articles: 1, days: 0)) == ["T4", "T5"])
        #expect(try pruned(Retention(articles: 1, days: 0, unread: 0)) == ["T3"])
        #expect(try titles() == ["T1", "T2", "T6"])
    }

    @Test func `a document without an end is taken to carry what the one before it did, too`() throws {
        try carry(Array(articles[0..<4]))
        try carry([articles[4]], isComplete: false)
        #expect(try pruned(Retention(articles: 1, days: 0)) == [])
        try carry([articles[4], articles[3], articles[2]])
        #expect(try pruned(Retention(articles: 1, days: 0)) == ["T1", "T2"])
    }

    @Test func `documents that never have an end are taken to carry as many of the newest articles`() throws {
        try carry(Array(articles[0..<3]), isComplete: false)
        for last in 3...5 { try carry([articles[last]], isComplete: false) }
        #expect(try pruned(Retention(articles: 1, days: 0)) == ["T1", "T2", "T3"])
    }

    @Test func `a document of less than half as many articles counts after two days`() throws {
        try carry(Array(articles[0..<5]))
        try carry([articles[4]])
        #expect(try pruned(Retention(articles: 1, days: 0)) == [])
        try carry([articles[4]], day: 1)
        #expect(try pruned(Retention(articles: 1, days: 0)) == [])
        try carry(Array(articles[0..<5]), day: 2)
        try carry([articles[4]], day: 3)
        try carry([articles[5], articles[4]], day: 4)
        #expect(try pruned(Retention(articles: 1, days: 0)) == [])
        try carry([articles[5]], day: 5)
        #expect(try pruned(Retention(articles: 1, days: 0)) == ["T1", "T2", "T3", "T4", "T5"])
    }

    @Test func `so many of the newest unread articles stay, however old they are`() throws {
        _ = try store.mark(articles.filter { $0 != articles[2] }, as: .unread, at: Sample.now)
        #expect(try pruned(Retention(articles: 4, days: 0, unread: 4)) == ["T1"])
        #expect(try pruned(Retention(articles: 0, days: 2, unread: 3)) == ["T2", "T3"])
        _ = try store.mark([articles[3]], as: .starred, at: Sample.now)
        #expect(try pruned(Retention(articles: 1, days: 0, unread: 1)) == ["T5"])
        #expect(try titles() == ["T4", "T6"])
    }

    @Test func `a feed reaches the limit of unread articles only where older ones would go`() throws {
        _ = try store.mark(articles, as: .unread, at: Sample.now)
        let feed = try store.feed(feed)
        #expect(Retention(articles: 5, days: 0, unread: 6).reachesUnreadLimit(feed))
        #expect(Retention(articles: 0, days: 9, unread: 6).reachesUnreadLimit(feed))
        for retention in [
            Retention(articles: 5, days: 0, unread: 7), Retention(articles: 6, days: 0, unread: 6),
            Retention(unread: 1),
            Retention(articles: 1, unread: 1), Retention(articles: 1, days: 0),
            Retention(articles: 1, days: 0, unread: 0),
        ] { #expect(!retention.reachesUnreadLimit(feed), "\(retention)") }
    }

    @Test func `nothing is removed from a feed without a document, nor without a limit`() throws {
        #expect(try pruned(Retention()) == [])
        try store.database.execute("DELETE FROM feed_document")
        #expect(try pruned(Retention(articles: 1, days: 0)) == [])
    }

    @Test func `a pruned article is forgotten 90 days after a document first lacked it, a deleted one never`() throws {
        _ = try store.mark([articles[5]], as: .deleted, at: Sample.now)
        _ = try pruned(Retention(articles: 3, days: 0))
        let gone = try store.database.rows("SELECT id FROM tombstone ORDER BY id") { $0.number() }
        #expect(gone.count == 3)
        let day: Int64 = 86_400
        let pruned = Array(gone.dropFirst())
        /// The tombstones that are left after a document on a day.
        func left(_ days: Int64, carrying tombstones: [Int64], isComplete: Bool = true) throws -> [Int64] {
            try store.transaction {
                try store.saveCarried(
                    tombstones: tombstones, isComplete: isComplete, of: feed, at: Sample.now + days * day)
            }
            return try store.database.rows("SELECT id FROM tombstone ORDER BY id") { $0.number() }
        }
        // The document was the same until day 60: no feed says what it still carries.
        #expect(try left(60, carrying: [pruned[1]]) == gone)
        #expect(try left(90, carrying: []) == gone)
        #expect(try left(150, carrying: []) == gone)
        #expect(try left(151, carrying: [], isComplete: false) == gone)
        #expect(try left(151, carrying: []) == [gone[0], pruned[1]])
        #expect(try left(180, carrying: []) == [gone[0], pruned[1]])
        #expect(try left(181, carrying: []) == [gone[0]])
    }
}
