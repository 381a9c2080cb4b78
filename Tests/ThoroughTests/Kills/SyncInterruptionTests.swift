import TestSupport
import Testing

@testable import FeedCore
@testable import FeedCoreTests

/// Runs that end in the middle: a clean run afterwards gives the same state as if they had not.
@Suite struct SyncInterruptionTests {
    /// What a user decided about each article, and what both sides must have in the end.
    private struct Expected {
        var read: Set<String> = []
        var starred: Set<String> = []
        var labeled: Set<String> = []

        mutating func set(_ part: PendingMark.Key, of title: String, to isSet: Bool) {
            func change(_ titles: inout Set<String>) { if isSet { titles.insert(title) } else { titles.remove(title) } }
            switch part {
            case .read: change(&read)
            case .starred: change(&starred)
            case .label: change(&labeled)
            }
        }
    }

    private static let label = "Later"

    @Test(arguments: [StandInDialect.freshRSS, .miniflux, .minifluxAPI, .oldMinifluxAPI, .nextcloud], 1...12)
    func `marks survive faults at any request`(dialect: StandInDialect, seed: Int) async throws {
        var dice = Dice(seed: UInt64(seed))
        let bench = SyncBench(dialect)
        let other = SyncBench(beside: bench)
        let feed = bench.server.addFeed("https://a.example/feed", title: "A")
        let titles = (1...30).map { "Article \($0)" }
        let ids = Dictionary(uniqueKeysWithValues: titles.map { ($0, bench.server.addArticle(to: feed, $0)) })
        try await bench.link()
        try await other.link()
        try await bench.sync()
        var parts = [PendingMark.Key.read, .starred]
        if dialect == .freshRSS {
            parts.append(.label("later"))
            for side in [bench, other] { try side.exchangeLabels() }
        }
        var expected = Expected()
        for _ in 1...4 {
            for title in titles.shuffled(using: &dice).prefix(8) {
                let (isHere, part, isSet) = (dice.roll(2) == 0, parts[dice.roll(parts.count)], dice.roll(2) == 0)
                expected.set(part, of: title, to: isSet)
                if isHere {
                    try bench.set(part, of: title, to: isSet)
                } else {
                    bench.server.change(try #require(ids[title])) { $0.set(part, to: isSet) }
                }
            }
            let request = bench.server.calls.count + 1 + dice.roll(dialect == .freshRSS ? 14 : 9)
            let fault: StandInFault =
                switch dice.roll(4) {
                case 0: .answer(.hangUp)
                case 1: .done(.hangUp)
                case 2: .answer(.status(500))
                default: .answer(.document("<html>"))
                }
            // A transient failure is tried again at once.
            bench.server.fail(at: request, fault)
            bench.server.fail(at: request + 1, fault)
            try await bench.sync()
            bench.server.heal()
            try await bench.sync()
            // What was marked on the server after a mark that waits here yields to it.
            try await bench.sync()
            try await other.sync()
            #expect(bench.server.readTitles == expected.read && bench.server.starredTitles == expected.starred)
            #expect(bench.server.titles(labeled: SyncInterruptionTests.label) == expected.labeled)
            for side in [bench, other] {
                #expect(try side.readTitles() == expected.read && side.starredTitles() == expected.starred)
                #expect(try Set(side.labels().keys) == expected.labeled)
                #expect(try side.account.pending == 0 && side.articles().count == titles.count)
            }
        }
    }

    @Test(arguments: 1...12)
    func `a first sync that is ended goes on where it was, and doubles nothing`(request: Int) async throws {
        let bench = SyncBench()
        let feed = bench.server.addFeed("https://a.example/feed", title: "A")
        for number in 1...450 { bench.server.addArticle(to: feed, "\(number)", isStarred: number % 50 == 0) }
        try await bench.link()
        let start = bench.server.calls.count
        let task = Task { try await bench.sync() }
        await bench.server.received(start + min(request, 9)) { task.cancel() }
        let outcome = try await task.value
        #expect([SyncOutcome.Result.unfinished, .synced].contains(outcome.result))
        let second = try await bench.sync()
        #expect(second.result == .synced)
        let articles = try bench.articles()
        #expect(articles.count == 450 && Set(articles.map(\.title)).count == 450)
        #expect(try bench.starredTitles().count == 9 && bench.readTitles() == [])
        #expect(outcome.newArticles.count + second.newArticles.count <= 450)
    }
}

extension SyncBench {
    fileprivate func set(_ part: PendingMark.Key, of title: String, to isSet: Bool) throws {
        switch part {
        case .read: try mark(title, isSet ? .read : .unread)
        case .starred: try mark(title, isSet ? .starred : .unstarred)
        case .label(let name): if isSet { try label(title, "Later") } else { try? unlabel(title, name) }
        }
    }
}

extension StandInArticle {
    fileprivate mutating func set(_ part: PendingMark.Key, to isSet: Bool) {
        switch part {
        case .read: isRead = isSet
        case .starred: isStarred = isSet
        case .label: labels = isSet ? ["Later"] : []
        }
    }
}
