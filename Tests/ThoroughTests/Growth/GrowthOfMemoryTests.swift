import TestSupport
import Testing

@testable import rssiumTests

/// The memory of the whole program grows no faster than what it reads, whatever that is.
@Suite(.serialized) struct GrowthOfMemoryTests {
    /// Two doublings. What a program holds that reads nothing does not count, and what grows by less than the size of
    /// the input eight times over is no matter.
    @Test(arguments: families)
    func `memory grows no faster than the input`(command: String, input: HostileInput) async {
        let (pieces, bytes) = (input.size << 5, 512 << 10)
        // The peak of a process counts that of the tests, which start it.
        let least = min(await peak(command, input.text(0)), 20 << 20)
        let small = await peak(command, input.text(pieces))
        let large = await peak(command, input.text(pieces << 2))
        let growth = Double(large - least) / Double(max(small - least, 8 * bytes))
        #expect(growth < Growth.limit * Growth.limit, "\(least), \(small) and \(large) bytes")
    }

    @Test func `finding the encoding of many lines takes little memory`() async {
        let folder = TemporaryFolder()
        let (start, lines) = (GrowthOfMemoryTests.channel.0, String(repeating: "a\n", count: 2 << 20))
        let file = folder.write(Array((start + lines).utf8) + [0xFF], to: "feed")
        let (least, most) = (await peak("preview -", start), await peak("preview " + file, ""))
        #expect(most - least < 8 * lines.utf8.count, "\(least) and \(most) bytes")
    }

    private func peak(_ command: String, _ input: String) async -> Int {
        let running = Program().start(command.split(separator: " ").map(String.init), input: input)
        _ = await running.end()
        return running.peakMemory
    }

    /// What a server, a file or a pipe hands over, and the command that reads it from standard input.
    private static let families: [(command: String, input: HostileInput)] =
        articles.map { ("preview - --format jsonl", $0) } + feeds.map { ("preview -", $0) } + [
            ("import -", .pieces("outlines", "<outline text='a'>", from: "<opml><body>", to: "</body></opml>")),
            ("import -", .pieces("lines that are no address", "exec:a\n")),
            ("mark read -", .pieces("identifiers", "1\n")),
        ]

    private static let channel = ("<rss version='2.0'><channel><title>t</title>", "</channel></rss>")

    private static let feeds: [HostileInput] = [
        .pieces("articles without an end", "<item><title>b", from: channel.0, to: channel.1),
        .pieces("elements within each other", "<a>", from: channel.0, to: channel.1),
        .pieces("attributes of one element", " a='b'", from: "<rss", to: "><channel/></rss>"),
        .pieces("bare ampersands", "a & b ", from: "<rss><channel><title>", to: "</title></channel></rss>"),
        .pieces(
            "articles in JSON", #"{"id": "1", "content_text": "a"},"#,
            from: #"{"version": "https://jsonfeed.org/version/1.1", "items": ["#, to: "{}]}"),
        .pieces("lists of lists in JSON", "[", from: #"{"items": "#),
        .pieces("a page of links", "<a href='/feed'>a</a>", from: "<html><body>", to: "</body></html>"),
    ]

    private static let articles: [HostileInput] =
        [
            .pieces(
                "many articles", "<item><guid>a</guid><title>b</title><description>c d</description></item>",
                from: channel.0, to: channel.1)
        ]
        + [
            ("paragraphs", "<p>a <b>b</b> c</p>"), ("scripts without an end", "<script>"),
            ("marks of Word without an end", "<![if x"), ("quotations within each other", "<blockquote>"),
            ("rows of a table", "<table><tr><td>a"), ("images", "<img src='/a.png' alt='b'>"),
            ("links", "<a href='../b?c=d&amp;e'>f</a> "),
        ].map { name, piece in
            .pieces(
                name, piece, from: channel.0 + "<item><guid>1</guid><description><![CDATA[",
                to: "]]></description></item>" + channel.1)
        }
}
