import Testing

@testable import FeedParsing

struct HTMLTreeTests {
    private static let bodies: [(html: String, tree: String)] = [
        ("<p>one<p>two", "(p 'one') (p 'two')"),
        ("<ul><li>one<li>two<ul><li>three</ul></ul>", "(ul (li 'one') (li 'two' (ul (li 'three'))))"),
        ("<dl><dt>one<dd>two<dt>three</dl>", "(dl (dt 'one') (dd 'two') (dt 'three'))"),
        ("<div><p>one<h2>two</h2></div>three", "(div (p 'one') (h2 'two')) 'three'"),
        ("<p>one<table><tr><td>two</table>", "(p 'one') (table (tbody (tr (td 'two'))))"),
        (
            "<table><tr><td>one<td>two<tr><td>three</table>",
            "(table (tbody (tr (td 'one') (td 'two')) (tr (td 'three'))))"
        ),
        ("<table>before<tr><td>one</table>after", "'before' (table (tbody (tr (td 'one')))) 'after'"),
        (
            "<table><tr><td><table><tr><td>in</table>out</table>",
            "(table (tbody (tr (td (table (tbody (tr (td 'in')))) 'out'))))"
        ),
        ("<b>one<p>two</b>three</p>four", "(b 'one') (p (b 'two') 'three') 'four'"),
        ("<p><b>one<p>two</b>", "(p (b 'one')) (p (b 'two'))"),
        ("<a href=1>one<a href=2>two</a>", "(a 'one') (a 'two')"),
        ("<i><b>one</i>two</b>", "(i (b 'one')) (b 'two')"),
        ("<b><i>one<p>two</b>three</i>four", "(b (i 'one')) (i) (p (i (b 'two') 'three') 'four')"),
        (
            "<b><i><u><s><em>one<div>two</b>three",
            "(b (i (u (s (em 'one'))))) (u (s (em (div (b 'two') 'three'))))"
        ),
        ("<a>one<div>two<div>three</a>four", "(a 'one') (div (a 'two') (div (a 'three') 'four'))"),
        ("one</p>two", "'one' (p) 'two'"),
        ("one<br>two<img src=x>", "'one' (br) 'two' (img)"),
        ("<div><span>one</div>two", "(div (span 'one')) 'two'"),
        ("<select><option>one<option>two<p>three</select>", "(select (option 'one') (option 'two')) (p 'three')"),
        ("<svg><title>one</title><path/></svg><p>two", "(svg (title 'one') (path)) (p 'two')"),
        ("<iframe src=x>one<button id=x>two</button>", "(iframe) 'one' (button 'two')"),
        ("<svg id=x><path d=x><p>two", "(svg (path)) (p 'two')"),
        ("a < b && c", "'a < b && c'"),
        ("one<script>if (a<b) '</p>'</script>two", "'one' (script \"if (a<b) '</p>'\") 'two'"),
        ("one<script async>two", "'one' (script) 'two'"),
        ("one<!-- two -->three<!-- four", "'one' {two} 'three' {-- four}"),
        ("one</body></html>two", "'onetwo'"),
        ("<form>one<form>two</form>three", "(form 'onetwo') 'three'"),
    ]

    @Test(arguments: bodies) func `tags that are missing or misplaced are read as browsers read them`(
        html: String, tree: String
    ) {
        #expect(HTMLTreeTests.written(HTMLTree(Array(html.utf8))) == "(html (head) (body \(tree)))")
    }

    private static let pages: [(html: String, tree: String)] = [
        ("", "(html (head) (body))"),
        ("<!doctype html><title>one</title>two", "(html (head (title 'one')) (body 'two'))"),
        ("<html><head><meta><link></head><body>one", "(html (head (meta) (link)) (body 'one'))"),
        ("<meta><p>one<head><title>two</title></head>", "(html (head (meta)) (body (p 'one' (title 'two'))))"),
        (
            "<head><noscript><img></noscript><style>a</style><body>one",
            "(html (head (noscript (img)) (style \"a\")) (body 'one'))"
        ),
        ("<head><noscript><link><body><p>one", "(html (head (noscript (link))) (body (p 'one')))"),
        ("<title id=x>one", "(html (head (title)) (body 'one'))"),
        ("<!-- one --><html><!-- two -->", "{one} (html (head) {two} (body))"),
    ]

    @Test(arguments: pages) func `a page has a head and a body`(html: String, tree: String) {
        #expect(HTMLTreeTests.written(HTMLTree(Array(html.utf8))) == tree)
    }

    @Test func `an element knows its attributes, each once`() {
        let tree = HTMLTree(Array("<body><A-Very-Long-Name ID=1 id=2 title='a &amp; b' hidden DATA-x=\"&lt;\">".utf8))
        let node = tree.nodes.count - 1
        #expect(tree.name(of: node) == "a-very-long-name")
        #expect(
            tree.attributes(of: node) == [
                HTMLAttribute(name: "id", value: "1"), HTMLAttribute(name: "title", value: "a & b"),
                HTMLAttribute(name: "hidden", value: ""), HTMLAttribute(name: "data-x", value: "<"),
            ])
        #expect(tree.attribute(HTMLTag.name("title"), of: node) == "a & b")
        #expect(tree.attribute(HTMLTag.name("class"), of: node) == nil)
    }

    @Test func `the tags of html and body count where these were implied before`() {
        let tree = HTMLTree(Array("<!-- x --><meta><html lang=de><p>one<body class=x>two".utf8))
        let names = tree.nodes.indices.filter { !tree.attributes(of: $0).isEmpty }
        #expect(names.map { tree.name(of: $0) } == ["html", "body"])
    }

    @Test func `text is decoded and comes in the encoding of the page`() {
        let page: [UInt8] = Array("<meta charset=latin1>caf".utf8) + [0xE9] + Array(" &amp; &eacute;\r\n".utf8)
        let tree = HTMLTree(page, charset: nil)
        #expect(tree.text(of: tree.nodes.count - 1) == "café & é\n")
    }

    @Test func `a page that is too deep keeps its text`() {
        let deep = String(repeating: "<div>", count: 3000) + "one" + String(repeating: "</div>", count: 3000) + "two"
        let tree = HTMLTree(Array(deep.utf8))
        var depths = [Int](repeating: 0, count: tree.nodes.count)
        var node = HTMLTree.document
        var text = ""
        while let next = tree.node(after: node, in: HTMLTree.document) {
            depths[next] = depths[tree.parent(of: next) ?? 0] + 1
            text += tree.text(of: next)
            node = next
        }
        #expect(text == "onetwo")
        #expect(depths.max() == HTMLTree.depthLimit + 1)
        #expect(tree.isComplete)
    }

    @Test func `a cancelled task gets the beginning`() async {
        let page = Array(String(repeating: "<p>text", count: 100_000).utf8)
        let isComplete = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return HTMLTree(page).isComplete
        }.value
        #expect(!isComplete)
    }

    /// The tree in one line: elements in brackets, text in quotes, code in double quotes, comments in braces.
    private static func written(_ tree: HTMLTree, _ node: HTMLTree.Index = HTMLTree.document) -> String {
        switch tree.nodes[node].kind {
        case .text: return "'\(tree.text(of: node))'"
        case .code: return "\"\(tree.text(of: node))\""
        case .comment: return "{\(tree.text(of: node).split(separator: " ").joined(separator: " "))}"
        case .document, .element:
            var parts = tree.children(of: node).map { written(tree, $0) }.joined(separator: " ")
            // Texts beside each other are one text.
            parts = parts.replacing("' '", with: "")
            guard tree.nodes[node].kind == .element else { return parts }
            return "(\(tree.name(of: node))\(parts.isEmpty ? "" : " ")\(parts))"
        }
    }
}
