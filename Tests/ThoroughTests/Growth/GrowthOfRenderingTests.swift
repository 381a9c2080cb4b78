import FeedCore
import TestSupport
import Testing

@testable import rssium
@testable import rssiumTests

/// The time to show an article grows no faster than its length, whatever the text.
@Suite(.serialized) struct GrowthOfRenderingTests {
    /// Texts of one kind, of any length.
    struct Family: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The number of units in the shortest measured text.
        let size: Int
        let make: @Sendable (Int) -> String

        init(_ name: String, _ size: Int, _ make: @escaping @Sendable (Int) -> String) {
            testDescription = name
            self.size = size
            self.make = make
        }

        /// The same unit over and over between a start and an end.
        init(_ name: String, _ size: Int, _ unit: String, from start: String = "", to end: String = "") {
            self.init(name, size) { start + String(repeating: unit, count: $0) + end }
        }

        /// Units that differ by their number.
        init(_ name: String, _ size: Int, each unit: @escaping @Sendable (Int) -> String) {
            self.init(name, size) { (0..<$0).map(unit).joined() }
        }

        func growth(_ body: (String) throws -> Void) rethrows -> Double {
            try Growth.ofTime(from: size, making: make, body)
        }
    }

    @Test(arguments: plainTexts) func `plain text becomes blocks`(family: Family) {
        let growth = family.growth { _ = PlainText.blocks(of: $0) }
        #expect(growth < Growth.limit, "\(growth)")
    }

    @Test(arguments: pages + boilerplate) func `HTML becomes a page`(family: Family) {
        let growth = family.growth { _ = PageBuilder.page(html: $0) }
        #expect(growth < Growth.limit, "\(growth)")
    }

    @Test(arguments: pages + longWords) func `a page becomes lines`(family: Family) {
        let growth = Growth.ofTime(
            from: family.size, making: { PageBuilder.page(html: family.make($0)) },
            { _ = PageText.lines(of: $0, width: 80) })
        #expect(growth < Growth.limit, "\(growth)")
    }

    @Test(arguments: pages + longWords) func `a page becomes Markdown`(family: Family) {
        let growth = Growth.ofTime(
            from: family.size, making: { PageBuilder.page(html: family.make($0)) }, { _ = PageMarkdown.text(of: $0) })
        #expect(growth < Growth.limit, "\(growth)")
    }

    @Test(arguments: texts) func `control characters are taken out`(family: Family) {
        let growth = family.growth {
            for place in [ControlCharacterFilter.Place.line, .document, .field] {
                _ = ControlCharacterFilter.string($0, as: place)
            }
        }
        #expect(growth < Growth.limit, "\(growth)")
    }

    @Test(arguments: texts) func `text is written in ASCII, in JSON, and cut to a width`(family: Family) {
        let growth = family.growth { text in
            _ = ASCIIText.string(text)
            var json = JSONWriter()
            json.array { $0.value(text) }
            var bytes: [UInt8] = []
            JSONWriter.append(escaping: Array(json.text.utf8), to: &bytes)
            _ = TextWidth.cut(text, to: TextWidth.cells(of: text) - 1)
        }
        #expect(growth < Growth.limit, "\(growth)")
    }

    @Test(arguments: addresses) func `passwords are masked`(family: Family) {
        let growth = family.growth {
            _ = SecretMask.text($0)
            _ = SecretMask.word($0)
        }
        #expect(growth < Growth.limit, "\(growth)")
    }

    @Test(arguments: commands) func `a command is parted into words`(family: Family) {
        let growth = family.growth {
            _ = ShellWords.split($0)
            _ = PartialShellLine($0)
        }
        #expect(growth < Growth.limit, "\(growth)")
    }

    @Test(arguments: symbols) func `an image of symbols becomes lines`(family: Family) {
        let growth = family.growth { _ = ANSIArt.lines(of: Array($0.utf8), maxCount: 1000) }
        #expect(growth < Growth.limit, "\(growth)")
    }

    @Test(arguments: configs) func `a config file is read and changed`(family: Family) {
        let growth = family.growth {
            var file = ConfigFile(path: "config", text: $0)
            file.appendIfAbsent("filter", "x")
            file.set("a", to: "y")
            _ = file.unset("a")
            _ = file.text
        }
        #expect(growth < Growth.limit, "\(growth)")
    }

    @Test(arguments: ArticleDocument.allCases)
    func `articles become a document`(document: ArticleDocument) throws {
        let growth = try Growth.ofTime(from: 50, making: Self.articles) { articles in
            _ = try ArticleWriterTests.printed(
                articles, ListOptions(format: .tsv, document: document, fields: ArticleField.defaults))
        }
        #expect(growth < Growth.limit, "\(growth)")
    }

    @Test func `subscriptions become OPML`() throws {
        let growth = try Growth.ofTime(from: 200, making: Self.groups) { groups in
            _ = try captured(on: Terminal(isTerminal: false)) { try OPMLWriter.write(groups, to: &$0) }
        }
        #expect(growth < Growth.limit, "\(growth)")
    }

    /// Each of a feed and a category of its own.
    private static func articles(_ count: Int) -> [Article] {
        (0..<count).map { number in
            var article = ArticleWriterTests.bare(Int64(number), guid: "g\(number)")
            article.feedID = FeedID(rawValue: Int64(number))
            article.category = "Category \(number)"
            article.excerpt = "Words & more"
            return article
        }
    }

    private static func groups(_ count: Int) throws -> [OPMLWriter.Group] {
        try (0..<count).map { number in
            var feed = Feed(
                id: FeedID(rawValue: Int64(number)), url: try #require(WebAddress("https://a.example/\(number)")))
            feed.ownTitle = "Title \(number) & more"
            return OPMLWriter.Group(category: nil, feeds: [feed])
        }
    }
}

// MARK: - Families

extension GrowthOfRenderingTests {
    static let plainTexts = [
        Family("patches", 300, "--- a\n+++ b\n\n"),
        Family("one long patch", 500, "-a\n", from: "diff --git a\n@@ -1,99999999 +1,1 @@\n"),
        Family("lines that are quoted", 500, "> a\n"),
        Family("deep quotations", 200) { count in
            (0..<count).map { String(repeating: ">", count: $0 % 40) + " a\n" }.joined()
        },
        Family("one line of quote markers", 5000, ">"),
        Family("code with empty lines between", 300, "    let a\n    let b\n\n"),
        Family("items", 500, "* a\n"),
        Family("items that go on", 300, "a:\n1. b\n   c\n"),
        Family("rules", 400, "a\n\n---\n\n"),
        Family("columns", 300, "a    b    c\n"),
        Family("wrapped lines", 200, String(repeating: "some ", count: 14) + "\n"),
        Family("one long line", 4000, "word "),
        Family("spaces", 10_000, " "),
        Family("empty lines", 2000, "\r\n"),
        Family("asterisks of a rule", 5000, "* "),
    ]

    static let pages = [
        Family("paragraphs", 200, "<p>a"),
        Family("one paragraph of words", 2000, "word "),
        Family("lines", 200, "a<br>"),
        Family("line breaks", 400, "<br>"),
        Family("formatting that never ends", 200, "<b>a"),
        Family("alternating formatting", 150, "<b>a</b><i>b</i>"),
        Family("formatted spaces", 150, "<b> </b>a<i>&nbsp;</i>"),
        Family("quotations in quotations", 200, "<blockquote>a"),
        Family("lists in lists", 150, "<ul><li>a"),
        Family("items", 200, "<li>a", from: "<ol>"),
        Family("tables in tables", 100, "<table><tr><td>a<td>b"),
        Family("rows of a table", 100, "<tr><td>a<td>b", from: "<table><tr><th>x<th>y"),
        Family("a row longer than the others", 60) { count in
            "<table><tr>" + String(repeating: "<th>a", count: count) + String(repeating: "<tr><td>b", count: count)
        },
        Family("cells that span many columns", 60, "<tr><td colspan=1000>a<td>b", from: "<table>"),
        Family("cells that span many rows", 200, "<tr><td rowspan=60000>a<td>b", from: "<table>"),
        Family("links", 150, each: { "<a href=http://a/\($0)>a</a> " }),
        Family("links in links", 150, each: { "<a href=http://a/\($0)>a<p>" }),
        Family("one link of many blocks", 150, "<p>a", from: "<a href=http://a/>"),
        Family("one link of many items", 150, "<li>a", from: "<a href=http://a/><ul>"),
        Family("formatting across links", 100, each: { "<b>a<a href=http://a/\($0)>b</b><i>c</a>d</i>" }),
        Family("links within the page", 150, each: { "<a href='#\($0)'>part</a> " }),
        Family("footnotes", 60) { count in
            (0..<count).map { "a<sup><a href='#fn\($0)'>\($0)</a></sup>" }.joined()
                + (0..<count).map { "<p id=fn\($0)>\($0) note" }.joined()
        },
        Family(
            "a footnote that begins with dots", 150, "<b>.</b><i>.</i>",
            from: "a<sup><a href='#fn1'>1</a></sup><p id=fn1>1 ", to: "a"),
        Family("operators of a formula", 200, "<mo>+</mo>", from: "<math>"),
        Family("fractions in fractions", 100, "<mfrac><mi>a</mi>", from: "<math>"),
        Family("images", 100, each: { "<img src=http://a/\($0) alt=a>" }),
        Family("figures in figures", 100, "<figure><img src=http://a/ alt=a><figcaption>b</figcaption>"),
        Family("definitions", 150, "<dt>a<dd>b", from: "<dl>"),
        Family("forms", 100, "<form><input>a</form>"),
        Family("abbreviations", 100, each: { "<abbr title='long \($0.isMultiple(of: 2) ? "a" : "b")'>a</abbr>" }),
        Family("lines of code", 500, "a {\n", from: "<pre>"),
        Family("one line of code", 3000, "a\t", from: "<pre>"),
        Family("code with links", 100, "<a href=http://a/>a</a>\n", from: "<pre>"),
        Family("lines that stay", 300, "a\n", from: "<p style='white-space: pre'>"),
        Family("media", 60, each: { "<iframe src=http://a/\($0)></iframe>" }),
        Family("checkboxes", 150, "<li><input type=checkbox>a", from: "<ul>"),
    ]

    /// Elements that may be hidden.
    static let boilerplate = [
        Family("share buttons", 100, "<div class=share-bar><a href=http://a/>a</a></div>"),
        Family("share buttons in share buttons", 100, "<div class=share-bar><a href=http://a/>a</a>"),
        Family("share buttons with prose at their end", 100, "<div class=share-bar>", to: "This is prose."),
        Family("line numbers", 200, "<td class=gutter>1", from: "<table><tr>"),
    ]

    /// Lines without a place to end, and text that looks like Markdown.
    static let longWords = [
        Family("one word", 5000, "a"),
        Family("one word of Chinese", 1000, "漢"),
        Family("accents over one letter", 1000, "\u{301}", from: "a"),
        Family("flags", 500, "🇩"),
        Family("families", 200, "👩\u{200D}"),
        Family("no-break spaces", 1000, "\u{A0}"),
        Family("zero-width spaces", 1000, "a\u{200B}"),
        Family("one word with links in it", 150, each: { "a<a href=http://a/\($0)>b</a>" }),
        Family("asterisks", 2000, "*"),
        Family("words with asterisks", 800, "*a "),
        Family("brackets", 2000, "["),
        Family("entities", 500, "&amp;a"),
        Family("addresses", 200, "http://a/(b) "),
        Family("beginnings of addresses", 300, "http://"),
        Family("address with parentheses", 400, "(a)", from: "http://a/", to: ")))"),
        Family("backticks", 1000, "`", from: "<code>"),
        Family("hashes", 1000, "#", from: "<h1>a "),
        Family("bars", 1000, "|", from: "<table><tr><th>a<th>b<tr><td>c<td>"),
    ]

    static let texts = [
        Family("words", 4000, "word "),
        Family("control characters", 4000, "\u{1B}["),
        Family("control characters of two bytes", 3000, "\u{85}"),
        Family("changes of direction", 3000, "\u{202E}"),
        Family("line ends", 4000, "\r\n"),
        Family("accents", 3000, "é"),
        Family("Chinese", 2000, "漢"),
        Family("accents over one letter", 2000, "\u{301}", from: "a"),
        Family("flags", 1000, "🇩"),
        Family("quotes", 4000, "\"\\"),
    ]

    static let addresses = [
        Family("paths of paths", 300, "//a", to: "@"),
        Family("addresses in one word", 200, "http://a/", to: "@"),
        Family("secrets in one word", 200, "http://a:b@c/"),
        Family("words with secrets", 200, "a:b@c "),
        Family("at signs", 2000, "@"),
        Family("colons", 2000, ":", to: "@"),
        Family("slashes", 2000, "/", to: "@"),
        Family("spaces", 2000, " ", to: "@"),
    ]

    static let commands = [
        Family("one word", 8000, "a"),
        Family("one quoted word", 8000, "a", from: "'", to: "'"),
        Family("backslashes", 2000, "\\a"),
        Family("escaped quotes", 2000, "\\\"", from: "\"", to: "\""),
        Family("quotes", 2000, "''"),
        Family("words", 2000, "a "),
    ]

    static let symbols = [
        Family("styles", 300, "\u{1B}[1;38;2;1;2;3ma"),
        Family("one long sequence", 2000, "1;", from: "\u{1B}["),
        Family("beginnings of sequences", 2000, "\u{1B}["),
        Family("lines", 1000, "a\n"),
        Family("empty lines", 1000, "\n"),
        Family("one line", 4000, "a"),
    ]

    static let configs = [
        Family("entries", 200, "a = b\n"),
        Family("comments", 300, "# a\n"),
        Family("broken lines", 300, "a\n"),
        Family("equals signs", 3000, "="),
        Family("spaces", 3000, " ", from: "a =", to: "b"),
        Family("empty lines", 1000, "\n"),
    ]
}
