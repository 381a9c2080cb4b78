import TestSupport
import Testing

@testable import FeedCore

/// Marks that are sent beside other work, before the next sync.
@Suite struct MarkSendingTests {
    private func bench(_ dialect: StandInDialect) async throws -> SyncBench {
        let bench = try await SyncBench.synced(dialect, ["One", "Two"]) { server in
            server.addArticle(to: server.feeds[0].id, "Three", isRead: true)
            server.addArticle(to: server.feeds[0].id, "Four", isStarred: true)
        }
        try bench.mark("One", .read)
        try bench.mark("Two", .starred)
        try bench.mark("Three", .unread)
        try bench.mark("Four", .unstarred)
        return bench
    }

    private func sent(_ bench: SyncBench) -> Int { bench.server.calls.count { $0 == .editTag } }

    @Test(arguments: StandInDialect.allCases)
    func `each mark is sent once, and the next sync confirms it`(dialect: StandInDialect) async throws {
        let bench = try await bench(dialect)
        try await bench.sendMarks()
        #expect(bench.server.readTitles == ["One"] && bench.server.starredTitles == ["Two"])
        #expect(sent(bench) == 4)
        #expect(try bench.account.pending == 4)
        // The next command has nothing to do, and asks nothing but what tells so.
        try await bench.sendMarks()
        let outcome = try await bench.sync()
        #expect(outcome.result == .synced && outcome.marksSent == 0)
        #expect(sent(bench) == 4)
        try bench.expectBothSides(read: ["One"], starred: ["Two"])
    }

    @Test(arguments: [StandInDialect.freshRSS, .nextcloud])
    func `with nothing new to send the server is not asked`(dialect: StandInDialect) async throws {
        let bench = try await bench(dialect)
        try await bench.sendMarks()
        let asked = bench.server.calls.count
        try await bench.sendMarks()
        #expect(bench.server.calls.count == asked)
        try bench.mark("One", .unread)
        try await bench.sendMarks()
        #expect(bench.server.readTitles == [] && sent(bench) == 5)
        #expect(try await bench.sync().result == .synced)
        #expect(try bench.account.pending == 0 && bench.readTitles() == [])
    }

    @Test(arguments: [StandInDialect.freshRSS, .nextcloud])
    func `a mark that the server accepted and did not keep is sent again by the next syncs`(
        dialect: StandInDialect
    ) async throws {
        let bench = try await bench(dialect)
        bench.server.fail(.editTag, .pretend, times: 4)
        try await bench.sendMarks()
        #expect(bench.server.readTitles == ["Three"])
        for _ in 1...2 { #expect(try await bench.sync().result == .synced) }
        try bench.expectBothSides(read: ["One"], starred: ["Two"])
    }

    @Test(arguments: StandInDialect.allCases, [StandInCall.unread, .starred, .editTag])
    func `what fails says nothing, saves no failure, and is sent by the next sync`(
        dialect: StandInDialect, call: StandInCall
    ) async throws {
        let bench = try await bench(dialect)
        let before = try bench.account
        for fault in [
            StandInFault.answer(.status(500)), .answer(.document("<!doctype html>")), .answer(.hangUp), .done(.hangUp),
        ] {
            bench.server.fail(call, fault)
            try await bench.sendMarks()
            bench.server.heal()
            #expect(try bench.account == before)
        }
        for _ in 1...2 { #expect(try await bench.sync().result == .synced) }
        try bench.expectBothSides(read: ["One"], starred: ["Two"])
    }

    @Test func `a refused password and a pause are noted, so that no other command tries again`() async throws {
        for (status, state) in [(401, AccountState.refused), (429, .held)] {
            let bench = try await bench(.nextcloud)
            bench.server.fail(.editTag, .answer(.status(status)))
            try await bench.sendMarks()
            #expect(try bench.account.state(at: Sample.now) == state)
            let asked = bench.server.calls.count
            try await bench.sendMarks()
            #expect(bench.server.calls.count == asked)
            bench.server.heal()
            #expect(try await bench.sync(isForced: true).result == .synced)
            #expect(try bench.account.pending == 0)
        }
    }

    @Test(arguments: StandInDialect.allCases)
    func `ended at any request, nothing is lost and nothing is toggled back`(dialect: StandInDialect) async throws {
        let whole = try await bench(dialect)
        let start = whole.server.calls.count
        try await whole.sendMarks()
        for request in 1...(whole.server.calls.count - start) {
            let bench = try await bench(dialect)
            let number = bench.server.calls.count + request
            bench.server.fail(at: number, .done(.silence))
            let task = Task { try await bench.sendMarks() }
            await bench.server.received(number) { task.cancel() }
            try await task.value
            for _ in 1...2 { #expect(try await bench.sync().result == .synced) }
            try bench.expectBothSides(read: ["One"], starred: ["Two"], "request \(request)")
        }
    }
}
