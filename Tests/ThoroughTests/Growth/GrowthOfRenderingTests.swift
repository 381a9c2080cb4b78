import FeedCore
import TestSupport
import Testing

@testable import rssium
@testable import rssiumTests

/// The time to show an article grows no faster than its length, whatever the text.
@Suite(.serialized) struct GrowthOfRenderingTests {
    @Test(arguments: plainTexts) func `plain text becomes blocks`(family: HostileText) {
        expectLinear(family) { _ = PlainText.blocks(of: $0) }
    }

    @Test(arguments: pages + boilerplate) func `HTML becomes a page`(family: HostileText) {
        expectLinear(family) { _ = PageBuilder.page(html: $0) }
    }

    @Test(arguments: pages + longWords) func `a page becomes lines`(family: HostileText) {
        expectLinear(
            from: family.size, making: { PageBuilder.page(html: family.make($0)) },
            { _ = PageText.lines(of: $0, width: 80) })
    }

    @Test(arguments: pages + longWords) func `a page becomes Markdown`(family: HostileText) {
        expectLinear(
            from: family.size, making: { PageBuilder.page(html: family.make($0)) }, { _ = PageMarkdown.text(of: $0) })
    }

    @Test(arguments: pages + longWords) func `a page becomes a chapter of a book`(family: HostileText) {
        expectLinear(
            from: family.size, making: { PageBuilder.page(html: family.make($0)) },
            { _ = PageXHTML($0, headingsBelow: 1).text })
    }

    @Test(arguments: texts) func `control characters are taken out`(family: HostileText) {
        expectLinear(family) {
            for kind in [ControlCharacterFilter.Kind.line, .document, .field] {
                _ = ControlCharacterFilter.string($0, as: kind)
            }
        }
    }

    @Test(arguments: texts) func `text is written in ASCII, in JSON, and cut to a width`(family: HostileText) {
        expectLinear(family) { text in
            _ = ASCIIText.string(text)
            var json = JSONWriter()
            json.array { $0.value(text) }
            var bytes: [UInt8] = []
            JSONWriter.append(escaping: Array(json.text.utf8), to: &bytes)
            _ = TextWidth.cut(text, to: TextWidth.cells(of: text) - 1)
        }
    }

    @Test(arguments: addresses) func `passwords are masked`(family: HostileText) {
        expectLinear(family) {
            _ = SecretMask.text($0)
            _ = SecretMask.word($0)
        }
    }

    @Test(arguments: commands) func `a command is parted into words`(family: HostileText) {
        expectLinear(family) {
            _ = ShellWords.split($0)
            _ = PartialShellLine($0)
        }
    }

    @Test(arguments: configs) func `a config file is read and changed`(family: HostileText) {
        expectLinear(family) {
            var file = ConfigFile(path: "config", text: $0)
            var problems: [String] = []
            _ = Settings(file, problems: &problems).texts(.refreshHeader)
            file.appendIfAbsent("filter", "x")
            file.set("a", to: "y")
            _ = file.unset("a")
            _ = file.text
        }
    }

    @Test(arguments: Format.ofDocuments)
    func `articles become a document`(document: Format) throws {
        try expectLinear(from: 50, making: Self.articles) { articles in
            _ = try ArticleWriterTests.printed(articles, ListOptions(format: document))
        }
    }

    @Test func `subscriptions become OPML`() throws {
        try expectLinear(from: 200, making: Self.groups) { groups in
            _ = try captured(on: Terminal(isTerminal: false)) {
                try OPMLWriter.write(groups, urls: \.url.text, to: &$0)
            }
        }
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
        HostileText("lines", 500, "* a\n"),
        HostileText("paragraphs", 300, "a\n\n"),
        HostileText("columns", 300, "a    b    c\n"),
        HostileText("one long line", 4000, "word "),
        HostileText("spaces", 10_000, " "),
        HostileText("empty lines", 2000, "\r\n"),
    ]

    static let pages = [
        HostileText("paragraphs", 200, "<p>a"),
        HostileText("one paragraph of words", 2000, "word "),
        HostileText("lines", 200, "a<br>"),
        HostileText("line breaks", 400, "<br>"),
        HostileText("formatting that never ends", 200, "<b>a"),
        HostileText("alternating formatting", 150, "<b>a</b><i>b</i>"),
        HostileText("formatted spaces", 150, "<b> </b>a<i>&nbsp;</i>"),
        HostileText("quotations in quotations", 200, "<blockquote>a"),
        HostileText("lists in lists", 150, "<ul><li>a"),
        HostileText("items", 200, "<li>a", from: "<ol>"),
        HostileText("tables in tables", 100, "<table><tr><td>a<td>b"),
        HostileText("rows of a table", 100, "<tr><td>a<td>b", from: "<table><tr><th>x<th>y"),
        HostileText("a row longer than the others", 60) { count in
            "<table><tr>" + String(repeating: "<th>a", count: count) + String(repeating: "<tr><td>b", count: count)
        },
        HostileText("cells that span many columns", 60, "<tr><td colspan=1000>a<td>b", from: "<table>"),
        HostileText("cells that span many rows", 200, "<tr><td rowspan=60000>a<td>b", from: "<table>"),
        HostileText("links", 150, each: { "<a href=http://a/\($0)>a</a> " }),
        HostileText("links in links", 150, each: { "<a href=http://a/\($0)>a<p>" }),
        HostileText("one link of many blocks", 150, "<p>a", from: "<a href=http://a/>"),
        HostileText("one link of many items", 150, "<li>a", from: "<a href=http://a/><ul>"),
        HostileText("formatting across links", 100, each: { "<b>a<a href=http://a/\($0)>b</b><i>c</a>d</i>" }),
        HostileText("links within the page", 150, each: { "<a href='#\($0)'>part</a> " }),
        HostileText("operators of a formula", 200, "<mo>+</mo>", from: "<math>"),
        // The depth of a tree is bounded: below its limit each level costs more than the one above.
        HostileText("fractions in fractions", 600, "<mfrac><mi>a</mi>", from: "<math>"),
        HostileText("images", 100, each: { "<img src=http://a/\($0) alt=a>" }),
        HostileText("figures in figures", 100, "<figure><img src=http://a/ alt=a><figcaption>b</figcaption>"),
        HostileText("definitions", 150, "<dt>a<dd>b", from: "<dl>"),
        HostileText("forms", 100, "<form><input>a</form>"),
        HostileText("abbreviations", 100, each: { "<abbr title='long \($0.isMultiple(of: 2) ? "a" : "b")'>a</abbr>" }),
        HostileText("lines of code", 500, "a {\n", from: "<pre>"),
        HostileText("one line of code", 3000, "a\t", from: "<pre>"),
        HostileText("code with links", 100, "<a href=http://a/>a</a>\n", from: "<pre>"),
        HostileText("lines that stay", 300, "a\n", from: "<p style='white-space: pre'>"),
        HostileText("media", 60, each: { "<iframe src=http://a/\($0)></iframe>" }),
        HostileText("checkboxes", 150, "<li><input type=checkbox>a", from: "<ul>"),
    ]

    /// Elements that may be hidden.
    static let boilerplate = [
        HostileText("tables of contents", 100, "<div class=toc><a href='#a'>a</a></div>"),
        HostileText("tables of contents in tables of contents", 100, "<div class=toc><a href='#a'>a</a>"),
        HostileText("tables of contents with prose at their end", 100, "<div class=toc>", to: "This is prose."),
        HostileText(
            "tables of contents in one with prose", 100, "<div class=toc></div>", from: "<div class=toc>",
            to: "This is prose."),
        HostileText("line numbers", 200, "<td class=gutter>1", from: "<table><tr>"),
    ]

    /// Lines without a place to end, and text that looks like Markdown.
    static let longWords = [
        HostileText("one word", 5000, "a"),
        HostileText("one word of Chinese", 1000, "漢"),
        HostileText("accents over one letter", 1000, "\u{301}", from: "a"),
        HostileText("flags", 500, "🇩"),
        HostileText("families", 200, "👩\u{200D}"),
        HostileText("no-break spaces", 1000, "\u{A0}"),
        HostileText("zero-width spaces", 1000, "a\u{200B}"),
        HostileText("one word with links in it", 150, each: { "a<a href=http://a/\($0)>b</a>" }),
        HostileText("asterisks", 2000, "*"),
        HostileText("words with asterisks", 800, "*a "),
        HostileText("brackets", 2000, "["),
        HostileText("entities", 500, "&amp;a"),
        HostileText("addresses", 200, "http://a/(b) "),
        HostileText("beginnings of addresses", 300, "http://"),
        HostileText("address with parentheses", 400, "(a)", from: "http://a/", to: ")))"),
        HostileText("backticks", 1000, "`", from: "<code>"),
        HostileText("hashes", 1000, "#", from: "<h1>a "),
        HostileText("bars", 1000, "|", from: "<table><tr><th>a<th>b<tr><td>c<td>"),
    ]

    static let texts = [
        HostileText("words", 4000, "word "),
        HostileText("control characters", 4000, "\u{1B}["),
        HostileText("control characters of two bytes", 3000, "\u{85}"),
        HostileText("changes of direction", 3000, "\u{202E}"),
        HostileText("line ends", 4000, "\r\n"),
        HostileText("accents", 3000, "é"),
        HostileText("Chinese", 2000, "漢"),
        HostileText("accents over one letter", 2000, "\u{301}", from: "a"),
        HostileText("flags", 1000, "🇩"),
        HostileText("quotes", 4000, "\"\\"),
    ]

    static let addresses = [
        HostileText("paths of paths", 300, "//a", to: "@"),
        HostileText("addresses in one word", 200, "http://a/", to: "@"),
        HostileText("secrets in one word", 200, "http://a:b@c/"),
        HostileText("words with secrets", 200, "a:b@c "),
        HostileText("at signs", 2000, "@"),
        HostileText("colons", 2000, ":", to: "@"),
        HostileText("slashes", 2000, "/", to: "@"),
        HostileText("spaces", 2000, " ", to: "@"),
    ]

    static let commands = [
        HostileText("one word", 8000, "a"),
        HostileText("one quoted word", 8000, "a", from: "'", to: "'"),
        HostileText("backslashes", 2000, "\\a"),
        HostileText("escaped quotes", 2000, "\\\"", from: "\"", to: "\""),
        HostileText("quotes", 2000, "''"),
        HostileText("words", 2000, "a "),
    ]

    static let configs = [
        HostileText("entries", 200, "a = b\n"), HostileText("headers", 300, "refresh.header = A: b\n"),
        HostileText("comments", 300, "# a\n"),
        HostileText("broken lines", 300, "a\n"),
        HostileText("equals signs", 3000, "="),
        HostileText("spaces", 3000, " ", from: "a =", to: "b"),
        HostileText("empty lines", 1000, "\n"),
    ]
}
