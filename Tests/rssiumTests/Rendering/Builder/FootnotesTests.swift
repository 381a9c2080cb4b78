import Testing

@testable import rssium

@Suite struct FootnotesTests {
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
    func `footnotes keep their labels and have no links`(html: String) {
        #expect(shown(html, at: "https://x.org/p") == "a¹\n\n¹ b")
        #expect(PageBuilder.page(html: html, at: "https://x.org/p").links == [])
    }

    @Test(arguments: [
        "[1] b", "[1]: b", "<b>[1]</b> b", "<sup>1</sup> b", "1. b", "(1) b", "<a href='#r'>[1]</a>: b",
        "<a href='#r'>1</a>. b", "<span>1</span><span>)</span> b",
    ])
    func `the label of a note shows once, and no text is lost`(note: String) {
        let html = "a<a href='#n'>[1]</a><p id=n>\(note)</p>"
        #expect(shown(html) == "a¹\n\n¹ b")
    }

    @Test(arguments: [
        ("see section <a href='#s4'>4</a>", "see section 4"), ("see <a href='#x'>[FAQ]</a>.", "see [FAQ]."),
        ("a <a href='#up'>↑</a> b", "a b"), ("<h2>Title <a href='#t'>#</a></h2>", "Title\n─────"),
        ("<a href='#a'>one</a>, <a href='#b'><b>two</b></a>", "one, two"),
    ])
    func `other links within the page are text`(html: String, expected: String) {
        #expect(shown(html) == expected)
    }
}
