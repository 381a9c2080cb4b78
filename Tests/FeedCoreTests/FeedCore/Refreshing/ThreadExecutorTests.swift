import Testing

@testable import FeedCore

@Suite struct ThreadExecutorTests {
    private actor Worker {
        private let executor: ThreadExecutor
        private var thread: pthread_t?
        private(set) var count = 0

        init(on executor: ThreadExecutor) { self.executor = executor }

        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        /// Whether it runs on the same thread as the last time.
        func work() -> Bool {
            count += 1
            defer { thread = pthread_self() }
            return thread.map { pthread_equal($0, pthread_self()) != 0 } ?? true
        }
    }

    @Test func `an actor runs on one thread`() async throws {
        let worker = Worker(on: try #require(ThreadExecutor()))
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 { group.addTask { await worker.work() } }
            for await isSame in group { #expect(isSame) }
        }
        #expect(await worker.count == 100)
    }
}
