import FeedCore
import Testing

@testable import rssium

@Suite(.timeLimit(.minutes(10))) struct StreamingPageReaderTests {
    private struct Enough: Error {}

    /// Long enough for a thread of its own, with links and footnotes that hold blocks back.
    private static func long(_ notes: String = "") -> String {
        var html = "<h1>Title</h1>"
        for number in 1...8000 {
            html +=
                "<p>Paragraph \(number) with <a href='https://a.example/\(number % 50)'>a link</a> in it.</p>"
            if number % 100 == 0 { html += "<hr><ul><li>One<li>two</ul><hr>" }
            if number % 500 == 0 {
                html += "<a href='https://a.example/card'><h2>Card</h2><p>Its text</p></a>" + notes
                html += "<table><tr><th>a<th>b<tr><td>1<td>2<tr><td>3<td>4</table>"
            }
        }
        return html + "<hr>"
    }

    private static func read(_ text: ArticleText) -> Page {
        var page = Page()
        page.links = StreamingPageReader.read(text, at: nil) { page.blocks.append($0) }
        return page
    }

    /// The page at once: within an open link the builder hands out no block.
    private static func readWhole(_ html: String) -> [Page.Block] {
        PageBuilder.page(html: "<a>" + html).blocks
    }

    @Test func `a long text is read ahead into the same page`() {
        let html = Self.long()
        #expect(html.utf8.count > 512 << 10)
        let page = Self.read(.html(html))
        #expect(page == PageBuilder.page(html: html))
        #expect(page.links.count == 51)
        #expect(page.blocks.count > 8000)
        #expect(page.blocks.last != .rule)
    }

    @Test func `blocks that are handed out early are those of the whole page`() {
        let blocks = Self.read(.html(Self.long())).blocks
        #expect(blocks.count == Self.readWhole(Self.long()).count)
        #expect(blocks.filter { if case .table = $0 { true } else { false } }.count == 16)
    }

    @Test func `references to footnotes are resolved at the end`() {
        let html =
            Self.long() + "<p>See<a href='#fn1'>[1]</a> and<a href='#fn2'>[2]</a></p>" + Self.long()
            + "<p id='fn1'>[1] The note</p>"
        let page = Self.read(.html(html))
        #expect(page == PageBuilder.page(html: html))
        let marks = page.blocks.flatMap(\.spans).filter {
            if case .note = $0.content { true } else { false }
        }
        #expect(marks.count == 1)
    }
}
