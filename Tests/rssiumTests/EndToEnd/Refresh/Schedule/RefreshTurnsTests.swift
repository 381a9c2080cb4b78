import Synchronization
import TestSupport
import Testing

/// Runs that cannot refresh all feeds take turns.
@Suite struct RefreshTurnsTests {
    private let shelf = SubscribedProgram()

    private func subscribe(_ count: Int) async {
        for number in 1...count { await shelf.subscribe("/\(number).xml", title: "F\(number)") }
    }

    @Test func `a server that answers three requests of each run answers all feeds equally often`() async throws {
        await subscribe(9)
        await shelf.program.run("config", "refresh.host-jobs", "1")
        let answered = Mutex((left: 3, paths: [String: Int]()))
        shelf.server.answer { request in
            answered.withLock { state in
                guard state.left > 0 else { return .status(429, headers: [("Retry-After", "600")]) }
                state.left -= 1
                state.paths[request.path, default: 0] += 1
                return .feed("F", ["One"])
            }
        }
        for _ in 1...10 {
            try shelf.program.alter("DELETE FROM host_hold")
            answered.withLock { $0.left = 3 }
            #expect(await shelf.program.run("refresh").code == 0)
        }
        let counts = answered.withLock { $0.paths.values.sorted() }
        #expect(counts.count == 9 && counts.reduce(0, +) == 30)
        #expect((counts.first ?? 0) >= 3 && (counts.last ?? 0) <= 4, "\(counts)")
    }

    @Test func `runs of at most two feeds go through all of them, favorites among the first`() async {
        await subscribe(6)
        await shelf.program.run("edit", "1", "--favorite")
        let before = shelf.server.requests.count
        for _ in 1...6 { await shelf.program.run("refresh", "--max-feeds", "2") }
        let paths = shelf.server.requests[before...].map(\.path)
        #expect(Set(paths.prefix(2)) == ["/1.xml", "/6.xml"])
        #expect(paths.sorted() == (1...6).flatMap { ["/\($0).xml", "/\($0).xml"] })
    }

    @Test func `a feed that takes all the time of a run is the last of the next one`() async {
        await subscribe(3)
        await shelf.program.run("config", "refresh.host-jobs", "1")
        let before = shelf.server.requests.count
        let gate = Gate()
        shelf.server.serve("/3.xml", .feed("F3", []).after(gate))
        #expect(await shelf.program.run("refresh", "--time-limit", "1s").code == 0)
        gate.open()
        await shelf.program.run("refresh")
        #expect(shelf.server.requests[before...].map(\.path) == ["/3.xml", "/2.xml", "/1.xml", "/3.xml"])
    }
}
