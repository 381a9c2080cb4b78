import TestSupport
import Testing

@testable import FeedCore

/// Two databases on one account: whatever is marked where, all three agree in the end.
@Suite struct TwoDatabasesTests {

    @Test(arguments: StandInDialect.allCases)
    func `marks cross, and a mark that waits here wins over one there`(dialect: StandInDialect) async {
        let first = LinkedProgram.withTwoFeeds(dialect)
        let second = LinkedProgram(beside: first)
        await first.link()
        await second.link()
        await first.mark("read", "Apples")
        await first.mark("unstarred", "Spring")
        await second.mark("starred", "Apples")
        await first.sync()
        await second.sync()
        await first.sync()
        #expect(await first.articles == ["- Carrots", "S Apples", "U Beans", "U Neap", "U Spring"])
        #expect(await second.articles == first.articles)
        #expect(first.remoteArticles == (await first.articles))
        // Both change their minds; the one that syncs last has the last word.
        await first.mark("unread", "Apples")
        await second.mark("read", "Neap")
        await second.mark("unread", "Neap")
        await first.mark("read", "Neap")
        for linked in [first, second, first] { await linked.sync() }
        #expect(await first.articles == second.articles)
        #expect(await first.articles.contains("U Neap"))
    }

    @Test func `random marks on three sides, with kills in between`() async {
        let first = LinkedProgram()
        let second = LinkedProgram(beside: first)
        let feed = first.server.addFeed("https://a.example/", title: "A")
        for number in 10...39 { first.server.addArticle(to: feed, "\(number)", age: Int64(1000 - number)) }
        await first.link()
        await second.link()
        var dice = Dice(seed: 4)
        for round in 1...8 {
            for linked in [first, second] {
                for mark in ["read", "unread", "starred", "unstarred"] {
                    await linked.mark(mark, "\(10 + dice.roll(30))", "\(10 + dice.roll(30))")
                }
            }
            let other = first.server.articles[dice.roll(30)].id
            first.server.change(other) { $0.isRead.toggle() }
            let number = 1 + dice.roll(7)
            let count = first.server.requests.count
            let running = (dice.roll(2) == 0 ? first : second).program.start(["sync"])
            await first.server.received(count + min(number, 4))
            running.send(signal: 9)
            _ = await running.end()
            for linked in [first, second, first] { #expect(await linked.sync().code == 0) }
            #expect(await first.articles == first.remoteArticles, "round \(round)")
            #expect(await second.articles == first.remoteArticles, "round \(round)")
            #expect(await first.pending + second.pending == "0\n0\n", "round \(round)")
        }
    }
}
