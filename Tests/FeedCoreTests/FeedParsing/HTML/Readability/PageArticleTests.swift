import Testing

@testable import FeedParsing

struct PageArticleTests {
    private static let furniture = [
        "<nav>GONE</nav>", "<footer>GONE</footer>", "<aside>GONE</aside>", "<div class='sidebar'>GONE</div>",
        "<ul class='related-posts'><li><a href=x>GONE and more</a></ul>",
        "<div id='comments'><p>GONE, so they say.</p></div>",
        "<div itemprop=comment itemscope><p>GONE, as I said before.</p></div>", "<div class='commentList'>GONE</div>",
        "<div role='navigation'>GONE</div>", "<div hidden>GONE</div>",
        "<div style='display: none'>GONE</div>", "<span class='sr-only'>GONE</span>", "<form><input> GONE</form>",
        "<button>GONE</button>", "<p class='byline'>By GONE</p>", "<div class='entry-meta'>GONE</div>",
        "<script>GONE</script>",
        "<div class=more-links><ul><li><a href=x>GONE one</a><li><a href=y>GONE two</a></ul></div>",
        "<h3>Related articles</h3><ul><li><a href=x>GONE one</a><li><a href=y>GONE two</a></ul>",
        "<div class=newsletter-box><p>GONE, the best of the week, each Friday, in your inbox.</p><form><input></form></div>",
        "<div class='author-box'><p>GONE writes about piers.</p></div>", "<template><p>GONE</p></template>",
        "<h2>Years<span class='mw-editsection'>[<a href='/w/index.php?action=edit'>GONE</a>]</span></h2><p>Many years.</p>",
    ]

    @Test(arguments: furniture) func `what is beside the text is left out`(furniture: String) throws {
        let page =
            "<title>The new pier</title><main><article><h1>The new pier</h1>\(PageSample.text)\(furniture)\(PageSample.text)"
        let html = try PageSample.article(page + "</article></main>").html
        #expect(!html.contains("GONE"))
        #expect(html.contains("The harbour lay quiet") && html.contains("without any wind"))
    }

    private static let kept = [
        "<h2>What it cost</h2><p>Much more than was said.</p>", "<ul><li>timber of oak</li><li>nails</li></ul>",
        "<pre>a  = 1\n  b = 2</pre>", "<blockquote><p>A fine pier.</p></blockquote>",
        "<table><tbody><tr><th>Year</th><td>1999</td></tr></tbody></table>", "<dl><dt>Bollard</dt><dd>a post</dd></dl>",
        "<ul><li><a href=\"https://a.example/\">timber</a></li><li><a href=\"https://b.example/\">nails</a></li></ul>",
        "<p>A short one.</p>", "<p><a href=\"https://www.post.example/b\">The whole report</a></p>",
        "<p><code>x &lt; y</code></p>", "<p>Two<br>lines.</p>",
        "<div><img src=\"https://a.example/b.jpg\" alt=\"\">The <a href=\"https://a.example/\">band of the school</a> in May</div>",
    ]

    @Test(arguments: kept) func `the text keeps its structure`(part: String) throws {
        #expect(try PageSample.html(part).contains(part))
    }

    private static let katex = """
        <span class=katex><span class=katex-mathml><math><mfrac><mi>a</mi><mi>b</mi></mfrac><annotation>\\frac{a}{b}\
        </annotation></math></span><span class=katex-html aria-hidden=true><span>a</span><span>b</span></span></span>
        """

    private static let lines = [
        ("<p>this<span class=widont>&nbsp;</span>promise</p>", "<p>this\u{A0}promise</p>"),
        ("<p>a <a href=/a><span> </span></a>b</p>", "<p>a b</p>"),
        ("<h2><button>What it cost</button></h2><p>Much.</p>", "<h2><span>What it cost</span></h2>"),
        ("<h2>What it cost<button>1x</button><button>2x</button></h2><p>Much.</p>", "<h2>What it cost</h2>"),
        ("<h2><button>What it cost</button> +</h2><p>Much.</p>", "<h2><span>What it cost</span> +</h2>"),
        ("<h2>\n      <button>Why?</button>\n      <i>+</i></h2><p>So.</p>", "<span>Why?</span>"),
        ("<h2>It cost <button>much</button> more</h2><p>x</p>", "<h2>It cost <span>much</span> more</h2>"),
        ("<p>It cost <button>a fortune</button> and more</p>", "<p>It cost <span>a fortune</span> and more</p>"),
        ("<p>Words.<button>GONE</button></p>", "<p>Words.</p>"),
        ("<p>The <b><button>longest</button></b> of all</p>", "<p>The <b><span>longest</span></b> of all</p>"),
        ("<p>It is <script type=math/tex>a < b</script> here.</p>", "<p>It is a &lt; b here.</p>"),
        ("<p>It is <i class=MathJax_Preview>x</i><script type=math/tex>y</script>.</p>", "<p>It is y.</p>"),
        ("<p>It is <i class=MathJax>x</i><script type=math/tex>y</script>.</p>", "<p>It is <i>x</i>.</p>"),
        (
            "<p>It is <img class='a latex' src=/l.php alt='a^2'>.</p>",
            #"<img src="https://www.post.example/l.php" alt="a^2" class="latex">"#
        ),
        ("<p>the ratio \(katex) holds</p>", "<p>the ratio <span><span>a/b</span></span> holds</p>"),
    ]

    @Test(arguments: lines) func `a line keeps its words and spaces`(written: String, shown: String) throws {
        #expect(try PageSample.html(written).contains(shown))
    }

    private static let media = [
        "<amp-youtube data-videoid=abc></amp-youtube>", "<lite-youtube videoid=abc></lite-youtube>",
        "<amp-iframe src=/abc></amp-iframe>", "<amp-video src=/abc></amp-video>", "<amp-audio src=/abc></amp-audio>",
        "<video data-src=/abc></video>",
    ]

    @Test(arguments: media) func `media that a script would show stays`(written: String) throws {
        #expect(try PageSample.html(written).contains("abc\""))
    }

    private static let pictures: [(written: String, shown: String)] = [
        ("<img src=/a.jpg alt=boats>", #"<img src="https://www.post.example/a.jpg" alt="boats">"#),
        ("<img src=/spacer.gif data-lazy-src=a.jpg>", #"src="https://www.post.example/news/a.jpg""#),
        ("<picture><source srcset='/l.webp 2x'><img></picture>", #"src="https://www.post.example/l.webp""#),
        (
            "<picture><source srcset='/a.webp 1x'><source srcset='/b.jpg 2x'><img src=/c.jpg></picture>",
            #"srcset="https://www.post.example/a.webp 1x, https://www.post.example/b.jpg 2x""#
        ),
        ("<img src=/a.jpg data-image-id=5812 data-image-title=dscn.jpg>", #"src="https://www.post.example/a.jpg""#),
        ("<img src=/pixel.jpg width=640>", #"src="https://www.post.example/pixel.jpg""#),
        ("<img src=/a.jpg width=570 height=0>", #"src="https://www.post.example/a.jpg" alt="" width="570">"#),
        ("<div class=go-to-lightbox><p>View</p><img src=/a.jpg></div>", #"src="https://www.post.example/a.jpg""#),
        ("<div class=zoomModal><img src=/a.jpg></div>", #"src="https://www.post.example/a.jpg""#),
    ]

    @Test(arguments: pictures) func `a picture comes from its best source`(written: String, shown: String) throws {
        let html = try PageSample.html("<figure>\(written)</figure>")
        #expect(html.contains(shown) && html.split(separator: "<img").count == 2)
    }

    private static let texts = [
        "<div class=paywall><h2>Costs</h2>TEXT</div>",
        "<div id=sharing-with-friends><h2>Sharing with friends</h2>TEXT</div>",
        "<section id=comments-in-python><h2>Comments in Python</h2>TEXT</section>", "<div class=promotion>TEXT</div>",
        "<h2><a class=toc-backref href=#id1>Costs</a></h2>TEXT",
    ]

    @Test(arguments: texts) func `a name alone removes no text`(part: String) throws {
        let part = part.replacing(
            "TEXT", with: "<p>It cost more, said the council, and nobody could say why.</p>" + PageSample.text)
        let html = try PageSample.html(part)
        #expect(html.contains("It cost more") && html.contains("<h2") == part.contains("<h2"))
    }

    @Test(arguments: [
        ("ImageObject", "<figcaption>A boat</figcaption>", 1), ("ImageObject", "<img src=/a.jpg><i></i>", 1),
        ("VideoObject", "<figcaption>A boat</figcaption>", 0),
    ])
    func `a figure that a script fills shows the picture that it names`(type: String, inner: String, count: Int) throws
    {
        let figure = "<figure itemscope itemtype=http://schema.org/\(type) itemid=/a.jpg>\(inner)</figure>"
        let html = try PageSample.html(figure)
        #expect(html.split(separator: #"<img src="https://www.post.example/a.jpg""#).count == 1 + count)
    }

    @Test func `tasks and languages of code stay`() throws {
        let part = """
            <ul><li><label><input type=checkbox checked> done</label></li></ul><div class=\"highlight-python\"><pre>a</pre></div>\
            <pre><code class=\"lang-c\">b</code></pre><pre><span class=\"token comment\">// why</span></pre>
            """
        let html = try PageSample.html(part)
        #expect(html.contains("☑") && html.contains("<pre class=\"language-python\">"))
        #expect(html.contains("<code class=\"language-c\">") && html.contains("// why"))
    }

    @Test(arguments: [
        ("<p><label><input type=checkbox>KEEP</label></p><p><label><input type=checkbox>Two</label></p>", true),
        ("<p><label><input type=checkbox>KEEP</label><br><label><input type=checkbox>Two</label></p>", true),
        ("<p><input type=checkbox><label for=a>KEEP</label></p><p><input type=checkbox><label for=b>Two</p>", true),
        ("<div><label><span>KEEP it</span></label></div><div><label><span>Two</span></label></div>", true),
        ("<form><ul><li><label><input type=checkbox>KEEP it<li><label>Two<li><label>Three</ul></form>", true),
        ("<form><p><label>Name KEEP</label><input></p><p><label>Mail</label><input></p></form>", false),
        ("<div><label>Name KEEP</label><input></div><div><label>Mail</label><input></div>", false),
        ("<p><input type=checkbox id=a><label for=a>KEEP me</label></p>", false),
    ])
    func `a list of what is to be done stays, the labels of fields do not`(part: String, stays: Bool) throws {
        #expect(try PageSample.html("<div>\(part)</div>").contains("KEEP") == stays)
    }

    @Test func `nothing stays of what held only a video that is left out`() throws {
        let video = "<div><div><aside><video src=/v.mp4></video></aside></div></div>"
        #expect(try !PageSample.html(video).contains("<div"))
    }

    @Test func `links are absolute by the page's base`() throws {
        let page =
            "<base href='https://static.example/a/'><title>x</title><article>\(PageSample.text)<p>See <a href=b>the plan</a> of it.</p>"
        #expect(try PageSample.article(page).html.contains(#"<a href="https://static.example/a/b">the plan</a>"#))
    }

    private static let titles: [(head: String, heading: String, title: String)] = [
        ("<title>The new pier | Nordby Post</title>", "<h1>The new pier</h1>", "The new pier"),
        (
            "<title>The new pier - Nordby Post</title><meta property=og:site_name content='Nordby Post'>", "",
            "The new pier"
        ),
        ("<title>Nordby Post: The new pier</title>", "<h1>The new pier</h1>", "The new pier"),
        ("<title>Post</title>", "<h1>The new pier</h1>", "The new pier"),
        ("<title>AT&amp;T &lt;3 &eacute;clairs – again</title>", "", "AT&T <3 éclairs – again"),
        ("<meta property=og:title content='The new pier'><title>x</title>", "", "The new pier"),
        ("<title>Ferries: The new pier</title>", "<h2>Ferries</h2>", "Ferries: The new pier"),
        ("<title>Ferries: The new pier</title>", "<h2>Ferries</h2><h2>The new pier</h2>", "The new pier"),
        ("<title>The new pier</title>", "<h1><span>Ferries</span> The new pier</h1>", "The new pier"),
        ("<title>The new pier – Ferries of Nordby</title>", "<h2><a href=/>Ferries of Nordby</a></h2>", "The new pier"),
        (
            "<title>Piers - Ferries of Nordby</title>",
            "<div class=menu-bar><button>+</button><h1>Ferries of Nordby</h1></div><h1>Piers</h1>", "Piers"
        ),
        ("<title>Mayor: «We go on with the new pier»</title>", "", "Mayor: «We go on with the new pier»"),
        ("<title>Der Rat sagt zum Hafen »Nein« und geht | Post</title>", "", "Der Rat sagt zum Hafen »Nein« und geht"),
        ("<title>The new pier of Nordby is open » Post</title>", "", "The new pier of Nordby is open"),
        ("<title>Post|新的码头</title>", "", "新的码头"), ("<title>新的码头-海岸网</title>", "<h1>新的码头</h1>", "新的码头"),
        ("<title>新的码头_海岸网</title>", "<h1>新的码头</h1>", "新的码头"),
        ("<title>新的码头：海岸网</title>", "<h1>新的码头</h1>", "新的码头"),
    ]

    @Test(arguments: titles) func `the title is without the name of the site, and is not repeated`(
        head: String, heading: String, title: String
    ) throws {
        let article = try PageSample.article(
            "<head>\(head)</head><body><article>\(heading)\(PageSample.text)</article>")
        #expect(article.title == title && !article.html.contains("<h1"))
    }

    @Test func `JSON-LD says who wrote it and when, also by reference`() throws {
        let article = try PageSample.article(
            """
            <script type="application/ld+json">{"@graph": [{"@type": "WebPage", "name": "other"}, {"@type": "NewsArticle",
            "headline": "The new pier", "datePublished": "2023-11-02T08:00:00Z", "author": {"@id": "#ada"}, "publisher":
            {"name": "Nordby Post"}}, {"@id": "#ada", "@type": "Person", "name": "Ada Holm"}]}</script>\(PageSample.text)
            """)
        #expect(article.title == "The new pier" && article.authors == ["Ada Holm"])
        #expect(article.site == "Nordby Post")
        #expect(article.published == Timestamp(year: 2023, month: 11, day: 2, hour: 8))
    }

    @Test func `the head names the authors, each once and without the site`() throws {
        let metas = ["Ada Holm", "Nordby Post", "https://post.example/ada", "ada holm"].map {
            "<meta name=author content='\($0)'>"
        }
        let article = try PageSample.article(
            "<meta property=og:site_name content='Nordby Post'>\(metas.joined())\(PageSample.text)")
        #expect(article.authors == ["Ada Holm"])
    }

    private static let bylines: [(text: String, names: [String])] = [
        ("By Ada Holm and Jens Vik", ["Ada Holm", "Jens Vik"]), ("Von Ada Holm", ["Ada Holm"]),
        ("Ada Holm, May 20, 2020", ["Ada Holm"]), ("Posted by Ada Holm on 2 May 2020", ["Ada Holm"]),
        ("admin", []), ("https://example.org/ada", []), ("Ada Holm | Nordby", ["Ada Holm"]),
        ("Ada Martin, 2 May 2020", ["Ada Martin"]), ("In News by Ada Holm", ["Ada Holm"]),
        ("By ADA HOLM May 2, 2020", ["ADA HOLM"]), ("By | Ada Holm | View archive", ["Ada Holm"]),
        ("Ada Holm Staff Writer", ["Ada Holm"]), ("Ada Holm, Chief Reporter", ["Ada Holm"]),
        ("Ada Holm, Jens Vik, Political Correspondents", ["Ada Holm", "Jens Vik", "Political Correspondents"]),
        ("Ada Writer", ["Ada Writer"]), ("Nordby Post Staff", ["Nordby Post Staff"]),
    ]

    private static let pageBylines = [
        "<div class=byline><span>Ada Holm</span><span>Staff Writer</span></div>",
        "<div class=byline><div>By <b>Ada Holm</b></div><div><div>Coast Press</div><time>May 2, 2020</time></div></div>",
        "<div class=byline>By <a class=author href=/a>Ada Holm</a><div><a href=/b>View archive</a> <a>Feed</a></div></div>",
        "<p>by <a rel=author href=/a>Ada Holm</a></p>",
        "<meta name=author content='Post Media'><p class=byline>Ada Holm</p>",
    ]

    @Test(arguments: pageBylines) func `the author is who the byline of the article names`(byline: String) throws {
        let others = "<h3><a href=/b>A whale</a></h3><div>by <a rel=author href=/j>Jens Vik</a></div>"
        let page =
            "<meta name=publisher content='Post Media'><title>Pier</title><div>\(others)</div><article><h1>Pier</h1>"
        #expect(
            try PageSample.article(page + "\(byline)\(PageSample.text)</article><div>\(others)</div>").authors == [
                "Ada Holm"
            ])
    }

    @Test(arguments: bylines) func `the names are taken out of a byline`(text: String, names: [String]) {
        #expect(PageByline.names(in: text) == names)
    }

    @Test func `the lead between the title and the text belongs to the article`() throws {
        let html = try PageSample.article(
            """
            <title>The new pier</title><main><header><h1>The new pier</h1><p class=intro>After twenty years the ferry is back, and
            all of Nordby came to see it.</p><p class=byline>By Ada Holm</p></header><div class=text>\(PageSample.text)</div></main>
            """
        ).html
        #expect(html.contains("all of Nordby came") && !html.contains("Ada Holm"))
    }
}
