import FeedCore
import Testing

@testable import rssium

@Suite struct PageBuilderTests {
    private func text(_ text: String, _ marks: Page.Marks = [], link: Int? = nil) -> Page.Span {
        Page.Span(content: .text(text), marks: marks, link: link)
    }

    private func item(_ blocks: [Page.Block]) -> Page.Item { Page.Item(blocks: blocks) }

    private func blocks(_ html: String) -> [Page.Block] { PageBuilder.page(html: html).blocks }

    @Test func `blanks are one, and none stands at the ends of a block`() {
        #expect(
            blocks(" <p> a \n\t b <b> c </b> d </p> ") == [.paragraph([text("a b "), text("c", .strong), text(" d")])])
        #expect(blocks("<b>a</b> <i>b</i>") == [.paragraph([text("a", .strong), text(" "), text("b", .emphasis)])])
        #expect(blocks(" \n <p> </p><div> </div>") == [])
    }

    @Test func `text without paragraphs is divided by blocks and double line ends`() {
        #expect(
            blocks("one<br>two<br><br>three<div>four</div>five") == [
                .paragraph([text("one"), Page.Span(content: .lineBreak), text("two")]),
                .paragraph([text("three")]), .paragraph([text("four")]), .paragraph([text("five")]),
            ])
    }

    @Test func `lists nest, also where the inner one stands between items`() {
        let inner = Page.Block.list(Page.List(items: [item([.paragraph([text("b")])])]))
        let expected = Page.Block.list(
            Page.List(items: [item([.paragraph([text("a")]), inner]), item([.paragraph([text("c")])])]))
        #expect(blocks("<ul><li>a<ul><li>b</ul></li><li>c</ul>") == [expected])
        #expect(blocks("<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>") == [expected])
    }

    @Test func `a numbered list begins where it says`() {
        func numbers(_ html: String) -> [Int?] {
            guard case .list(let list)? = blocks(html).first else { return [] }
            return list.items.map(\.number)
        }
        #expect(numbers("<ol start=3><li>a<li>b</ol>") == [3, 4])
        #expect(numbers("<ol start=x><li>a</ol>") == [1])
        #expect(numbers("<ol reversed><li>a<li>b<li>c</ol>") == [3, 2, 1])
        #expect(numbers("<ol><li>a<li value=7>b<li>c</ol>") == [1, 7, 8])
        #expect(numbers("<ul><li value=7>a</ul>") == [nil])
        #expect(blocks("<li>a</li>") == [.list(Page.List(items: [item([.paragraph([text("a")])])]))])
    }

    @Test func `the same link is numbered once, in the order of what shows`() {
        let page = PageBuilder.page(
            html: "<a href=https://e.org></a><a href=https://a.org>a</a> <a href=https://b.org>b</a> "
                + "<a href=https://a.org>c</a> <a href='#x'>d</a> <a href='javascript:x()'>e</a>")
        #expect(page.links == ["https://a.org", "https://b.org"])
        #expect(
            page.blocks == [
                .paragraph([
                    text("a", link: 1), text(" "), text("b", link: 2), text(" "), text("c", link: 1), text(" d e"),
                ])
            ])
    }

    @Test func `code stands as it is`() {
        #expect(
            blocks("<pre><code>\n  if a {\n\tb  </code>\n</pre>")
                == [.preformatted([text("\n  if a {\n\tb  ", .code), text("\n")], language: nil)])
    }

    @Test(arguments: [
        "<script>x</script>", "<style>x</style>", "<form><input value=x><button>x</button>x</form>", "<p hidden>x</p>",
        "<div style='color: red; Display: none'>x <b>y</b></div>", "<img src=https://x.org/p width=1 height=1>",
        "<img src='data:image/gif;base64,R0lG'>", "<img src='https://feeds.feedburner.com/~r/a/~4/b' alt=x>",
        "<div class='sharedaddy sd'>x</div>", "<title>x</title>", "<svg><title>x</title></svg>",
        "<a href=https://x.org></a>",
        "<!-- x -->", "<textarea>x</textarea>", "<iframe>x</iframe>", "<template>x</template>",
    ])
    func `what is not to be read does not show`(html: String) {
        #expect(PageBuilder.page(html: html) == Page())
        #expect(PageBuilder.page(html: "a" + html).blocks == [.paragraph([text("a")])])
    }

    @Test func `images and media are named and linked`() {
        let page = PageBuilder.page(
            html: """
                <figure><img src=https://x.org/i.png alt=" A  cat "><figcaption>Caption</figcaption></figure>
                <a href=https://x.org/big.jpg><img data-src=https://x.org/s.jpg src=data:x></a>
                <video title=Talk><source src=https://x.org/v.mp4>Sorry</video>
                <p>Hi <img class=wp-smiley src=https://s.w.org/e.svg alt=🙂>!</p>
                """)
        #expect(page.links == ["https://x.org/i.png", "https://x.org/big.jpg", "https://x.org/v.mp4"])
        #expect(
            page.blocks == [
                .paragraph([
                    Page.Span(content: .image(Page.Image(alt: "A cat", address: "https://x.org/i.png", link: 1)))
                ]), .caption([text("Caption")]),
                .paragraph([Page.Span(content: .image(Page.Image(alt: "", address: "https://x.org/s.jpg")), link: 2)]),
                .paragraph([Page.Span(content: .media(kind: "video", title: "Talk", link: 3))]),
                .paragraph([text("Hi 🙂!")]),
            ])
    }

    @Test func `a table relates values, a layout is taken apart`() {
        func cell(_ string: String, isHeader: Bool = false) -> Page.Table.Cell {
            Page.Table.Cell(isHeader: isHeader, blocks: [.paragraph([text(string)])])
        }
        #expect(
            blocks("<table><caption>C</caption><tr><th>a<th>b<tr><td>1<td>2</table>") == [
                .table(
                    Page.Table(
                        caption: [text("C")],
                        rows: [
                            .init(cells: [cell("a", isHeader: true), cell("b", isHeader: true)]),
                            .init(cells: [cell("1"), cell("2")]),
                        ]))
            ])
        #expect(
            blocks("<table><tr><td><h1>a</h1>b</td><td>c</td></tr></table>")
                == [.heading(level: 1, [text("a")]), .paragraph([text("b")]), .paragraph([text("c")])])
    }

    @Test func `definitions keep their terms together`() {
        #expect(
            blocks("<dl><dt>a<dt>b<dd>c<dt>d<dd>e</dl>") == [
                .definitions([
                    Page.Definition(terms: [[text("a")], [text("b")]], meaning: [.paragraph([text("c")])]),
                    Page.Definition(terms: [[text("d")]], meaning: [.paragraph([text("e")])]),
                ])
            ])
    }

    @Test func `plain text keeps its lines and paragraphs, and no tag is read in it`() {
        #expect(
            PageBuilder.page(of: .plain("a <b>\nc\n\n \nd\n")).blocks == [
                .paragraph([text("a <b>"), Page.Span(content: .lineBreak), text("c")]), .paragraph([text("d")]),
            ])
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
