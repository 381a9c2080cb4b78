import FeedCore
import Testing

@testable import FeedModel

@Suite struct PageSavingTests {
    @Test func `the other pages of a host that refuses connections are not tried`() async throws {
        let pages = ["a.example/1", "a.example/2", "b.example/1", "a.example/3", "b.example/2"]
        let tried = Locked<[String]>([])
        var ended: [String] = []
        let host = { (page: String) in String(page.prefix(9)) }
        await FetchedPage.fetch(pages, host: host) { page in
            tried.withLock { $0.append(page) }
            return .failure(.fetch(page.hasPrefix("a") ? .refused("no") : .timeout(.seconds(1))))
        } each: { page, _ in
            ended.append(page)
            return true
        }
        #expect(tried.withLock { $0.sorted() } == ["a.example/1", "b.example/1", "b.example/2"])
        #expect(ended.sorted() == pages.sorted())
    }
}
