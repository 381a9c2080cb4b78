import FeedCore
import TestSupport

/// A server, and what fetches from it.
final class FetchBench: Sendable {
    let server = FeedServer()
    let loop: FetchLoop
    var fetcher: Fetcher { Fetcher(loop: loop) { .zero } }

    init(_ loop: FetchLoop = FetchLoop(hostJobs: 2)) { self.loop = loop }

    deinit { loop.stop() }

    /// A request for a path of the server.
    func request(_ path: String, _ change: (inout Request) -> Void = { _ in }) throws -> Request {
        var request = try Request.loopback(server.url(path))
        change(&request)
        return request
    }

    func fetch(_ path: String, _ change: (inout Request) -> Void = { _ in }) async throws -> Response {
        try await fetcher.fetch(request(path, change))
    }
}

extension Fetcher {
    /// The error of a request; nil where it succeeds.
    func failure(of request: Request) async -> FetchError? {
        do throws(FetchError) {
            _ = try await fetch(request)
            return nil
        } catch {
            return error
        }
    }
}

extension Request {
    /// A request that ignores the proxy settings of the machine.
    static func loopback(_ url: String) throws -> Request {
        var request = Request(url: try FetchAddress(url).url, userAgent: "rssium/test", timeout: .seconds(600))
        request.proxy = ""
        return request
    }
}
