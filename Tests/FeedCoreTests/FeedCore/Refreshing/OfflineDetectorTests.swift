import Testing

@testable import FeedCore

/// When a run decides that the machine is offline.
@Suite struct OfflineDetectorTests {
    private static func outcome(_ url: String, _ fetched: Result<Response, FetchError>) -> RefreshOutcome {
        let update = FeedUpdate(
            of: Feed(id: FeedID(rawValue: 1), url: Sample.address(url)), fetched: fetched, parsed: nil, bodyHash: nil,
            settings: FeedSettings(userAgent: "test"), at: Sample.now)
        return RefreshOutcome(update)
    }

    private static func offline(_ host: Int) -> RefreshOutcome {
        outcome("http://\(host).example/", .failure(.offline("no route to \(host).example")))
    }

    @Test func `eight hosts in two seconds are enough`() {
        var network = OfflineDetector(hosts: 100)
        for host in 1...7 {
            let isKnown = network.note(Self.offline(host))
            #expect(!isKnown)
        }
        #expect(!network.seemsDown(after: .seconds(60)))
        _ = network.note(Self.offline(8))
        #expect(!network.seemsDown(after: .seconds(1)) && network.seemsDown(after: .seconds(2)))
        #expect(network.unreached.count == 8)
    }

    @Test func `many feeds of one host count once`() {
        var network = OfflineDetector(hosts: 2)
        for _ in 1...20 { _ = network.note(Self.offline(1)) }
        #expect(!network.seemsDown(after: .seconds(60)))
        _ = network.note(Self.offline(2))
        #expect(network.seemsDown(after: .zero))
    }

    @Test func `a local file, a missing password and an unfinished feed say nothing about the network`() {
        var network = OfflineDetector(hosts: 1)
        var closed = Self.outcome("http://a.example/", .failure(.password("none")))
        closed.lacksPassword = true
        let outcomes = [
            closed, Self.outcome("file:///feed.xml", .failure(.address("gone"))),
            Self.outcome("http://a.example/", .failure(.cancelled)),
        ]
        for outcome in outcomes {
            let isKnown = network.note(outcome)
            #expect(isKnown)
        }
        #expect(!network.isUp && !network.seemsDown(after: .seconds(60)))
    }

    @Test func `the doubt is noted once`() {
        var network = OfflineDetector(hosts: 100)
        for host in 1...4 {
            #expect(!network.isDoubtful)
            _ = network.note(Self.offline(host))
        }
        #expect(network.isDoubtful)
        network.isDoubtful = false
        _ = network.note(Self.offline(4))
        _ = network.note(Self.offline(5))
        #expect(!network.isDoubtful)
    }
}
