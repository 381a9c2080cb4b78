import Testing

@testable import FeedCore

/// Publishers whose guids do not stay with their articles, over several refreshes.
@Suite final class UnsteadyGuidTests: SuiteOfFeed {
    private func take(_ items: [String]) throws -> RefreshOutcome {
        try store.storeSample(.sample(of: try store.feed(feed), items: items, unread: true))
    }

    /// The item of an article, whose title, text, link and date come from its number.
    private func item(_ number: Int, guid: String, link: String? = nil, host: String = "a.example") -> String {
        """
        <item><title>Title \(number)</title><guid isPermaLink="false">\(guid)</guid>
        <link>\(link ?? "https://\(host)/\(number)")</link>
        <pubDate>\(number % 28 + 1) Nov 2020 10:00:\(number % 60 < 10 ? "0" : "")\(number % 60) GMT</pubDate>
        <description>Text of \(number)</description></item>
        """
    }

    private func titles() throws -> Set<String> { Set(try store.list().map(\.title)) }

    /// Eight items a document, of which some are new each time, the newest first.
    @Test(arguments: [1, 2, 3, 8, 11])
    func `a guid that is the place in the document loses nothing and doubles nothing`(step: Int) throws {
        for newest in stride(from: 8, to: 88, by: step) {
            let outcome = try take((0..<8).map { item(newest - $0, guid: "\($0 + 1)") })
            #expect(outcome.newArticles.count == (newest == 8 ? 8 : min(step, 8)))
            #expect(outcome.changedArticles == 0)
            try store.mark(outcome.newArticles, as: .read, at: Sample.now)
        }
        #expect(try store.list().count == titles().count)
        #expect(try store.list().allSatisfy { $0.isRead && !$0.isModified })
    }

    /// What each item says besides title and date: its place in guid, link or both, and a text of its own, of all or none.
    private static let places = [
        "<guid isPermaLink='false'>PLACE</guid><link>https://a.example/</link><description>About NUMBER</description>",
        "<guid isPermaLink='false'>PLACE</guid><link>https://a.example/#PLACE</link><description>About NUMBER</description>",
        "<guid isPermaLink='false'>PLACE</guid><link>https://a.example/</link>",
        "<guid isPermaLink='false'>PLACE</guid><description>About NUMBER</description>",
        "<link>https://a.example/#PLACE</link>",
        "<guid>https://a.example/#PLACE</guid><link>https://a.example/#PLACE</link>",
        "<link>https://a.example/#PLACE</link><description>Read more</description>",
    ]

    @Test(arguments: places, [true, false])
    func `a place in guid and link loses nothing, doubles nothing and moves no mark`(parts: String, isDated: Bool)
        throws
    {
        for newest in 8..<30 {
            let outcome = try take(
                (0..<8).map { place in
                    let number = newest - place
                    let date = isDated ? "<pubDate>\(number % 28 + 1) Nov 2020 00:00:00 GMT</pubDate>" : ""
                    let own = parts.replacing("PLACE", with: "\(place)").replacing("NUMBER", with: "\(number)")
                    return "<item><title>Title \(number)</title>\(own)\(date)</item>"
                })
            #expect(outcome.newArticles.count == (newest == 8 ? 8 : 1))
            let new = try store.list().filter { outcome.newArticles.contains($0.id) }
            #expect(new.map(\.title).contains("Title \(newest)"))
            try store.mark(outcome.newArticles, as: .read, at: Sample.now)
        }
        #expect(try store.list().count == 29 && titles().count == 29)
        #expect(try store.list().allSatisfy { $0.isRead && !$0.isModified })
    }

    @Test func `a number that is given to another article later loses nothing`() throws {
        for newest in 20..<88 {
            let outcome = try take((0..<10).map { item(newest - $0, guid: "\((newest - $0) % 12)") })
            #expect(outcome.newArticles.count == (newest == 20 ? 10 : 1))
            #expect(outcome.changedArticles == 0)
        }
        #expect(try store.list().count == 77)
        #expect(try titles().count == 77)
    }

    @Test func `session ids in guid and link double nothing, and nothing becomes unread`() throws {
        func document(_ session: String) -> [String] {
            (1...390).map {
                let link = "https://a.example/show?id=\($0)&amp;sid=\(session)"
                return item($0, guid: link, link: link)
            }
        }
        #expect(try take(document("4f1")).newArticles.count == 390)
        let ids = try store.list().map(\.id)
        try store.mark(ids, as: .read, at: Sample.now)
        for session in ["a07", "c33", "91e"] {
            let again = try take(document(session))
            #expect(again.newArticles.isEmpty && again.changedArticles == 0)
        }
        #expect(try store.list().map(\.id) == ids && store.list().allSatisfy { $0.isRead && !$0.isModified })
        #expect(try store.list().allSatisfy { $0.url?.hasSuffix("sid=91e") == true })
    }

    @Test func `a site that moves to another domain doubles nothing`() throws {
        func document(_ host: String, _ numbers: ClosedRange<Int>) -> [String] {
            numbers.map { item($0, guid: "https://\(host)/?p=\($0)", host: host) }
        }
        _ = try take(document("old.example", 1...11))
        let ids = try store.list().map(\.id)
        try store.mark([ids[0]], as: .starred, at: Sample.now)
        let moved = try take(document("new.example", 1...11))
        #expect(moved.newArticles.isEmpty && moved.changedArticles == 0)
        #expect(try take(document("new.example", 2...12)).newArticles.count == 1)
        #expect(try store.list().map(\.id).filter(ids.contains) == ids && store.article(ids[0]).isStarred)
        #expect(try store.list().allSatisfy { $0.guid?.hasPrefix("https://new.example/") == true })
    }
}
