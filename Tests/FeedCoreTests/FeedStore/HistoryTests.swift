import TestSupport
import Testing

@testable import FeedStore

/// What is remembered of the runs of refresh.
@Suite final class HistoryTests {
    private let folder = TemporaryFolder()
    private let store: Store

    init() throws { store = try Store(path: folder.file("a.db"), access: .writing) }

    private func run(_ start: Int64, asked: Int = 1, isScheduled: Bool = false) -> RefreshRun {
        var run = RefreshRun(started: Timestamp(seconds: start), isScheduled: isScheduled)
        run.asked = asked
        return run
    }

    @Test func `the last run is one that had something to do, and a schedule has its own`() throws {
        #expect(try store.lastRun() == nil && store.lastScheduledRun() == nil)
        try store.record(run(1))
        #expect(try store.lastRun() == run(1) && store.lastScheduledRun() == nil)
        try store.record(run(2, isScheduled: true))
        try store.record(run(3, asked: 0, isScheduled: true))
        #expect(try store.lastRun() == run(2, isScheduled: true))
        #expect(try store.lastScheduledRun() == run(3, asked: 0, isScheduled: true))
        try store.record(run(4, asked: 0))
        #expect(try store.lastRun() == run(4, asked: 0))
    }

    @Test func `the last thousand runs are kept`() throws {
        for start in 1...1003 { try store.record(run(Int64(start))) }
        #expect(try store.database.number("SELECT count(*) FROM refresh") == 1000)
        #expect(try store.database.number("SELECT min(started) FROM refresh") == 4)
    }
}
