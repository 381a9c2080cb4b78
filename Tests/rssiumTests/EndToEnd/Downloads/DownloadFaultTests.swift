import FeedCore
import TestSupport
import Testing

/// Downloads from servers that break off, change files, lie and know no ranges: what is saved is equal to the byte, or is
/// not saved.
@Suite struct DownloadFaultTests {
    private let podcast = Podcast()
    private static let body = Podcast.bytes(300_000)
    private static let other = Podcast.bytes(60_000, seed: 9)
    private var body: [UInt8] { Self.body }
    private let name = "Pod/2020-11-20 Episode 1.mp3"

    /// Answers requests for `/a.mp3`, which are counted from 1.
    private func serve(_ answer: @escaping @Sendable (Int, ReceivedRequest) -> Answer) async {
        let count = Counter()
        podcast.server.answer { request in request.path == "/a.mp3" ? answer(count.next(), request) : nil }
        await podcast.subscribe(["/a.mp3"])
    }

    private var requests: [ReceivedRequest] { podcast.server.requests(for: "/a.mp3") }

    private func expectWhole(_ ending: Program.Ending, _ body: [UInt8]? = nil) async {
        #expect(ending.code == 0, "\(ending.stderr)")
        #expect(podcast.content(name) == body ?? self.body)
        #expect(await podcast.files == [name])
    }

    /// What a server does with its requests, and where these begin; nil for the whole file.
    private struct Case: Sendable {
        let name: String
        let starts: [Int?]
        var body = DownloadFaultTests.body
        let answer: @Sendable (Int, ReceivedRequest) -> Answer
    }

    private static let cases = [
        Case(name: "cut five times", starts: [nil, 40_000, 80_000, 120_000, 160_000, 200_000]) {
            .file(body, for: $1, cut: $0 <= 5 ? 40_000 : nil)
        },
        Case(name: "no strong validator", starts: [nil, nil]) {
            .file(body, for: $1, etag: $0 == 1 ? "W/\"1\"" : nil, cut: $0 == 1 ? 100_000 : nil)
        },
        Case(name: "changed between the tries", starts: [nil, 100_000, nil], body: other) {
            $0 == 1 ? .file(body, for: $1, cut: 100_000) : .file(other, for: $1, etag: "\"2\"")
        },
        Case(name: "the whole file for a range", starts: [nil, 100_000, nil]) {
            $0 == 1 ? .file(body, for: $1, cut: 100_000) : .document(body, type: "audio/mpeg", etag: "\"1\"")
        },
        Case(name: "416 for a range", starts: [nil, 100_000, nil]) { number, request in
            let isRange = number > 1 && request.rangeStart != nil
            return isRange ? .status(416) : .file(body, for: request, cut: number == 1 ? 100_000 : nil)
        },
        Case(name: "no length", starts: [nil]) { _, _ in
            .raw(Array("HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n".utf8) + body)
        },
        Case(name: "chunks that end too soon", starts: [nil, nil]) { number, _ in
            let answer = Answer.chunked([Array(body[..<100_000]), Array(body[100_000...])])
            return number == 1 ? answer.cut(after: 0) : answer
        },
        Case(name: "compressed on the way", starts: [nil, nil], body: other) {
            let headers = [("Content-Encoding", "gzip")]
            return .file(Gzip.stored(other), for: $1, cut: $0 == 1 ? 10_000 : nil, headers: headers)
        },
    ]

    @Test(arguments: cases.indices)
    func `a file is equal to the byte, whatever its server does`(index: Int) async {
        let it = Self.cases[index]
        await serve(it.answer)
        await expectWhole(await podcast.download("1"), it.body)
        #expect(requests.map(\.rangeStart) == it.starts, "\(it.name)")
        #expect(requests.allSatisfy { ($0["If-Range"] == "\"1\"") == ($0.rangeStart != nil) })
        #expect(requests.allSatisfy { $0["Accept-Encoding"] == "identity" })
    }

    @Test func `the next run goes on, too`() async {
        await serve { [body] number, request in
            number == 1 ? .file(body, for: request, cut: 100_000) : number < 4 ? .hangUp : .file(body, for: request)
        }
        let ending = await podcast.download("1")
        #expect(ending.code == 1)
        #expect(ending.stderr.contains("cannot download the enclosure of article 1 (Episode 1): "))
        #expect(await podcast.files == [name + ".part"])
        #expect(podcast.content(name + ".part") == Array(body.prefix(100_000)))
        await expectWhole(await podcast.download("1"))
        #expect(requests.last?.rangeStart == 100_000)
    }

    @Test func `the summary counts all bytes of a file that began again`() async {
        await serve { [body] number, request in
            .file(body, for: request, etag: number == 1 ? "W/\"1\"" : nil, cut: number == 1 ? 102_400 : nil)
        }
        #expect(await podcast.download("1").stderr.contains("downloaded 1 file, 392.9 KB in "))
    }

    @Test func `a length that is too long is never reached`() async {
        await serve { _, _ in
            .raw("HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\nContent-Length: 5000\r\n\r\nonly this")
        }
        let ending = await podcast.download("1")
        #expect(ending.code == 1 && ending.stderr.contains("ended too soon"))
        #expect(await podcast.files == [name + ".part"])
    }

    @Test func `a wrong length does not bring the file again and again`() async {
        await serve { [body] _, request in
            let head = "HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\nETag: \"1\"\r\nContent-Length: \(body.count + 1)"
            return request.rangeStart != nil ? .status(416) : .raw(Array("\(head)\r\n\r\n".utf8) + body)
        }
        let ending = await podcast.download("1")
        #expect(ending.code == 1 && ending.stderr.contains("ended too soon"), "\(ending)")
        #expect(requests.map(\.rangeStart) == [nil, body.count, nil, body.count])
    }

    @Test func `an empty file is a failure, and is fetched again`() async {
        await serve { [body] number, request in
            number <= 2 ? .document("", type: "audio/mpeg") : .file(body, for: request)
        }
        let ending = await podcast.download("1")
        #expect(ending.code == 1 && ending.stderr.contains("is empty"), "\(ending)")
        #expect(await podcast.files == [])
        await expectWhole(await podcast.download("1"))
    }

    @Test(arguments: ["text/html; charset=utf-8", "audio/mpeg"])
    func `a web page is no sound`(type: String) async {
        await serve { _, _ in .document("<!DOCTYPE html><title>Please log in</title>", type: type) }
        let ending = await podcast.download("1")
        #expect(ending.code == 1 && ending.stderr.contains("a web page came instead of sound or film"))
        #expect(await podcast.files == [])
    }

    @Test func `a file that is too large is refused, and leaves nothing`() async {
        podcast.program.folder.write("download.max-size = 100K\n", to: "config")
        await serve { [body] number, _ in number == 1 ? .document(body, type: "audio/mpeg") : .chunked([body]) }
        #expect(await podcast.download("1").stderr.contains("more than 100 KiB"))
        #expect(await podcast.download("1").stderr.contains("more than 100 KiB"))
        #expect(await podcast.files == [])
    }

    @Test func `a server that is silent is given up after the timeout, and the part stays`() async {
        await serve { [body] number, request in
            number == 1 ? .file(body, for: request, cut: 1000) : .hangUp
        }
        #expect(await podcast.download("1").code == 1)
        #expect(await podcast.files == [name + ".part"])
        let count = Counter()
        podcast.server.answer { [body] request in
            count.next() == 1 ? .file(body, for: request, cut: 1000).thenSilence() : .silence
        }
        podcast.program.folder.write("refresh.timeout = 1s\n", to: "config")
        let ending = await podcast.download("1")
        #expect(ending.code == 1 && ending.stderr.contains("no answer in 1 s"), "\(ending)")
        #expect(await podcast.files == [name + ".part"])
        podcast.server.answer { [body] request in .file(body, for: request, etag: "W/\"1\"", cut: 1000).thenSilence() }
        let slow = await podcast.download("1")
        #expect(slow.code == 1 && slow.stderr.contains(" sent less than a byte a second for 1 s"), "\(slow)")
    }

    @Test func `what fails does not stop the others`() async {
        podcast.server.serve("/b.mp3", .document("b", type: "audio/mpeg"))
        podcast.server.serve("/a.mp3", .status(404))
        await podcast.subscribe(["/a.mp3", "ftp://example.org/x.mp3", "file:///etc/passwd", "/b.mp3"])
        let ending = await podcast.download("--all")
        #expect(ending.code == 1 && ending.lines.count == 1 && ending.stderr.contains("HTTP 404 Not Found"))
        #expect(ending.errorLines.count { $0.hasPrefix("rssium:") } == 1)
        podcast.server.serve("/a.mp3", .document("a", type: "audio/mpeg"))
        #expect(await podcast.download("--all").code == 0)
        #expect(await podcast.download("Pod").code == 0)
        let named = await podcast.download("1", "2", "3", "4")
        #expect(named.code == 1 && named.stderr.contains("only http and https addresses can be downloaded, not ftp:"))
        #expect(!ending.stdout.contains("passwd"))
    }

    @Test func `hosts that are not found do not keep the next files from being fetched`() async {
        podcast.server.serve("/b.mp3", .document("b", type: "audio/mpeg"))
        await podcast.subscribe(["http://a.invalid/a.mp3", "http://b.invalid/a.mp3", "/b.mp3", "/b.mp3?2"])
        #expect(await podcast.download("--all").code != 0)
        #expect(await podcast.files.count == 1)
    }

    @Test func `a full disk ends the run, which says how many files were not tried, and the part stays`() async {
        let body = Podcast.bytes(4_000_000)
        podcast.server.answer { request in request.path.hasSuffix(".mp3") ? .file(body, for: request) : nil }
        await podcast.subscribe(["/a.mp3", "/b.mp3", "ftp://example.org/x.mp3"])
        // 512 or 1024 bytes each; the database is smaller.
        let ending = await podcast.program.shell("ulimit -f 3000; trap '' XFSZ; rssium download --to d 1-3")
        #expect(ending.code == 1 && ending.stderr.contains("cannot be written"))
        #expect(ending.stderr.contains(", 2 failed, 1 left for the next run in "), "\(ending)")
        let first = "Pod/2020-11-20 Episode 3.mp3"
        #expect(await podcast.files == [first + ".part"])
        #expect(podcast.server.requests(for: "/b.mp3").isEmpty)
        #expect(await podcast.download("--all").code == 0)
        #expect(podcast.content(first) == body && requests.last?.rangeStart != nil)
    }
}

/// Counts from 1.
private final class Counter: Sendable {
    private let number = Locked(0)

    func next() -> Int {
        number.withLock { number in
            number += 1
            return number
        }
    }
}
