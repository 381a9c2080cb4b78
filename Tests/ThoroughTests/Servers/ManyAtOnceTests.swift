import TestSupport
import Testing

@testable import FeedCore
@testable import rssiumTests

/// Many copies of the program at once, beside a refresh of 500 feeds that has not ended yet.
@Suite struct ManyAtOnceTests {
    @Test func `of eight refreshes one works, and everything else goes on beside it`() async throws {
        let shelf = SubscribedProgram()
        let gate = Gate()
        shelf.server.answer { request in
            let feed = Answer.document(
                SubscribedProgram.rss("Feed \(request.path)", ["B \(request.path)", "A \(request.path)"]))
            return request.path == "/500" ? feed.after(gate) : feed
        }
        await shelf.program.run("add", shelf.server.url("/first"))
        // The last answer comes after all the other commands, however slow the machine is.
        shelf.program.folder.write("refresh.host-jobs = 8\nrefresh.timeout = 1h\n", to: "config")
        let list = (1...500).map { shelf.server.url("/\($0)") }.joined(separator: "\n")
        #expect(await shelf.program.run("import", "-", input: list).code == 0)

        let running = shelf.program.start(["refresh"])
        await shelf.server.received(2)
        let others = await withTaskGroup(of: Program.Ending.self) { group in
            for _ in 1...7 { group.addTask { await shelf.program.run("refresh") } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(others.map(\.code) == Array(repeating: 4, count: 7))
        #expect(others.allSatisfy { $0.errorLines.count == 1 })
        let lines = [
            ["add", shelf.server.url("/added")], ["mark", "read", "1"], ["mark", "starred", "--feed", "1"],
            ["edit", "2", "--title", "Edited"], ["category", "add", "News"], ["edit", "3", "--category", "News"],
            ["rule", "add", "nothing", "--star"], ["rm", "4", "--yes"], ["list"], ["feeds"], ["read", "2"], ["status"],
            ["list", "--search", "first"], ["export"], ["doctor"],
        ]
        for words in lines {
            let ending = await shelf.program.run(arguments: words)
            #expect(ending.code == 0, "\(words): \(ending)")
        }
        #expect(await shelf.program.run("prune").code == 4)
        gate.open()
        let ending = await running.end()
        #expect(ending.code == 0, "\(ending)")
        // Feed 4 may have been removed before or after it was stored.
        #expect(try shelf.ask("SELECT count(*) FROM feed WHERE articles = 2 AND id <> 1") == "500")
        #expect(try shelf.ask("SELECT count(*) FROM feed") == "501")
        #expect(try shelf.ask("SELECT title FROM feeds WHERE id = 2") == "Edited")
        #expect(await shelf.program.run("doctor").code == 0)
    }
}
