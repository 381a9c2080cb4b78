import TestSupport
import Testing

@testable import FeedFetching
@testable import FeedModel

/// Large bodies side by side: they do not wait for each other on the network, and are read one at a time.
@Suite struct LargeBodyTests {
    private let folder = TemporaryFolder()
    private let bench: FetchBench
    private var server: FeedServer { bench.server }
    private var loop: FetchLoop { bench.loop }
    private var fetcher: Fetcher { bench.fetcher }
    /// More bytes than are kept in memory of one body.
    private static let body = [UInt8](repeating: 32, count: 3 << 20)

    init() { bench = FetchBench(FetchLoop(hostJobs: 100, folders: [folder.path])) }

    private func request(_ path: String) throws -> Request { try bench.request(path) }

    /// Fetches all side by side.
    private func fetchAll(_ paths: [String]) async throws -> [[UInt8]] {
        try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
            for (place, path) in paths.enumerated() {
                let request = try request(path)
                group.addTask { [fetcher] in (place, try await fetcher.fetch(request).body) }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    @Test func `many bodies at once arrive whole, with one request each`() async throws {
        let bodies = (1...12).map { [UInt8](repeating: UInt8($0), count: 700_000 + $0 << 17) }
        for (place, body) in bodies.enumerated() { server.serve("/\(place)", .document(body)) }
        #expect(try await fetchAll(bodies.indices.map { "/\($0)" }) == bodies)
        #expect(server.requests.count == 12)
    }

    @Test func `a compressed body that grows beyond the limit is refused`() async throws {
        server.serve("/bomb", .document(Gzip.zeros(6 << 20), headers: [("Content-Encoding", "gzip")]))
        await #expect(throws: FetchError.tooLarge(limit: 5 << 20)) {
            try await bench.fetch("/bomb") { $0.byteLimit = 5 << 20 }
        }
    }

    @Test func `a slow body does not hold up the others`() async throws {
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

    /// Starts to work on a large body, and goes on when the gate opens.
    private func workOnLargeBody(until gate: Gate) async throws -> Task<Int, any Error> {
        server.serve("/held", .document(LargeBodyTests.body))
        let response = try await fetcher.fetchResponse(to: request("/held"))
        #expect(response.body.isEmpty)
        let isWorking = Locked(false)
        let task = Task { [fetcher] in
            try await fetcher.withBody(of: response) { response in
                isWorking.withLock { $0 = true }
                await gate.opened()
                return response.body.count
            }
        }
        while !isWorking.withLock({ $0 }) { await Task.yield() }
        return task
    }

    /// Fetches a large body, which then waits to be read.
    private func beginWaiting() async throws -> Task<Result<Int, FetchError>, Never> {
        server.serve("/waiting", .document(LargeBodyTests.body))
        let request = try request("/waiting")
        let waiting = Task { [fetcher] () async -> Result<Int, FetchError> in
            do throws(FetchError) { return .success(try await fetcher.fetch(request).body.count) } catch {
                return .failure(error)
            }
        }
        while !loop.bodies.permit.hasWaiting { await Task.yield() }
        return waiting
    }

    @Test func `small bodies pass large ones that wait`() async throws {
        server.serve("/small", .document([UInt8](repeating: 32, count: 100_000)))
        let gate = Gate()
        let first = try await workOnLargeBody(until: gate)
        let waiting = try await beginWaiting()
        #expect(try await fetcher.fetch(request("/small")).body.count == 100_000)
        #expect(loop.bodies.permit.hasWaiting)
        gate.open()
        #expect(try await first.value == LargeBodyTests.body.count)
        await #expect(waiting.value == .success(LargeBodyTests.body.count))
    }

    @Test func `small bodies of packed data are unpacked and read one at a time`() async throws {
        let bodies = LargeBodies(folders: [])
        let url = try #require(WebAddress("http://a.example/feed.gz"))
        let packed = Response(status: 200, url: url, body: Gzip.zeros(1 << 20))
        let readers = Locked((count: 0, most: 0))
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 1...8 {
                group.addTask {
                    try await bodies.withBody(of: packed) { response in
                        readers.withLock { $0 = ($0.count + 1, max($0.most, $0.count + 1)) }
                        for _ in 1...100 { await Task.yield() }
                        readers.withLock { $0.count -= 1 }
                        return response.body.count
                    }
                }
            }
            for try await size in group { #expect(size >= 1 << 20) }
        }
        #expect(readers.withLock(\.most) == 1)
    }

    @Test func `a cancelled task stops waiting, and holds up no other`() async throws {
        let gate = Gate()
        let first = try await workOnLargeBody(until: gate)
        let waiting = try await beginWaiting()
        waiting.cancel()
        await #expect(waiting.value == .failure(.cancelled))
        gate.open()
        #expect(try await first.value == LargeBodyTests.body.count)
        #expect(try await fetchAll(["/waiting", "/held"]) == [LargeBodyTests.body, LargeBodyTests.body])
    }

    @Test func `no temporary file is left, and the user is told where none can be created`() async throws {
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
        // Only an empty folder can be removed.
        #expect(rmdir(folder.path) == 0)
    }

    @Test func `the user is told of a full disk`() throws {
        let descriptor = open("/dev/full", O_WRONLY)
        try #require(descriptor >= 0)
        let file = BodyFile(descriptor, byteLimit: 1)
        #expect(
            throws: FetchError.disk(
                "a large document cannot be kept in a temporary file: no space left on device; TMPDIR can name another folder"
            )
        ) {
            try [UInt8(1)].withUnsafeBytes { try file.append($0) }
        }
    }
}
