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

    @Test(arguments: [
        (20, "The quick brown fox\njumps over the lazy\ndog."),
        (40, "The quick brown fox jumps over the lazy\ndog."),
        (80, "The quick brown fox jumps over the lazy dog."),
        (4, "The\nquic\nk\nbrow\nn\nfox\njump\ns\nover\nthe\nlazy\ndog."),
    ])
    func `paragraphs are wrapped at spaces`(width: Int, expected: String) {
        #expect(shown([paragraph("The quick brown fox jumps over the lazy dog.")], width: width) == expected)
    }

    @Test(arguments: [
        (10, "日本語の文\n章です。\n「はい」と"), (11, "日本語の文\n章です。\n「はい」と"),
    ])
    func `a Japanese line ends between characters, not before closing punctuation`(
        width: Int, expected: String
    ) {
        #expect(shown([paragraph("日本語の文章です。「はい」と")], width: width) == expected)
    }

    @Test func `a number follows its link on the same line`() {
        let spans = [text("See "), text("the manual", link: 1), text(", and "), text("more", link: 2), text(".")]
        #expect(
            shown([.paragraph(spans)], links: ["https://a.org", "https://b.org/a-long-address"], width: 20)
                == "See the manual[1],\nand more[2].\n\n[1] https://a.org\n[2] https://b.org/a-long-address")
    }

    @Test func `lists and quotations indent what is in them`() {
        let list = Page.Block.list(
            Page.List(
                numbering: .decimal,
                items: [
                    Page.Item(number: 9, blocks: [paragraph("nine goes on")]),
                    Page.Item(number: 10, blocks: [paragraph("ten"), .quote([paragraph("a"), paragraph("b")])]),
                ]))
        #expect(shown([list], width: 20) == " 9. nine goes on\n\n10. ten\n\n    > a\n    >\n    > b")
        let nested = Page.Block.list(
            Page.List(
                items: [
                    Page.Item(blocks: [paragraph("a"), .list(Page.List(items: [Page.Item(blocks: [paragraph("b")])]))]),
                    Page.Item(blocks: [paragraph("c")]),
                ]))
        #expect(shown([nested], width: 40) == "• a\n  ◦ b\n• c")
        #expect(shown([.quote([.quote([paragraph("x")])])], width: 40) == "> > x")
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

    @Test func `what a terminal has no style for becomes text`() {
        func span(_ string: String, _ formatting: Page.Formatting) -> Page.Span {
            Page.Span(content: .text(string), formatting: formatting)
        }
        let spans = [
            text("H"), span("2", .subscript), text("O x"), span("12", .superscript), text(" 4"),
            span("th", .superscript),
            text(" e"), span("iπ", .superscript), text(" a"), span("i", .subscript), text(" "), span("old", .deleted),
        ]
        #expect(shown([.paragraph(spans)], width: 80) == "H₂O x¹² 4th e^(iπ) aᵢ ~~old~~")
    }

    @Test func `images and captions stay together`() {
        let image = Page.Block.paragraph([Page.Span(content: .image(Page.Image(alt: "A cat", link: 1)))])
        #expect(
            shown([paragraph("a"), image, .caption([text("It sits")]), paragraph("b")], width: 40)
                == "a\n\n[image: A cat][1]\nIt sits\n\nb")
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

    private var table: Page.Block {
        func row(_ cells: [String], isHeader: Bool = false) -> Page.Table.Row {
            Page.Table.Row(cells: cells.map { Page.Table.Cell(isHeader: isHeader, blocks: [paragraph($0)]) })
        }
        return .table(
            Page.Table(rows: [
                row(["Name", "Note"], isHeader: true), row(["日本", "short"]), row(["b", "a longer note that wraps"]),
            ]))
    }

    @Test(arguments: [
        (80, "Name  Note\n────  ────────────────────────\n日本  short\nb     a longer note that wraps"),
        (20, "Name  Note\n────  ──────────────\n日本  short\n\nb     a longer note\n      that wraps"),
        (8, "Name: 日\n  本\nNote:\n  short\n\nName: b\nNote: a\n  longer\n  note\n  that\n  wraps"),
    ])
    func `a table has columns where they fit`(width: Int, expected: String) {
        #expect(shown([table], width: width) == expected)
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

    @Test func `images on lines of their own have known lines and margins`() {
        let image = Page.Image(alt: "A cat", address: "https://x.org/i.png", link: 1)
        let span = Page.Span(content: .image(image))
        let list = Page.Block.list(
            Page.List(items: [Page.Item(blocks: [.paragraph([span]), .paragraph([text("a"), span])])]))
        let head = [StyledText("Title")]
        let shown = PageText.illustrated(Page(blocks: [list]), below: head, PageText.Layout(width: 40))
        var line = StyledText("• ", .dim)
        line.append("[image: A cat]", .dim)
        line.append("[1]", .dim)
        #expect(
            shown.images == [
                PageText.PlacedImage(
                    image: image, lines: 2..<3, firstMargin: StyledText("• ", .dim), margin: StyledText("  "), number: 1
                ),
                // Below the sentence that mentions it.
                PageText.PlacedImage(
                    image: image, lines: 5..<5, firstMargin: StyledText("  "), margin: StyledText("  "), number: 1),
            ])
        #expect(shown.lines.dropFirst(2).first == line)
        #expect(shown.lines.map(\.plain) == ["Title", "", "• [image: A cat][1]", "", "  a[image: A cat][1]"])
    }

    @Test func `very deep nesting is not indented, and no line is too wide`() {
        var block = paragraph("some words of the inmost item")
        for number in 1...40 {
            let item = Page.Item(number: number * 100_000, blocks: [paragraph("a"), block])
            block = .quote([.list(Page.List(numbering: .decimal, items: [item]))])
        }
        for width in [12, 20, 80] {
            let lines = PageText.lines(of: Page(blocks: [block]), width: width)
            #expect(lines.allSatisfy { $0.cells <= width })
        }
        let bare = Page.Block.list(Page.List(items: [Page.Item(blocks: [])]))
        #expect(shown([bare], width: 20) == "•")
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
