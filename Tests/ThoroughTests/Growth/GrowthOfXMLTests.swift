import FeedCore
import TestSupport
import Testing

@testable import FeedCoreTests

/// A document that no feed writes takes no longer than its length allows, and no longer than its task wants it.
@Suite(.serialized) struct GrowthOfXMLTests {
    private static func parse(_ document: [UInt8]) {
        // Whether there is a feed in it is no matter here.
        var feed = try? FeedParser.parse(document, base: "https://a.example/feed")
        _ = feed?.takeDrafts()
    }

    @Test(arguments: wellFormed + broken + prologs)
    func `a feed takes as much longer as it is longer, or ends when cancelled`(input: HostileInput) async {
        expectLinear(input, Self.parse)
        let document = input.largest
        await expectEndAfterCancelling { Self.parse(document) }
    }

    @Test func `drafting ends when its task is cancelled`() async throws {
        let item =
            "<item><title>a</title><description>\(String(repeating: "&lt;p&gt;b", count: 20))</description></item>"
        let document = "<rss><channel>\(String(repeating: item, count: 2000))</channel></rss>"
        let feed = try FeedParser.parse(Array(document.utf8), base: nil)
        await expectEndAfterCancelling {
            var feed = feed
            #expect(feed.takeDrafts() == nil)
        }
    }

    private static let item = ("<rss version='2.0'><channel><item><title>", "</title></item></channel></rss>")
    private static let text = (
        "<rss version='2.0'><channel><item><description>", "</description></item></channel></rss>"
    )
    private static let category = ("<rss><channel><item><category>", "</category></item></channel></rss>")
    private static let channel = ("<rss version='2.0'><channel>", "</channel></rss>")
    private static let empty = "<rss><channel/></rss>"
    private static let documentType = ("<!DOCTYPE rss [", "]>" + empty)

    private static let wellFormed = [
        HostileInput("many short articles", 200, "<item><guid>a</guid></item>", in: channel),
        HostileInput("many empty articles", 300, "<item/>", in: channel),
        HostileInput(
            "many categories", 300, "<category>a</category>", in: ("<rss><channel><item>", "</item></channel></rss>")),
        HostileInput("a category of nested elements", 1000, "&lt;x>", tail: "&lt;/x>", between: "y", in: category),
        HostileInput("categories of many names", 1) { count in
            let names = (0..<400).map { "n\($0)" }
            let text = names.map { "&lt;\($0)>" }.joined() + names.map { "&lt;/\($0)>" }.joined()
            let all = String(repeating: "<category>\(text)</category>", count: count)
            return Array("<rss><channel><item>\(all)</item></channel></rss>".utf8)
        },
        HostileInput(
            "keywords that are commas", 4000, ",",
            in: (
                "<rss xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel><item><itunes:keywords>",
                "</itunes:keywords></item></channel></rss>"
            )),
        HostileInput("escaped section in section", 1000, "&lt;![CDATA[", tail: "]]&gt;", between: "a", in: text),
        HostileInput("twice escaped ampersands", 1000, "&amp;amp;", in: item),
        HostileInput("a title of less-than signs", 1000, "&lt;", in: item),
        HostileInput("a title of tags never closed", 1000, "&lt;b a=&quot;", in: item),
        HostileInput("a title of comments never closed", 1000, "&lt;!--", in: item),
        HostileInput(
            "titles of scripts never closed", 1,
            "<item><title>" + String(repeating: "&lt;script&gt;", count: 300)
                + "</title></item>", in: channel),
        HostileInput("a title of blanks", 5000, "  ", in: item),
        HostileInput("text between tags", 1000, "<b>a</b>", in: text),
        HostileInput("brackets in a section", 3000, "[<![CDATA", in: (text.0 + "<![CDATA[", "]]>" + text.1)),
        HostileInput("many sections", 500, "<![CDATA[a]]>", in: text),
        HostileInput("one huge attribute", 1000, "aa&amp;", in: ("<rss><channel a='", "'/></rss>")),
        HostileInput("a language of blanks", 75) { count in
            let items = String(repeating: "<item><guid>a</guid></item>", count: count)
            let language = String(repeating: " ", count: 100 * count) + "en"
            return Array("<rss xml:lang='\(language)'><channel>\(items)</channel></rss>".utf8)
        },
        HostileInput("a long base of many links", 100) { count in
            let items = String(repeating: "<item><link>a</link></item>", count: count)
            let base = "http://a.example/" + String(repeating: "b", count: 20 * count) + "/"
            return Array("<rss xml:base='\(base)'><channel>\(items)</channel></rss>".utf8)
        },
        HostileInput("namespaces everywhere", 200, "<a xmlns:b='c' xmlns='d'/>", in: channel),
        HostileInput("namespace in namespace", 30) { count in
            let spaces = (0..<count).map { " xmlns:n\($0)='u\($0)'" }.joined()
            let items = String(repeating: "<n0:a/>", count: count * 20)
            return Array("<rss\(spaces)><channel>\(items)</channel></rss>".utf8)
        },
        HostileInput("entities", 100) { count in
            let entities = (0..<count).map { "<!ENTITY e\($0) 'a'>" }.joined()
            let text = (0..<count).map { "&e\($0);" }.joined()
            return Array("<!DOCTYPE rss [\(entities)]><rss><channel><title>\(text)</title></channel></rss>".utf8)
        },
        HostileInput("a huge document type", 1000, "<!-- a -->", in: documentType),
        HostileInput("entities that HTML knows", 1000, "&eacute;", in: text),
    ]

    private static let broken = [
        HostileInput("fields never closed", 300, "<title>a", in: channel),
        HostileInput("articles never closed", 300, "<item><title>a", in: channel),
        HostileInput("a field of sections never closed", 300, "<![CDATA[a", in: text),
        HostileInput("a channel of sections never closed", 300, "<![CDATA[a", in: channel),
        HostileInput("a field of comments never closed", 300, "<!-- a", in: text),
        HostileInput("a channel of comments never closed", 300, "<!-- a", in: channel),
        HostileInput("instructions never closed", 300, "<?a ", in: channel),
        HostileInput("a field of instructions never closed", 300, "<?a ", in: text),
        HostileInput("scripts never closed", 300, "<script>", in: text),
        HostileInput("a channel of styles never closed", 300, "<style>", in: channel),
        HostileInput("elements of one name never closed", 200, "<a>", in: channel),
        HostileInput("elements of many names never closed", 100, in: channel, each: { "<n\($0)>" }),
        HostileInput("elements closed in the wrong order", 200, "<a><b></a></b>", in: channel),
        HostileInput("articles in foreign elements", 100, "<x:a><item><title>b</title></item>", in: channel),
        HostileInput("authors with nothing in them", 200, "<author", in: channel),
        HostileInput("end tags of nothing", 300, "</b>", in: channel),
        HostileInput("less-than signs", 500, "<", in: text),
        HostileInput("less-than signs and blanks", 500, "< ", in: channel),
        HostileInput("ampersands", 500, "&", in: text),
        HostileInput("references of nothing", 300, "&a", in: text),
        HostileInput("unclosed quotes", 200, "<a b=\"c>", in: text),
        HostileInput("quotes of both kinds", 200, "<a b='\">", in: channel),
        HostileInput("attributes of one element", 100, in: (channel.0 + "<a", ">&" + channel.1), each: { " b\($0)" }),
        HostileInput("slashes in a tag", 20_000, "/", in: (channel.0 + "<", "title>&" + channel.1)),
        HostileInput("forbidden characters", 1000, "\u{1}", in: text),
        HostileInput("brackets", 500, "]]>", in: text),
        HostileInput("a document cut off in tags", 300, "<item><title>a</title><b>", in: (channel.0, "")),
        HostileInput("roots", 200, "<rss>", in: channel),
        HostileInput("articles whose start is missing", 100, "<title>a</title></item>", in: channel),
        HostileInput("a nested section cut off", 200, "<![CDATA[a]]>b<![CDATA[", in: (text.0, "")),
    ]

    private static let prologs = [
        HostileInput("a prolog of scripts", 300, "<script>", to: empty),
        HostileInput("a prolog of scripts and styles", 200, "<script><style>", to: empty),
        HostileInput("a prolog of scripts, closed late", 300, "<script>", to: "</script>" + empty),
        HostileInput("a prolog of comments", 300, "<!--", to: empty),
        HostileInput("a prolog of instructions", 300, "<?a ", to: empty),
        HostileInput("a prolog of tags", 300, "<br>", to: empty),
        HostileInput("a prolog of elements", 300, "<a>b</a>", to: empty),
        HostileInput("a prolog of text", 1000, "Warning! ", to: empty),
        HostileInput("a prolog of entities never closed", 100, "<!ENTITY a \"", from: "<!DOCTYPE rss [", to: empty),
        HostileInput("declared attributes and articles", 100) { count in
            let attributes = (0..<min(count, 3000)).map { "a\($0) CDATA 'v'" }.joined(separator: " ")
            let articles = String(repeating: "<item><guid>1</guid></item>", count: count)
            return Array("<!DOCTYPE rss [<!ATTLIST item \(attributes)>]><rss><channel>\(articles)</channel></rss>".utf8)
        },
        HostileInput("a document type of attributes", 300, "<!ATTLIST a b CDATA \"c\">", in: documentType),
        HostileInput("a document type of comments", 1000, "<!-- -->", in: documentType),
        HostileInput("nothing but scripts", 300, "<script>"),
        HostileInput("nothing but titles", 300, "<title>"),
        HostileInput("nothing but comments", 300, "<!--"),
        HostileInput("nothing but less-than signs", 500, "<"),
    ]
}
