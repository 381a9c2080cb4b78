import Testing

@testable import rssium

@Suite struct PageNotesTests {
    private func shown(_ html: String, at address: String? = nil) -> String {
        PageText.lines(of: PageBuilder.page(html: html, at: address), width: 60).map(\.plain).joined(separator: "\n")
    }

    @Test(arguments: [
        // Markdown
        "a<sup id=r1><a href='#fn:1'>1</a></sup><ol><li id='fn:1'><p>b <a href='#r1'>↩</a></p></li></ol>",
        // GitHub
        "a<sup><a href='#user-content-fn-1' data-footnote-ref>1</a></sup><section class=footnotes><h2 class=sr-only>"
            + "Footnotes</h2><ol><li id=user-content-fn-1><p>b <a href='#r'>↩</a></p></ol></section>",
        // Wikipedia
        "a<sup><a href='https://x.org/p#note1'>[1]</a></sup><ol><li id=note1><a href='#r'>^</a> <span>b</span></li></ol>",
        // Word
        "a<a href='#_ftn1' name=_ftnref1>[1]</a><p><a href='#_ftnref1' name=_ftn1>[1]</a> b</p>",
        // Substack
        "a<a href='#footnote-1'>1</a><div class=footnote><a id=footnote-1 href='#footnote-anchor-1'>1</a><div><p>b"
            + "</p></div></div>",
    ])
    func `footnotes keep their marks and have no links`(html: String) {
        #expect(shown(html, at: "https://x.org/p") == "a¹\n\n¹ b")
        #expect(PageBuilder.page(html: html, at: "https://x.org/p").links == [])
    }

    @Test func `a note is told apart from others by its number`() throws {
        let page = PageBuilder.page(
            html: "a<sup><a href='#n1'>*</a></sup> b<sup><a href='#n2'>*</a></sup> c<sup><a href='#n1'>*</a></sup>"
                + "<ol><li id=n1>one<li id=n2>two</ol>")
        guard case .notes(let notes) = try #require(page.blocks.last) else {
            Issue.record("no notes")
            return
        }
        #expect(notes.map(\.number) == [1, 2])
        #expect(notes.map(\.mark) == ["*", "*"])
    }

    @Test(arguments: [
        ("see section <a href='#s4'>4</a>", "see section 4"), ("see <a href='#x'>[FAQ]</a>.", "see [FAQ]."),
        ("a <a href='#up'>↑</a> b", "a b"), ("<h2>Title <a href='#t'>#</a></h2>", "Title\n─────"),
        ("<a href='#a'>one</a>, <a href='#b'><b>two</b></a>", "one, two"),
    ])
    func `other links within the page are text`(html: String, expected: String) {
        #expect(shown(html) == expected)
    }

    @Test func `a link that spans blocks leaves their text`() {
        #expect(shown("<a href='#a'>one<p>two</p>three</a> four") == "one\n\ntwo\n\nthree four")
    }
}
