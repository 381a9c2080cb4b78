import TestSupport
import Testing

@testable import FeedCore
@testable import rssiumTests

/// What servers of accounts answer instead of a list: nothing changes, and the next good sync makes up for it.
@Suite struct WrongAnswerTests {
    /// Answers that are no lists.
    private static let wrong: [(name: String, answer: Answer, said: String)] = [
        ("a web page", .document("<!DOCTYPE html><p>Sign in to this network</p>", type: "text/html"), "a web page"),
        ("an empty array", .document("[]", type: "application/json"), "incomplete or unknown list"),
        ("no list", .document("{}", type: "application/json"), "incomplete or unknown list"),
        ("a cut list", .document("{\"itemRefs\":[{\"id\":\"1\"},{\"i", type: "application/json"), "incomplete"),
        ("nothing", .document("", type: "application/json"), "nothing"),
        ("500", .status(500), "500"),
        ("no answer", .hangUp, ""),
        ("a redirect", .redirect(302, to: "/elsewhere"), "redirect"),
    ]
    private static let calls: [StandInCall] = [.unread, .starred, .recent, .subscriptions, .contents]

    @Test(arguments: calls, wrong.indices)
    func `a wrong answer changes nothing, and is made up for`(call: StandInCall, index: Int) async throws {
        let linked = await LinkedProgram.linked()
        await linked.mark("read", "Apples")
        linked.server.addArticle(to: linked.server.feeds[0].id, "Dill")
        linked.server.change(try #require(linked.server.articles.first { $0.title == "Neap" }).id) { $0.isRead = true }
        let before = await linked.articles
        linked.server.fail(call, .answer(Self.wrong[index].answer))
        let ending = await linked.sync()
        #expect(ending.code == 3)
        #expect(ending.errorLines.count == 2, "\(ending.stderr)")
        #expect(ending.errorLines[0].hasPrefix("rssium: cannot sync server (\(linked.server.base)): "))
        #expect(ending.errorLines[0].contains(Self.wrong[index].said), "\(ending.stderr)")
        #expect(await linked.articles == before)
        #expect(await linked.pending == "1\n")
        linked.server.heal()
        #expect(await linked.sync().code == 0)
        #expect(await linked.articles == linked.remoteArticles)
        #expect(linked.server.readTitles == ["Apples", "Carrots", "Neap"])
        #expect(await linked.pending == "0\n")
    }
}
