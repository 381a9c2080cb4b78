import Testing

@testable import FeedCore

@Suite struct AsyncSemaphoreTests {
    @Test func `no more than there are slots work at once, and all get one`() async {
        let slots = AsyncSemaphore(3)
        let state = Locked((now: 0, most: 0, done: 0))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                let ticket = slots.ticket()
                group.addTask {
                    await slots.use(ticket) {
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

    @Test func `a value comes back, and the slot with it`() async {
        let slots = AsyncSemaphore(1)
        for number in 1...3 { #expect(await slots.use(slots.ticket()) { number } == number) }
    }

    @Test func `the tickets are the order, whoever comes first`() async {
        let slots = AsyncSemaphore(1)
        let (first, second) = (slots.ticket(), slots.ticket())
        let order = Locked([Int]())
        async let late: Void = slots.use(second) { order.withLock { $0.append(2) } }
        await Task.yield()
        await slots.use(first) { order.withLock { $0.append(1) } }
        await late
        #expect(order.withLock { $0 } == [1, 2])
    }
}
