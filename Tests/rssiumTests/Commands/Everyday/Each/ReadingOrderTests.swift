import FeedCore
import Testing

@testable import rssium

@Suite struct ReadingOrderTests {
    private let ids = (1...4).map { ArticleID(rawValue: $0) }

    @Test func `it goes on, back, and behind the last article`() {
        var order = ReadingOrder(ids)
        #expect(order.current == ids[0] && order.position == "1/4, 3 left" && !order.goBack())
        order.goOn()
        #expect(order.current == ids[1] && order.goBack() && order.current == ids[0])
        for _ in ids { order.goOn() }
        #expect(order.current == nil && order.goBack() && order.current == ids[3])
    }

    @Test func `it passes articles over, in both directions`() {
        var order = ReadingOrder(ids)
        order.skip([ids[1], ids[2]])
        #expect(order.current == ids[0] && order.following == [ids[3]] && order.position == "1/4, 1 left")
        order.goOn()
        #expect(order.current == ids[3] && order.goBack() && order.current == ids[0])
        order.skip([ids[0]])
        #expect(order.current == ids[3] && !order.goBack())
    }

    @Test func `feed by feed it says where it is in both`() {
        let (first, second) = (FeedID(rawValue: 1), FeedID(rawValue: 2))
        var order = ReadingOrder(byFeed: [(ids[0], first), (ids[1], first), (ids[2], second)])
        #expect(order.position == "1/2, feed 1/2")
        order.goOn()
        #expect(order.position == "2/2, feed 1/2")
        order.goOn()
        #expect(order.position == "1/1, feed 2/2")
    }
}
