import Testing

@testable import FeedCore

@Suite struct HostQueueTests {
    @Test func `each host has its own limit, and waiting jobs keep their order`() {
        var queue = HostQueue<Int>(limits: HostLimits(common: 2, own: [:]))
        let admitted = [(1, "a"), (2, "a"), (3, "a"), (4, "a"), (5, "b")].map { queue.admit($0.0, to: $0.1) }
        #expect(admitted == [1, 2, nil, nil, 5])
        let later = (1...4).map { _ in queue.next(after: "a") }
        #expect(later == [3, 4, nil, nil])
        #expect(queue.admit(6, to: "a") == 6)
    }

    @Test func `a waiting job can be removed`() {
        var queue = HostQueue<Int>(limits: HostLimits(common: 1, own: [:]))
        let admitted = (1...3).map { queue.admit($0, to: "a") }
        #expect(admitted == [1, nil, nil])
        let removed = (1...2).map { _ in queue.removeWaiting { $0 == 2 } }
        #expect(removed == [2, nil])
        #expect(queue.removeAllWaiting() == [3])
        #expect(queue.next(after: "a") == nil)
    }
}
