import FeedCore
import Testing

@testable import rssium

/// The chapters of a book, of whatever HTML the articles are. The thorough suites ask epubcheck.
@Suite struct EPUBTests {
    /// Titles and texts that have broken books.
    static let hostile: [(title: String, html: String)] = [
        ("links", hrefs.map { "<p><a href=\"\(Sanitizer.escaped($0))\">x</a></p>" }.joined()),
        (
            "T\u{7}itle & <b> ]]> \u{FFFE}",
            "<p>a\u{1}b\u{B}c &#0; &#1; &#xFFFE; &#xD800; \u{FFFF}</p><pre>\ttab\n\n x</pre>"
        ),
        (" \u{A0} ", "<p id=a>1</p><p id=a>2</p><div id='x y'>3</div><a name=a>4</a><a href='#a'>5</a><p id=''>6</p>"),
        (
            "nested",
            "<a href=http://a.org>a<a href=http://b.org>b<div><table><tr><td><a href=http://d.org>d</table></div></a>"
        ),
        (
            "foreign",
            """
            <math><mi>x</mi><mfrac><mn>1</mn><mn>2</mn></mfrac></math><svg onload=x><script>alert(1)</script>\
            <foreignObject><p>p</svg><x-foo bar=1>c</x-foo><blink>b</blink><font>f</font><center>c</center><big>b</big>
            """
        ),
        (
            "tables",
            """
            <table><tr><td colspan=5 rowspan=9>a<table><caption>c<p>x</caption><tr><th>h<td>d</table></td></tr><caption>late
            </caption><tr></tr><td>loose</table><table></table><table><caption>only</caption></table><td colspan=99999>x
            """
        ),
        (
            "lists",
            """
            <li>stray<ul>text<li>a<ol start=-5 reversed type=i><li value=99999999999999999999>x<li>y</ol></ul><ol><ul><li>x
            </ul></ol><ul></ul><dl><dd>d<dt>t<dl><dt>z</dl></dl><dt>s<dl></dl>
            """
        ),
        ("deep", String(repeating: "<blockquote><ul><li>", count: 100) + "x<b><i>"),
        (
            "pictures",
            """
            <img src="https://e.org/a.png" alt='A "pic" <b>'><a href=https://e.org/x><img src=https://e.org/b.jpg></a>\
            <img src=data:image/png;base64,x><img src=""><figure><img src=http://[bad alt=z><figcaption>cap</figure>
            """
        ),
        (
            "media",
            "<video src=https://e.org/v.mp4></video><iframe src=http://[x></iframe><object data=https://e.org/o></object>"
        ),
        (
            "others",
            """
            <details open><summary>S<h1>h</h1></summary><p>i</details><ruby>漢<rp>(<rt>kan</ruby><h1></h1><hr><p lang='no tag!'>\
            ]]> <!-- c -- c --> <?pi x?><form><input type=checkbox checked><textarea>t</textarea><button>b</button></form>\
            <q cite=http://[x>q</q><time datetime=nope>t</time><abbr title='"x'>a</abbr><kbd>k</kbd><br><wbr>
            """
        ),
        ("empty", ""),
        ("unclosed", "<p>a<b>b<i>c<a href=http://x.org/><img src=x <p>d</div></span></table>"),
    ]

    private static let hrefs = [
        "javascript:alert(1)", "http://", "http://[::1]/", "http://a b/", "http://e.org:99999/", "http://1.2.3.999/",
        "http://0x7f.1/", "http://xn--zca.xn--/", "http://bücher.example/ä?ö#ü", "http://a..b/", "mailto:a b@c?x=[y]",
        "mailto:", "tel:1", "data:text/html,x", "file:///etc/passwd", "http://u:p@e.org/%zz#b#c",
        "//e.org/[a]|{b}\\^`\"<>",
        "/rel", "?q", "#f", "feed:https://x.org", "http://☃.net/", "http://a,b/",
        "http://\(String(repeating: "a", count: 64)).org",
    ]

    private static func article(_ title: String, _ html: String) -> Article {
        var article = ArticleWriterTests.bare(1, url: "http://[bad")
        article.title = title
        article.text = .html(html)
        article.enclosures = [Enclosure(url: "http://[bad", type: "audio/mpeg")]
        return article
    }

    @Test(arguments: hostile)
    func `a chapter is well-formed, and its elements may be where they are`(title: String, html: String) throws {
        let document = EPUBChapter(Self.article(title, html)).document(with: ["https://e.org/a.png": "picture1.png"])
        #expect(XHTMLShape.fault(in: document) == nil, "\(document)")
    }

    @Test func `the text has its own direction, whatever the title is`() throws {
        let document = EPUBChapter(Self.article("iPhone", "<p>שלום</p>")).document(with: [:])
        #expect(document.contains("</header>\n<section dir=\"auto\">\n<p>שלום</p>\n</section>\n</body>"))
    }

    @Test(arguments: [
        ("http://bücher.example/ä?ö#ü", "http://xn--bcher-kva.example/%C3%A4?%C3%B6#%C3%BC"),
        ("HTTP://u:p@E.org:80/%zz", "http://e.org/%25zz"), ("https://e.org:8080/a b", nil),
        ("https://e.org:99999/", nil),
        ("https://e.org/[a]#b#c", "https://e.org/%5Ba%5D#b%23c"), ("http://1.2.3.4/", "http://1.2.3.4/"),
        ("http://1.2.3.999/", nil), ("mailto:ann@e.org", "mailto:ann@e.org"), ("mailto:", nil), ("javascript:x", nil),
    ])
    func `a link leads to the web or to a mailbox, or is no link`(written: String, address: String?) {
        #expect(LinkXHTML.address(written) == address)
    }

    @Test(arguments: [
        ("de", "de"), ("zh-Hant-TW", "zh-Hant-TW"), ("en-US-x-private", "en-US"), ("english", nil), ("en-u", "en"),
        ("x-klingon", nil),
    ])
    func `the language has a form that every validator knows`(written: String, language: String?) {
        var article = Self.article("T", "")
        article.language = written
        #expect(EPUBChapter(article).language == language)
    }

    @Test func `a long table of contents has only the feeds, which list their chapters`() throws {
        let articles = (1...1001).map { ArticleWriterTests.bare($0) }
        let book = try ArticleWriterTests.printed(articles, ListLayout(format: .epub))
        let contents = try #require(book.split(separator: "<nav ").last?.split(separator: "</nav>").first)
        #expect(contents.matches(of: /href="([a-z0-9.]+)"/).map(\.1) == ["cover.xhtml", "feed1.xhtml"])
        #expect(book.contains("<itemref idref=\"f1\"/>\n<itemref idref=\"c1\"/>\n"))
        #expect(book.contains("<h1>F</h1>\n<ol>\n<li><a href=\"chapter1.xhtml\">T1</a></li>\n"))
    }

    @Test func `the checksum is that of the standard`() {
        #expect(CRC32.of(Array("123456789".utf8)) == 0xCBF4_3926)
    }
}

/// What a document must hold to be XHTML, as far as a test needs it.
enum XHTMLShape {
    /// The first fault; nil without one.
    static func fault(in document: String) -> String? {
        var open: [Substring] = []
        for piece in document.split(separator: "<", omittingEmptySubsequences: true).dropFirst(2) {
            let parts = piece.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[1].contains(">") else { return "a stray angle: \(piece)" }
            if piece.replacing(/&(amp|lt|gt|quot|#39|#9);/, with: "").contains("&") { return "a stray &: \(piece)" }
            if parts[1].unicodeScalars.contains(where: { $0.value < 0x20 && ![9, 10].contains($0.value) }) {
                return "a control character: \(piece)"
            }
            guard let tag = parts[0].wholeMatch(of: /(\/?)([a-z]+[1-6]?)((?: [a-z:]+="[^"<]*")*)(\/?)/) else {
                return "no tag: \(piece)"
            }
            if !tag.1.isEmpty {
                guard open.popLast() == tag.2 else { return "not nested: \(piece)" }
            } else if tag.4.isEmpty {
                if tag.2 == "a", open.contains("a") { return "a link in a link: \(piece)" }
                if tag.2 == "li", !["ul", "ol"].contains(open.last) { return "an item without a list: \(piece)" }
                if inline.contains(open.last ?? ""), !inline.contains(tag.2) { return "a block in a line: \(piece)" }
                open.append(tag.2)
            }
        }
        return open.isEmpty ? nil : "not closed: \(open)"
    }

    private static let inline: Set<Substring> = [
        "a", "strong", "em", "code", "kbd", "del", "ins", "u", "mark", "sup", "sub", "p", "h1", "h2", "h3", "pre",
    ]
}
