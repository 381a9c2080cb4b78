import TestSupport
import Testing

@testable import FeedStore

/// Machines that share a folder agree in the end, whatever happens on the way.
@Suite struct SharingTests {
    /// The same histories in each run, so that a failure comes from a change. `ManySharingHistoriesTests` tries others.
    @Test(arguments: 0..<UInt64(5))
    func `machines that have read the same files agree with each other and with all that was ever decided`(
        part: UInt64
    ) throws {
        try Self.checkHistories(from: 2_000_000 + 10 * part)
    }

    /// Ten histories, of which nine are short, so that there are many.
    static func checkHistories(from first: UInt64) throws {
        for seed in first..<first + 10 {
            let simulation = try SharingSimulation(seed: seed)
            try simulation.run(steps: seed < first + 9 ? 8 : 40)
            let expected = simulation.reference.lines
            for machine in simulation.machines {
                try #require(try machine.store.stateLines() == expected, "history \(seed), \(machine.path)")
                try checkValues(of: machine.store, expected)
            }
        }
    }

    /// What is stored is what was decided.
    private static func checkValues(of store: borrowing Store, _ lines: [StateLine]) throws {
        let state = DecidedState(lines)
        for listed in try store.list() {
            let article = try store.article(listed.id)
            let keys = try store.database.rows(
                "SELECT DISTINCT key FROM decision WHERE article_id = ?1", [.id(listed.id)]
            ) { DecisionKey(text: $0.text()) }
            var decided: Decisions = [:]
            for key in keys { decided.merge(state.things[key] ?? [:]) }
            #expect(decided[.deleted]?.value != .bool(true))
            #expect(article.isRead == (decided[.read]?.value == .bool(true)))
            #expect(article.isStarred == (decided[.starred]?.value == .bool(true)))
            let labels = decided.filter { $1.value == .bool(true) }.keys.compactMap(\.label)
            let spellings = Dictionary(grouping: labels, by: \.foldedName).values
            #expect(article.labels == spellings.compactMap { $0.min() }.sorted())
        }
        var subscribed: Set<String> = []
        for (key, decisions) in state.things {
            guard case .feed = key, decisions[.on]?.value.bool == true, let url = decisions[.url]?.value.text else {
                continue
            }
            subscribed.insert(url)
            let feed = try #require(try store.feed(at: Sample.address(url)))
            #expect(feed.nickname == decisions[.title]?.value.text)
            let category = decisions[.category]?.value.text
            #expect(feed.category == category.flatMap { state.categoryNames[$0.lowercased()]?.text })
            #expect(feed.isFavorite == decisions[.favorite]?.value.bool ?? false)
            #expect(feed.isPaused == decisions[.paused]?.value.bool ?? false)
            #expect((feed.xpaths == nil) == (decisions[.xpaths]?.value ?? .null == .null))
            #expect(feed.interval == decisions[.interval]?.value.integer)
        }
        #expect(Set(try store.feeds().map(\.url.text)) == subscribed)
        let categories = Set(try store.categories().map { ExactText($0.name) })
        let expected = Set(state.categoryNames.values)
        #expect(categories == expected, "\(categories) instead of \(expected)")
        let positions = try store.database.rows("SELECT name, position FROM category") { ($0.text(), $0.number()) }
        for (key, decisions) in state.named {
            guard case .category(let name) = key, let decided = decisions[.position]?.value.integer else { continue }
            for (_, position) in positions.filter({ $0.0.lowercased() == name.text.lowercased() }) {
                #expect(position == decided, "the position of \(name)")
            }
        }
        // A view with a feed that is not here waits for it.
        let views = state.named.compactMap { key, decisions -> ExactText? in
            guard case .view(let name) = key, decisions[.on]?.value == .bool(true) else { return nil }
            return name
        }
        #expect(Set(try store.views().map { ExactText($0.name) }).isSubset(of: views))
    }
}
