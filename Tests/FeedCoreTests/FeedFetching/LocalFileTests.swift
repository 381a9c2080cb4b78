import TestSupport
import Testing

@testable import FeedFetching

@Suite struct LocalFileTests {
    private let folder = TemporaryFolder()
    private let fetcher = Fetcher(loop: FetchLoop(hostJobs: 1))

    private func fetch(_ path: String, byteLimit: Int = 1 << 20) async throws -> Response {
        let url = try FetchAddress(path: path).url
        return try await fetcher.fetch(Request(url: url, userAgent: "rssium/test", byteLimit: byteLimit))
    }

    @Test(arguments: ["feed.xml", "a b?c#d%20é.xml"])
    func `a file is read, whatever its name`(name: String) async throws {
        let response = try await fetch(folder.write("<rss/>", to: name))
        #expect(response.status == 200 && response.body == Array("<rss/>".utf8))
    }

    @Test func `an empty file and one of just the limit are read, and none above it`() async throws {
        #expect(try await fetch(folder.write("", to: "empty")).body == [])
        #expect(try await fetch(folder.write("12345", to: "five"), byteLimit: 5).body.count == 5)
        let path = folder.write("123456", to: "six")
        await #expect(throws: FetchError.tooLarge(limit: 5)) { try await fetch(path, byteLimit: 5) }
    }

    @Test func `a large file stays where it is until it is read`() async throws {
        let text = String(repeating: "x", count: 300_000)
        let url = try FetchAddress(path: folder.write(text, to: "large")).url
        let request = Request(url: url, userAgent: "rssium/test", byteLimit: 1 << 20)
        let response = try await fetcher.fetchResponse(to: request)
        #expect(response.body.isEmpty && response.file != nil)
        #expect(try await fetcher.fetch(request).body.count == 300_000)
    }

    @Test func `anything but a regular file is refused without waiting`() async throws {
        await #expect(throws: FetchError.file("no such file")) { try await fetch(folder.file("missing")) }
        await #expect(throws: FetchError.file("it is a folder")) { try await fetch(folder.path) }
        try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
        await #expect(throws: FetchError.file("it is not a regular file")) { try await fetch(folder.file("pipe")) }
        try #require(symlink(folder.file("circle"), folder.file("circle")) == 0)
        await #expect(throws: FetchError.file("its symbolic links lead in a circle")) {
            try await fetch(folder.file("circle"))
        }
    }

    @Test(.disabled(if: getuid() == 0, "everything may be read by root"))
    func `a file that may not be read is refused`() async throws {
        let path = folder.write("<rss/>", to: "secret")
        chmod(path, 0)
        await #expect(throws: FetchError.file("permission denied")) { try await fetch(path) }
    }
}
