import FeedCore
import Testing

@testable import rssium

@Suite struct PageBuilderTests {
    private func text(_ text: String, _ formatting: Page.Formatting = [], link: Int? = nil) -> Page.Span {
        Page.Span(content: .text(text), formatting: formatting, link: link)
    }

    private func blocks(_ html: String) -> [Page.Block] { PageBuilder.page(html: html).blocks }

    @Test func `white space collapses, and none is at the ends of a block`() {
        #expect(
            blocks(" <p> a \n\t b <b> c </b> d </p> ") == [.paragraph([text("a b "), text("c", .strong), text(" d")])])
        #expect(blocks("<b>a</b> <i>b</i>") == [.paragraph([text("a", .strong), text(" "), text("b", .emphasis)])])
        #expect(blocks(" \n <p> </p><div> </div>") == [])
    }

    @Test func `the white-space style keeps line ends and indents`() {
        func lines(_ html: String) -> [String] {
            PageText.lines(of: PageBuilder.page(html: html), width: 40).map(\.plain)
        }
        #expect(lines("<p style='white-space: pre-wrap'>a\n   b\n\nc</p>d\ne") == ["a", "   b", "", "c", "", "d e"])
        #expect(lines("<p style='white-space:pre-line'>a\n   b <i>c\nd</i></p>") == ["a", "b c", "d"])
        #expect(
            lines("<div style='white-space:pre'><p style='white-space:normal'>a\nb</p>c\nd</div>") == [
                "a b", "", "c", "d",
            ])
        #expect(lines("<div style='white-space: pre-wrap'>\n  <p>a</p>\n  <p>b</p>\n</div>") == ["a", "", "b"])
        let tab = String(repeating: " ", count: 8)
        #expect(lines("<p style='white-space:pre-wrap'>a  b\tc <b> d</b></p>") == ["a  b\(tab)c d"])
    }

    @Test func `a link of several blocks is one link`() {
        let card =
            "<a href='https://a.example/'><img src='https://a.example/i.png' alt=''><div>Title</div><div>About it</div>"
            + "<img src='https://a.example/c.png'></a>after"
        let page = PageBuilder.page(html: card)
        #expect(
            page.blocks == [
                .paragraph([text("Title", link: 1)]), .paragraph([text("About it")]), .paragraph([text("after")]),
            ])
        #expect(page.links == ["https://a.example/"])
        let plain = PageBuilder.page(html: "<a href='https://a.example/'><h2>Title</h2></a><p>after</p>")
        #expect(plain.blocks == [.heading(level: 2, [text("Title", link: 1)]), .paragraph([text("after")])])
    }

    @Test(arguments: [
        ("a<form><p>b</p></form>c", "a\n\nb\n\nc"),
        ("a<form><p>b</p><input><select><option>x</select></form>", "a\n\nb"),
        ("a<form><input><button>Go</button><p>b</p><h2>c</h2><p>d</p>", "a\n\nb\n\nc\n─\n\nd"),
        ("a<form><input><button>Go</button></form><button>Share</button>b", "a\n\nb"),
        ("<h3><button>What?</button></h3>a", "What?\n─────\n\na"),
        ("<a href='https://a.example/'><button>more</button></a>", "more[1]\n\n[1] https://a.example/"),
    ])
    func `a form without controls is text, and a button in a heading is text`(html: String, expected: String) {
        let lines = PageText.lines(of: PageBuilder.page(html: html), width: 40).map(\.plain)
        #expect(lines.joined(separator: "\n") == expected)
    }

    @Test func `a quotation names its source, unless a link does`() {
        let quote = "<blockquote cite='https://a.example/talk'>words</blockquote>"
        let from = Page.Block.paragraph([text("— "), text("a.example", link: 1)])
        #expect(blocks(quote) == [.quote([.paragraph([text("words")]), from])])
        #expect(blocks("<a href='https://a.example/talk'>x</a>" + quote).last == .quote([.paragraph([text("words")])]))
        #expect(blocks("<blockquote cite='talk.html'>words</blockquote>") == [.quote([.paragraph([text("words")])])])
        #expect(blocks("<blockquote cite='https://a.example/talk'></blockquote>") == [])
    }

    @Test func `a paragraph of code in lines is preformatted`() {
        let code = "<p><code>if a {<br>&nbsp;&nbsp;b<br/>\n}</code></p>c"
        let page = PageBuilder.page(html: code)
        #expect(PageMarkdown.text(of: page) == "```\nif a {\n  b\n}\n```\n\nc\n")
        #expect(PageText.lines(of: page, width: 40).map(\.plain) == ["if a {", "  b", "}", "", "c"])
        let words = "<p>so <code>a<br>b</code></p>"
        #expect(
            blocks(words) == [
                .paragraph([text("so "), text("a", .code), Page.Span(content: .lineBreak), text("b", .code)])
            ])
    }

    @Test(arguments: ["gl", "gutter", "lnt", "lineno", "toc"])
    func `prose shows, whatever the class of its element`(name: String) {
        let prose = [Page.Block.paragraph([text("Some prose.")]), .paragraph([text("More of it")])]
        #expect(blocks("<div class='\(name)'><p>Some prose.<p>More of it</div>") == prose)
        #expect(blocks("<div class='\(name)'><p>Some prose.<div class='\(name)'>More of it</div></div>") == prose)
        #expect(blocks("<div id=toc><p>Some prose.<p>More of it</div>") == prose)
    }

    @Test(arguments: [
        "<div class=toc><p>Contents</p><ul><li><a href='#a'>1. First part.</a></ul></div>",
        "<td class=gl><pre class=lineno>1\n2\n</pre></td>",
    ])
    func `line numbers and tables of contents do not show`(html: String) {
        #expect(blocks("a" + html) == [.paragraph([text("a")])])
    }

    @Test(arguments: [
        "so <span class='katex'><span class='katex-html' aria-hidden='true'>x</span></span>",
        "<form action=/subscribe><label>Your address <input></label> <select><option>daily</select><button>Go</button></form>",
        "<div class=sharedaddy>Share: <a href='https://x.org/share'>X</a></div>",
        "<h2>Part <span class=mw-editsection>[<a href='https://x.org/edit'>edit</a>]</span></h2>",
        "<p hidden=until-found>x</p>", "<p style='max-height: 0'>x</p>", "<p style='--visibility:hidden'>x</p>",
        "<span class=sr-only>x</span>", "<p class='kg-bookmark-metadata'>x</p>", "<canvas>x</canvas>",
        "<noscript>x</noscript>", "<textarea>x</textarea>", "<select><option>x</select>", "<dialog open>x</dialog>",
    ])
    func `text and HTML show the same parts`(html: String) {
        #expect(blocks("<p>a</p>" + html) == blocks("<p>a</p>" + Sanitizer.clean(html)))
    }

    @Test func `the tooltip of an image is its caption, once`() {
        let image = "<img src=https://e.org/a.png alt=A title='The other one is winking.'>"
        func captions(_ html: String) -> Int {
            blocks(html).count { if case .caption = $0 { true } else { false } }
        }
        #expect(captions("<p>\(image)</p>") == 1)
        #expect(captions("<figure>\(image)<figcaption>The other one is winking.</figcaption></figure>") == 1)
        #expect(captions("<p>Text with \(image) in it</p>") == 0)
        #expect(captions("<p>\(image)\(image)</p>") == 2)
        // A picture without words in a link with its caption stays.
        let linked = "<img src=https://e.org/a.png><figcaption>A door</figcaption>"
        #expect(blocks("<figure><a href=https://e.org/b>\(linked)</a></figure>").count == 2)
        #expect(captions("<p><img src=https://e.org/a.png alt='A blue door there' title='A blue door'></p>") == 0)
    }

    @Test func `an address has one number, in the order of the shown text`() {
        let page = PageBuilder.page(
            html: "<a href=https://e.org></a><a href=https://a.org>a</a> <a href=https://b.org>b</a> "
                + "<a href=https://a.org>c</a> <a href='#x'>d</a> <a href='javascript:x()'>e</a>"
                + "<a href='file:///etc/passwd'>f</a>")
        #expect(page.links == ["https://a.org", "https://b.org"])
        #expect(
            page.blocks == [
                .paragraph([
                    text("a", link: 1), text(" "), text("b", link: 2), text(" "), text("c", link: 1), text(" d ef"),
                ])
            ])
    }

    @Test(arguments: [
        "<script>x</script>", "<style>x</style>", "<form><input value=x><button>x</button></form>", "<p hidden>x</p>",
        "<div style='color: red; Display: none'>x <b>y</b></div>", "<img src=https://x.org/p width=1 height=1>",
        "<img src='data:image/gif;base64,R0lG'>", "<img src='File:///etc/passwd'>",
        "<img src='https://feeds.feedburner.com/~r/a/~4/b' alt=x>",
        "<title>x</title>", "<svg><title>x</title></svg>",
        "<a href=https://x.org></a>",
        "<!-- x -->", "<iframe>x</iframe>", "<template>x</template>",
    ])
    func `hidden elements do not show`(html: String) {
        #expect(PageBuilder.page(html: html) == Page())
        #expect(PageBuilder.page(html: "a" + html).blocks == [.paragraph([text("a")])])
    }

    @Test(arguments: [
        // Markdown
        (
            "a<sup id=r1><a href='#fn:1'>1</a></sup><ol><li id='fn:1'><p>b <a href='#r1'>↩</a></p></li></ol>",
            "a¹\n\n1. b"
        ),
        // Wikipedia
        (
            "a<sup><a href='https://x.org/p#note1'>[1]</a></sup><ol><li id=note1><a href='#r'>^</a> <span>b</span></li></ol>",
            "a¹\n\n1. b"
        ),
        // Word
        ("a<a href='#_ftn1' name=_ftnref1>[1]</a><p><a href='#_ftnref1' name=_ftn1>[1]</a> b</p>", "a¹\n\n¹ b"),
        // Substack
        (
            "a<a id=footnote-anchor-1 href='#footnote-1'>1</a><div class=footnote><a id=footnote-1 href='#footnote-anchor-1'>1</a><div><p>b"
                + "</p></div></div>", "a¹\n\n1 b"
        ),
        ("see section <a href='#s4'>4</a><p id=s4>b", "see section 4\n\nb"),
        ("a<sup><a href='#x'>[1]</a></sup><sup><a href='#y'>[2]</a></sup><i id=x>b<i id=y>", "a¹,²b"),
        ("a<a href='http://www.x.org/p/#fn'>[1]</a><p id=fn>b", "a¹\n\nb"),
        ("see <a href='#x'>[FAQ]</a>.<p id=x>b", "see [FAQ].\n\nb"),
        ("see <a href='#fn%3A1'>below</a>.<p id='fn:1'>b", "see below.\n\nb"), ("<a href='#'>one</a>", "one"),
        ("a <a href='#up'>↑</a> b", "a b"), ("<h2>Title <a href='#t'>#</a></h2>", "Title\n─────"),
        ("<i id=a><a href='#a'>one</a></i>, <a name=b href='#b'><b>two</b></a>", "one, two"),
    ])
    func `a link within the page is text, and in superscript where it refers to a footnote`(
        html: String, expected: String
    ) {
        let page = PageBuilder.page(html: html, at: "https://x.org/p")
        #expect(PageText.lines(of: page, width: 60).map(\.plain).joined(separator: "\n") == expected)
        #expect(page.links == [])
    }

    @Test(arguments: [
        ("<a href='#comments'>3 comments</a>", "3 comments[1]", "comments"),
        ("<a href='https://x.org/p#more-12'>Read on</a>", "Read on[1]", "more-12"),
        ("a<a href='#fn1'>[1]</a>", "a¹[1]", "fn1"),
    ])
    func `a link to a place that the text does not have leads to the page`(html: String, text: String, name: String) {
        let page = PageBuilder.page(html: html, at: "https://x.org/p#x")
        #expect(PageText.lines(of: page, width: 60).map(\.plain) == [text, "", "[1] https://x.org/p#\(name)"])
        #expect(PageBuilder.page(html: "<a href='#comments'>comments</a>").links == [])
    }

    @Test(arguments: [
        String(repeating: "<div>", count: 10_000), String(repeating: "<blockquote>", count: 10_000),
        String(repeating: "<ul><li>", count: 10_000), String(repeating: "<table><tr><td>", count: 10_000),
        String(repeating: "<b>", count: 100_000), String(repeating: "<p><a href=x>", count: 10_000),
    ])
    func `hostile articles become pages`(html: String) {
        let lines = PageText.lines(of: PageBuilder.page(html: html + "the end"), width: 40)
        #expect(lines.contains { $0.plain.contains("the end") })
        #expect(lines.allSatisfy { TextWidth.cells(of: $0.plain) <= 40 })
    }
}
