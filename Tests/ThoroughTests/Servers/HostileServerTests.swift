import Foundation
import TestSupport
import Testing

@testable import rssiumTests

/// `rssium refresh`, among servers that do their worst: each is an error of its own feed in words,
/// and the feeds beside it do not notice.
@Suite struct HostileServerTests {
    private static let start = "HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\n"
    private static let feed = SubscribedProgram.rss("Feed", ["One"])
    private static let large = [UInt8](repeating: 0x61, count: 3 << 20)

    /// Each with a part of what the feed's error says.
    private static let cases: [(name: String, answer: Answer, error: String)] = [
        ("endless-body", .raw(Array((start + "\r\n<rss>").utf8) + large), "more than 2 MiB"),
        // Which words are before it depends on whether anything has come by then.
        ("slow-body", Answer.document(feed).dripping(1, everyMilliseconds: 1000), " in 1 s"),
        ("slow-header", Answer.raw(start + "\r\n" + feed).dripping(1, everyMilliseconds: 1000), " in 1 s"),
        ("half-and-silence", Answer.raw(start + "\r\n<rss><channel>").thenSilence(), " in 1 s"),
        ("silence", .silence, "no answer in 1 s"),
        ("hang-up", .hangUp, "the connection"),
        ("reset", .reset, "the connection to 127.0.0.1 was reset"),
        ("reset-in-header", Answer.raw(start).then(.reset), "the connection to 127.0.0.1 was reset"),
        (
            "reset-in-body", Answer.raw(start + "Content-Length: 9000\r\n\r\n<rss>").then(.reset),
            "the connection to 127.0.0.1 was reset"
        ),
        (
            "too-long", .raw(start + "Content-Length: 90000\r\n\r\n" + feed), "the answer of 127.0.0.1 ended too soon"
        ),
        (
            "too-short", .raw(start + "Content-Length: 70\r\n\r\n" + feed),
            "a broken document: it ends before its first article is whole"
        ),
        ("bad-length", .raw(start + "Content-Length: many\r\n\r\n" + feed), "what 127.0.0.1 answers is not HTTP"),
        (
            "bad-chunk", .raw(start + "Transfer-Encoding: chunked\r\n\r\nzz\r\n" + feed),
            "the answer of 127.0.0.1 has a chunk without a valid length"
        ),
        (
            "cut-chunk", .raw(start + "Transfer-Encoding: chunked\r\n\r\nffff\r\n" + feed),
            "the answer of 127.0.0.1 ended too soon"
        ),
        ("gzip-bomb", coded("gzip", Gzip.zeros(300 << 20)), "more than 2 MiB"),
        ("brotli-bomb", coded("br", brotliBomb), "more than 2 MiB"),
        ("no-gzip", coded("gzip", [0x28, 0xB5, 0x2F]), "cannot be read by its Content-Encoding: gzip"),
        ("no-brotli", coded("br", Array(feed.utf8)), "the compressed answer of 127.0.0.1 cannot be read"),
        ("unknown-coding", coded("sauce", [0x28, 0xB5, 0x2F]), "cannot be read by its Content-Encoding: sauce"),
        ("loop", .redirect(302, to: "/loop"), "it leads in a circle"),
        ("to-file", .redirect(301, to: "file:///etc/passwd"), "it leads to a file: file:///etc/passwd"),
        ("to-gopher", .redirect(301, to: "gopher://127.0.0.1/"), "not gopher:"),
        ("to-nothing", .redirect(301, to: "http://"), "the address names no host"),
        ("to-mail", .redirect(302, to: "http://127.0.0.1:PORT/"), "what 127.0.0.1 answers is not HTTP"),
        (
            "many-headers", .raw(start + String(repeating: "X-A: 1\r\n", count: 300_000) + "\r\n" + feed),
            "the header of the answer is too large"
        ),
        (
            "long-header", .raw(start + "X-A: " + String(repeating: "a", count: 3 << 20) + "\r\n\r\n" + feed),
            "the headers of 127.0.0.1 are too large"
        ),
        (
            "portal", .document("<html><body>Log in, please</body></html>", type: "text/html"),
            "not a feed: a web page"
        ),
        ("unasked-304", .status(304), "304 Not Modified to an unconditional request"),
        ("no-http", .raw("220 mail.example ESMTP\r\n"), "what 127.0.0.1 answers is not HTTP"),
        (
            "control-characters", .raw("HTTP/1.1 500 \u{1b}]0;evil\u{7}\r\nContent-Length: 0\r\n\r\n"),
            "HTTP 500 Internal Server Error"
        ),
    ]

    private static func coded(_ coding: String, _ body: [UInt8]) -> Answer {
        .status(200, headers: [("Content-Encoding", coding)], body: body)
    }

    /// The beginning of a feed and 200 MB of one letter.
    private static let brotliBomb = [UInt8](
        Data(
            base64Encoded: """
                z///f/gdB+6+C0gERPv+VvL4zDWMTJicEnHpRk6p5TGNwA1PFET/MzESueX9f/D//x9+CYA4LADQvf/n//8//BIAcVgEoHv/z///f/gl\
                AOKwAED3/p/////wSwDEYQGA7v0/////4ZcAiMMCAN37f/7//8MvARCHBQC69//8//+HXwIgDgsAdO//+f//D78EQBwWAOje//P//x9+\
                CYA4LADQvf/n//8//BIAcVgAoHv/z///f/glAOKwAED3/j9FAADxSwDEYQFA9/0f
                """)!)

    @Test func `each is the error of its feed, and the others do not notice`() async throws {
        let mail = FeedServer(greeting: Array("220 mail.example ESMTP\r\n".utf8))
        let shelf = SubscribedProgram()
        for example in Self.cases {
            let isMail = example.name == "to-mail"
            shelf.server.serve("/\(example.name)", isMail ? .redirect(302, to: mail.url("/feed")) : example.answer)
        }
        let good = (1...5).map { "good-\($0)" }
        for name in good { shelf.server.serve("/\(name)", .feed(name, ["One", "Two"])) }
        let names = Self.cases.map(\.name) + good
        await shelf.program.run("import", "-", input: names.map { shelf.server.url("/\($0)") }.joined(separator: "\n"))
        shelf.program.folder.write("refresh.max-size = 2M\nrefresh.host-jobs = 64\n", to: "config")
        for (place, example) in Self.cases.enumerated() where example.error.hasSuffix(" in 1 s") {
            await shelf.program.run("config", "--feed", "\(place + 1)", "refresh.timeout", "1s")
        }
        // What it holds at most is known to the system while it runs.
        let ending = await shelf.program.shell(
            """
            rssium refresh --jobs 64 &
            while kill -0 $! 2>/dev/null; do grep VmHWM /proc/$!/status; sleep 0.05; done 2>/dev/null
            wait $!
            """)
        #expect(ending.code == 3)
        #expect(
            ending.report.last == "refreshed 5 of \(names.count) feeds, 10 new articles, \(Self.cases.count) failed")
        #if os(Linux)
            let peak = try #require(ending.lines.compactMap { Int($0.filter(\.isNumber)) }.max())
            #expect(peak < 200 << 10, "\(peak) KB")
        #endif
        #expect(!ending.stderr.contains("\u{1b}") && !ending.stderr.contains("\u{7}"))
        let errors = await shelf.program.run("feeds", "--fields", "url,state,error").lines
        for example in Self.cases {
            let line = try #require(errors.first { $0.hasPrefix(shelf.server.url("/\(example.name)\t")) })
            #expect(line.contains("\tretrying\t") && line.contains(example.error), "\(line)")
        }
        #expect(errors.count { $0.hasSuffix("\tok\t") } == 5)
    }
}
