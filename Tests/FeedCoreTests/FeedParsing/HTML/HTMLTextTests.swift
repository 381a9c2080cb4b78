import Testing

@testable import FeedParsing

@Suite struct HTMLTextTests {
    @Test(arguments: [
        ("<p>One</p>\n<p>two  <b>three</b>\tfour</p>", "One\ntwo three four"),
        ("a<br>b<br/>c", "a\nb\nc"),
        ("x<i>y</i>z", "xyz"),
        (
            "a &amp; b &lt;c&gt; &eacute; &#8217; &#x1F600; &#146; &unknown; AT&T &copy 1",
            "a & b <c> é ’ 😀 ’ &unknown; AT&T © 1"
        ),
        ("a < b <3 c<d", "a < b <3 c<d"),
        ("#include </etc/a.h> and </b/> <p>", "#include </etc/a.h> and"),
        ("Use List<String> of <my-tag>Bob</my-tag> <bob@x.example>", "Use List<String> of\nBob\n<bob@x.example>"),
        (
            "so <span class='katex'><span class='katex-mathml'><math><mi>x</mi><annotation>x^2</annotation></math></span>"
                + "<span class='katex-html' aria-hidden='true'><span class='mord'>x</span></span></span> here",
            "so x here"
        ),
        ("so <math><mfrac><mn>1</mn><msqrt><mi>x</mi></msqrt></mfrac></math>.", "so 1/(√(x))."),
        ("at (<script type='math/tex'>a<b &amp;</script>).", "at (a<b &amp;)."),
        ("<i class=MathJax>x</i><script type=math/tex>x^2</script>", "x"),
        ("<script>if (a<b) x('</p>')</script>seen<style>p{}</style>", "seen"),
        ("a<!-- <b>hidden</b> -->b<!-- never closed", "ab"),
        ("<div hidden><div>x</div>y</div>z<span style='Display : NONE'>q</span>", "z"),
        ("<a href=/x>More <span class='x sr-only'>about x</span></a><b class='sr-only-focus'>z</b>", "More z"),
        ("<p style='mso-hide:all'>q</p><p style='max-height:0px;overflow:hidden'>r</p>z", "z"),
        ("<td style='font-size:0px;max-height:0.5em'>z</td>", "z"),
        ("<script>never closed", "<script>never closed"), ("the <button> and the <svg>", "the <button> and the <svg>"),
        ("a<textarea> <b>&lt;\n</textarea>b<xmp>&lt;<i></xmp>c", "a\n<b><\nb\n&lt;<i>\nc"),
        ("&nbsp;a&nbsp;&nbsp;b\u{A0}c&#160;", "a b c"),
        ("a\u{1}\u{7F}\u{1E}b\u{92}c&#1;&#159;", "ab’cŸ"),
        ("<a title='a > b'>x</a>", "x"),
        ("<![CDATA[<b>x</b>", "x"),
        ("<?php x ?>y<!DOCTYPE html>z", "yz"),
        ("日本<b>語</b>。", "日本語。"),
        ("Wirt&shy;schafts\u{AD}krise \u{200B} a\u{FEFF}b\u{34F} <b>\u{2060}c</b>", "Wirtschaftskrise ab c"),
        ("<div>&#847; &zwnj; &nbsp; &#847;\u{34F} \u{200C} &nbsp;&zwnj;</div>New", "New"),
        ("<div>&#8199;&#65279;\u{2007} &#x2800;&nbsp;\u{115F}</div>New &#8199;one", "New one"),
        (
            "<video><source>No video.</video>a<select><option>b</select><button>c</button><h2><button>d</button></h2>",
            "a\nd"
        ),
        ("a <option value=1> b<br>c<p>d", "a\nb\nc\nd"), ("a <optgroup label=x> b<p>c", "a\nb\nc"),
        ("<select><optgroup label=x><option value=1>a<option value=2>b</select>c", "c"),
        ("Hi <img class='wp-smiley' alt='🙂'>", "Hi 🙂"),
        ("\u{FEFF} Tom &amp; J\u{AD}erry \u{200B}&lt;b> ", "Tom & Jerry <b>"),
        ("می\u{200C}خواهم می&zwnj;خواهم", "می\u{200C}خواهم می\u{200C}خواهم"), ("one<br=\"\">two", "one\ntwo"),
        ("", ""), ("<p>", ""), ("<", "<"), ("&", "&"), ("a</", "a</"),
    ])
    func `the text of HTML is read in one pass`(html: String, expected: String) {
        #expect(ArticleText.html(html).plain == expected)
    }

    @Test func `an excerpt ends with a whole word`() {
        let text = ArticleText.html("<p>The quick brown fox</p><p>jumps over</p>")
        #expect(HTMLText(text).excerpt(limit: 300) == "The quick brown fox jumps over")
        #expect(HTMLText(text).excerpt(limit: 12) == "The quick…")
        #expect(HTMLText(text).excerpt(limit: 9) == "The quick…")
        #expect(HTMLText(.html("日本語の文章です")).excerpt(limit: 4) == "日本語の…")
        #expect(HTMLText(.plain("1 < 2 &amp; <b>")).excerpt(limit: 300) == "1 < 2 &amp; <b>")
    }

    @Test func `an excerpt is the same whether the rest was read or not`() {
        let html = String(repeating: "<p>Zwölf <i>Boxkämpfer</i> jagen</p>", count: 200)
        let whole = HTMLText.excerpt(ofPlain: HTMLText(.html(html)).bytes[...])
        #expect(HTMLText(.html(html)).excerpt() == whole)
        #expect(whole.count <= 301)
    }
}
