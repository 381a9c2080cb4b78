import Testing

@testable import FeedParsing

@Suite struct SingleLineTextTests {
    @Test(arguments: [
        ("AT&T", "AT&T"), ("AT&amp;T", "AT&T"), ("AT&amp;amp;T", "AT&amp;T"), ("D&D & more", "D&D & more"),
        ("a < b", "a < b"), ("a &lt; b", "a < b"), ("1 < 2 > 0", "1 < 2 > 0"),
        ("Array<T> in Swift", "Array<T> in Swift"), ("HashMap<K, V> explained", "HashMap<K, V> explained"),
        ("Map<String, List<Integer>> x", "Map<String, List<Integer>> x"), ("Box<dyn Error> e", "Box<dyn Error> e"),
        ("a <x-y z='b'>c", "a c"),
        ("<b>Bold</b> &amp; <i>new</i>", "Bold & new"), ("It&#8217;s &quot;here&quot;", "It’s \"here\""),
        ("How to use &lt;b&gt;", "How to use <b>"), ("one<br>two", "one two"),
        (" \n two \t lines\r\n ", "two lines"), ("&nbsp;x&nbsp;y", "x y"),
        ("safe<script>alert(1)</script>", "safe"), ("?a=1&copy=2", "?a=1&copy=2"), ("R&B; soul", "R&B; soul"),
        ("x\u{1E}\u{1F}\u{7F}\u{1B}[31m", "x[31m"), ("don\u{92}t", "don’t"),
        ("&lt;b&gt;x&lt;/b&gt; y", "<b>x</b> y"), ("The &amp;nbsp; entity", "The &nbsp; entity"),
        ("The <template> element", "The <template> element"),
        ("The &lt;dialog&gt; element", "The <dialog> element"), ("#include <map>", "#include <map>"),
        ("C++ <vector>", "C++ <vector>"), ("<3 you", "<3 you"), ("<p>para", "para"), ("a<!-- b -->c", "ac"),
        ("How to use <!-- comments -->", "How to use <!-- comments -->"),
        ("#include </etc/shadow>", "#include </etc/shadow>"), ("a <example>b</example> c", "a b c"),
        ("It&amp;#8217;s caf&amp;eacute; time", "It’s café time"), ("What &amp;eacute; means", "What &eacute; means"),
        ("one<br=\"\">two", "one two"),
        ("<![CDATA[in a section]]>", "in a section"), ("Use <script> wisely", "Use <script> wisely"),
        ("it&#146;s &#x92;", "it’s ’"), ("is \u{93}x\u{94}", "is “x”"),
        ("Wirt\u{AD}schafts\u{AD}krise\u{200B} \u{FEFF}\u{2060} Ko&shy;rea", "Wirtschaftskrise Korea"),
        ("می\u{200C}خواهم 👩\u{200D}💻", "می\u{200C}خواهم 👩\u{200D}💻"), ("ខ្មែរ\u{200B}ថ្មី", "ខ្មែរ\u{200B}ថ្មី"),
        ("\u{2028}東京\u{3000}\u{3000}大阪\u{2003}", "東京 大阪"), ("…—“€”", "…—“€”"),
        ("<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.0//EN\"><html><body><p>News</p></body></html>", "News"),
        ("<!DOCTYPE html>\nNews", "News"), ("<!DOCTYPE html>News", "News"),
        ("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!DOCTYPE html>\n<p>News</p>", "News"),
        ("Using <input type=\"date\">", "Using <input type=\"date\">"),
        ("<link rel='x'> explained", "<link rel='x'> explained"),
        ("<script async> vs <script defer>", "<script async> vs <script defer>"),
        ("a<video src='v'></video> b", "a b"), ("safe<meta content='0'> text", "safe text"),
        ("What is <!DOCTYPE html>?", "What is <!DOCTYPE html>?"),
        ("<!DOCTYPE html> explained", "explained"), ("a &rightarrow; b &checkmark;", "a → b ✓"),
    ])
    func `a title becomes plain text`(written: String, expected: String) {
        #expect(SingleLineText.title(written) == expected)
    }

    @Test(arguments: ["", " \n", "<b></b>", "&nbsp;"])
    func `an empty title is nil`(written: String) {
        #expect(SingleLineText.title(written) == nil)
    }

    @Test(arguments: [
        "", " ", "   ", "\t", "\r\n", " \u{A0} ", "\u{1}", "\u{1B}\u{7F}", "\u{81}", "\u{2003}", "\u{3000}\u{2029}",
    ])
    func `a line of spaces and control characters is nil`(written: String) {
        #expect(SingleLineText.clean(written) == nil)
        #expect(SingleLineText.clean(Array(written.utf8)) == nil)
    }

    @Test(arguments: [(" ", " "), ("  ", " "), ("\t", " "), ("\u{7F}", ""), ("!", "!"), (" !", " !"), ("é  é", "é é")])
    func `white space is collapsed anywhere in a line`(written: String, folded: String) {
        for place in 1..<40 {
            let (start, end) = (String(repeating: "a", count: place), String(repeating: "b", count: 40 - place))
            #expect(SingleLineText.clean(start + written + end) == start + folded + end)
        }
    }

    @Test func `a line is cut between characters`() throws {
        let line = try #require(SingleLineText.clean(String(repeating: "é", count: 10_000)))
        #expect(line.utf8.count == SingleLineText.maxLength && line.allSatisfy { $0 == "é" })
    }

    @Test(arguments: [
        ("joe@x.example (Joe Doe)", Author(name: "Joe Doe", email: "joe@x.example")),
        ("Joe Doe <joe@x.example>", Author(name: "Joe Doe", email: "joe@x.example")),
        ("joe@x.example", Author(email: "joe@x.example")),
        ("Joe Doe", Author(name: "Joe Doe")),
        ("Joe (mailto:joe@x.example)", Author(name: "Joe", email: "joe@x.example")),
        ("joe@x.example (Joe (Jo) Doe)", Author(name: "Joe (Jo) Doe", email: "joe@x.example")),
        ("\"Doe, Joe\" <joe@x.example>", Author(name: "Doe, Joe", email: "joe@x.example")),
        ("joe@x.example (Joe), amy@x.example (Amy)", Author(name: "joe@x.example (Joe), amy@x.example (Amy)")),
        ("joe@x.example Joe", Author(name: "Joe", email: "joe@x.example")),
        ("<Description><title>Joe</title></Description>", Author(name: "Joe")),
        ("<name>Joe</name><email>joe@x.example</email>", Author(name: "Joe", email: "joe@x.example")),
    ])
    func `a person is read as a name and an address`(written: String, expected: Author) {
        #expect(FieldText.person(Array(written.utf8)) == expected)
    }

    @Test(
        arguments: [
            ("3600", 3600), ("59:30", 3570), ("1:02:03", 3723), (" 90 ", 90), ("12.7", 12), ("0", nil), ("", nil),
            ("1h 2m 3s", 3723), ("45 min", 2700), ("PT1H30M", 5400), ("1 hr, 5 mins", 3900), ("5 apples", nil),
            ("1:2:3:4", nil), ("soon", nil), ("-5", nil), ("9999999999999", nil),
        ] as [(String, Int64?)])
    func `a duration is read as seconds or as its parts`(written: String, expected: Int64?) {
        #expect(FieldText.duration(written) == expected)
    }

    @Test(arguments: [
        ("<p>a</p>", "<p>a</p>"), (" <![CDATA[ <p>a</p> ]]> ", "<p>a</p>"),
        ("&lt;p&gt;a &amp;amp; b&lt;/p&gt;", "<p>a &amp; b</p>"),
        ("&lt;p&gt; begins a paragraph", "&lt;p&gt; begins a paragraph"),
        ("&lt;p&gt; and &lt;/p&gt; are tags", "&lt;p&gt; and &lt;/p&gt; are tags"),
        ("&lt;p&gt;a&lt;/p&gt; b", "<p>a</p> b"), ("<!-- c -->&lt;p&gt;a&lt;/p&gt;<!-- d -->", "<p>a</p>"),
        ("<!-- c &lt;p&gt;a&lt;/p&gt;", "<!-- c &lt;p&gt;a&lt;/p&gt;"),
        ("<div class=\"x\">&lt;p&gt;a&lt;/p&gt;</div>", "<p>a</p>"),
        ("<div><p>&lt;p&gt;a&lt;/p&gt;</p></div>", "<div><p>&lt;p&gt;a&lt;/p&gt;</p></div>"),
        ("<pre>&lt;p&gt;a&lt;/p&gt;</pre>", "<pre>&lt;p&gt;a&lt;/p&gt;</pre>"),
        ("<span lang=\"en\">&lt;p&gt;a&lt;/p&gt; b</span>", "<p>a</p> b"), ("<p>&lt;p&gt;a&lt;/p&gt;</p>", "<p>a</p>"),
        ("<p>&lt;p&gt;a&lt;/p&gt;</p><p>b</p>", "<p>&lt;p&gt;a&lt;/p&gt;</p><p>b</p>"),
        ("<p>&lt;i title=\"x\"&gt;a&lt;/i&gt;</p>", "<p>&lt;i title=\"x\"&gt;a&lt;/i&gt;</p>"),
        ("&lt;div xmlns=&quot;x&quot;&gt;a &amp;lt; b&lt;/div&gt;", "<div xmlns=\"x\">a &lt; b</div>"),
        ("&lt;!DOCTYPE html&gt; &lt;p&gt;a&lt;/p&gt;", "<!DOCTYPE html> <p>a</p>"),
        ("&lt;List&gt;a&lt;/List&gt;", "&lt;List&gt;a&lt;/List&gt;"),
        ("&lt;em&gt;a&lt;/em&gt; is better", "&lt;em&gt;a&lt;/em&gt; is better"),
        ("a b &lt;p&gt;c&lt;/p&gt;", "a b <p>c</p>"),
        ("Use &lt;p&gt;c&lt;/p&gt; here", "Use &lt;p&gt;c&lt;/p&gt; here"),
        (
            "In reply to &lt;a href=\"http://x.example\"&gt;Ann&lt;/a&gt;.\n\nYes",
            "In reply to <a href=\"http://x.example\">Ann</a>.\n\nYes"
        ),
        (
            "&lt;!-- SC_OFF --&gt;&lt;div&gt;a&lt;/div&gt;&lt;!-- SC_ON --&gt; by <a href='u'>u</a>",
            "<!-- SC_OFF --><div>a</div><!-- SC_ON --> by <a href='u'>u</a>"
        ),
        ("&lt;p&gt;a&lt;/p&gt;<br>&lt;p&gt;b&lt;/p&gt;<br>", "&lt;p&gt;a&lt;/p&gt;<br>&lt;p&gt;b&lt;/p&gt;<br>"),
        ("don\u{92}t", "don’t"), ("CAF\u{C9}\u{94} \u{AB}\u{A0}x", "CAFÉ” «\u{A0}x"),
        ("caf\u{C3}\u{A9}", "caf\u{C3}\u{A9}"),
    ])
    func `the HTML of an article is repaired where it was escaped twice or has control characters`(
        written: String, expected: String
    ) {
        #expect(FieldText.html(Array(written.utf8)) == expected)
    }

    @Test(arguments: [
        ("a\nb", ArticleText.plain("a\nb")), ("a &amp; b\n  c &lt;3\n\nd", .plain("a & b\nc <3\n\nd")),
        ("a b", .html("a b")), ("a<br>\nb", .html("a<br>\nb")), ("a <!-- b -->\nc", .html("a <!-- b -->\nc")),
        ("a < b\nc", .plain("a < b\nc")), ("  a\n\t b  c\n \n\n  d\n  ", .plain("a\nb  c\n\n\nd\n")),
        ("vector<int>\nmap<K, V>", .plain("vector<int>\nmap<K, V>")), ("<my-tag>a\nb", .html("<my-tag>a\nb")),
        ("a </3 b\nc <?d ?>", .plain("a </3 b\nc <?d ?>")), ("a\nb <a href=\"h", .html("a\nb <a href=\"h")),
        ("Use <div> and\na <b>, please.", .plain("Use <div> and\na <b>, please.")),
        ("The &amp; in <div>", .plain("The & in <div>")), ("The <p> and <div>", .html("The <p> and <div>")),
        ("A <b> that </b> ends", .html("A <b> that </b> ends")), ("<div> cut off", .html("<div> cut off")),
        ("a <b>c\nd", .html("a <b>c\nd")), ("a\n</p>b", .html("a\n</p>b")),
    ])
    func `several lines without a tag, and a text that only names some, are plain text`(
        written: String, text: ArticleText
    ) {
        #expect(FieldText.text(written) == text)
    }

    @Test(arguments: [
        ("<p>a</p>", true), ("a <b>b</b> c", true), ("a<br>b", true), ("a.<br />\nb", true), ("<p> a </p>", true),
        ("a <img src='x'> b", true), ("Use <p> and </p> here", false), ("a <br> needs none", false),
        ("end it (with `</p>`).", false), ("List<String>", false), ("a < b", false),
    ])
    func `a text that only names tags is no HTML`(text: String, isHTML: Bool) {
        #expect(HTMLTag.areIn(text) == isHTML)
    }

    @Test(arguments: [
        ("Example <image><url>x</url></image>", "Example "), ("<Description><value>x</value></Description>", "x"),
        ("<b>x</b> y", "<b>x</b> y"), ("C++ <vector>", "C++ <vector>"),
    ])
    func `elements inside a value that is text are left out`(written: String, expected: String) {
        #expect(FieldText.withoutElements(Array(written.utf8)) == Array(expected.utf8))
    }
}
