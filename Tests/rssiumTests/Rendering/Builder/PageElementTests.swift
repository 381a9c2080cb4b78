import Testing

@testable import rssium

/// The text and Markdown of each HTML element.
@Suite struct PageElementTests {
    private func shown(_ html: String, width: Int = 60) -> String {
        PageText.lines(of: PageBuilder.page(html: html), width: width).map(\.plain).joined(separator: "\n")
    }

    @Test(arguments: [
        ("<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4>", "a\n═\n\nb\n─\n\nc\n─\n\nd"),
        ("<p>a</p><p>&nbsp;</p><div> </div><p>b</p>", "a\n\nb"),
        ("a<hr><hr>b<hr>", "a\n\n────────────────────────────────────────\n\nb"),
        ("a<br>b<br><br>c", "a\nb\n\nc"), ("<address>a<br>b</address>", "a\nb"),
        ("<ul><li>a<li>b</ul>", "• a\n• b"), ("<ul><li><p>a</p><p>b</p><li>c</ul>", "• a\n\n  b\n\n• c"),
        ("<ol start=3 type=a><li>a<li>b</ol>", "c. a\nd. b"), ("<ol reversed type=I><li>a<li>b</ol>", "II. a\n I. b"),
        ("<ol type=i start=4><li>a</ol>", "iv. a"), ("<ol type=A start=27><li>a</ol>", "AA. a"),
        ("<ol><li>a<li value=9>b<li>c</ol>", " 1. a\n 9. b\n10. c"),
        ("<ul><li><input type=checkbox checked>a<li><p><input type=checkbox> b</ul>", "[x] a\n[ ] b"),
        ("<ol><li><label><input type=checkbox> a</label></ol>", "1. [ ] a"),
        ("a <input type=checkbox checked> b <input type=text>", "a [x] b"),
        ("<dl><dt>a<dt>b<dd>c<dd>d</dl>", "a\nb\n    c\n\n    d"),
        ("<blockquote>a<blockquote>b</blockquote>c</blockquote>", "> a\n>\n> > b\n>\n> c"),
        ("<details><summary><h3>a</h3></summary>b</details>", "a\n\nb"), ("<details>b</details>", "b"),
        ("<noscript><img src=https://x.org/a.png alt=a></noscript>", "[image: a][1]\n\n[1] https://x.org/a.png"),
        (
            "<figure><img src=http://x.org/i alt=a><figcaption>b</figcaption></figure>",
            "[image: a][1]\nb\n\n[1] http://x.org/i"
        ),
        ("2<sup>2<sup>n</sup></sup> x<sup>a<sub>b</sub></sup>", "2^(2^(n)) x^(a_(b))"),
        (
            "<div><a href='#r1'>1</a><div><p>Its note.</p><p>More.</p></div></div><p><a href='#2'>2</a></p>",
            "1 Its note.\n\nMore.\n\n2"
        ),
        ("<p><a href='#r1'>1</a> Ibid.</p><p><a href='#r2'>2</a> Smith.</p>", "1 Ibid.\n\n2 Smith."),
        ("<p><a id=p2 href='#p2'>2</a></p><p>Rain.</p>", "2\n\nRain."),
        ("H<sub>2<sub></sub></sub>O 4<sup>th<sup> of July</p>", "H₂O 4th of July"),
        ("<aside><span>[<a href='#r1'>1</a>]</span><p>A note.</p></aside>", "[¹] A note."),
        ("First.</p>Second.", "First.\n\nSecond."),
        ("x<sup>2</sup> x<sub>i</sub> e<sup>-x</sup> a<sup>TM</sup>", "x² xᵢ e^(-x) aTM"),
        ("a<sup>1</sup><sup>2</sup> b<sup>[3]</sup> c<sup>(a)</sup> d<sup>2</sup><sup>+</sup>", "a¹,² b^[3] c^(a) d²⁺"),
        ("<pre><ol>\n<li>a</li>\n<li>  b</li></ol></pre>", "a\n  b"),
        ("<pre>\n<table><tr><td class=lineno>1</td><td>a</td></tr>\n<tr><td>  b</td></tr></table></pre>", "a\n  b"),
        ("<del>a <b>b</b></del> <s>c</s> <ins>d</ins>", "~~a b~~ ~~c~~ d"), ("<q>a <q>b</q></q>", "“a “b””"),
        ("<kbd>Ctrl</kbd>+<kbd>C</kbd> <var>x</var> <samp>y</samp> <mark>z</mark>", "Ctrl+C x y z"),
        (
            "<abbr title='Cascading Style Sheets'>CSS</abbr>, <abbr title='Cascading Style Sheets'>CSS</abbr>",
            "CSS (Cascading Style Sheets), CSS"
        ),
        ("<abbr title='2026-11-20'>now</abbr>", "now"),
        ("<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby><ruby>字<rt>じ</rt></ruby>", "漢(かん)字(じ)"),
        ("<pre>a\n  b\n\tc</pre>", "a\n  b\n        c"), ("<pre><div>a</div><div>b</div></pre>", "a\nb"),
        ("<table><tr><td class=gutter><pre>1\n2</pre><td><pre>a\nb</pre></table>", "a\nb"),
        ("<p>a<script>b</script><style>c</style><svg><text>d</text></svg></p>", "a"),
        ("<script type='math/tex'>x^2</script>", "x^2"),
        ("a <script type='math/tex'>% <![CDATA[\na<b %]]></script>", "a a<b"),
        ("<center><font color=red>a</font></center>", "a"),
        ("a&shy;b&zwj; c", "ab\u{200D} c"), ("<fieldset><legend>a</legend>b</fieldset>", "a\n\nb"),
    ])
    func `each element has its text`(html: String, expected: String) {
        #expect(shown(html) == expected)
    }

    @Test(arguments: [
        (
            "<iframe src='https://www.youtube.com/embed/abcdefghijk?rel=0' title='YouTube video player'></iframe>",
            "[video: youtube.com][1]", "https://www.youtube.com/watch?v=abcdefghijk"
        ),
        (
            "<iframe src='https://player.vimeo.com/video/1' title=Talk></iframe>", "[frame: Talk][1]",
            "https://player.vimeo.com/video/1"
        ),
        (
            "<iframe data-src='https://open.spotify.com/embed/x'></iframe>", "[frame: open.spotify.com][1]",
            "https://open.spotify.com/embed/x"
        ),
        ("<iframe src='https://ted.community/a'></iframe>", "[frame: ted.community][1]", "https://ted.community/a"),
        ("<iframe src='https://embed.ted.com/a'></iframe>", "[frame: embed.ted.com][1]", "https://embed.ted.com/a"),
        (
            "<iframe src='https://feedburner.community/a'></iframe>", "[frame: feedburner.community][1]",
            "https://feedburner.community/a"
        ),
        ("<iframe src='https://x.org/chart'>no frames</iframe>", "[frame: x.org][1]", "https://x.org/chart"),
        ("<audio controls><source src=https://x.org/a.mp3></audio>", "[audio: x.org][1]", "https://x.org/a.mp3"),
        ("<video><a href=https://x.org/v.mp4>Download</a></video>", "[video: x.org][1]", "https://x.org/v.mp4"),
        (
            "<object data=https://x.org/f.swf><embed src=https://x.org/g></object>", "[frame: x.org][1]",
            "https://x.org/f.swf"
        ),
        ("<object><param name=movie value=https://x.org/m></object>", "[frame: x.org][1]", "https://x.org/m"),
        (
            "<lite-youtube videoid=abcdefghijk></lite-youtube>", "[video: youtube.com][1]",
            "https://www.youtube.com/watch?v=abcdefghijk"
        ),
        ("<embed src=https://x.org/e>", "[frame: x.org][1]", "https://x.org/e"),
    ])
    func `embedded media is a link with its name`(html: String, expected: String, address: String) {
        #expect(shown(html) == "\(expected)\n\n[1] \(address)")
    }

    @Test(arguments: [
        "<iframe src='about:blank'></iframe>", "<iframe src='https://ad.doubleclick.net/x'></iframe>",
        "<iframe src='https://www.facebook.com/plugins/like.php?x'></iframe>", "<video></video>",
    ])
    func `embedded media without an address does not show`(html: String) {
        #expect(shown(html) == "")
    }

    @Test(arguments: [
        ("<mi>E</mi><mo>=</mo>\n<mi>m</mi><msup><mi>c</mi><mn>2</mn></msup>", "E = mc²"),
        ("<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mi>c</mi></mfrac>", "(a + b)/c"),
        ("<msqrt><mi>x</mi></msqrt><msub><mi>x</mi><mi>i</mi></msub>", "√(x)xᵢ"),
        ("<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>", "∑_(i = 1)ⁿ"),
        ("<semantics><mi>x</mi><annotation encoding='application/x-tex'>x</annotation></semantics>", "x"),
        (
            "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd></mtr></mtable>",
            "(1, 2; 3)"
        ),
    ])
    func `a formula is written in one line`(html: String, expected: String) {
        #expect(shown("a <math>\(html)</math>.") == "a \(expected).")
    }

    @Test func `the image of a formula becomes its TeX`() {
        #expect(shown("a <img class=latex src=https://x.org/t.png alt='x^2'>.") == "a x^2.")
        #expect(shown("<img class=mwe-math-fallback src=https://x.org/t alt='{\\displaystyle x}'>") == "x")
    }

    @Test(arguments: [
        ("<pre><code class='hljs language-swift'>a</code></pre>", "swift"),
        ("<div class=highlight><pre class='highlight lang-c'>a</pre></div>", "c"),
        ("<pre class='brush: php; gutter: false'>a</pre>", "php"), ("<pre data-lang=Go>a</pre>", "go"),
        ("<pre class='sourceCode haskell'>a</pre>", "haskell"), ("<pre class='src src-sh'>a</pre>", "sh"),
    ])
    func `the language of code is read from classes and attributes`(html: String, expected: String) {
        #expect(
            PageBuilder.page(html: html).blocks.contains { block in
                if case .preformatted(_, let language) = block { language == expected } else { false }
            })
    }
}
