import TestSupport
import Testing

@testable import FeedCore
@testable import FeedStore

/// Labels of articles that an account exchanges with a scripted FreshRSS.
@Suite struct LabelSyncTests {
    private let bench: SyncBench

    init() async throws { bench = try await SyncBench.withLabels() }

    @Test func `labels are put on and taken off on both sides`() async throws {
        try bench.label("One", "Later")
        try bench.labelOnServer("Two", ["Later", "Work/Home"])
        #expect(try await bench.sync().result == .synced)
        let both = ["One": ["Later"], "Two": ["Later", "Work/Home"]]
        #expect(try bench.labels() == both && bench.server.titles(labeled: "Later") == ["One", "Two"])
        #expect(try bench.account.pending == 0)
        try bench.unlabel("Two", "Later")
        try bench.labelOnServer("One", [])
        try bench.labelOnServer("Three", ["Work/Home"])
        #expect(try await bench.sync().result == .synced)
        #expect(try bench.labels() == ["Two": ["Work/Home"], "Three": ["Work/Home"]])
        #expect(bench.server.titles(labeled: "Later") == [])
        #expect(bench.server.titles(labeled: "Work/Home") == ["Two", "Three"])
        let requests = bench.server.calls.count
        #expect(try await bench.sync().result == .synced)
        // Four of every sync, the labels, and the list of each of the two.
        #expect(bench.server.calls.count == requests + 7)
    }

    @Test func `labels that the server changes while an article is deleted here count when it is back`() async throws {
        try bench.label("One", "Later")
        try await bench.sync()
        try bench.store().mark([bench.article("One").id], as: .deleted, isUndoable: true, at: Sample.now)
        try bench.labelOnServer("One", ["Work/Home"])
        for _ in 1...2 { try await bench.sync() }
        _ = try bench.store().undo(at: Sample.now)
        try await bench.sync()
        #expect(try bench.labels() == ["One": ["Work/Home"]])
        #expect(bench.server.titles(labeled: "Later") == [] && bench.server.titles(labeled: "Work/Home") == ["One"])
    }

    @Test func `at the beginning both sides are merged, and in the end each keeps what it has`() async throws {
        let bench = try await SyncBench.withLabels(exchanges: false)
        try bench.label("One", "Here")
        try bench.labelOnServer("Two", ["There"])
        let merged = ["One": ["Here"], "Two": ["There"]]
        for _ in 1...2 {
            try bench.exchangeLabels()
            #expect(try bench.account.pending > 0)
            #expect(try await bench.sync().result == .synced)
            #expect(try bench.labels() == merged && bench.account.pending == 0)
            #expect(bench.server.titles(labeled: "Here") == ["One"] && bench.server.titles(labeled: "There") == ["Two"])
            // What one side takes off meanwhile, the other one still has.
            try bench.exchangeLabels(false)
            try bench.unlabel("One", "Here")
            #expect(try await bench.sync().result == .synced)
            #expect(try bench.labels() == ["Two": ["There"]] && bench.account.pending == 0)
            try bench.labelOnServer("Two", [])
        }
        #expect(bench.server.titles(labeled: "Here") == ["One"])
    }

    @Test func `a label that waits is sent once the server answers, and not taken off`() async throws {
        try await bench.sync()
        try bench.label("One", "Later")
        // None of these is the server's own refusal of the label.
        let faults: [(StandInCall, Answer)] = [
            (.tags, .status(500)), (.editTag, .status(500)), (.editTag, .status(404)), (.editTag, .status(408)),
            (.editTag, .status(413)), (.unread, .status(500)),
        ]
        for (call, answer) in faults {
            bench.server.fail(call, .answer(answer))
            #expect(try await bench.sync().warnings == [])
            bench.server.heal()
            #expect(try bench.labels() == ["One": ["Later"]] && bench.account.pending == 1, "\(call)")
        }
        bench.server.fail(.labeled, .answer(.document("<!doctype html>")))
        try await bench.sync()
        bench.server.heal()
        #expect(try bench.labels() == ["One": ["Later"]])
        #expect(try await bench.sync().result == .synced)
        #expect(bench.server.titles(labeled: "Later") == ["One"])
        #expect(try bench.labels() == ["One": ["Later"]] && bench.account.pending == 0)
    }

    private static let refused: [(label: String, why: String)] = [
        ("news", "the server has a folder of that name"),
        (String(repeating: "n", count: 192), "its name is too long for the server"),
        ("\"" + String(repeating: "n", count: 186), "its name is too long for the server"),
    ]

    @Test(arguments: refused.indices)
    func `a label that the server cannot have stays here, and is reported`(index: Int) async throws {
        let (name, why) = Self.refused[index]
        try bench.label("One", name)
        try bench.label("Two", "Later")
        let first = try await bench.sync()
        #expect(first.result == .synced && first.warnings == ["the label \(name) stays here: \(why)"])
        #expect(try bench.labels() == ["One": [name], "Two": ["Later"]] && bench.account.pending == 0)
        #expect(bench.server.labels == ["Later"])
        let second = try await bench.sync()
        #expect(second.result == .synced && second.warnings == [] && second.marksSent == 0)
        #expect(try bench.labels() == ["One": [name], "Two": ["Later"]])
    }

    @Test func `a label that the server refuses holds up no mark, and is not sent again`() async throws {
        for title in ["One", "Two", "Three"] { try bench.label(title, "Odd") }
        try bench.mark("Four", .read)
        // The first request sends the mark.
        bench.server.fail(.editTag, .answer(.status(400)), skipping: 1)
        let first = try await bench.sync()
        #expect(first.result == .synced && first.marksSent == 1)
        #expect(first.warnings == ["the label Odd stays here: the server answered 400"])
        #expect(try bench.account.pending == 0 && bench.labels().count == 3)
        let sent = bench.server.calls.count { $0 == .editTag }
        #expect(try await bench.sync().warnings == [])
        #expect(bench.server.calls.count { $0 == .editTag } == sent && bench.server.readTitles == ["Four"])
    }

    @Test func `a label that is removed or renamed on the server is so here`() async throws {
        for title in ["One", "Two"] { try bench.label(title, "Later") }
        try bench.label("Three", "Old")
        try await bench.sync()
        bench.server.removeLabel("Later")
        bench.server.removeLabel("Old")
        try bench.labelOnServer("Three", ["New"])
        #expect(try await bench.sync().result == .synced)
        #expect(try bench.labels() == ["Three": ["New"]] && bench.account.pending == 0)
    }

    @Test func `the list of all articles, in place of a label that was removed, is not believed`() async throws {
        try bench.labelOnServer("One", ["Later"])
        bench.server.addArticle(to: try #require(bench.server.feeds.first).id, "Old", age: 90 * 86_400, isRead: true)
        bench.server.fail(.labeled, .after { $0.removeLabel("Later") }, times: 1)
        #expect(try await bench.sync().result == .synced)
        #expect(try bench.labels() == [:] && bench.articles().count == 4)
        #expect(try await bench.sync().result == .synced)
        #expect(try bench.labels() == [:])
    }

    @Test func `an article that the server has removed keeps its label`() async throws {
        try bench.label("One", "Later")
        try await bench.sync()
        bench.server.purge(try bench.remoteID("One"))
        for _ in 1...3 { #expect(try await bench.sync().result == .synced) }
        #expect(try bench.labels() == ["One": ["Later"]])
    }

    @Test func `case does not distinguish labels, and each side keeps its spelling`() async throws {
        try bench.label("One", "later")
        try bench.labelOnServer("Two", ["Later"])
        try await bench.sync()
        #expect(try bench.labels() == ["One": ["later"], "Two": ["later"]])
        #expect(bench.server.titles(labeled: "Later") == ["One", "Two"] && bench.server.labels == ["Later"])
        try bench.unlabel("Two", "LATER")
        try await bench.sync()
        #expect(bench.server.titles(labeled: "Later") == ["One"])
        // Gone everywhere, and back in another spelling before the sync.
        try bench.unlabel("One", "later")
        try bench.label("One", "LATER")
        try await bench.sync()
        #expect(bench.server.titles(labeled: "Later") == ["One"])
        #expect(try bench.labels() == ["One": ["LATER"]] && bench.account.pending == 0)
    }

    @Test func `names that cannot be here stay on the server`() async throws {
        try bench.labelOnServer("One", ["a, b", String(repeating: "n", count: 300)])
        #expect(try await bench.sync().result == .synced)
        #expect(try bench.labels() == [:])
    }

    @Test func `labeled articles are brought however old they are, with what rules say`() async throws {
        let feed = try #require(bench.server.feeds.first).id
        bench.server.addArticle(to: feed, "Old", age: 90 * 86_400, isRead: true)
        try bench.labelOnServer("Old", ["Later"])
        bench.server.addArticle(to: feed, "Rule")
        _ = try bench.store().addRule(Query("Rule"), .label("Ruled"))
        let outcome = try await bench.sync()
        #expect(outcome.result == .synced && outcome.newArticles.count == 2)
        #expect(try bench.labels() == ["Old": ["Later"], "Rule": ["Ruled"]])
        #expect(bench.server.titles(labeled: "Ruled") == ["Rule"])
        try await bench.sync()
        #expect(try bench.account.pending == 0 && bench.labels() == ["Old": ["Later"], "Rule": ["Ruled"]])
    }

    @Test func `a label goes to the server beside another command, and the next sync confirms it`() async throws {
        try bench.label("One", "Later")
        try bench.label("Two", "News")
        try await bench.sendMarks()
        #expect(try bench.server.titles(labeled: "Later") == ["One"] && bench.account.pending == 2)
        #expect(try await bench.sync().warnings == ["the label News stays here: the server has a folder of that name"])
        #expect(try bench.account.pending == 0 && bench.labels() == ["One": ["Later"], "Two": ["News"]])
    }

    @Test func `ended at any request beside another command, no label is lost and none comes back`() async throws {
        var (request, isWhole) = (0, false)
        while !isWhole {
            request += 1
            let bench = try await SyncBench.withLabels()
            try bench.label("Two", "Later")
            try await bench.sync()
            try bench.label("One", "Later")
            try bench.unlabel("Two", "Later")
            let number = bench.server.calls.count + request
            bench.server.fail(at: number, .done(.silence))
            let task = Task { try await bench.sendMarks() }
            if request <= 4 { await bench.server.received(number) { task.cancel() } }
            try await task.value
            isWhole = bench.server.calls.count < number
            bench.server.heal()
            #expect(try await bench.sync().result == .synced)
            #expect(bench.server.titles(labeled: "Later") == ["One"], "request \(request)")
            #expect(try bench.labels() == ["One": ["Later"]] && bench.account.pending == 0, "request \(request)")
        }
        // The labels, a token, and each of the two; fewer where the time for them is over.
        #expect((2...5).contains(request))
    }

    @Test func `an account that begins anew merges the labels of the articles that it finds again`() async throws {
        try bench.label("One", "Here")
        try await bench.sync()
        try bench.labelOnServer("One", [])
        try bench.labelOnServer("Two", ["There"])
        for user in ["bob", bench.server.user] {
            var edit = AccountEdit()
            edit.user = user
            try bench.store().edit(try bench.account.id, edit)
        }
        for _ in 1...2 { #expect(try await bench.sync().result == .synced) }
        #expect(try bench.labels() == ["One": ["Here"], "Two": ["There"]] && bench.account.pending == 0)
        #expect(bench.server.titles(labeled: "Here") == ["One"])
    }

    @Test func `what undo takes back is taken back on the server`() async throws {
        try bench.label("One", "Later")
        try await bench.sync()
        _ = try bench.store().undo(at: Sample.now)
        #expect(try await bench.sync().result == .synced)
        #expect(try bench.labels() == [:] && bench.server.titles(labeled: "Later") == [])
    }
}
