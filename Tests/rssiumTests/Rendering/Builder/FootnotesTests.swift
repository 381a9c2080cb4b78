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

    @Test func `a number that is part of a word stays`() {
        #expect(shown("a<a href='#n'>[1]</a><p id=n>1st b</p>") == "a¹\n\n¹ 1st b")
    }

    @Test func `a list of the sections of a page is no list of notes`() {
        let html =
            "<ul><li><a href='#s1'>1. One</a><li><a href='#s2'>[2] Two</a></ul><h2 id=s1>One</h2>a<h2 id=s2>Two</h2>b"
        #expect(shown(html) == "• 1. One\n• [2] Two\n\nOne\n───\n\na\n\nTwo\n───\n\nb")
    }

    @Test func `the label of a note is not confused with words, numbers and other labels`() {
        let notes = "<ol><li id=a>A<li id=b>B<li id=c>C</ol>"
        let html = "x<sup><a href='#a'>[a]</a></sup> y<sup><a href='#b'>[1]</a></sup><sup><a href='#c'>[2]</a></sup>"
        #expect(shown(html + " 10<sup><a href='#c'>[2]</a></sup>" + notes).hasPrefix("xᵃ y¹⁽²⁾ 10⁽²⁾\n"))
    }

    @Test func `a link to a heading is no reference to a note`() {
        #expect(shown("see <a href='#s'>[1]</a><h2 id=s>One</h2>a") == "see [1]\n\nOne\n───\n\na")
    }

    @Test func `notes with the same label have different numbers`() throws {
        let page = PageBuilder.page(
            html: "a<sup><a href='#n1'>*</a></sup> b<sup><a href='#n2'>*</a></sup> c<sup><a href='#n1'>*</a></sup>"
                + "<ol><li id=n1>one<li id=n2>two</ol>")
        guard case .notes(let notes) = try #require(page.blocks.last) else {
            Issue.record("no notes")
            return
        }
        #expect(notes.map(\.number) == [1, 2])
        #expect(notes.map(\.label) == ["*", "*"])
    }

    @Test(arguments: [
        ("see section <a href='#s4'>4</a>", "see section 4"), ("see <a href='#x'>[FAQ]</a>.", "see [FAQ]."),
        ("a <a href='#up'>↑</a> b", "a b"), ("<h2>Title <a href='#t'>#</a></h2>", "Title\n─────"),
        ("<a href='#a'>one</a>, <a href='#b'><b>two</b></a>", "one, two"),
    ])
    func `other links within the page are text`(html: String, expected: String) {
        #expect(shown(html) == expected)
    }

    @Test func `an anchor link around blocks keeps their text`() {
        #expect(shown("<a href='#a'>one<p>two</p>three</a> four") == "one\n\ntwo\n\nthree four")
    }
}
