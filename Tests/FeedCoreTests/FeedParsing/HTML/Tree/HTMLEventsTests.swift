import Testing

@testable import FeedParsing

@Suite struct HTMLEventsTests {
    @Test(arguments: [
        ("", ""),
        ("just text", "just text"),
        ("<p>one<p>two", "<p>one</p><p>two</p>"),
        ("<b>bold</b> and plain", "<b>bold</b> and plain"),
        ("<b><i>crossed</b></i>", "<b><i>crossed</i></b>"),
        ("</div>stray <b>ends</b> here</div> and on", "stray <b>ends</b> here and on"),
        ("one.</p>two.", "one.<p></p>two."),
        ("a<br>b<BR/>c<wbr>d<source src=x>e", "a<br></br>b<br></br>c<wbr></wbr>d<source src=x></source>e"),
        (
            "<article><figure><img src=a><figcaption>c</figcaption></figure></article>",
            "<article><figure><img src=a></img><figcaption>c</figcaption></figure></article>"
        ),
        ("<ul><li>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>"),
        ("<script>if (a < b) x('</p>')</script>after", "<script>if (a < b) x('</p>')</script>after"),
        ("<style>p { color: red }</style>", "<style>p { color: red }</style>"),
        ("caf&eacute, &copy 2020 AT&T &amp;eacute", "café, © 2020 AT&T &eacute"),
        ("&ccirc;&edot;&Lcedil;&ubreve;&lang;x&rang;", "ĉėĻŭ⟨x⟩"),
        ("?a=1&copy=2 &copyright", "?a=1&copy=2 &copyright"),
        ("1 < 2 & 3 > 2 &amp; caf&eacute; &#x1F600; &hellip; &#8217;", "1 < 2 & 3 > 2 & café 😀 … ’"),
        ("&#146;&#150;", "’–"),
        ("<a href='?a=1&amp;b=2&c=3' hidden>x</a>", "<a href=?a=1&b=2&c=3 hidden=>x</a>"),
        (
            "<a href='https://a.example/&#27;b&#x0c&#0;c&#xD800;d?e=&#9;' title='&#1'>x&#8;&#xFFFF;y</a>",
            "<a href=https://a.example/\u{1B}b\u{C}\u{FFFD}c\u{FFFD}d?e=\t title=\u{1}>x\u{8}\u{FFFF}y</a>"
        ),
        ("日本語 naïve 🚀", "日本語 naïve 🚀"),
        ("cut <b>off</b> <a href='https://x", "cut <b>off</b> "), ("a <b", "a "), ("a <", "a <"),
        ("nul\u{0}byte", "nulbyte"),
    ])
    func `elements and text come in order and every start has its end`(html: String, expected: String) {
        #expect(write(html) == expected)
    }

    @Test(arguments: [
        ("if x<y then stop. The rest", "if x<y then stop. The rest"),
        ("<p>if a<b then stop. More</p><p>two</p>", "<p>if a<b then stop. More</p><p>two</p>"),
        ("if x<y then stop.\n\nAll > here", "if x<y then stop.\n\nAll > here"),
        (
            "Bob <bob@x.example>, List<String>, <https://a.example/b>",
            "Bob <bob@x.example>, List<String>, <https://a.example/b>"
        ),
        ("I like the <button> element.\n<p>More</p>", "I like the <button> element.\n<p>More</p>"),
        ("<select> <svg> <textarea> <xmp> <title> end", "<select> <svg> <textarea> <xmp> <title> end"),
        ("<video src=a></video> <audio> or <video>?", "<video src=a></video> <audio> or <video>?"),
        ("a <textarea><b>&lt;i&gt;</b></textarea> <xmp>&amp;</xmp>", "a <pre><b><i></b></pre> <pre>&amp;</pre>"),
        ("cut <stron", "cut "), ("cut <p class", "cut "), ("cut <a href='https://a", "cut "), ("cut </p", "cut "),
        ("$0<s<a$ and $n>2s$, $r<R$", "$0<s<a$ and $n>2s$, $r<R$"),
        ("i<a.length;i++) f(a);", "i<a.length;i++) f(a);"),
        ("if a<b and c>d, e", "if a<b and c>d, e"),
        ("<p nowrap>x</p> <a name>y</a>", "<p nowrap=>x</p> <a name=>y</a>"),
        ("a<br<br>b <p\n<b>c</b>", "a<br></br><br></br>b <p><b>c</b></p>"), ("<g$ a='b'>c", "<g$ a=b>c</g$>"),
        ("<p<b>a</b></p> <p</p><p<!-- b -->c", "<p><b>a</b></p> <p></p><p>c</p>"),
        ("<p data-v-1>a", "<p data-v-1=>a</p>"),
        ("<foo>x</foo> <my-tag>y <o:p>z", "<foo>x</foo> <my-tag>y <o:p>z</o:p></my-tag>"),
        ("<math><mspace>x</math>", "<math><mspace>x</mspace></math>"),
    ])
    func `a less-than sign that begins no tag is text`(html: String, expected: String) {
        #expect(write(html) == expected)
    }

    @Test(arguments: [
        ("<blockquote><div>a</blockquote>b", "<blockquote><div>a</div></blockquote>b"),
        ("<ul><li><div>a</li><li>b</li></ul>c", "<ul><li><div>a</div></li><li>b</li></ul>c"),
        ("<ul><li><div>a<li>b</ul>c", "<ul><li><div>a</div></li><li>b</li></ul>c"),
        ("<figure><div><div>a</figure>b", "<figure><div><div>a</div></div></figure>b"),
        ("<div><ul><li>a</div>b", "<div><ul><li>a</li></ul></div>b"),
        (
            "<table><tr><td><div>a</blockquote></td><td>b</td></tr></table>c",
            "<table><tr><td><div>a</div></td><td>b</td></tr></table>c"
        ),
        (
            "<script>'<div></blockquote>'</script><blockquote>a</blockquote>",
            "<script>'<div></blockquote>'</script><blockquote>a</blockquote>"
        ),
        ("<svg id=''><path d=''><p>a</p>b", "<svg id=><path d=></path></svg><p>a</p>b"),
        ("<select id=x><option>x</option><h2>a</h2>b", "<select id=x><option>x</option></select><h2>a</h2>b"),
    ])
    func `an element without end tag ends with the element around it`(html: String, expected: String) {
        #expect(write(html) == expected)
    }

    @Test(arguments: [
        ("<p><![if !supportLists]>· <![endif]>a</p>", "<p>· a</p>"), ("a <![CDATA[b]]> c", "a b c"),
        ("&zcaron; &plus; AT&AMP;T &AMP x &LT;i&GT; &amp;zcaron;", "ž + AT&T & x <i> &zcaron;"),
        ("<a title='&QUOT;&apos;&zcaron;'>x</a>", "<a title=\"'ž>x</a>"), ("a&#12;b\u{C}c", "a b c"),
    ])
    func `markup of other languages goes, and all references of HTML are known`(html: String, expected: String) {
        #expect(write(html) == expected)
    }

    @Test func `of what is beyond the limit of nodes the text is kept, in lines`() {
        let html = "<i></i><i></i><p>one<p>two &amp; <b>three</b><script>x</script>"
        let events = HTMLEvents(HTMLTree(valid: Array(html.utf8), nodeLimit: 6))
        #expect(written(events) == "<i></i><i></i><pre>\none\ntwo & three</pre>")
    }

    @Test(arguments: [
        ("<b><blockquote>q1</b> q2</blockquote> c", "<b></b><blockquote><b>q1</b> q2</blockquote> c"),
        ("<p>a <b>b<blockquote>c</b> d</blockquote> e", "<p>a <b>b</b></p><blockquote><b>c</b> d</blockquote> e"),
        ("<i><ul><li>a</i> b<li>c</ul>d", "<i></i><ul><i></i><li><i>a</i> b</li><li>c</li></ul>d"),
        ("<b><div>a</b> b</div>c", "<b></b><div><b>a</b> b</div>c"),
        ("<b>a<blockquote>b</blockquote>c</b>d", "<b>a<blockquote>b</blockquote>c</b>d"),
    ])
    func `an end tag within a block does not end the block`(html: String, expected: String) {
        #expect(write(html) == expected)
    }

    @Test(arguments: [1, 50, 300, 3000])
    func `the last words are read, however long the page`(paragraphs: Int) {
        var text = ""
        for event in HTMLEvents(HTMLTree(String(repeating: "<p>one</p> ", count: paragraphs) + "the last words")) {
            if case .text(let piece) = event { text += piece }
        }
        #expect(text == String(repeating: "one ", count: paragraphs) + "the last words")
    }

    private func write(_ html: String) -> String { written(HTMLEvents(HTMLTree(html))) }

    private func written(_ events: HTMLEvents) -> String {
        events.map { event in
            switch event {
            case .start(let name, let attributes):
                "<" + ([name.text] + attributes.map { "\($0.name)=\($0.value)" }).joined(separator: " ") + ">"
            case .end(let name): "</\(name.text)>"
            case .text(let text): text
            }
        }.joined()
    }
}
