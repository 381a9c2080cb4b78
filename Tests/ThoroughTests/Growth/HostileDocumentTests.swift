import FeedCore
import TestSupport
import Testing

@testable import FeedCoreTests

/// Documents of a megabyte that repeat one construct: work of quadratic time would not end.
@Suite struct HostileDocumentTests {
    @Test(arguments: [
        String(repeating: "<div>", count: 10_000) + "deep" + String(repeating: "</div>", count: 10_000) + "end",
        String(repeating: "<b>", count: 1_000_000) + "deep end",
        String(repeating: "<b>x", count: 200_000) + String(repeating: "</i>", count: 500_000) + "deep end",
        "<p " + String(repeating: "a b1 c=2 ", count: 200_000) + ">deep end",
        "<p " + (0..<200_000).map { "a\($0)='x y' " }.joined() + ">deep end",
        String(repeating: "<ul><li>", count: 100_000) + "deep end",
        String(repeating: "<table><tr><td>", count: 100_000) + "deep end",
        String(repeating: "<", count: 1_000_000) + " deep end",
        String(repeating: "&", count: 1_000_000) + "amp; deep end",
        String(repeating: "<p>", count: 300_000) + "deep end",
        String(repeating: "<a href=x>", count: 300_000) + "deep end",
        String(repeating: "<!-- x ", count: 100_000) + "--> deep end",
        String(repeating: "</p>", count: 300_000) + "deep end",
        String(repeating: "<div><blockquote>", count: 100_000) + String(repeating: "</li>", count: 300_000)
            + "deep end",
        String(repeating: "<b><blockquote></b>", count: 100_000) + "deep end",
        String(repeating: "<x>", count: 300_000) + "deep end",
        String(repeating: "<x y ", count: 300_000) + "deep end",
        String(repeating: "<![CDATA[", count: 300_000) + "deep end",
    ])
    func `hostile pages are read to their end and stay balanced`(html: String) {
        var depth = 0
        var deepest = 0
        var lowest = 0
        var tail = ""
        for event in HTMLEvents(of: html) {
            switch event {
            case .start:
                depth += 1
                deepest = max(deepest, depth)
            case .end:
                depth -= 1
                lowest = min(lowest, depth)
            case .text(let text):
                tail = String((tail + text).suffix(8))
            }
        }
        #expect(depth == 0)
        #expect(lowest == 0)
        #expect(deepest <= 300)
        #expect(tail == "deep end" || tail == "deepend")
    }

    @Test(arguments: [
        "<", "&", "<p>", "]]>", "<![CDATA[", "<a b=\"", "<a b='\"><c d=\">", "<title>a</b></title>", "<author ", "<!--",
        "<?", "<title><![CDATA[x</title>", "<a:title>", "<item><title>a", "</a>", "<title", "&lt;p&gt;<br>",
    ])
    func `hostile documents end in time`(part: String) {
        let noise = String(repeating: part, count: 200_000 / part.utf8.count)
        for document in [
            "<rss><channel><item><title>\(noise)</title></item></channel></rss>",
            "<rss><channel><item>\(noise)</item></channel></rss>", "<rss><channel>\(noise)",
            "<rss \(noise)><channel/></rss>", noise,
        ] {
            _ = try? LenientXMLTests.parse(document)
        }
    }
}
