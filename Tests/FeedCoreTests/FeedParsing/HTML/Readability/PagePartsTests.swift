import Testing

@testable import FeedCore

/// Articles whose text is in several containers, or for the most part in a list, a table or a quotation.
struct PagePartsTests {
    private static let quoted = "<blockquote>TEXT TEXT</blockquote>"
    private static let list =
        "<ul><li>\(PageSample.text)</li><li>\(PageSample.text)</li><li>A line.</li></ul><h2>KEEP</h2>"
    private static let log =
        "<table><tr><td>1</td><td>TEXT</td></tr><tr><td>2</td><td>TEXT</td></tr><tr><td>3</td><td>TEXT</td></tr></table>"

    /// All words with KEEP belong to the article.
    private static let pages = [
        "<article><div>TEXT TEXT TEXT</div><div><h2>KEEP</h2>TEXT</div></article>",
        "<article><div><h2>KEEP</h2>TEXT</div><div>TEXT TEXT TEXT</div></article>",
        "<article><div class=e-content><p>KEEP begins it.</p>\(quoted)<p>KEEP ends it.</p></div></article>",
        "<article><div><p>KEEP begins it.</p><blockquote><div>TEXT TEXT</div></blockquote><p>KEEP</p></div></article>",
        "<article><p>KEEP begins it.</p>\(list)<p>KEEP ends it.</p></article>",
        "<article><p>KEEP begins it.</p>\(log)<p>KEEP ends it.</p></article>",
        "<div id=content><p>KEEP begins it.</p><div class=wrap>\(log)</div><p>KEEP ends it.</p></div>",
        "<section><div class=col><div>TEXT TEXT TEXT TEXT TEXT</div></div><div class=wide><img src=/KEEP.jpg></div>"
            + "<div class=col><div>TEXT<p>KEEP</p></div></div></section>",
        "<div id=content><div id=preamble><p>KEEP</p>TEXT</div><div id=toc><ul><li><a href=#one>1. One</a></ul></div>"
            + "<div id=main-text><h2 id=one>1. One</h2>TEXT TEXT</div></div>",
    ]

    @Test(arguments: pages, ["Pier", "Winter on the quay"])
    func `a page keeps all parts of its text, with or without the title`(page: String, heading: String) throws {
        let text = page.replacing("TEXT", with: PageSample.text)
        let end = text.firstIndex(of: ">").map(text.index(after:)) ?? text.startIndex
        let body = text[..<end] + "<h1>\(heading)</h1>" + text[end...]
        let html = try PageSample.article(
            "<title>Pier</title><nav><a href=/>GONE</a></nav>\(body)<footer>GONE</footer>"
        ).html
        #expect(html.split(separator: "KEEP").count == page.split(separator: "KEEP").count && !html.contains("GONE"))
    }

    private static let besideOne = [
        "PART<ul><li>KEEP</li><li>Two</li></ul>", "PART<p><img src=/KEEP.png></p>",
        "<p>KEEP begins the story.</p>PART<pre>KEEP</pre>",
        "<p>This is part two of KEEP, <a href=/one>a series of mine</a>.</p>PART<figure><img src=/KEEP.png></figure>",
        "<p>KEEP begins the story.</p><ul><li>KEEP</li></ul><pre>KEEP</pre><table><tr><td>KEEP</td></tr></table>PART",
        "<blockquote>KEEP</blockquote>PART<blockquote>KEEP</blockquote>",
        "PART<div class=part><h2>KEEP</h2><div><p>The rule is mechanical, but it says what is KEEP, and for more than"
            + " that see <a href=/b>a longer text</a> about it, which another author wrote.</p></div></div>",
        "PART<div><p>Go on with what came of it all: <a href=/b>GONE</a></p></div><p class=x>GONE</p>",
        "PART<p><a href=/b>Go on to GONE</a></p>",
        "<p>By <a href=/b>GONE</a></p>PART<div><h3>GONE</h3><img src=/b.jpg><p>She writes for us.</p></div>",
        "<ul><li>GONE</li></ul>PART<ul class=tags><li>GONE</li></ul>",
    ]

    @Test(arguments: besideOne, ["section", "div"])
    func `what is beside one large part of an article belongs to it`(page: String, name: String) throws {
        let part = "<\(name)><h2>One</h2>\(PageSample.text)\(PageSample.text)</\(name)>"
        let article = "<article><h1>Pier</h1>\(page.replacing("PART", with: part))</article>"
        let html = try PageSample.article("<title>Pier</title>" + article).html
        #expect(html.split(separator: "KEEP").count == page.split(separator: "KEEP").count && !html.contains("GONE"))
    }

    @Test(arguments: ["<div class=highlight>CODE</div>", "<details><summary>x</summary>CODE</details>", "CODE"])
    func `a long listing is not the article`(listing: String) throws {
        let code = String(repeating: "draw(pier, at: 1, of: 2, in: .north)\n", count: 60)
        let page =
            "TEXT<ul><li><a href=/a>KEEP the pier</a> first</li></ul>\(listing)<h2>KEEP</h2><p>Then <a href=/b>KEEP</a>.</p>"
        let text = page.replacing("TEXT", with: PageSample.text).replacing("CODE", with: "<pre>\(code)</pre>")
        let html = try PageSample.article("<title>Pier</title><main><div><h1>Pier</h1>\(text)</div></main>").html
        #expect(html.split(separator: "KEEP").count == 4 && html.contains("quiet"))
    }

    private static let lines = "<ul><li>KEEP, 120 metres</li><li>four pillars</li></ul>"

    /// What stands beside the text in an element with the title.
    private static let parts = [
        lines, "<h3>Size</h3>\(lines)", "<div><h3>Size</h3></div>\(lines)", "<div><h3>Size</h3>\(lines)</div>",
        "<dl><dt>Length</dt><dd>KEEP metres</dd></dl>", "<pre>make KEEP</pre>", "<h3>Build</h3><pre>make KEEP</pre>",
        "<table><tr><td>Length</td><td>KEEP</td></tr></table>", "<blockquote>We will KEEP it.</blockquote>",
        "<h3>Size</h3><div>120 metres</div><div>four pillars</div><div>a lamp to KEEP</div>",
        "<ul><li>120 m of <a href=/p>planks</a></li><li>four <a href=/q>pillars</a></li><li>one KEEP</li></ul>",
        "<a href=/b><img src=/b.jpg></a>\(lines)<ul><li>a lamp, red and green</li><li>a bench, of oak</li>"
            + "<li>a bell, of bronze</li><li>two ladders, of steel</li></ul>",
    ]

    @Test(arguments: parts, ["article", "main", "div"])
    func `a short block with a list, a table, code or a quotation belongs to the article`(part: String, name: String)
        throws
    {
        for page in [
            "<div>TEXT</div><div>PART</div>", "<div>PART</div><div>TEXT</div>",
            "<div><div>PART</div><div>TEXT</div></div>",
        ] {
            let text = page.replacing("TEXT", with: PageSample.text).replacing("PART", with: part)
            let html = try PageSample.article("<title>Pier</title><p>x</p><\(name)><h1>Pier</h1>\(text)</\(name)>").html
            #expect(html.contains("KEEP"))
        }
    }

    private static let furniture = [
        "<h3>More</h3><ul><li><a href=/b>GONE</a></li><li><a href=/c>The other pier</a></li></ul>",
        "<ul><li>GONE, Ada Holm</li><li>3 May 2020</li></ul>", "<ul><li>GONE, Ada Holm</li><li>3 min read</li></ul>",
        "<ul><li>Facebook</li><li>GONE for the rest</li></ul>",
        "<h3>Ada GONE</h3><img src=/b.jpg><p>She writes for us.</p>",
        "<p>Contents GONE</p><ul><li><a href=#a>One of them</a></li><li><a href=#b>The other one</a></li></ul>",
        "<form><h3>GONE</h3><ul><li>By mail</li><li>Every day</li></ul><input type=email><input><button>Go</button></form>",
        "<ul><li><a href=/b><img src=/b.jpg></a>GONE whales</li><li><img src=/c.jpg>The second of them</li></ul>",
        "<h3>Read more</h3><p>GONE is the pier.</p>", "<p>GONE</p>",
        "<h3>Tell</h3><div>GONE to friends</div><div>Facebook</div><div>Print this</div>",
        "<ul><li>12:05 <a href=/b>GONE, the old pier, after years</a></li><li>12:03 <a href=/c>Ferries come back in"
            + " autumn</a></li><li>12:01 <a href=/d>The council decides in March</a></li></ul>",
    ]

    @Test(arguments: furniture, ["article", "main", "div"])
    func `a short block of links, of a byline or of a form does not`(part: String, name: String) throws {
        for page in ["<div>TEXT</div><div>PART</div>", "<div>PART</div><div>TEXT</div>"] {
            let text = page.replacing("TEXT", with: PageSample.text).replacing("PART", with: part)
            let html = try PageSample.article("<title>Pier</title><p>x</p><\(name)><h1>Pier</h1>\(text)</\(name)>").html
            #expect(!html.contains("GONE"))
        }
    }

    @Test func `the cells of a notebook belong to the article`() throws {
        let cells = [
            "TEXT", "<h2>KEEP</h2><p>KEEP has a line a day.</p>", "<pre>KEEP = 1</pre>", "<p>KEEP, that is all.</p>",
        ]
        .map { "<div class='cell x'><div>\($0.replacing("TEXT", with: PageSample.text))</div></div>" }.joined()
        let page =
            "<title>Pier</title><article><h1>Pier</h1><div itemprop=articleBody><div>\(cells)</div></div></article>"
        #expect(try PageSample.article(page).html.split(separator: "KEEP").count == 5)
    }

    @Test func `a layout in a table keeps the cell with the text alone`() throws {
        let page = "<table><tr><td><p>GONE</p></td><td>\(PageSample.text)</td></tr></table>"
        #expect(try !PageSample.article("<title>Pier</title><div>\(page)</div>").html.contains("GONE"))
    }

    private static let standfirst =
        "<p class=STANDFIRST>KEEP: in the coldest winter a town waits for a ship of coal.</p>"

    private static let heads = [
        "<header>TITLE\(standfirst)</header>TEXT", "<header>TITLE\(standfirst)<p>By GONE · 3 min read</p></header>TEXT",
        "<header>TITLE\(standfirst)<div class=byline>By <a rel=author href=/g>GONE</a> <time>2 Jan 2024</time></div></header>"
            + "<div class=body>TEXT</div>",
        "<div class=header>TITLE\(standfirst)</div><div class=body>TEXT</div>",
    ]

    @Test(arguments: heads, ["Pier", "Winter on the quay"])
    func `the lead in a head belongs to the article, the byline does not`(head: String, heading: String) throws {
        for name in ["lead", "standfirst"] {
            let text = head.replacing("TITLE", with: "<h1>\(heading)</h1>").replacing("STANDFIRST", with: name)
                .replacing("TEXT", with: PageSample.text)
            let html = try PageSample.article("<title>Pier</title><article>\(text)</article>").html
            #expect(html.contains("KEEP") && !html.contains("GONE"))
        }
    }

    @Test func `the articles of a list keep their linked titles`() throws {
        let article =
            "<article><header class=entry-header><h2><a href=/k>KEEP</a></h2></header><div>\(PageSample.text)</div></article>"
        let html = try PageSample.article("<title>Pier</title><main>\(article)\(article)\(article)</main>").html
        #expect(html.split(separator: "KEEP").count == 4)
    }
}
