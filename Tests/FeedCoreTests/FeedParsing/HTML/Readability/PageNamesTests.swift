import Testing

@testable import FeedParsing

/// Names of elements that are about their content, not about its place on the page.
struct PageNamesTests {
    private static let sections = [
        "<section id=comments><h2>Comments<a href=#comments>¶</a></h2><p>KEEP begins with a sign.</p></section>",
        "<dl><dt id=search>KEEP</dt><dd>Finds.</dd></dl>", "<dl><dt id=menu><code>KEEP</code></dt><dd>Shown.</dd></dl>",
        "<pre class=comments>KEEP = 1</pre>",
    ]

    @Test(arguments: sections) func `a section of documentation stays whatever its id`(part: String) throws {
        #expect(try PageSample.html(part).contains("KEEP"))
    }

    @Test(arguments: ["Sharing", "Navigation", "Comments", "Footer", "Pagination", "Subscribe", "Author"])
    func `a section whose id is made of its heading stays beside others like it`(title: String) throws {
        let id = title.lowercased()
        let end = "<div id=end class='section level2'><h2>End</h2>\(PageSample.text)</div>"
        for heading in [title, "<span>1.2</span> \(title)"] {
            let part = "<div id=\(id) class='section level2'><h2>\(heading)</h2><p>KEEP</p><pre>KEEP</pre></div>"
            let html = try PageSample.html(part + end)
            #expect(html.contains(title) && html.split(separator: "KEEP").count == 3)
        }
        let heading = "<h2 id=\(id)>\(title)</h2>"
        #expect(try PageSample.html("\(heading)<p>We think so.</p>").contains(title))
    }

    @Test func `an id that no heading links to is the name of a place on the page`() throws {
        let comments = "<section id=comments><h2>Comments</h2><p>GONE, so they say.</p></section>"
        #expect(try !PageSample.html(comments).contains("GONE"))
        let own = "<div id=comments><h2><a href=#comments>3 comments</a></h2><p>GONE, so they say.</p></div>"
        #expect(try !PageSample.html(own).contains("GONE"))
        let classes =
            "<div id=weather class=section><h2>Weather</h2></div><div id=comments class=section><h2>Comments</h2>GONE</div>"
        #expect(try !PageSample.html(classes).contains("GONE"))
        let linked = "<section id=comments><h2>Comments <a href=#other>GONE</a></h2><p>So they say.</p></section>"
        #expect(try !PageSample.html(linked).contains("So they say"))
    }

    private static let head = "<tr><th class=title>Title</th><th class=author>Author</th><th class=date>Year</th></tr>"

    private static let tables = [
        "<table><thead>\(head)</thead><tbody><tr><td class=title>KEEP</td><td class=author>KEEP</td><td class=date>KEEP</td></tr></table>",
        "<table>\(head)<tr><td class=votes><p>KEEP</p></td><td class=rating>KEEP</td><td class=share>KEEP</td></tr></table>",
    ]

    @Test(arguments: tables) func `a table of data keeps its columns whatever their names`(table: String)
        throws
    {
        #expect(try PageSample.html(table).split(separator: "KEEP").count == 4)
    }

    @Test func `a table of two columns with headings keeps both`() throws {
        let rows = "<tr><th>Book</th><th>Writer</th></tr><tr><td>Waves</td><td class=author>KEEP</td></tr>"
        #expect(try PageSample.html("<table>\(rows)</table>").contains("KEEP"))
        #expect(try PageSample.html("<table><caption>Books</caption>\(rows)</table>").contains("KEEP"))
    }

    private static let layouts = [
        "<table><tr><th>The pier</th><td class=share>GONE</td></tr><tr><th>a</th><td>b</td></tr></table>",
        "<table><tr><td>The pier</td><td class=sidebar><div>GONE</div></td></tr><tr><td>a</td><td>b</td></tr></table>",
        "<table><tr><td class=footer>GONE</td></tr><tr><td>a</td></tr></table>",
        "<table><tr><td class=share>GONE</td><td>b</td></tr><tr><td>a</td></tr></table>",
        "<table>\(head)<tr class=advertisement><td>GONE</td><td>a</td><td>b</td></tr></table>",
        "<table><tr><td class=share>GONE</td><td class=print>a</td></tr><tr><td>b</td><td>c</td></tr></table>",
    ]

    @Test(arguments: layouts) func `a table that a page is laid out with loses what its names say`(table: String) throws
    {
        #expect(try !PageSample.html(table).contains("GONE"))
    }

    @Test func `a table in the text gives neither author nor date`() throws {
        let row = "<tr><td class=title>North</td><td class=author>Jens Vik</td><td class=date>2024-01-05</td></tr>"
        let page =
            "<title>Books</title><article><h1>Books</h1>\(PageSample.text)<table>\(PageNamesTests.head)\(row)</table>"
        let article = try PageSample.article(page + PageSample.text)
        #expect(article.authors.isEmpty && article.published == nil && article.html.contains("Jens Vik"))
        // A line of a head may be in a table, too.
        let record = "<table><tr><td>Subject:</td><td>Piers</td></tr><tr><td>Date:</td><td>5 Jan 2024</td></tr></table>"
        let letter = try PageSample.article("<title>Piers</title><h1>Piers</h1>\(record)\(PageSample.text)")
        #expect(letter.published?.rfc3339.prefix(10) == "2024-01-05")
    }

    private static let list = "<ul><li>120 metres of KEEP</li><li>four pillars</li><li>a lamp, red</li></ul>"

    private static let asides = [
        "<aside class='site-aside site-aside--caution'><p>KEEP your files.</p></aside>",
        "<details class='dropdown card'><summary>More</summary><p>KEEP</p></details>",
        "<blockquote><p>A fine pier.</p><footer class=blockquote-footer>KEEP</footer></blockquote>",
        "<blockquote><p>A fine pier.</p><p class=quote__author>KEEP</p></blockquote>",
        "<table><thead class=sticky><tr><td>KEEP</td></tr></thead><tr><td>120 metres</td></tr></table>",
        "<div><p class=date>KEEP 1999</p><p>The pier was built.</p><p class=date>May 2001</p><p>It was closed.</p></div>",
        "<ul role=tablist><li role=tab>KEEP</li><li role=tab>Other</li></ul>",
        "<div><input type=radio><label>KEEP</label><input type=radio><label>b.js</label></div>",
        "<div><a href=https://x.com/ada/1><div>Ada</div><div>KEEP what you have, they say in the north,"
            + " and all who have been there in a winter like this one know why they do.</div></a></div>",
        "<p><a class=popup href=/KEEP.png><img src=/KEEP.jpg></a></p>",
        "<div class=wrapper><a href=/b.jpeg><img src=/KEEP.jpg><div class=meta><span>b 1920×960</span></div></a></div>",
        "<div class=highlight><pre><a href=/r>library</a>(<a href=/k>KEEP</a>)</pre></div>",
        "<aside class='admonition warning'><p>KEEP your files.</p></aside>", "<aside role=note>KEEP</aside>",
        "<blockquote><p>A fine pier.</p><footer>KEEP</footer></blockquote>",
        "<blockquote><p>A fine pier.</p><footer><cite><a href=/b>KEEP, a book on piers</a>, p. 9</cite></footer></blockquote>",
        "<div class=code-toolbar><pre>KEEP = 1</pre><div class=toolbar><button>Copy</button></div></div>",
        "<div class=kg-card><a href=/r.pdf download>KEEP</a></div>",
        "<div><input type=radio><label>KEEP</label><div><pre>a = 1</pre></div></div>",
        "<div><input type=radio><input type=radio><div><label><a href=#t>KEEP</a></label></div><div><pre>a</pre></div></div>",
        "<aside><p><b>Note:</b> KEEP your files.</p></aside>", "<aside>\(list)</aside>",
        "<div class=recipe-sidebar>\(list)</div>", "<div class=col-print-12>\(list)</div>",
        "<div class=code-toolbar><pre>KEEP</pre><div class=toolbar><div class=toolbar-item><span>Bash</span></div></div></div>",
        "<div class=gist><table><tr><td></td><td>KEEP = 1</td></tr></table><p><a href=/r>view raw</a> <a href=/g>x.py, hosted</a></p></div>",
    ]

    @Test(arguments: asides) func `a note, a quotation, code or a file is part of the text whatever is around it`(
        part: String
    ) throws {
        #expect(try PageSample.html(part).contains("KEEP"))
    }

    @Test func `an aside with a class or behind the text is furniture`() throws {
        let aside = "<p>GONE is the pier.</p></aside>"
        #expect(try !PageSample.html("<input type=radio><label>GONE</label><br>").contains("GONE"))
        #expect(try !PageSample.html("<aside class=x>\(aside)").contains("GONE"))
        #expect(try !PageSample.html("<aside><h3>Related</h3>\(aside)").contains("GONE"))
        let page = "<title>Pier</title><article><h1>Pier</h1>\(PageSample.text)<aside>\(aside)</article>"
        #expect(try !PageSample.article(page).html.contains("GONE"))
    }

    private static let settings = [
        "no-ads", "recipe-no-ads", "has-sidebar", "no-sidebar", "with-sidebar", "sidebar-grid",
        "d-print-none", "no-print", "print:hidden",
        "comments-closed", "category-newsletter", "tag-comments", "member-signature",
        "rounded overflow-hidden", "overflow-x-hidden", "field field--label-hidden", "hidden-xs", "is-hidden-mobile",
        "d-none d-md-block", "hidden md:block", "hidden desktop:block", "empty:hidden", "group-hover:hidden",
        "x-invisible", "accordion-panel-hidden", "popup-gallery", "table-sticky-header",
    ]

    @Test(arguments: settings) func `a name of how a page is laid out or printed says nothing of its parts`(
        name: String
    ) throws {
        let part = "<div class='\(name)'><h3>Length</h3><ul><li>120 metres KEEP</li><li>four pillars</li></ul></div>"
        #expect(try PageSample.html(part).contains("KEEP"))
    }

    @Test(arguments: [
        "ads", "sidebar", "sidebar-left", "print", "print-only", "comments", "tag-sidebar", "newsletter", "hidden",
        "md:hidden", "desktop:hidden", "sm:block lg:hidden", "d-sm-block d-lg-none", "hidden-print", "d-none",
        "d-md-none", "d-none d-print-block", "invisible", "element-invisible", "overflow-hidden max-h-0", "sticky",
        "lg:sticky", "modal",
    ])
    func `a name of what stands beside a text takes it out`(name: String) throws {
        let part = "<div class='\(name)'><h3>Length</h3><ul><li>120 metres GONE</li><li>four pillars</li></ul></div>"
        #expect(try !PageSample.html(part).contains("GONE"))
    }
}
