import Testing

@testable import rssium

/// Spans as CommonMark. A converter has turned each expected text back into the same spans.
@Suite struct MarkdownInlineTests {
    private func markdown(_ html: String) -> String {
        let page = PageBuilder.page(html: html)
        guard case .paragraph(let spans)? = page.blocks.first else { return "" }
        return MarkdownInline.text(of: spans, links: page.links)
    }

    @Test(arguments: [
        ("<b>a</b> <i>b</i>", "**a** _b_"), ("x<b>a</b>y<i>b</i>z", "x**a**y<em>b</em>z"),
        ("a <b> b </b> c", "a **b** c"), ("<b>a&nbsp;</b>b", "**a**\u{A0}b"), ("<i>a</i><b>b</b>", "<em>a</em>**b**"),
        ("<b><i>a</i> b</b>", "**_a_ b**"), ("x<b><i>a</i></b>y", "x<strong><em>a</em></strong>y"),
        ("<b>a<br>b</b>", "**a\\\nb**"), ("<i>a</i><i>b</i>", "_ab_"), ("a <b> </b> b", "a b"),
    ])
    func `emphasis begins and ends at words`(html: String, expected: String) {
        #expect(markdown(html) == expected)
    }

    @Test(arguments: [
        ("a<i>“b”</i>c", "a<em>“b”</em>c"), ("<b>(a)</b>b", "<strong>(a)</strong>b"),
        ("<b>「強調」</b>後", "<strong>「強調」</strong>後"), ("<b>強調</b>後", "**強調**後"),
        ("<b>“a”</b>, b", "**“a”**, b"), ("x<b><code>a</code></b>", "x<strong>`a`</strong>"),
    ])
    func `emphasis is HTML where asterisks would not count`(html: String, expected: String) {
        #expect(markdown(html) == expected)
    }

    @Test func `formatting that CommonMark lacks is HTML`() {
        #expect(
            markdown("x<sup>2</sup> H<sub>2</sub>O <del>a</del> <ins>b</ins> <u>c</u> <mark>d</mark> <kbd>e_f</kbd>")
                == "x<sup>2</sup> H<sub>2</sub>O <del>a</del> <ins>b</ins> <u>c</u> <mark>d</mark> <kbd>e_f</kbd>")
    }

    @Test(arguments: [
        ("<code>a</code> <code>b</code> <b><kbd>c</kbd> <kbd>d</kbd></b>", "`a` `b` **<kbd>c</kbd> <kbd>d</kbd>**"),
        ("a<sup>1</sup><sup>2</sup>", "a<sup>1</sup>,<sup>2</sup>"),
        ("<code>a*b</code>", "`a*b`"), ("<code>a`b</code>", "``a`b``"), ("<code>`</code>", "`` ` ``"),
        ("<code>``</code>", "` `` `"), ("<code>a <b>b</b></code>", "`a `**`b`**"),
        ("<code><a href=https://x.org/>a</a>()</code>", "[`a`](https://x.org/)`()`"),
        ("<a href=https://x.org/><code>a</code></a>", "[`a`](https://x.org/)"),
        ("<a href=https://x.org/>see https://a.org/b_ here</a>", #"[see https://a.org/b\_ here](https://x.org/)"#),
        ("so <code>if a {<br>b }</code>", "so `if a {`\\\n`b }`"),
        ("so <b><code>a<br>b</code></b>", "so **`a`\\\n`b`**"),
        ("so <kbd>a<br>b</kbd>", "so <kbd>a</kbd>\\\n<kbd>b</kbd>"),
    ])
    func `code stays unchanged`(html: String, expected: String) {
        #expect(markdown(html) == expected)
    }

    @Test(arguments: [
        ("<a href=https://x.org/>a [b] c</a>!", "[a \\[b\\] c](https://x.org/)!"),
        ("a!<a href=https://x.org/>b</a>", "a\\![b](https://x.org/)"),
        ("<a href=https://x.org/>https://x.org/</a>", "<https://x.org/>"),
        ("<a href=mailto:me@x.org>me@x.org</a>", "<me@x.org>"),
        ("<b>a <a href=https://x.org/>b</a></b> c", "**a [b](https://x.org/)** c"),
        ("<a href=https://x.org/>a <b>b</b></a><b>c</b>", "[a **b**](https://x.org/)**c**"),
        ("<a href=https://x.org/>https://x.org/?a&amp;amp;b</a>", "[https://x.org/?a\\&amp;b](https://x.org/)"),
    ])
    func `links have their text in brackets`(html: String, expected: String) {
        #expect(markdown(html) == expected)
    }

    @Test(arguments: [
        ("https://x.org/a_(b)", "https://x.org/a_(b)"), ("https://x.org/a)b", "https://x.org/a\\)b"),
        ("https://x.org/a b<c>", "https://x.org/a%20b%3Cc%3E"),
        ("https://x.org/?a&copy;", "https://x.org/?a&amp;copy;"),
        ("https://x.org/?a&copy=1", "https://x.org/?a&copy=1"), ("https://x.org/\\`", "https://x.org/\\\\%60"),
        ("", "<>"),
    ])
    func `an address stays within its parentheses`(address: String, expected: String) {
        #expect(MarkdownText.destination(address) == expected)
    }

    @Test func `a line of delimiters is text`() {
        #expect(markdown("a<br>__<br>* *<br>b") == "a\\\n\\_\\_\\\n\\* \\*\\\nb")
        #expect(markdown("<b>__</b><br>a") == "**\\_\\_**\\\na")
    }

    @Test func `images have their address and their alternative text`() {
        let image = Page.Image(alt: "a ]*", address: "https://x.org/i.png")
        #expect(
            MarkdownInline.text(of: [Page.Span(content: .image(image), link: 1)], links: ["https://x.org/"])
                == "[![a \\]\\*](https://x.org/i.png)](https://x.org/)")
        let video = Page.Span(content: .media(kind: "video", title: "A [talk]", link: 1))
        #expect(
            MarkdownInline.text(of: [video], links: ["https://x.org/v"]) == "[video: A \\[talk\\]](https://x.org/v)")
    }
}
