import Testing

@testable import rssium

@Suite struct PageTextTests {
    private func text(_ string: String, link: Int? = nil) -> Page.Span { Page.Span(content: .text(string), link: link) }
    private func paragraph(_ string: String) -> Page.Block { .paragraph([text(string)]) }

    private func shown(_ blocks: [Page.Block], links: [String] = [], width: Int) -> String {
        PageText.lines(of: Page(blocks: blocks, links: links), width: width).map(\.plain).joined(separator: "\n")
    }

    @Test func `the number of a link that shows its address stands apart from it`() {
        let html = "<p><a href='https://a.example/x'>https://a.example/x</a>, <a href='https://b.example/'>b</a></p>"
        #expect(
            PageText.lines(of: PageBuilder.page(html: html), width: 60).first?.plain == "https://a.example/x [1], b[2]")
    }

    @Test func `a number follows its link on the same line`() {
        let spans = [text("See "), text("the manual", link: 1), text(", and "), text("more", link: 2), text(".")]
        #expect(
            shown([.paragraph(spans)], links: ["https://a.org", "https://b.org/a-long-address"], width: 20)
                == "See the manual[1],\nand more[2].\n\n[1] https://a.org\n[2] https://b.org/a-long-address")
    }

    @Test func `an item that begins with a list or a quotation keeps its bullet`() {
        let item = Page.Block.list(
            Page.List(items: [Page.Item(blocks: [.quote([paragraph("a")])]), Page.Item(blocks: [paragraph("b")])]))
        #expect(shown([item], width: 40) == "• > a\n\n• b")
    }

    @Test func `code is not wrapped, and only its tabs change`() {
        let code = Page.Block.preformatted([text("\nfunc f() {\n\tlet aVeryLongName = 1\n\n}\n\n")], language: nil)
        #expect(shown([code], width: 10) == "func f() {\n        let aVeryLongName = 1\n\n}")
    }

    @Test func `formatting becomes style`() {
        let spans = [
            Page.Span(content: .text("a"), formatting: .strong),
            Page.Span(content: .text("b"), formatting: [.emphasis, .code]),
        ]
        let lines = PageText.lines(of: Page(blocks: [.paragraph(spans)]), width: 40)
        var expected = StyledText("a", .bold)
        expected.append("b", Style(color: .ansi(.cyan), isItalic: true))
        #expect(lines == [expected])
    }

    @Test func `on a terminal a long line of code continues on the next`() {
        let code = Page.Block.preformatted([text("let a = 1234567890\n\tb日本語")], language: nil)
        let lines = PageText.lines(of: Page(blocks: [code]), PageText.Layout(width: 10, codeWidth: 12)).map(\.plain)
        #expect(lines == ["let a = 1234", "↪ 567890", "        b日", "↪ 本語"])
    }

    @Test func `headings are underlined where nothing is bold`() {
        let page = Page(blocks: [.heading(level: 2, [text("Title")])])
        #expect(PageText.lines(of: page, PageText.Layout(width: 40, hasStyles: true)) == [StyledText("Title", .bold)])
        #expect(PageText.lines(of: page, width: 40).map(\.plain) == ["Title", "─────"])
    }

    @Test(arguments: [20, 40, 80, 300])
    func `no line of text is wider than the width`(width: Int) {
        let page = PageBuilder.page(
            html: """
                <h1>A heading that is long enough to be wrapped</h1><blockquote><ul><li>日本語の文章です。長い長い長い長い文章です。
                <ol><li>one<li>two <b>bold words</b> and <i>more</i> 👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦</ol></ul>
                Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft</blockquote><hr>
                <dl><dt>Term<dd>Meaning of it, at some length, so that it wraps</dl>
                <table><tr><td>a cell with text in it<td>another cell with more text in it<td>third</table>
                """)
        for line in PageText.lines(of: page, width: width) {
            #expect(TextWidth.cells(of: line.plain) <= width, "\(line.plain)")
            #expect(line.plain.last != " ")
        }
    }
}
