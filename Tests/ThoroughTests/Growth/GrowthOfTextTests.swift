import TestSupport
import Testing

@testable import FeedCore
@testable import FeedCoreTests
@testable import FeedParsing

/// The small values of a feed, other formats and encodings take no longer than their length allows.
@Suite(.serialized) struct GrowthOfTextTests {
    // MARK: Values

    @Test(arguments: values)
    func `a value of a feed takes as much longer as it is longer`(input: HostileInput) {
        expectLinear(input) { bytes in
            _ = FieldText.html(bytes)
            _ = FieldText.person(bytes)
            _ = FieldText.withoutElements(bytes)
            _ = FieldText.keywords(bytes)
            _ = FieldText.imageAddress(bytes)
            _ = FieldText.innerAddress(bytes)
            _ = FieldText.text(String(decoding: bytes, as: UTF8.self))
            _ = LanguageTag.parse(FieldText.trimmed(bytes))
            _ = FieldText.duration(FieldText.trimmed(bytes))
            _ = SingleLineText.title(bytes)
            _ = SingleLineText.clean(bytes)
        }
    }

    private static let values = [
        HostileInput("elements", 500, "<x>", tail: "</x>"),
        HostileInput("elements never closed", 500, "<x>"),
        HostileInput("tags of HTML", 500, "<p>"),
        HostileInput("scripts", 500, "<script>"),
        HostileInput("scripts and styles", 300, "<script><style>"),
        HostileInput("comments", 500, "<!--"),
        HostileInput("sections", 500, "<![CDATA["),
        HostileInput("sections, closed", 500, "<![CDATA[", tail: "]]>"),
        HostileInput("tags that end nowhere", 300, "<b y=\"z="),
        HostileInput("escaped tags", 500, "&lt;b&gt;"),
        HostileInput("escaped tags in divisions", 300, "<div>&lt;b&gt;"),
        HostileInput("escaped declarations", 300, "&lt;!a&gt;"),
        HostileInput("comments among escaped tags", 300, "&lt;b&gt;<!---->"),
        HostileInput("escaped comments that do not end", 300, "&lt;!--", in: ("&lt;p&gt;a&lt;/p&gt;", "")),
        HostileInput("escaped tags that do not end", 300, "&lt;foo a ", in: ("&lt;p&gt;a&lt;/p&gt;", "")),
        HostileInput("divisions", 500, "<div>"), HostileInput("divisions cut off", 500, "<div a='"),
        HostileInput("lines", 1000, "a\n"), HostileInput("declarations", 300, "<!DOCTYPE "),
        HostileInput("named tags", 500, " </p> "),
        HostileInput("ampersands", 1000, "&"),
        HostileInput("twice escaped ampersands", 500, "&amp;amp;"),
        HostileInput("blanks", 2000, " "),
        HostileInput("digits", 2000, "1"),
        HostileInput("colons", 2000, "1:"),
        HostileInput("hours", 500, "1h "),
        HostileInput("addresses", 300, "a@b (c) <d> "),
        HostileInput("misread characters", 500, "\u{C3}\u{80}\u{C2}"),
        HostileInput("characters misread many times over", 64) { length in
            // The steps grow, so their number is the square root of the length.
            let steps = (0..<Int(Double(length).squareRoot())).map {
                "\u{C3}" + String(repeating: "\u{C2}", count: $0) + "\u{80}"
            }
            return Array(String(repeating: steps.joined(), count: 16).utf8)
        },
        HostileInput("image addresses", 300, "<url>"),
    ]

    @Test(arguments: dates)
    func `a date takes as much longer as it is longer`(input: HostileInput) {
        expectLinear(input) { bytes in
            for _ in 0..<200 { _ = FeedDate.parse(bytes) }
        }
    }

    private static let dates = [
        HostileInput("digits", 40, "1"), HostileInput("words", 20, "noon "), HostileInput("letters", 40, "a"),
        HostileInput("colons", 20, "1:"), HostileInput("hyphens", 20, "1-"), HostileInput("comments", 40, "("),
        HostileInput("blanks", 40, " "), HostileInput("numerals", 20, "十"), HostileInput("accents", 20, "é"),
    ]

    // MARK: Documents

    @Test(arguments: json + encoded)
    func `a document takes as much longer as it is longer, or ends when cancelled`(input: HostileInput) async {
        expectLinear(input) { _ = try? FeedParser.parse($0, base: nil) }
        let document = input.largest
        await expectEndAfterCancelling { _ = try? FeedParser.parse(document, base: nil) }
    }

    private static let rss = ("{\"rss\":{\"channel\":{\"title\":\"a\",\"item\":[", "{\"guid\":\"2\"}]}}}")

    private static let json = [
        HostileInput("arrays never closed", 2000, "["), HostileInput("objects never closed", 1000, "{\"a\":"),
        HostileInput("texts never closed", 2000, "\"a", in: ("{\"title\":", "")),
        HostileInput("escapes", 1000, "\\u0041", in: ("{\"title\":\"", "\"}")),
        HostileInput("escapes cut off", 1000, "\\", in: ("{\"title\":\"", "")),
        HostileInput("control characters in a text", 1000, "\u{1}", in: ("{\"title\":\"", "\"}")),
        HostileInput("digits", 2000, "1", in: ("{\"a\":", "}")),
        HostileInput("commas", 2000, ",", in: ("{", "}")),
        HostileInput("comments", 500, "/* */", in: ("{", "}")),
        HostileInput("comments never closed", 500, "/*", in: ("{", "}")),
        HostileInput("one text as tags", 1000, "a,", in: ("{\"items\":[{\"id\":1,\"tags\":\"", "\"}]}")),
        HostileInput("members of one name", 500, "\"a\":1,", in: ("{", "\"b\":1}")),
        HostileInput("items", 100, "{\"id\":\"1\"},", in: ("{\"items\":[", "{\"id\":1}]}")),
        HostileInput("items cut off", 100, "{\"id\":\"1\"},", in: ("{\"title\":\"a\",\"items\":[", "{")),
        HostileInput("items of HTML", 50, "{\"content_html\":\"<p>\"},", in: ("{\"title\":\"a\",\"items\":[", "{}]}")),
        HostileInput("items of RSS", 100, "{\"guid\":{\"#value\":\"1\"}},", in: rss),
        HostileInput("items of RSS cut off", 100, "{\"guid\":\"1\"},", in: (rss.0, "{")),
        HostileInput("channels", 300, "{\"rss\":{\"channel\":"),
        HostileInput("short values", 500, "1,", in: (rss.0 + "{\"category\":[", "1]}]}}}")),
        HostileInput("names", 200, in: (rss.0 + "{", "\"a\":1}]}}}"), each: { "\"a\($0)\":1,\"@b\($0)\":1," }),
        HostileInput("escaped marks in an item", 500, "&<\\u0001", in: (rss.0 + "{\"title\":\"", "\"}]}}}")),
    ]

    private static func encoded(_ name: String, _ size: Int, _ piece: [UInt8], as encoding: String? = nil)
        -> HostileInput
    {
        HostileInput(name, size) { count in
            let declaration = encoding.map { "<?xml version='1.0' encoding='\($0)'?>" } ?? ""
            let bytes = repeatElement(piece, count: count).joined()
            return Array("\(declaration)<rss><channel><title>".utf8) + bytes + Array("</title></channel></rss>".utf8)
        }
    }

    private static let encoded = [
        encoded("bytes of no encoding", 1000, [0xFF]),
        encoded("bytes of no encoding among letters", 300, [0x61, 0xFF, 0xE9, 0x20]),
        encoded("broken UTF-8", 500, [0xE2, 0x80]), encoded("broken Shift JIS", 300, [0x81, 0xFF], as: "Shift_JIS"),
        encoded("broken EUC-JP", 300, [0x8F, 0xFF, 0xA0], as: "EUC-JP"),
        encoded("broken GB18030", 300, [0x81, 0x30, 0xFF], as: "GB18030"),
        encoded("broken Big5", 300, [0xFF, 0x80], as: "Big5"),
        encoded("escapes of ISO-2022-JP", 300, [0x1B, 0x24, 0x42], as: "ISO-2022-JP"),
        encoded("alphabets of ISO-2022-JP", 300, [0x1B, 0x24, 0x42, 0x24, 0x1B, 0x28, 0x42, 0x41], as: "ISO-2022-JP"),
        encoded("escapes of ISO-2022-KR", 300, [0x0E, 0x1B, 0x0F], as: "ISO-2022-KR"),
        encoded("tildes of HZ", 300, [0x7E, 0x7B, 0x7E], as: "HZ-GB-2312"),
        encoded("Latin-1", 500, [0xE9, 0x61], as: "ISO-8859-1"), encoded("controls of Latin-1", 500, [0xC2, 0x80]),
        HostileInput("surrogates of UTF-16", 1000) {
            [0xFF, 0xFE, 0x3C, 0] + Array(repeatElement([0, 0xD8], count: $0).joined())
        },
        HostileInput("lines of broken bytes", 500) {
            Array("<rss>".utf8) + Array(repeatElement([0xE9, 0x0A], count: $0).joined())
        },
    ]

    // MARK: Lists

    @Test(arguments: lists)
    func `a list of feeds takes as much longer as it is longer`(input: HostileInput) {
        expectLinear(input) { bytes in
            _ = try? OPML.read(bytes)
            _ = URLList.read(bytes)
            _ = SfeedConfig(bytes)
            _ = RSS2EmailConfig(bytes)
        }
    }

    private static let opml = ("<opml version='2.0'><body>", "</body></opml>")

    private static let lists = [
        HostileInput("outlines", 100, "<outline xmlUrl='http://a.example'/>", in: opml),
        HostileInput("outlines never closed", 100, "<outline text='a'>", in: opml),
        HostileInput("outlines of a quote too few", 100, "<outline xmlUrl='http://a.example/>", in: opml),
        HostileInput("values of tags never closed", 100, "a='<b' ", in: (opml.0 + "&<outline ", opml.1)),
        HostileInput("quotes", 300, "' ", in: (opml.0 + "&<outline text='title", opml.1)),
        HostileInput("feeds never closed", 100, "&<outline xmlUrl='http://a.example/' >", in: opml),
        HostileInput("attributes", 100, in: (opml.0 + "<outline", "/>" + opml.1), each: { " a\($0)='b'" }),
        HostileInput("ampersands", 500, "&", in: (opml.0 + "<outline xmlUrl='http://a.example/?", "'/>" + opml.1)),
        HostileInput(
            "categories", 500, "a,/", in: (opml.0 + "<outline xmlUrl='http://a.example/' category='", "'/>" + opml.1)),
        HostileInput("end tags cut off", 300, "</opm", in: opml), HostileInput("tags", 200, "<a>", in: opml),
        HostileInput("comments never closed", 300, "<!--", in: opml),
        HostileInput("addresses", 200, "http://a.example\n"),
        HostileInput("quotes", 500, "\""), HostileInput("backslashes in quotes", 500, "\\", in: ("\"", "")),
        HostileInput("empty lines", 1000, "\n"), HostileInput("words", 500, "a "), HostileInput("hosts", 500, "a."),
        HostileInput("calls of sfeed", 500, "feed a b\n"), HostileInput("quotes of sfeed", 500, "feed '"),
        HostileInput("variables of sfeed", 500, "feed \"$"), HostileInput("functions of sfeed", 500, "feeds() {"),
        HostileInput("sections of rss2email", 500, "[feed.a]\nurl=b\n"),
    ]
}
