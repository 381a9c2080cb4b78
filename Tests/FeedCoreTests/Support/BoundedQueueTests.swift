import FeedCore
import Testing

@Suite struct BoundedQueueTests {
    @Test(.timeLimit(.minutes(10))) func `elements come out in order, whatever the limit`() throws {
        let queue = BoundedQueue<Int>(limit: 2)
        let thread = try #require(
            SystemThread {
                for number in 1...1000 { queue.put(number) }
                queue.close()
            })
        var taken: [Int] = []
        while let number = queue.take() { taken.append(number) }
        thread.join()
        #expect(taken == Array(1...1000))
    }

    @Test(.timeLimit(.minutes(10))) func `several producers and consumers lose no element`() throws {
        let queue = BoundedQueue<Int>(limit: 1)
        let taken = Locked<[Int]>([])
        let consumers = (0..<4).compactMap { _ in
            SystemThread {
                while let number = queue.take() { taken.withLock { $0.append(number) } }
            }
        }
        let producers = (0..<4).compactMap { part in
            SystemThread {
                for number in part * 500..<(part + 1) * 500 { queue.put(number) }
            }
        }
        for thread in producers { thread.join() }
        queue.close()
        for thread in consumers { thread.join() }
        #expect(taken.withLock { $0.sorted() } == Array(0..<2000))
    }

    @Test(.timeLimit(.minutes(10))) func `closing the queue releases waiting producers`() throws {
        let queue = BoundedQueue<Int>(limit: 1)
        let results = Locked<[Bool]>([])
        let thread = try #require(
            SystemThread {
                for number in 1...3 {
                    let isIn = queue.put(number)
                    results.withLock { $0.append(isIn) }
                }
            })
        #expect(queue.take() == 1)
        queue.close()
        thread.join()
        #expect(results.withLock { $0.last } == false)
    }
}
