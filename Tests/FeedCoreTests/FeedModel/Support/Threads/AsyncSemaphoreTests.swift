import Testing

@testable import FeedCore

@Suite struct AsyncSemaphoreTests {
    @Test func `no more tasks than permits work at once, and all get one`() async {
        let semaphore = AsyncSemaphore(permits: 3)
        let state = Locked((now: 0, most: 0, done: 0))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                let ticket = semaphore.ticket()
                group.addTask {
                    await semaphore.withPermit(ticket) {
                        state.withLock {
                            $0.now += 1
                            $0.most = max($0.most, $0.now)
                        }
                        await Task.yield()
                        state.withLock {
                            $0.now -= 1
                            $0.done += 1
                        }
                    }
                }
            }
        }
        let (now, most, done) = state.withLock { $0 }
        #expect(now == 0 && most <= 3 && done == 100)
    }

    @Test func `the value of the work comes back, and the permit with it`() async {
        let semaphore = AsyncSemaphore(permits: 1)
        for number in 1...3 { #expect(await semaphore.withPermit { number } == number) }
    }

    @Test func `a task that is cancelled while it waits gets no permit, and the next one gets it`() async {
        let semaphore = AsyncSemaphore(permits: 1)
        let (first, second, third) = (semaphore.ticket(), semaphore.ticket(), semaphore.ticket())
        let cancelled = Task { await semaphore.withPermit(second) { 2 } }
        let next = Task { await semaphore.withPermit(third) { 3 } }
        cancelled.cancel()
        #expect(await cancelled.value == nil)
        #expect(await semaphore.withPermit(first) { 1 } == 1)
        #expect(await next.value == 3)
        #expect(await semaphore.withPermit { 4 } == 4)
    }
}
