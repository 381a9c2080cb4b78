/// Families of HTML that make a careless reader search again and again. The shortest measured input has 16 KB.
enum HostileHTML {
    /// What is begun and never ended.
    static let unclosed: [HostileInput] =
        ["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "template", "svg", "math", "select"].map {
            HostileInput.pieces("<\($0)> that no end tag follows", "<\($0)>")
        } + [
            .pieces("comments that do not end", "<!--"), .pieces("paths with values", "</a/b=\"q\"q=\""),
            .pieces("formulas that do not end", "<span class=katex-mathml><span class=katex-html>"),
            .pieces("end tags in blocks within their elements", "<b><blockquote></b>"),
            .pieces("elements around blocks", "<b><ul><li>", from: "<blockquote>", to: "</b>"),
            .pieces("comments that end in one dash", "<!-- ->"),
            .pieces("sections that do not end", "<![CDATA["),
            .pieces("sections that one end follows", "<![CDATA[", to: "]]>"),
            .pieces("marks of Word that do not end", "<![if x"),
            .pieces("declarations that do not end", "<!x"),
            .pieces("instructions that do not end", "<?x "),
            .pieces("end tags that do not end", "</x y"),
            .pieces("end tags with a value that does not end", "</x y="),
            .pieces("a script and end tags that do not end", "</x y=", from: "<script>"),
            .pieces("tags with an attribute that do not end", "<x y"),
            .pieces("tags with an attribute that one end follows", "<x y", to: ">"),
            .pieces("tags without a blank that do not end", "<xy"),
            .pieces("addresses with a value that does not end", "<a@b c="),
            .pieces("addresses of the web in angle brackets", "<https: b="),
            .pieces("values with one quotation mark", "<a href=\""),
            .pieces("values with one apostrophe", "<a href='x>"),
            .pieces("hidden elements that do not end", "<div hidden>"),
            .pieces("hidden elements of many names", each: { "<x\($0) hidden>" }),
            .pieces("names that have no end tag", each: { "<x\($0)>" }),
        ]

    /// What is nested, or stands side by side where it ought to be nested.
    static let nested: [HostileInput] =
        ["div", "p", "b", "a", "blockquote", "section", "span", "font", "h1", "button", "pre"].map {
            HostileInput.pieces("nested <\($0)>", "<\($0)>", tail: "</\($0)>")
        } + [
            .pieces("<td> that do not end", "<td>x"),
            .pieces("<p> that do not end", "<p>x"),
            .pieces("<b> that do not end", "<b>x"),
            .pieces("nested lists", "<ul><li>", tail: "</ul>"),
            .pieces("<li><div> that do not end", "<li><div>"),
            .pieces("nested tables", "<table><tr><td>", tail: "</table>"),
            .pieces("<table> alone", "<table>"),
            .pieces("end tags of nothing", "</i>", from: String(repeating: "<b>", count: 200)),
            .pieces("crossed tags", "<b><i><p></b></i>"),
            .pieces("<svg> and paragraphs", "<svg><p>"),
            .pieces("<select> and paragraphs", "<select><option><p>"),
            .pieces("<object> within another", "<object data=x>"),
        ]

    /// Characters and attributes.
    static let repeated: [HostileInput] = [
        .pieces("less-than signs", "<"),
        .pieces("ampersands", "&"),
        .pieces("an ampersand escaped often", "amp;", from: "&"),
        .pieces("references without semicolon", "&eacute"),
        .pieces("unknown references", "&abcdefghijklmnopqrst"),
        .pieces("halves of characters", "&#55357;&#0"),
        .pieces("a number without end", "0", from: "&#"),
        .pieces("ends of sections", "]]>"),
        .pieces("bytes of zero", "\0"),
        .pieces("blanks", " "),
        .pieces("greater-than signs", ">"),
        .pieces("slashes in a tag", "/", from: "<a ", to: ">"),
        .pieces("many attributes", in: ("<a ", ">x</a>"), each: { "a\($0)=1 " }),
        .pieces("attributes without blanks", "a=\"\"", from: "<a ", to: ">"),
        .pieces("one huge attribute", "title ", from: "<p title='", to: "'>"),
        .pieces("one huge attribute without its last quotation mark", "a b='c' ", from: "<p title=\""),
        .pieces("a style of semicolons", ";", from: "<p style='", to: "'>x</p>"),
        .pieces("a style of colons", ":;", from: "<img src=a style='", to: "'>"),
        .pieces("classes", "a ", from: "<code class='", to: "'>x</code>"),
        .pieces("a srcset of many candidates", "a.png 1x, ", from: "<img srcset='", to: "'>"),
        .pieces("a srcset of commas", "a,", from: "<img srcset='", to: "'>"),
        .pieces("sources that are not pictures", "<img src='data:,/x/'>"),
        .pieces("a picture with slashes", "/", from: "<img src='x", to: "'>"),
        .pieces("films without picture", "<video poster=''>"),
        .pieces("frames", "<iframe src='https://a.example/'></iframe>"),
        .pieces("links", "<a href=x>"),
    ]

    static let all = unclosed + nested + repeated

    /// The parts of an address, for one that is as long as may be.
    static let addresses: [HostileInput] = [
        .pieces("an ampersand escaped often", "amp;", from: "x?&"),
        .pieces("an ampersand escaped in several ways", "amp;#38;#x26;", from: "x?&"),
        .pieces("ampersands", "&amp;"),
        .pieces("folders up", "../"),
        .pieces("folders down and up", "a/../"),
        .pieces("this folder", "./"),
        .pieces("slashes", "/"),
        .pieces("percent signs", "%"),
        .pieces("brackets", "["),
        .pieces("a fragment", "a", from: "#"),
        .pieces("fragments", "#"),
        .pieces("queries", "?"),
        .pieces("colons", ":"),
        .pieces("a scheme without end", "a"),
        .pieces("line breaks", "a \n"),
        .pieces("letters to escape", "é"),
        .pieces("references", "&#"),
    ]

    /// The links of a page.
    static let links: [HostileInput] = [
        .pieces("feeds that are advertised", each: { "<link rel=alternate type=application/rss+xml href=/\($0)>" }),
        .pieces("one feed advertised often", "<link rel=alternate type=application/rss+xml href=/feed>"),
        .pieces("versions in XML", each: { "<link rel=alternate type=text/xml href=/\($0)>" }),
        .pieces("bases", "<base href=a/>"),
        .pieces("bases that are refused", "<base href='javascript:x'>"),
        .pieces("icons that grow", each: { "<link rel=icon sizes=\($0)x1 href=/\($0)>" }),
        .pieces("one icon of many sizes", "16x16 ", from: "<link rel=icon href=i sizes='", to: "'>"),
        .pieces("relations", "icon alternate ", from: "<link href=x rel='", to: "'>"),
        .pieces("links to feeds", each: { "<a href=/\($0).rss>RSS</a>" }),
        .pieces("one link to a feed", "text <b>of it</b> ", from: "<a href=/rss>"),
        .pieces("an address of parameters", "a&", from: "<a href='?", to: "'>x</a>"),
        .pieces("an address of slashes", "/", from: "<a href='", to: "'>x</a>"),
        .pieces(
            "links that a long base makes long", "<a href=rss#x>", from: "<base href='https://a.example/\(longPath)'>"),
    ]

    private static let longPath = String(repeating: "a/", count: 2000)
}
