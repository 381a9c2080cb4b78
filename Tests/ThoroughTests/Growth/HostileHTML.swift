import Testing

@testable import FeedCoreTests

/// A family of documents, of any length, that make a careless reader search again and again.
struct HostileHTML: Sendable, CustomTestStringConvertible {
    let testDescription: String
    private let start: String
    private let unit: @Sendable (Int) -> String
    private let end: @Sendable (Int) -> String

    /// - Parameters:
    ///   - start: stands at the beginning once.
    ///   - unit: what is repeated.
    ///   - end: stands at the end once.
    init(_ name: String, start: String = "", _ unit: String, end: String = "") {
        self.init(name, start: start, numbered: { _ in unit }, end: { _ in end })
    }

    /// - Parameter closing: stands at the end as often as the unit before it.
    init(_ name: String, _ unit: String, closing: String) {
        self.init(name, start: "", numbered: { _ in unit }, end: { String(repeating: closing, count: $0) })
    }

    init(
        _ name: String, start: String = "", numbered unit: @escaping @Sendable (Int) -> String,
        end: @escaping @Sendable (Int) -> String = { _ in "" }
    ) {
        testDescription = name
        self.start = start
        self.unit = unit
        self.end = end
    }

    /// A document of about so many bytes.
    func document(of size: Int) -> String {
        let step = unit(0).utf8.count + (end(1).utf8.count - end(0).utf8.count)
        let count = max(1, size / step)
        return start + (0..<count).map(unit).joined() + end(count)
    }
}

extension HostileHTML {
    /// What is begun and never ended.
    static let unclosed: [HostileHTML] =
        ["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "template", "svg", "math", "select"].map {
            HostileHTML("<\($0)> that no end tag follows", "<\($0)>")
        } + [
            HostileHTML("comments that do not end", "<!--"), HostileHTML("paths with values", "</a/b=\"q\"q=\""),
            HostileHTML("formulas that do not end", "<span class=katex-mathml><span class=katex-html>"),
            HostileHTML("end tags in blocks within their elements", "<b><blockquote></b>"),
            HostileHTML("elements around blocks", start: "<blockquote>", "<b><ul><li>", end: "</b>"),
            HostileHTML("comments that end in one dash", "<!-- ->"),
            HostileHTML("sections that do not end", "<![CDATA["),
            HostileHTML("sections that one end follows", "<![CDATA[", end: "]]>"),
            HostileHTML("marks of Word that do not end", "<![if x"),
            HostileHTML("declarations that do not end", "<!x"),
            HostileHTML("instructions that do not end", "<?x "),
            HostileHTML("end tags that do not end", "</x y"),
            HostileHTML("end tags with a value that does not end", "</x y="),
            HostileHTML("a script and end tags that do not end", start: "<script>", "</x y="),
            HostileHTML("tags with an attribute that do not end", "<x y"),
            HostileHTML("tags with an attribute that one end follows", "<x y", end: ">"),
            HostileHTML("tags without a blank that do not end", "<xy"),
            HostileHTML("addresses with a value that does not end", "<a@b c="),
            HostileHTML("addresses of the web in angle brackets", "<https: b="),
            HostileHTML("values with one quotation mark", "<a href=\""),
            HostileHTML("values with one apostrophe", "<a href='x>"),
            HostileHTML("hidden elements that do not end", "<div hidden>"),
            HostileHTML("hidden elements of many names", numbered: { "<x\($0) hidden>" }),
            HostileHTML("names that have no end tag", numbered: { "<x\($0)>" }),
        ]

    /// What is nested, or stands side by side where it ought to be nested.
    static let nested: [HostileHTML] =
        ["div", "p", "b", "a", "blockquote", "section", "span", "font", "h1", "button", "pre"].map {
            HostileHTML("nested <\($0)>", "<\($0)>", closing: "</\($0)>")
        } + [
            HostileHTML("<td> that do not end", "<td>x"),
            HostileHTML("<p> that do not end", "<p>x"),
            HostileHTML("<b> that do not end", "<b>x"),
            HostileHTML("nested lists", "<ul><li>", closing: "</ul>"),
            HostileHTML("<li><div> that do not end", "<li><div>"),
            HostileHTML("nested tables", "<table><tr><td>", closing: "</table>"),
            HostileHTML("<table> alone", "<table>"),
            HostileHTML("end tags of nothing", start: String(repeating: "<b>", count: 200), "</i>"),
            HostileHTML("crossed tags", "<b><i><p></b></i>"),
            HostileHTML("<svg> and paragraphs", "<svg><p>"),
            HostileHTML("<select> and paragraphs", "<select><option><p>"),
            HostileHTML("<object> within another", "<object data=x>"),
        ]

    /// Characters and attributes.
    static let repeated: [HostileHTML] = [
        HostileHTML("less-than signs", "<"),
        HostileHTML("ampersands", "&"),
        HostileHTML("an ampersand escaped often", start: "&", "amp;"),
        HostileHTML("references without semicolon", "&eacute"),
        HostileHTML("unknown references", "&abcdefghijklmnopqrst"),
        HostileHTML("halves of characters", "&#55357;&#0"),
        HostileHTML("a number without end", start: "&#", "0"),
        HostileHTML("ends of sections", "]]>"),
        HostileHTML("bytes of zero", "\0"),
        HostileHTML("blanks", " "),
        HostileHTML("greater-than signs", ">"),
        HostileHTML("slashes in a tag", start: "<a ", "/", end: ">"),
        HostileHTML("many attributes", start: "<a ", numbered: { "a\($0)=1 " }, end: { _ in ">x</a>" }),
        HostileHTML("attributes without blanks", start: "<a ", "a=\"\"", end: ">"),
        HostileHTML("one huge attribute", start: "<p title='", "title ", end: "'>"),
        HostileHTML("one huge attribute without its last quotation mark", start: "<p title=\"", "a b='c' "),
        HostileHTML("a style of semicolons", start: "<p style='", ";", end: "'>x</p>"),
        HostileHTML("a style of colons", start: "<img src=a style='", ":;", end: "'>"),
        HostileHTML("classes", start: "<code class='", "a ", end: "'>x</code>"),
        HostileHTML("a srcset of many candidates", start: "<img srcset='", "a.png 1x, ", end: "'>"),
        HostileHTML("a srcset of commas", start: "<img srcset='", "a,", end: "'>"),
        HostileHTML("sources that are not pictures", "<img src='data:,/x/'>"),
        HostileHTML("a picture with slashes", start: "<img src='x", "/", end: "'>"),
        HostileHTML("films without picture", "<video poster=''>"),
        HostileHTML("frames", "<iframe src='https://a.example/'></iframe>"),
        HostileHTML("links", "<a href=x>"),
    ]

    static let all = unclosed + nested + repeated

    /// The parts of an address, for one that is as long as may be.
    static let addresses: [HostileHTML] = [
        HostileHTML("an ampersand escaped often", start: "x?&", "amp;"),
        HostileHTML("an ampersand escaped in several ways", start: "x?&", "amp;#38;#x26;"),
        HostileHTML("ampersands", "&amp;"),
        HostileHTML("folders up", "../"),
        HostileHTML("folders down and up", "a/../"),
        HostileHTML("this folder", "./"),
        HostileHTML("slashes", "/"),
        HostileHTML("percent signs", "%"),
        HostileHTML("brackets", "["),
        HostileHTML("a fragment", start: "#", "a"),
        HostileHTML("fragments", "#"),
        HostileHTML("queries", "?"),
        HostileHTML("colons", ":"),
        HostileHTML("a scheme without end", "a"),
        HostileHTML("line breaks", "a \n"),
        HostileHTML("letters to escape", "é"),
        HostileHTML("references", "&#"),
    ]

    /// The links of a page.
    static let links: [HostileHTML] = [
        HostileHTML(
            "feeds that are advertised",
            numbered: { "<link rel=alternate type=application/rss+xml href=/\($0)>" }),
        HostileHTML("one feed advertised often", "<link rel=alternate type=application/rss+xml href=/feed>"),
        HostileHTML("versions in XML", numbered: { "<link rel=alternate type=text/xml href=/\($0)>" }),
        HostileHTML("bases", "<base href=a/>"),
        HostileHTML("bases that are refused", "<base href='javascript:x'>"),
        HostileHTML("icons that grow", numbered: { "<link rel=icon sizes=\($0)x1 href=/\($0)>" }),
        HostileHTML("one icon of many sizes", start: "<link rel=icon href=i sizes='", "16x16 ", end: "'>"),
        HostileHTML("relations", start: "<link href=x rel='", "icon alternate ", end: "'>"),
        HostileHTML("links to feeds", numbered: { "<a href=/\($0).rss>RSS</a>" }),
        HostileHTML("one link to a feed", start: "<a href=/rss>", "text <b>of it</b> "),
        HostileHTML("an address of parameters", start: "<a href='?", "a&", end: "'>x</a>"),
        HostileHTML("an address of slashes", start: "<a href='", "/", end: "'>x</a>"),
        HostileHTML(
            "links that a long base makes long", start: "<base href='https://a.example/\(longPath)'>", "<a href=rss#x>"),
    ]

    private static let longPath = String(repeating: "a/", count: 2000)
}
