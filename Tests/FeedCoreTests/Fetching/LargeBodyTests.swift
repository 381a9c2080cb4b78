import TestSupport
import Testing

@testable import FeedCore

/// Large bodies side by side: one goes on at a time, and the others wait for it.
@Suite final class LargeBodyTests: Sendable {
    private let server = FeedServer()
    private let loop = FetchLoop(hostJobs: 100, room: BodyRoom(limit: 1 << 20, hardLimit: 4 << 20)) {
        _ in .unknown
    }
    private let fetcher: Fetcher
    /// Larger than what the sockets hold.
    private static let body = [UInt8](repeating: 32, count: 6 << 20)

    init() {
        fetcher = Fetcher(loop: loop) { .zero }
    }

    deinit {
        loop.stop()
        server.stop()
    }

    private func request(_ path: String) throws -> Request { try Request.loopback(server.url(path)) }

    /// Fetches all at once, and lets each go as soon as it is there.
    private func fetchAll(_ paths: [String]) async throws -> [Int] {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for path in paths {
                let request = try request(path)
                group.addTask { [fetcher] in try await fetcher.fetch(request).body.count }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test func `many at once all arrive whole, each asked for once`() async throws {
        let paths = (1...12).map { "/\($0)" }
        for path in paths { server.serve(path, .document(LargeBodyTests.body)) }
        #expect(try await fetchAll(paths) == paths.map { _ in LargeBodyTests.body.count })
        #expect(server.requests.count == 12)
    }

    @Test func `compressed ones that grow too fast to be paused are asked for again in their turn`()
        async throws
    {
        let paths = (1...12).map { "/\($0)" }
        let bomb = Gzip.zeros(6 << 20)
        for path in paths {
            server.serve(path, .document(bomb, headers: [("Content-Encoding", "gzip")]))
        }
        let errors = await withTaskGroup(of: FetchError?.self) { group in
            for path in paths {
                group.addTask { [fetcher, server] in
                    do throws(FetchError) {
                        var request = Request(
                            url: try FetchAddress(server.url(path)).url, userAgent: "rssium/test",
                            byteLimit: 5 << 20)
                        request.proxy = ""
                        _ = try await fetcher.fetch(request)
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors == paths.map { _ in .tooLarge(limit: 5 << 20) })
    }

    /// Takes the permit, and gives the body that holds it.
    private func takePermit() async throws -> Response {
        server.serve("/held", .document(LargeBodyTests.body))
        let held = try await fetcher.fetch(request("/held"))
        #expect(held.share != nil)
        return held
    }

    /// One that waits for the permit.
    private func beginWaiting() async throws -> Task<Result<Int, FetchError>, Never> {
        server.serve("/waiting", .document(LargeBodyTests.body))
        let request = try request("/waiting")
        let waiting = Task { [fetcher] () async -> Result<Int, FetchError> in
            do throws(FetchError) { return .success(try await fetcher.fetch(request).body.count) } catch {
                return .failure(error)
            }
        }
        while !loop.hasWaitingBodies { await Task.yield() }
        return waiting
    }

    @Test func `who waits goes on when what came before it is stored`() async throws {
        var held: Response? = try await takePermit()
        let waiting = try await beginWaiting()
        #expect(held?.body.count == LargeBodyTests.body.count)
        held = nil
        await #expect(waiting.value == .success(LargeBodyTests.body.count))
    }

    @Test func `small ones pass who waits`() async throws {
        server.serve("/small", .document([UInt8](repeating: 32, count: 100_000)))
        let held = try await takePermit()
        let waiting = try await beginWaiting()
        #expect(try await fetcher.fetch(request("/small")).body.count == 100_000)
        #expect(loop.hasWaitingBodies)
        waiting.cancel()
        await #expect(waiting.value == .failure(.cancelled))
        withExtendedLifetime(held) {}
    }

    @Test func `who waits can be given up, and nobody waits for it`() async throws {
        var held: Response? = try await takePermit()
        let waiting = try await beginWaiting()
        waiting.cancel()
        await #expect(waiting.value == .failure(.cancelled))
        #expect(held?.share != nil)
        held = nil
        #expect(
            try await fetchAll(["/waiting", "/held"])
                == [Int](repeating: LargeBodyTests.body.count, count: 2))
    }

    @Test func `stopping ends who waits`() async throws {
        let held = try await takePermit()
        let waiting = try await beginWaiting()
        loop.stop()
        await #expect(waiting.value == .failure(.cancelled))
        withExtendedLifetime(held) {}
    }

    @Test func `the permit of one that fails goes to the next`() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 9000000\r\n\r\n"
        let half = Array(head.utf8) + LargeBodyTests.body
        for path in ["/1", "/2"] { server.serve(path, .raw(half), .document(LargeBodyTests.body)) }
        server.serve("/3", .document(LargeBodyTests.body))
        #expect(
            try await fetchAll(["/1", "/2", "/3"])
                == [Int](repeating: LargeBodyTests.body.count, count: 3))
    }
}

/// The clocks of one that stands still.
@Suite struct TransferClockTests {
    private let limits = TransferLimits(total: .seconds(60), quiet: .seconds(30), bytes: 1)

    @Test func `a clock that stands still reaches no limit, and goes on where it stopped`() {
        let start = SuspendingClock.now
        var clock = TransferClock(start: start, limits: limits)
        clock.noteSign(at: start + .seconds(10))
        clock.stop(at: start + .seconds(20))
        #expect(clock.deadline == nil)
        #expect(clock.limitReached(at: start + .seconds(3600)) == nil)
        #expect(clock.elapsed(at: start + .seconds(3600)) == .seconds(20))
        clock.goOn(at: start + .seconds(3600))
        #expect(clock.limitReached(at: start + .seconds(3619)) == nil)
        #expect(clock.limitReached(at: start + .seconds(3620)) == .seconds(30))
        clock.noteSign(at: start + .seconds(3620))
        #expect(clock.limitReached(at: start + .seconds(3639)) == nil)
        #expect(clock.limitReached(at: start + .seconds(3640)) == .seconds(60))
        #expect(clock.deadline == start + .seconds(3640))
    }
}
