import TestSupport
import Testing

@testable import FeedCore

/// Large bodies side by side: none waits for another on the network, and they are read one at a time.
@Suite final class LargeBodyTests: Sendable {
    private let server = FeedServer()
    private let folder = TemporaryFolder()
    private let loop: FetchLoop
    private let fetcher: Fetcher
    /// More than is kept in memory of one.
    private static let body = [UInt8](repeating: 32, count: 3 << 20)

    init() {
        loop = FetchLoop(hostJobs: 100, folders: [folder.path])
        fetcher = Fetcher(loop: loop) { .zero }
    }

    deinit {
        loop.stop()
        server.stop()
    }

    private func request(_ path: String) throws -> Request { try Request.loopback(server.url(path)) }

    /// Fetches all at once, and lets each go as soon as it is there.
    private func fetchAll(_ paths: [String]) async throws -> [[UInt8]] {
        try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
            for (place, path) in paths.enumerated() {
                let request = try request(path)
                group.addTask { [fetcher] in (place, try await fetcher.fetch(request).body) }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }.sorted { $0.key < $1.key }.map(
                \.value)
        }
    }

    @Test func `many at once all arrive whole, each asked for once`() async throws {
        let bodies = (1...12).map { [UInt8](repeating: UInt8($0), count: 700_000 + $0 << 17) }
        for (place, body) in bodies.enumerated() { server.serve("/\(place)", .document(body)) }
        #expect(try await fetchAll(bodies.indices.map { "/\($0)" }) == bodies)
        #expect(server.requests.count == 12)
    }

    @Test func `compressed ones that grow beyond the limit are refused`() async throws {
        let bomb = Gzip.zeros(6 << 20)
        server.serve("/bomb", .document(bomb, headers: [("Content-Encoding", "gzip")]))
        var limited = try request("/bomb")
        limited.byteLimit = 5 << 20
        let request = limited
        await #expect(throws: FetchError.tooLarge(limit: 5 << 20)) { try await fetcher.fetch(request) }
    }

    @Test func `one that comes slowly keeps no other waiting`() async throws {
        let gates = (1...4).map { _ in Gate() }
        for (place, gate) in gates.enumerated() {
            let head = "HTTP/1.1 200 OK\r\nContent-Length: \(LargeBodyTests.body.count + 1)\r\n\r\n"
            let rest = Answer.raw(" ").after(gate)
            server.serve("/slow\(place)", Answer.raw(Array(head.utf8) + LargeBodyTests.body).then(rest))
        }
        server.serve("/other", .document(LargeBodyTests.body))
        let slow = try gates.indices.map { place in
            let request = try request("/slow\(place)")
            return Task { [fetcher] in try await fetcher.fetch(request).body.count }
        }
        await server.received(4)
        #expect(try await fetchAll(["/other"]) == [LargeBodyTests.body])
        for gate in gates { gate.open() }
        for task in slow { #expect(try await task.value == LargeBodyTests.body.count + 1) }
    }

    /// One that is in memory, and that nobody else is read before.
    private func takeTurn() async throws -> Response {
        server.serve("/held", .document(LargeBodyTests.body))
        let held = try await fetcher.fetch(request("/held"))
        #expect(held.turn != nil && held.body.count == LargeBodyTests.body.count)
        return held
    }

    /// One that has come and waits for its turn to be read.
    private func beginWaiting() async throws -> Task<Result<Int, FetchError>, Never> {
        server.serve("/waiting", .document(LargeBodyTests.body))
        let request = try request("/waiting")
        let waiting = Task { [fetcher] () async -> Result<Int, FetchError> in
            do throws(FetchError) { return .success(try await fetcher.fetch(request).body.count) } catch {
                return .failure(error)
            }
        }
        while !loop.bodies.turns.hasWaiting { await Task.yield() }
        return waiting
    }

    @Test func `who waits is read when what came before it is stored`() async throws {
        var held: Response? = try await takeTurn()
        let waiting = try await beginWaiting()
        #expect(held?.turn != nil)
        held = nil
        await #expect(waiting.value == .success(LargeBodyTests.body.count))
    }

    @Test func `small ones pass who waits`() async throws {
        server.serve("/small", .document([UInt8](repeating: 32, count: 100_000)))
        let held = try await takeTurn()
        let waiting = try await beginWaiting()
        #expect(try await fetcher.fetch(request("/small")).body.count == 100_000)
        #expect(loop.bodies.turns.hasWaiting)
        waiting.cancel()
        await #expect(waiting.value == .failure(.cancelled))
        withExtendedLifetime(held) {}
    }

    @Test func `who waits can be given up, and nobody waits for it`() async throws {
        var held: Response? = try await takeTurn()
        let waiting = try await beginWaiting()
        waiting.cancel()
        await #expect(waiting.value == .failure(.cancelled))
        #expect(held?.turn != nil)
        held = nil
        #expect(
            try await fetchAll(["/waiting", "/held"]) == [LargeBodyTests.body, LargeBodyTests.body])
    }

    @Test func `a local feed that is large waits for its turn too`() async throws {
        let path = folder.write(String(repeating: " ", count: 200_000), to: "feed.xml")
        let request = Request(url: try FetchAddress(path: path).url, userAgent: "rssium/test")
        let first = try await fetcher.fetch(request)
        #expect(first.turn != nil && first.body.count == 200_000)
    }

    @Test func `nothing is left of the temporary files, and where there can be none that is said`()
        async throws
    {
        server.serve("/large", .document(LargeBodyTests.body))
        #expect(try await fetchAll(["/large"]).map(\.count) == [LargeBodyTests.body.count])
        let lost = FetchLoop(hostJobs: 1, folders: [folder.file("none")])
        defer { lost.stop() }
        await #expect(
            throws: FetchError.disk(
                "a large document needs a folder for temporary files: \(folder.file("none")): no such file")
        ) {
            try await Fetcher(loop: lost).fetch(request("/large"))
        }
        // Only an empty one can be removed.
        #expect(rmdir(folder.path) == 0)
    }

    @Test func `a full disk is said`() throws {
        let descriptor = open("/dev/full", O_WRONLY)
        try #require(descriptor >= 0)
        let file = BodyFile(descriptor, byteLimit: 1)
        #expect(
            throws: FetchError.disk(
                "a large document cannot be kept in a temporary file: no space left on device")
        ) {
            try [UInt8(1)].withUnsafeBytes { try file.append($0) }
        }
    }
}

/// What is kept in memory.
@Suite struct BodyMemoryTests {
    @Test func `what all share is given back when nobody holds it`() {
        let store = BodyMemory(folders: [], limit: 100) {}
        let first = BodyMemory.Share(of: store)
        var second: BodyMemory.Share? = BodyMemory.Share(of: store)
        #expect(first.grow(by: 60))
        #expect(second?.grow(by: 40) == true)
        #expect(!first.grow(by: 1))
        second = nil
        #expect(first.grow(by: 40))
        #expect(!first.grow(by: 1))
    }

    @Test func `one alone does not take all of it`() {
        let share = BodyMemory.Share(of: BodyMemory(folders: []) {})
        #expect(share.grow(by: 2 << 20))
        #expect(!share.grow(by: 1))
    }
}
