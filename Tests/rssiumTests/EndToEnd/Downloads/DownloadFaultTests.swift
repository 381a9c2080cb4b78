import FeedCore
import TestSupport
import Testing

/// Downloads from servers that break off, change files, lie and know no ranges: what is saved is equal to the byte, or is
/// not saved.
@Suite struct DownloadFaultTests {
    private let podcast = Podcast()
    private let body = Podcast.bytes(300_000)
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

    @Test func `a connection that is cut five times goes on where it stopped`() async {
        await serve { [body] number, request in .file(body, for: request, cut: number <= 5 ? 40_000 : nil) }
        await expectWhole(await podcast.download("1"))
        #expect(requests.map(\.rangeStart) == [nil, 40_000, 80_000, 120_000, 160_000, 200_000])
        #expect(requests.dropFirst().allSatisfy { $0["If-Range"] == "\"1\"" })
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

    @Test func `without a strong validator it begins anew`() async {
        await serve { [body] number, request in
            .file(body, for: request, etag: number % 2 == 0 ? nil : "W/\"1\"", cut: number == 1 ? 100_000 : nil)
        }
        await expectWhole(await podcast.download("1"))
        #expect(requests.map(\.rangeStart) == [nil, nil])
    }

    @Test func `a file that changes between the tries is fetched anew`() async {
        let other = Podcast.bytes(200_000, seed: 9)
        await serve { [body] number, request in
            number == 1 ? .file(body, for: request, cut: 100_000) : .file(other, for: request, etag: "\"2\"")
        }
        await expectWhole(await podcast.download("1"), other)
        #expect(requests.map(\.rangeStart) == [nil, 100_000, nil])
    }

    @Test(arguments: [416, 200]) func `a server without ranges sends all of it`(status: Int) async {
        await serve { [body] number, request in
            number == 1
                ? .file(body, for: request, cut: 100_000)
                : request.rangeStart == nil || status == 200
                    ? .document(body, type: "audio/mpeg", etag: "\"1\"") : .status(416)
        }
        await expectWhole(await podcast.download("1"))
        #expect(requests.map(\.rangeStart) == [nil, 100_000, nil])
    }

    @Test func `an answer without a length ends with its connection`() async {
        await serve { [body] _, _ in .raw(Array("HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n".utf8) + body)
        }
        await expectWhole(await podcast.download("1"))
    }

    @Test func `an answer in chunks that ends too soon is not whole`() async {
        await serve { [body] number, _ in
            var answer = Answer.chunked([Array(body[..<100_000]), Array(body[100_000...])])
            if number == 1 { answer = answer.cut(after: 0) }
            return answer
        }
        await expectWhole(await podcast.download("1"))
        #expect(requests.count == 2)
    }

    @Test func `a length that is too long is never reached`() async {
        await serve { _, _ in
            .raw("HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\nContent-Length: 5000\r\n\r\nonly this")
        }
        let ending = await podcast.download("1")
        #expect(ending.code == 1 && ending.stderr.contains("ended too soon"))
        #expect(await podcast.files == [name + ".part"])
    }

    @Test(arguments: ["text/html; charset=utf-8", "audio/mpeg"])
    func `a web page is no sound`(type: String) async {
        await serve { _, _ in .document("<!DOCTYPE html><title>Please log in</title>", type: type) }
        let ending = await podcast.download("1")
        #expect(ending.code == 1 && ending.stderr.contains("a web page came instead of sound or film"))
        #expect(await podcast.files == [])
    }

    @Test func `what is compressed on the way is saved as it was`() async {
        let body = Array(body.prefix(60_000))
        await serve { number, request in
            .file(
                Gzip.stored(body), for: request, cut: number == 1 ? 10_000 : nil,
                headers: [("Content-Encoding", "gzip")])
        }
        await expectWhole(await podcast.download("1"), body)
        #expect(requests.map(\.rangeStart) == [nil, nil])
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
        #expect(ending.code == 1 && ending.stderr.contains(" in 1 s"), "\(ending)")
        #expect(await podcast.files == [name + ".part"])
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
        let named = await podcast.download("1", "2", "3", "4")
        #expect(named.code == 1 && named.stderr.contains("only http and https addresses can be downloaded, not ftp:"))
        #expect(!ending.stdout.contains("passwd"))
    }

    @Test func `a full disk ends the run, and the part stays`() async {
        let body = Podcast.bytes(4_000_000)
        await serve { _, request in .file(body, for: request) }
        // 512 or 1024 bytes each; the database is smaller.
        let ending = await podcast.program.shell("ulimit -f 3000; trap '' XFSZ; rssium download --to d 1")
        #expect(ending.code == 1 && ending.stderr.contains("cannot be written"))
        #expect(await podcast.files == [name + ".part"])
        await expectWhole(await podcast.download("1"), body)
        #expect(requests.last?.rangeStart != nil)
    }

    @Test func `on a full disk the user learns how many files were not tried`() async {
        for path in ["/a.mp3", "/b.mp3"] {
            podcast.server.serve(path, .document(Podcast.bytes(4_000_000), type: "audio/mpeg"))
        }
        await podcast.subscribe(["/a.mp3", "/b.mp3"])
        let ending = await podcast.program.shell("ulimit -f 3000; trap '' XFSZ; rssium download --to d --all")
        #expect(ending.code == 1 && ending.stderr.contains(", 1 failed, 1 left for the next run in "), "\(ending)")
        #expect(podcast.server.requests(for: "/b.mp3").isEmpty)
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
