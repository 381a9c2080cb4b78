import Testing

@testable import FeedCore

@Suite struct HostQueueTests {
    @Test func `each host has its own limit, and waiting jobs keep their order`() {
        var queue = HostQueue<Int>(limits: HostLimits(common: 2, own: [:]))
        #expect(queue.admit(1, to: "a") == 1)
        #expect(queue.admit(2, to: "a") == 2)
        #expect(queue.admit(3, to: "a") == nil)
        #expect(queue.admit(4, to: "a") == nil)
        #expect(queue.admit(5, to: "b") == 5)
        #expect(queue.next(after: "a") == 3)
        #expect(queue.next(after: "a") == 4)
        #expect(queue.next(after: "a") == nil)
        #expect(queue.next(after: "a") == nil)
        #expect(queue.admit(6, to: "a") == 6)
    }

    @Test func `a waiting job can be removed`() {
        var queue = HostQueue<Int>(limits: HostLimits(common: 1, own: [:]))
        #expect(queue.admit(1, to: "a") == 1)
        #expect(queue.admit(2, to: "a") == nil)
        #expect(queue.admit(3, to: "a") == nil)
        #expect(queue.removeWaiting { $0 == 2 } == 2)
        #expect(queue.removeWaiting { $0 == 2 } == nil)
        #expect(queue.removeAllWaiting() == [3])
        #expect(queue.next(after: "a") == nil)
    }
}
