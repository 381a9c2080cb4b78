import Testing

@testable import FeedCore
@testable import FeedStore

@Suite struct PagePlanTests {
    private static func feed(_ id: Int64) -> Feed {
        Feed(id: FeedID(rawValue: id), url: Sample.address("https://feeds.example/\(id)"))
    }

    private static func wanted(_ article: Int64, of feed: Int64, on host: String, tries: Int = 0) -> WantedPage {
        WantedPage(
            article: ArticleID(rawValue: article), feed: FeedID(rawValue: feed), address: "\(host)/\(article)",
            tries: tries)
    }

    private func plan(_ wanted: [WantedPage], _ refreshed: [Int64], notDue: [Int64] = [], limit: Int = 30) -> PagePlan {
        PagePlan(
            of: wanted, refreshed: refreshed.map(Self.feed), notDue: notDue.map(Self.feed), limit: { _ in limit },
            host: { String($0.prefix { $0 != "/" }) })
    }

    /// What can be begun at once.
    private func begun(_ queue: inout HostQueue<PagePlan.Page>) -> [PagePlan.Page] {
        var pages: [PagePlan.Page] = []
        while let page = queue.next() { pages.append(page) }
        return pages
    }

    private func articles(_ pages: [PagePlan.Page]) -> [Int64] { pages.map(\.wanted.article.rawValue) }

    @Test func `one page of each host is fetched at a time, the newest article first`() {
        let plan = plan(
            [
                Self.wanted(9, of: 1, on: "a"), Self.wanted(8, of: 1, on: "a"), Self.wanted(7, of: 2, on: "b"),
                Self.wanted(6, of: 2, on: "a"), Self.wanted(5, of: 2, on: "c"),
            ], [1, 2])
        var queue = plan.queue(limit: 2)
        let first = begun(&queue)
        #expect(articles(first) == [9, 7])
        queue.finish(first[1])
        #expect(articles(begun(&queue)) == [5])
        queue.finish(first[0], isWarm: false)
        let second = begun(&queue)
        #expect(articles(second) == [8])
        queue.finish(second[0], isWarm: false)
        #expect(articles(begun(&queue)) == [6])
    }

    @Test func `the limit holds for each feed, and keeps the newest articles`() {
        let wanted = (1...5).map { Self.wanted(10 - $0, of: $0 == 3 ? 2 : 1, on: "h\($0)") }
        #expect(articles(plan(wanted, [1, 2], limit: 2).pages) == [9, 8, 7])
        #expect(plan(wanted, [1, 2], limit: 0).pages.isEmpty)
    }

    @Test func `of a feed that is not due only pages that were never tried are fetched`() {
        let wanted = [
            Self.wanted(3, of: 1, on: "a", tries: 1), Self.wanted(2, of: 2, on: "b", tries: 1),
            Self.wanted(1, of: 2, on: "c"), Self.wanted(4, of: 3, on: "d"),
        ]
        #expect(articles(plan(wanted, [1], notDue: [2]).pages) == [3, 1])
    }

    @Test func `what went wrong tells what the next try is worth`() {
        let table: [(ArticlePageError, ArticlePageError.Weight)] = [
            (.status("HTTP 404 Not Found"), .attempt), (.fetch(.timeout(.seconds(1))), .attempt),
            (.fetch(.connection("refused")), .attempt), (.fetch(.cancelled), .nothing),
            (.fetch(.disk("full")), .nothing),
            (.fetch(.offline("no route")), .host), (.fetch(.held(host: "a", until: Sample.now)), .host),
            (.notAPage("a PDF"), .final), (.noArticle, .final), (.noLink, .final), (.homePage, .final),
            (.fetch(.privateNetwork("10.0.0.1")), .final),
        ]
        for (error, weight) in table { #expect(error.weight == weight, "\(error)") }
    }
}
