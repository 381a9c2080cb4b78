import Testing

@testable import FeedStore

/// The counts of stored and read articles by day.
@Suite final class ActivityTests: SuiteOfFeed {
    private static let day: Int64 = 86_400

    private func weeks(at now: Timestamp = Sample.now) throws -> [[Int]] {
        try store.feeds([.activity]).map { $0.activity(at: now) }
    }

    @Test func `articles count in the week in which they were stored, whatever becomes of them`() throws {
        // Today and six days ago are one week.
        for (index, ago) in [90, 83, 77, 8, 7, 6, 1, 0].enumerated() {
            try store.insertSample(
                Sample.draft("\(index)", guid: "\(index)"), into: feed, at: Sample.now - Int64(ago) * Self.day)
        }
        let counted = [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 3]
        #expect(try weeks() == [counted])
        try store.mark([ArticleID(rawValue: 8)], as: .deleted, at: Sample.now)
        #expect(try weeks() == [counted])
        #expect(try weeks(at: Sample.now + 7 * Self.day) == [Array(counted.dropFirst()) + [0]])
        // A clock that was ahead for a while.
        #expect(try weeks(at: Sample.now - 7 * Self.day)[0].last == 2)
        #expect(try store.database.number("SELECT count(*) FROM feed_day") == 7, "the oldest day is forgotten")
    }

    @Test func `reading counts on its day, and taking it back takes the count back`() throws {
        let ids = try (1...3).map { try store.insertSample(Sample.draft("\($0)", guid: "\($0)"), into: feed) }
        func read() throws -> [Int] { try store.activity(days: 3, until: Sample.now).read }
        try store.mark([ids[0]], as: .read, at: Sample.now - Self.day)
        try store.mark(ids, as: .read, isUndoable: true, at: Sample.now)
        #expect(try read() == [0, 1, 2])
        _ = try store.undo(at: Sample.now)
        #expect(try read() == [0, 1, 0])
        try store.mark([ids[0]], as: .unread, at: Sample.now)
        #expect(try read() == [0, 0, 0])
        #expect(try store.activity(days: 2, until: Sample.now).stored == [0, 3])
    }

    @Test func `a feed that comes back has its counts again`() throws {
        let id = try store.insertSample(Sample.draft("1", guid: "1"), into: feed)
        try store.mark([id], as: .read, at: Sample.now)
        let before = try store.activity(days: 1, until: Sample.now)
        try store.remove([feed])
        #expect(try store.activity(days: 1, until: Sample.now).stored == [0])
        _ = try store.undo(at: Sample.now)
        #expect(try store.activity(days: 1, until: Sample.now) == before)
    }
}
