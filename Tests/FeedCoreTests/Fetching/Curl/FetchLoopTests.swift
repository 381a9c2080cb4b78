import TestSupport
import Testing

@testable import FeedCore

/// Transfers side by side, cancelled and stopped.
@Suite final class FetchLoopTests: Sendable {
    private let server = FeedServer()

    deinit { server.stop() }

    @Test func `a host has no more transfers at once than its limit`() async throws {
        let loop = FetchLoop(hostJobs: 2)
        defer { loop.stop() }
        let fetcher = Fetcher(loop: loop) { .zero }
        let gate = Gate()
        for number in 0..<10 { server.serve("/\(number)", .document("<rss/>").after(gate)) }
        let statuses = try await withThrowingTaskGroup(of: Int.self) { [server] group in
            for number in 0..<10 {
                group.addTask { try await fetcher.fetch(.loopback(server.url("/\(number)"))).status }
            }
            await server.received(2)
            gate.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 200, count: 10))
        #expect(server.mostAtOnce == 2)
        #expect(server.connections == 2)
    }

    @Test func `the limit of one host does not change the others`() async throws {
        let other = FeedServer()
        let host = try Request.loopback(other.url("/")).url.hostAndPort
        let loop = FetchLoop(hostJobs: 1, ownHostJobs: [host: 3])
        defer {
            loop.stop()
            other.stop()
        }
        let fetcher = Fetcher(loop: loop) { .zero }
        let (gate, first) = (Gate(), Gate())
        for number in 0..<6 {
            server.serve("/\(number)", .document("<rss/>").after(first))
            other.serve("/\(number)", .document("<rss/>").after(gate))
        }
        await withTaskGroup(of: Void.self) { [server] group in
            for number in 0..<6 {
                group.addTask { _ = try? await fetcher.fetch(.loopback(server.url("/\(number)"))) }
                group.addTask { _ = try? await fetcher.fetch(.loopback(other.url("/\(number)"))) }
            }
            await server.received(1)
            await other.received(3)
            gate.open()
            first.open()
        }
        #expect(server.mostAtOnce == 1)
        #expect(other.mostAtOnce == 3)
    }

    @Test func `two hosts do not wait for each other`() async throws {
        let other = FeedServer()
        let loop = FetchLoop(hostJobs: 1)
        defer {
            loop.stop()
            other.stop()
        }
        let fetcher = Fetcher(loop: loop) { .zero }
        let gate = Gate()
        server.serve("/slow", .document("<rss/>").after(gate))
        other.serve("/fast", .document("<rss/>"))
        async let slow = fetcher.fetch(.loopback(server.url("/slow")))
        await server.received(1)
        #expect(try await fetcher.fetch(.loopback(other.url("/fast"))).status == 200)
        gate.open()
        #expect(try await slow.status == 200)
    }

    @Test func `the clock of a transfer does not run while it waits for its host`() async throws {
        let loop = FetchLoop(hostJobs: 1)
        defer { loop.stop() }
        let fetcher = Fetcher(loop: loop) { .zero }
        let gate = Gate()
        server.serve("/slow", .document("<rss/>").after(gate))
        async let slow = fetcher.fetch(.loopback(server.url("/slow")))
        await server.received(1)
        // Its timeout is so short that it would fail if its clock ran.
        var hasty = try Request.loopback(server.url("/fast"))
        hasty.timeout = .nanoseconds(1)
        let waiting = Task { [hasty] in try await fetcher.fetch(hasty) }
        // For each of these, the thread checks all clocks.
        let other = FeedServer()
        defer { other.stop() }
        other.serve("/", .document("<rss/>"))
        for _ in 0..<20 { _ = try await fetcher.fetch(.loopback(other.url("/"))) }
        waiting.cancel()
        await #expect(throws: FetchError.cancelled) { try await waiting.value }
        gate.open()
        #expect(try await slow.status == 200)
    }

    @Test func `a connection is used again`() async throws {
        let loop = FetchLoop(hostJobs: 2)
        defer { loop.stop() }
        let fetcher = Fetcher(loop: loop) { .zero }
        server.serve("/feed.xml", .document("<rss/>", etag: "\"1\""))
        for _ in 0..<5 { _ = try await fetcher.fetch(.loopback(server.url("/feed.xml"))) }
        #expect(server.requests.count == 5)
        #expect(server.connections == 1)
    }

    @Test func `cancelling a task ends its transfer`() async throws {
        let loop = FetchLoop(hostJobs: 1)
        defer { loop.stop() }
        let fetcher = Fetcher(loop: loop) { .zero }
        server.serve("/feed.xml", .silence)
        let errors = await withTaskGroup(of: FetchError?.self) { [server] group in
            for _ in 0..<3 {
                group.addTask {
                    do throws(FetchError) {
                        _ = try await fetcher.fetch(Request.silent(server.url("/feed.xml")))
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            // One runs and two wait.
            await server.received(1)
            group.cancelAll()
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors == [.cancelled, .cancelled, .cancelled])
        server.serve("/feed.xml", .document("<rss/>"))
        #expect(try await fetcher.fetch(.loopback(server.url("/feed.xml"))).status == 200)
    }

    @Test func `a cancelled task transfers nothing`() async throws {
        let loop = FetchLoop(hostJobs: 1)
        defer { loop.stop() }
        let task = Task { [server] in
            while !Task.isCancelled { await Task.yield() }
            return await loop.transfer(
                Fetcher.hop(to: Request.silent(server.url("/")).url, of: .silent(server.url("/")), spent: .zero))
        }
        task.cancel()
        await #expect(task.value.result.failure == .cancelled)
    }

    @Test func `stopping ends running and waiting transfers, and none begins afterwards`() async throws {
        let loop = FetchLoop(hostJobs: 1)
        let fetcher = Fetcher(loop: loop) { .zero }
        server.serve("/feed.xml", .silence)
        await withTaskGroup(of: Void.self) { [server] group in
            for _ in 0..<3 {
                group.addTask {
                    await #expect(throws: FetchError.cancelled) {
                        try await fetcher.fetch(.loopback(server.url("/feed.xml")))
                    }
                }
            }
            await server.received(1)
            loop.stop()
        }
        loop.stop()
        await #expect(throws: FetchError.cancelled) { try await fetcher.fetch(.loopback(server.url("/feed.xml"))) }
    }

    @Test func `a name server that never answers holds up no other transfer`() async throws {
        let (asked, gate) = (Gate(), Gate())
        let loop = FetchLoop(hostJobs: 1, lookUpLimit: .seconds(86_400)) { _ in
            asked.open()
            gate.wait()
            return .unknown
        }
        defer { gate.open() }
        let fetcher = Fetcher(loop: loop) { .zero }
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await #expect(throws: FetchError.cancelled) {
                    try await fetcher.fetch(.loopback("http://no-such-name.invalid/"))
                }
            }
            await asked.opened()
            loop.stop()
        }
    }

    @Test func `the wait for a name server is limited`() async throws {
        let gate = Gate()
        let loop = FetchLoop(hostJobs: 1, lookUpLimit: .milliseconds(10)) { _ in
            gate.wait()
            return .unknown
        }
        defer {
            gate.open()
            loop.stop()
        }
        await #expect(throws: FetchError.offline("no name server answers for no-such-name.invalid")) {
            try await Fetcher(loop: loop) { .zero }.fetch(.loopback("http://no-such-name.invalid/"))
        }
    }

    @Test func `a loop that was never used stops at once`() {
        FetchLoop(hostJobs: 1).stop()
    }
}

extension Request {
    /// Like `loopback`, for a valid address.
    fileprivate static func silent(_ url: String) -> Request {
        guard let request = try? loopback(url) else { preconditionFailure("\(url) cannot be read") }
        return request
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
