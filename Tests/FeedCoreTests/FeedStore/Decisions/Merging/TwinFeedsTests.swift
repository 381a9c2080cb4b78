import TestSupport
import Testing

@testable import FeedStore

/// Feeds whose URLs differ only in what a key leaves out, on two machines that share a folder.
@Suite struct TwinFeedsTests {
    private let folder = TemporaryFolder()
    private let shared = TemporaryFolder()

    private func store(_ name: String, at seconds: Int64) throws -> Store {
        var store = try Store(path: folder.file(name), access: .refreshing)
        store.decisionTime = DecisionTime(milliseconds: (Sample.now.seconds + seconds) * 1000)
        return store
    }

    private func exchange(_ stores: borrowing Store, _ other: borrowing Store) throws {
        for _ in 0..<3 {
            _ = try StateExchange(folder: shared.path, host: "a", at: Sample.now).run(in: stores)
            _ = try StateExchange(folder: shared.path, host: "b", at: Sample.now).run(in: other)
        }
    }

    @Test func `the removal of one twin leaves the other one on a machine that has only that`() throws {
        var first = try store("first.db", at: 0)
        let second = try store("second.db", at: 5)
        try first.addSample("http://a.example/feed")
        try first.addSample("https://a.example/feed")
        let kept = try second.addSample("https://a.example/feed")
        let one = try second.insertSample(Sample.draft("One", guid: "1"), into: kept)
        try second.mark([one], as: .starred, at: Sample.now)
        try exchange(first, second)
        first.decisionTime = DecisionTime(milliseconds: (Sample.now.seconds + 10) * 1000)
        try first.remove([#require(try first.feed(at: Sample.address("http://a.example/feed"))).id])
        try exchange(first, second)
        for urls in [try first.feeds().map(\.url.text), try second.feeds().map(\.url.text)] {
            #expect(urls == ["https://a.example/feed"])
        }
        #expect(try second.article(one).isStarred)
        #expect(try first.stateLines() == second.stateLines())
    }
}
