import TestSupport
import Testing

@testable import rssiumTests

/// The memory of the whole program grows no faster than what it reads, whatever that is.
@Suite(.serialized) struct GrowthOfMemoryTests {
    /// What a server, a file or a pipe hands over, so many bytes long.
    struct Family: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let arguments: [String]
        let frame: (start: String, end: String)
        let piece: String

        init(_ name: String, _ arguments: String..., piece: String, in frame: (String, String) = ("", "")) {
            testDescription = name
            self.arguments = arguments
            self.frame = frame
            self.piece = piece
        }

        func document(of size: Int) -> String {
            frame.start + String(repeating: piece, count: size / piece.utf8.count) + frame.end
        }
    }

    /// Two doublings. What a program holds that reads nothing does not count, and what grows by less than the size of
    /// the input eight times over is no matter.
    @Test(arguments: feeds + articles + lists)
    func `memory grows no faster than the input`(family: Family) async {
        let size = 512 << 10
        // The peak of a process counts that of the tests, which start it.
        let least = min(await peak(family, of: 0), 20 << 20)
        let small = await peak(family, of: size)
        let large = await peak(family, of: size << 2)
        let growth = Double(large - least) / Double(max(small - least, 8 * size))
        #expect(growth < Growth.limit * Growth.limit, "\(least), \(small) and \(large) bytes")
    }

    private func peak(_ family: Family, of size: Int) async -> Int {
        let running = Program().start(family.arguments, input: family.document(of: size))
        _ = await running.end()
        return running.peakMemory
    }

    private static let channel = ("<rss version='2.0'><channel><title>t</title>", "</channel></rss>")
    private static let article = (
        "<rss version='2.0'><channel><item><guid>1</guid><description><![CDATA[",
        "]]></description></item></channel></rss>"
    )

    private static let feeds = [
        Family(
            "many articles", "preview", "-", "--format", "jsonl",
            piece: "<item><guid>a</guid><title>b</title><description>c d</description></item>", in: channel),
        Family("articles without an end", "preview", "-", piece: "<item><title>b", in: channel),
        Family("elements within each other", "preview", "-", piece: "<a>", in: channel),
        Family("attributes of one element", "preview", "-", piece: " a='b'", in: ("<rss", "><channel/></rss>")),
        Family(
            "bare ampersands", "preview", "-", piece: "a & b ",
            in: ("<rss><channel><title>", "</title></channel></rss>")),
        Family(
            "articles in JSON", "preview", "-", piece: #"{"id": "1", "content_text": "a"},"#,
            in: (
                #"{"version": "https://jsonfeed.org/version/1.1", "items": ["#, "{}]}"
            )),
        Family("lists of lists in JSON", "preview", "-", piece: "[", in: (#"{"items": "#, "")),
        Family(
            "a page of links", "preview", "-", piece: "<a href='/feed'>a</a>", in: ("<html><body>", "</body></html>")),
    ]

    private static let articles = [
        Family("paragraphs", "preview", "-", "--format", "jsonl", piece: "<p>a <b>b</b> c</p>", in: article),
        Family("scripts without an end", "preview", "-", "--format", "jsonl", piece: "<script>", in: article),
        Family("marks of Word without an end", "preview", "-", "--format", "jsonl", piece: "<![if x", in: article),
        Family("quotations within each other", "preview", "-", "--format", "jsonl", piece: "<blockquote>", in: article),
        Family("rows of a table", "preview", "-", "--format", "jsonl", piece: "<table><tr><td>a", in: article),
        Family("images", "preview", "-", "--format", "jsonl", piece: "<img src='/a.png' alt='b'>", in: article),
        Family("links", "preview", "-", "--format", "jsonl", piece: "<a href='../b?c=d&amp;e'>f</a> ", in: article),
    ]

    private static let lists = [
        Family("outlines", "import", "-", piece: "<outline text='a'>", in: ("<opml><body>", "</body></opml>")),
        Family("lines that are no address", "import", "-", piece: "exec:a\n"),
        Family("identifiers", "mark", "read", "-", piece: "1\n"),
    ]
}
