import FeedCore
import TestSupport
import Testing

@testable import rssium
@testable import rssiumTests

/// The time to show an article grows no faster than its length, whatever the text.
@Suite(.serialized) struct GrowthOfRenderingTests {
    @Test(arguments: plainTexts) func `plain text becomes blocks`(family: HostileInput) {
        expectLinear(text: family) { _ = PlainText.blocks(of: $0) }
    }

    @Test(arguments: pages + boilerplate) func `HTML becomes a page`(family: HostileInput) {
        expectLinear(text: family) { _ = PageBuilder.page(html: $0) }
    }

    private static let writers: [String: @Sendable (Page) -> Void] = [
        "lines": { _ = PageText.lines(of: $0, width: 80) }, "Markdown": { _ = PageMarkdown.text(of: $0) },
        "a chapter of a book": { _ = PageXHTML($0, headingsBelow: 1).text },
    ]

    @Test(arguments: pages + longWords, writers.keys.sorted())
    func `a page is written in each form`(family: HostileInput, form: String) throws {
        let write = try #require(Self.writers[form])
        expectLinear(from: family.size, making: { PageBuilder.page(html: family.text($0)) }, write)
    }

    @Test(arguments: texts) func `control characters are taken out`(family: HostileInput) {
        expectLinear(text: family) {
            for kind in [ControlCharacterFilter.Kind.line, .document, .field] {
                _ = ControlCharacterFilter.string($0, as: kind)
            }
        }
    }

    @Test(arguments: texts) func `text is written in ASCII, in JSON, and cut to a width`(family: HostileInput) {
        expectLinear(text: family) { text in
            _ = ASCIIText.string(text)
            var json = JSONWriter()
            json.array { $0.value(text) }
            var bytes: [UInt8] = []
            JSONWriter.append(escaping: Array(json.text.utf8), to: &bytes)
            _ = TextWidth.cut(text, to: TextWidth.cells(of: text) - 1)
        }
    }

    @Test(arguments: addresses) func `passwords are masked`(family: HostileInput) {
        expectLinear(text: family) {
            _ = SecretMask.text($0)
            _ = SecretMask.word($0)
        }
    }

    @Test(arguments: commands) func `a command is parted into words`(family: HostileInput) {
        expectLinear(text: family) {
            _ = ShellWords.split($0)
            _ = PartialShellLine($0)
        }
    }

    @Test(arguments: configs) func `a config file is read and changed`(family: HostileInput) {
        expectLinear(text: family) {
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
            _ = try ArticleWriterTests.printed(articles, ListLayout(format: document))
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
        HostileInput("lines", 500, "* a\n"),
        HostileInput("paragraphs", 300, "a\n\n"),
        HostileInput("columns", 300, "a    b    c\n"),
        HostileInput("one long line", 4000, "word "),
        HostileInput("spaces", 10_000, " "),
        HostileInput("empty lines", 2000, "\r\n"),
    ]

    static let pages = [
        HostileInput("paragraphs", 200, "<p>a"),
        HostileInput("one paragraph of words", 2000, "word "),
        HostileInput("lines", 200, "a<br>"),
        HostileInput("line breaks", 400, "<br>"),
        HostileInput("formatting that never ends", 200, "<b>a"),
        HostileInput("alternating formatting", 150, "<b>a</b><i>b</i>"),
        HostileInput("formatted spaces", 150, "<b> </b>a<i>&nbsp;</i>"),
        HostileInput("quotations in quotations", 200, "<blockquote>a"),
        HostileInput("lists in lists", 150, "<ul><li>a"),
        HostileInput("items", 200, "<li>a", from: "<ol>"),
        HostileInput("tables in tables", 100, "<table><tr><td>a<td>b"),
        HostileInput("rows of a table", 100, "<tr><td>a<td>b", from: "<table><tr><th>x<th>y"),
        HostileInput("a row longer than the others", 60, "<th>a", tail: "<tr><td>b", from: "<table><tr>"),
        HostileInput("cells that span many columns", 60, "<tr><td colspan=1000>a<td>b", from: "<table>"),
        HostileInput("cells that span many rows", 200, "<tr><td rowspan=60000>a<td>b", from: "<table>"),
        HostileInput("links", 150, each: { "<a href=http://a/\($0)>a</a> " }),
        HostileInput("links in links", 150, each: { "<a href=http://a/\($0)>a<p>" }),
        HostileInput("one link of many blocks", 150, "<p>a", from: "<a href=http://a/>"),
        HostileInput("one link of many items", 150, "<li>a", from: "<a href=http://a/><ul>"),
        HostileInput("formatting across links", 100, each: { "<b>a<a href=http://a/\($0)>b</b><i>c</a>d</i>" }),
        HostileInput("links within the page", 150, each: { "<a href='#\($0)'>part</a> " }),
        HostileInput("operators of a formula", 200, "<mo>+</mo>", from: "<math>"),
        // The depth of a tree is bounded: below its limit each level costs more than the one above.
        HostileInput("fractions in fractions", 600, "<mfrac><mi>a</mi>", from: "<math>"),
        HostileInput("images", 100, each: { "<img src=http://a/\($0) alt=a>" }),
        HostileInput("figures in figures", 100, "<figure><img src=http://a/ alt=a><figcaption>b</figcaption>"),
        HostileInput("definitions", 150, "<dt>a<dd>b", from: "<dl>"),
        HostileInput("forms", 100, "<form><input>a</form>"),
        HostileInput("abbreviations", 100, each: { "<abbr title='long \($0.isMultiple(of: 2) ? "a" : "b")'>a</abbr>" }),
        HostileInput("lines of code", 500, "a {\n", from: "<pre>"),
        HostileInput("one line of code", 3000, "a\t", from: "<pre>"),
        HostileInput("code with links", 100, "<a href=http://a/>a</a>\n", from: "<pre>"),
        HostileInput("lines that stay", 300, "a\n", from: "<p style='white-space: pre'>"),
        HostileInput("media", 60, each: { "<iframe src=http://a/\($0)></iframe>" }),
        HostileInput("checkboxes", 150, "<li><input type=checkbox>a", from: "<ul>"),
    ]

    /// Elements that may be hidden.
    static let boilerplate = [
        HostileInput("tables of contents", 100, "<div class=toc><a href='#a'>a</a></div>"),
        HostileInput("tables of contents in tables of contents", 100, "<div class=toc><a href='#a'>a</a>"),
        HostileInput("tables of contents with prose at their end", 100, "<div class=toc>", to: "This is prose."),
        HostileInput(
            "tables of contents in one with prose", 100, "<div class=toc></div>", from: "<div class=toc>",
            to: "This is prose."),
        HostileInput("line numbers", 200, "<td class=gutter>1", from: "<table><tr>"),
    ]

    /// Lines without a place to end, and text that looks like Markdown.
    static let longWords = [
        HostileInput("one word", 5000, "a"),
        HostileInput("one word of Chinese", 1000, "漢"),
        HostileInput("accents over one letter", 1000, "\u{301}", from: "a"),
        HostileInput("flags", 500, "🇩"),
        HostileInput("families", 200, "👩\u{200D}"),
        HostileInput("no-break spaces", 1000, "\u{A0}"),
        HostileInput("zero-width spaces", 1000, "a\u{200B}"),
        HostileInput("one word with links in it", 150, each: { "a<a href=http://a/\($0)>b</a>" }),
        HostileInput("asterisks", 2000, "*"),
        HostileInput("words with asterisks", 800, "*a "),
        HostileInput("brackets", 2000, "["),
        HostileInput("entities", 500, "&amp;a"),
        HostileInput("addresses", 200, "http://a/(b) "),
        HostileInput("beginnings of addresses", 300, "http://"),
        HostileInput("address with parentheses", 400, "(a)", from: "http://a/", to: ")))"),
        HostileInput("backticks", 1000, "`", from: "<code>"),
        HostileInput("hashes", 1000, "#", from: "<h1>a "),
        HostileInput("bars", 1000, "|", from: "<table><tr><th>a<th>b<tr><td>c<td>"),
    ]

    static let texts = [
        HostileInput("words", 4000, "word "),
        HostileInput("control characters", 4000, "\u{1B}["),
        HostileInput("control characters of two bytes", 3000, "\u{85}"),
        HostileInput("changes of direction", 3000, "\u{202E}"),
        HostileInput("line ends", 4000, "\r\n"),
        HostileInput("accents", 3000, "é"),
        HostileInput("Chinese", 2000, "漢"),
        HostileInput("accents over one letter", 2000, "\u{301}", from: "a"),
        HostileInput("flags", 1000, "🇩"),
        HostileInput("quotes", 4000, "\"\\"),
    ]

    static let addresses = [
        HostileInput("paths of paths", 300, "//a", to: "@"),
        HostileInput("addresses in one word", 200, "http://a/", to: "@"),
        HostileInput("secrets in one word", 200, "http://a:b@c/"),
        HostileInput("words with secrets", 200, "a:b@c "),
        HostileInput("at signs", 2000, "@"),
        HostileInput("colons", 2000, ":", to: "@"),
        HostileInput("slashes", 2000, "/", to: "@"),
        HostileInput("spaces", 2000, " ", to: "@"),
    ]

    static let commands = [
        HostileInput("one word", 8000, "a"),
        HostileInput("one quoted word", 8000, "a", from: "'", to: "'"),
        HostileInput("backslashes", 2000, "\\a"),
        HostileInput("escaped quotes", 2000, "\\\"", from: "\"", to: "\""),
        HostileInput("quotes", 2000, "''"),
        HostileInput("words", 2000, "a "),
    ]

    static let configs = [
        HostileInput("entries", 200, "a = b\n"), HostileInput("headers", 300, "refresh.header = A: b\n"),
        HostileInput("comments", 300, "# a\n"),
        HostileInput("broken lines", 300, "a\n"),
        HostileInput("equals signs", 3000, "="),
        HostileInput("spaces", 3000, " ", from: "a =", to: "b"),
        HostileInput("empty lines", 1000, "\n"),
    ]
}
