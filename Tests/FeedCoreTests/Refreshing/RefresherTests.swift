import TestSupport
import Testing

@testable import FeedCore

/// A refresh, from the requests to the store.
@Suite final class RefresherTests: Sendable {
    private let server = FeedServer()
    private let loop = FetchLoop(hostJobs: 2)
    private let folder = TemporaryFolder()

    deinit {
        loop.stop()
        server.stop()
    }

    private func document(_ titles: String...) -> String {
        let items = titles.map { "<item><guid isPermaLink='false'>\($0)</guid><title>\($0)</title></item>" }
        return "<rss version='2.0'><channel><title>Feed</title>\(items.joined())</channel></rss>"
    }

    private func store() throws -> Store { try Store(path: folder.file("a.db"), access: .writing) }

    private func subscribe(_ paths: String...) throws {
        let store = try store()
        for path in paths { try store.addSample(server.url(path)) }
    }

    /// The result of one refresh: the outcome of each feed by its path, and the held feeds.
    ///
    /// - Parameter hours: when the refresh begins: far enough apart, even on a slow machine.
    private func refresh(
        after hours: Int64 = 0, isForced: Bool = false, jobs: Int = 4, passwords: [FeedID: String] = [:],
        askPassword: @escaping @Sendable (String) async -> Result<Password, PasswordError> = { _ in
            .success(Password(""))
        }
    ) async throws -> (outcomes: [String: String], held: [String]) {
        let feeds = try store().feeds()
        let refresher = try Refresher(
            try Store(path: folder.file("a.db"), access: .refreshing), fetcher: Fetcher(loop: loop) { .zero },
            jobs: jobs, isForced: isForced, at: Sample.now + hours * 3600, passwordCommands: passwords,
            askPassword: askPassword
        ) { _ in
            var settings = FeedSettings(userAgent: "rssium/test")
            settings.proxy = ""
            return settings
        }
        let (port, told) = (server.port, Locked<(outcomes: [String: String], held: [String])>(([:], [])))
        let path = { (feed: Feed) in String(feed.url.text.dropFirst("http://127.0.0.1:\(port)".count)) }
        await refresher.refresh(feeds) { event in
            switch event {
            case .started: break
            case .finished(let outcome): told.withLock { $0.outcomes[path(outcome.feed)] = outcome.summary }
            case .held(let feed, _): told.withLock { $0.held.append(path(feed)) }
            }
        }
        return told.withLock { $0 }
    }

    @Test func `each feed gets the answer of its own server, and a failing feed stops no other`() async throws {
        try subscribe("/a", "/b", "/page", "/gone", "/none")
        server.serve("/a", .document(document("One", "Two")))
        server.serve("/b", .status(500))
        server.serve("/page", .document("<!DOCTYPE html><html><body>Hello</body></html>", type: "text/html"))
        server.serve("/gone", .status(410))
        let (outcomes, held) = try await refresh()
        #expect(outcomes["/a"] == "2 new" && outcomes["/b"] == "HTTP 500 Internal Server Error")
        #expect(outcomes["/none"] == "HTTP 404 Not Found" && outcomes.count == 5 && held == [])
        let feeds = try store().feeds().sorted { $0.id.rawValue < $1.id.rawValue }
        #expect(feeds.map(\.refresh.failures) == [0, 1, 1, 1, 1])
        #expect(feeds.map(\.isGone) == [false, false, false, true, false])
        #expect(feeds.map { $0.refresh.lastRefreshed != nil } == [true, false, false, false, false])
        #expect(Set(try store().list().map(\.title)) == ["One", "Two"])
    }

    @Test func `an unchanged feed is not sent again, unless the refresh is forced`() async throws {
        try subscribe("/a", "/same")
        server.serve("/a", .document(document("One"), etag: "\"1\""))
        server.serve("/same", .document(document("Two")))
        #expect(try await refresh().outcomes == ["/a": "1 new", "/same": "1 new"])
        #expect(try await refresh(after: 1).outcomes == ["/a": "unchanged", "/same": "unchanged"])
        #expect(server.requests.contains { $0["If-None-Match"] == "\"1\"" })
        let before = server.requests.count
        #expect(try await refresh(after: 2, isForced: true).outcomes.count == 2)
        #expect(server.requests.dropFirst(before).allSatisfy { $0["If-None-Match"] == nil })
        #expect(try store().list().count == 2)
    }

    @Test func `a back-off counts in this run and the next, unless the refresh is forced`() async throws {
        try subscribe("/a", "/b", "/c")
        server.serve("/a", .status(429, headers: [("Retry-After", "86400")]))
        for path in ["/b", "/c"] { server.serve(path, .document(document(path))) }
        let (outcomes, held) = try await refresh(jobs: 1)
        // Only one of them asked its server. Those after it had started, or were taken from the queue.
        #expect(outcomes["/a"] == "held" && outcomes.values.allSatisfy { $0 == "held" })
        #expect(Set(outcomes.keys).union(held) == ["/a", "/b", "/c"])
        let before = server.requests.count
        #expect(before == 1)
        #expect(try await refresh(after: 1).outcomes.values.allSatisfy { $0 == "held" })
        #expect(server.requests.count == before)
        let forced = try await refresh(after: 2, isForced: true)
        #expect(forced.outcomes.count == 3 && forced.held == [] && server.requests.count > before)
    }

    @Test func `a password command runs once for all feeds that need it`() async throws {
        try subscribe("/a", "/b", "/open")
        let ids = [FeedID(rawValue: 1), FeedID(rawValue: 2)]
        try store().database.execute("UPDATE feed SET user = 'ann', password = '' WHERE id IN (1, 2)")
        for path in ["/a", "/b", "/open"] { server.serve(path, .document(document(path))) }
        let asked = Locked(0)
        let passwords = [ids[0]: "knows", ids[1]: "knows"]
        let failed = try await refresh(passwords: passwords) { _ in .failure(PasswordError("knows exited with 1")) }
        #expect(failed.outcomes == ["/a": "knows exited with 1", "/b": "knows exited with 1", "/open": "1 new"])
        let done = try await refresh(after: 1, passwords: passwords) { command in
            asked.withLock { $0 += 1 }
            return .success(Password("the word of \(command)"))
        }
        #expect(done.outcomes["/a"] == "1 new" && done.outcomes["/b"] == "1 new" && asked.withLock { $0 } == 1)
        let sent = server.requests.suffix(3).filter { $0.path != "/open" }.map { $0["Authorization"] }
        #expect(sent == ["Basic YW5uOnRoZSB3b3JkIG9mIGtub3dz", "Basic YW5uOnRoZSB3b3JkIG9mIGtub3dz"])
    }

    @Test(.timeLimit(.minutes(10)))
    func `a cancelled refresh leaves the rest for the next one`() async throws {
        try subscribe("/a", "/silent")
        server.serve("/a", .document(document("One")))
        server.serve("/silent", .silence)
        let running = Task { try await self.refresh() }
        await server.received(2)
        running.cancel()
        let outcomes = try await running.value.outcomes
        #expect(outcomes["/silent"] == "unfinished")
        #expect(try store().feeds().map(\.refresh.failures) == [0, 0])
        #expect(try await refreshed("/a"))
    }

    /// Whether the feed was refreshed, at the latest by another refresh.
    private func refreshed(_ path: String) async throws -> Bool {
        server.serve("/silent", .document(document("Two")))
        _ = try await refresh(after: 1)
        return Set(try store().list().map(\.title)) == ["One", "Two"]
    }
}

extension RefreshOutcome {
    fileprivate var summary: String {
        switch result {
        case .refreshed: "\(newArticles.count) new"
        case .unchanged: "unchanged"
        case .held: "held"
        case .failed(let why), .offline(let why): why
        case .unfinished: "unfinished"
        case .dropped: "dropped"
        case .notStored(let error): error.message
        }
    }
}
