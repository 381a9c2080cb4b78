import Testing

@testable import FeedCore

/// What of a page's lines is its text, and what is about it or leads away from it.
struct PageLinesTests {
    private static let away = [
        "<p>Read more: <a href=/b>GONE</a></p>", "<p><strong>Lesen Sie auch: <a href=/b>GONE</a></strong></p>",
        "<h3>Related: GONE</h3>", "<p>Te puede interesar: <a href=/b>GONE</a></p>", "<div>Advertisement</div><i></i>",
        "<p>Subscribe to GONE <a href=/b>here</a></p>", "<p>Follow GONE on Twitter and Instagram.</p>",
        "<strong>Tags: <a href=/b>GONE</a></strong>", "<h3>Ähnliche Artikel</h3><ul><li><a href=/b>GONE</a></li></ul>",
        "<p><b>Don't miss</b></p><p><a href=/b>The harbour GONE</a> [video]</p><p><a href=/c>The fair GONE</a> [text]</p>",
        "<p><strong>Lue aiheesta lisää:</strong></p><p><a href=/b>GONE</a></p>",
        "<section><h2>Related articles</h2><div class=cards>\(teasers)</div></section>",
        "<div><h2>Recommended for you</h2>\(teasers)</div>", "<div><h2>Related Articles</h2>\(teasers)</div>",
        "<h3>関連記事</h3><ul><li><a href=/b><img src=/b.jpg><h4>The harbour GONE</h4></a><p>It is GONE.</p></li></ul>",
        "<div><p>It looks like you are using an ad blocker. GONE is our work.</p></div>",
        "<div>You must <a href=/in>log in</a> or <a href=/up>register</a> to reply. GONE</div>",
        "<p><a href=/b>Follow GONE on Google News</a> and <a href=/c>add us</a> for all that is new on our coast, each day"
            + " of the week, in all your feeds.</p>",
        "<p>ADVERTISEMENT - CONTINUE READING GONE</p>", "<p><a href=#comments>12 GONE</a></p>",
        "<div><a href='javascript:history.back()'><b>GONE</b></a></div>", "<p>Was this article helpful? GONE</p>",
        "<div><h3>Nordby each day</h3><p>The best of GONE in your inbox.</p><form><input type=email></form></div>",
    ]

    @Test func `a note with a date in a short article stays`() throws {
        let notes = "<p>It works.</p><p>That is how it is, and all.</p><p><b>Note 2024-01-15:</b> This works, too.</p>"
        #expect(try PageSample.article("<title>x</title><article><h1>x</h1>\(notes)</article>").html.contains("Note"))
    }

    private static let teasers = (1...3).map {
        "<div><a href=/b\($0)><img src=/b.jpg><h3>The harbour GONE \($0)</h3></a><p>A few words about GONE.</p></div>"
    }.joined()

    @Test(arguments: away) func `a line that leads away is left out`(line: String) throws {
        let html = try PageSample.html(line)
        #expect(!html.contains("GONE") && !html.contains("Advertisement"))
    }

    private static let stays = [
        "<p>Follow the path to the lighthouse.</p>", "<p>Related by marriage, they never spoke.</p>",
        "<p>More from the sea than from the land came the fog.</p>", "<h2>Reading more</h2><p>It is worth it.</p>",
        "<p>Subscribe they did, all of them.</p>", "<h3>Most popular dishes</h3><ul><li>a soup</li></ul>",
        "<p>Most popular was <a href=\"https://x.org/b\">the ferry</a> of old.</p>",
        "<h2>2 May 2020</h2><p>It rained.</p>",
        "<p>On 2 May 2020 it rained.</p>", "<p><b>Don't miss the last ferry.</b></p>",
        "<h2>Read more</h2><p>A heading may say so, and lead to what is said.</p>",
        "<h2>Related posts</h2><p>Oak posts are related to those of the old pier.</p>",
        "<div>1. Open the <a href=\"https://x.org/b\">Settings page</a></div>",
        "<p>They use <a href=\"https://x.org/b\">Facebook</a> and <a href=\"https://x.org/c\">Twitter</a> all day.</p>",
        "<div>Demo: <a href=\"https://x.org/b\">https://x.org/b</a></div>",
        "<p><b>Timetables</b></p><p>See the times of <a href=\"https://x.org/b\">the ferries</a></p>",
        "<div><p>See <a href=\"https://x.org/b\">the first report about the river</a>.</p></div>",
        "<div>See <a href=\"https://x.org/b\">the first report about the river</a>.</div>",
        "<div>Photo: <a href=\"https://x.org/b\">Ada Holm</a>, by <a href=\"https://x.org/c\">the Post</a></div>",
        "<section><h3>Products</h3><p>(Source: <a href=\"https://x.org/b\">Uses of algebra</a>)</p></section>",
        "<div><a href=\"https://x.org/b.pdf\">The report</a><a href=\"https://x.org/b.pdf\">Load it</a></div>",
        "<div><div><a href=\"https://x.org/b.zip\">Download the program</a></div></div>",
    ]

    private static let admonitions = [
        "<div class=admonition><p>See also</p><p><a href=/b>KEEP of the river</a></p></div>",
        "<div class=note><table><tr><td>Note</td><td>See <a href=/b>KEEP of the river</a>.</td></tr></table></div>",
    ]

    @Test(arguments: admonitions) func `a note of links stays`(note: String) throws {
        #expect(try PageSample.html(note).contains("KEEP"))
    }

    private static let links = [
        "<div><a href=/b>GONE of the river</a></div>", "<div><p><a href=/b>GONE of the river</a> 5 min</p></div>",
        "<div><h3>New</h3><p><a href=/b>GONE of the river</a></p></div>",
        "<div><p>Read also: <a href=/b>GONE of the river</a></p></div>",
        "<div>GONE at: <a href=https://facebook.com/s>Facebook</a> <a href=https://twitter.com/s>Twitter</a></div>",
    ]

    @Test(arguments: links) func `links alone in a block are left out`(block: String) throws {
        #expect(try !PageSample.html(block).contains("GONE"))
    }

    @Test(arguments: stays) func `a line of the text that begins alike stays`(line: String) throws {
        #expect(try PageSample.html(line).contains(line))
    }

    private static let headings = [
        "<h3>Attack</h3><hr><h2>Defence</h2><p>It rained.</p>", "<h2>Prize: <img src=/a.jpg></h2>", "<h2>The end</h2>",
        "<h2>Results</h2><h5>First</h5><p></p><h5>Second, see <a href=/b>my report</a></h5><h2>Cost</h2><p>None.</p>",
    ]

    @Test(arguments: headings) func `a heading without a text of its own stays`(part: String) throws {
        let page = "<title>x</title><article>\(PageSample.text)\(part)</article>"
        let kept = try PageSample.article(page).html.split(separator: "<h").count
        #expect(kept == part.split(separator: "<h").count + 1)
    }

    @Test(arguments: [
        "<h3>GONE</h3><ul class=related><li><a href=/b>The harbour</a></li></ul>", "<h3>GONE</h3><div id=thread></div>",
        "<h3>GONE</h3><h3><a href=/b>Facebook</a> ~ <a href=/c>Instagram</a><br><a href=/d>Twitter</a></h3>",
        "<h2>GONE</h2><h3>GONE</h3><ul class=related><li><a href=/b>The harbour</a></li></ul>",
    ])
    func `a heading of what is left out goes with it`(part: String) throws {
        #expect(try !PageSample.html(part + "<h2>Cost</h2>").contains("GONE"))
        let atEnd = "<title>x</title><article>\(PageSample.text)\(part)</article>"
        #expect(try !PageSample.article(atEnd).html.contains("GONE"))
    }

    private static let facts = [
        "<p>Published: 2 May 2020, 10:00</p>", "<span class=date>2 May 2020</span>",
        "<small>05/10/2018 - By GONE</small>",
        "<p>The new pier</p>",
    ]

    @Test(arguments: facts) func `the date and the title in front of the text are not repeated`(line: String) throws {
        let page =
            "<title>The new pier</title><article><h1>The new pier</h1><div>\(line)\(PageSample.text)</div></article>"
        let html = try PageSample.article(page).html
        #expect(!html.contains("20") && !html.contains("GONE") && !html.contains("The new pier"))
    }

    private static let leads: [(html: String, isKept: Bool)] = [
        ("<div class=teaser><p>After twenty years the ferry is back at LEAD, and all of Nordby came.</p></div>", true),
        ("<p class=article-teaser>After twenty years the ferry is back at LEAD, and all of Nordby came.</p>", true),
        (
            "<div class=teaser><h3><a href=/b>LEAD</a></h3><p>Another article, which is about something else.</p></div>",
            false
        ),
        ("<div class=teaser><a href=/b>Another article, which is about LEAD and something else.</a></div>", false),
    ]

    @Test(arguments: leads)
    func `the lead is known from the teaser of another article`(html: String, isKept: Bool) throws {
        let page =
            "<title>The new pier</title><main><h1>The new pier</h1><div>\(html)<div class=text>\(PageSample.text)</div></div></main>"
        #expect(try PageSample.article(page).html.contains("LEAD") == isKept)
    }

    @Test func `sections of one document stay together, whatever is in them`() throws {
        let table =
            "<table><tr><td><a href=/a>attempts</a></td><td>3</td><td>how often it is sent at most</td></tr></table>"
        let page =
            "<title>x</title><main><section><h2>One</h2>\(PageSample.text)</section><section><h2>Two</h2>\(table)</section></main>"
        let html = try PageSample.article(page).html
        #expect(html.contains("<h2>Two</h2>") && html.contains("attempts"))
    }

    @Test(arguments: ["<h1>The new pier</h1>", ""]) func `a short section behind long ones is the end of the text`(
        heading: String
    ) throws {
        let end =
            "<section><div><div><p>The band played on until the last guest had gone home, they say.</p></div></div></section>"
        let long =
            "<section><div><div>\(heading)\(PageSample.text)\(PageSample.text)\(PageSample.text)\(PageSample.text)</div></div></section>"
        let promo = "<section><p><a href=/b>Another article of the post about GONE</a></p></section>"
        let html = try PageSample.article("<title>The new pier</title><div>\(long)\(end)\(promo)</div>").html
        #expect(html.contains("last guest") && !html.contains("GONE"))
    }

    @Test func `text that React streams is found`() throws {
        let page =
            "<div id=root><template id=\"B:0\"></template><p>Loading the page</p></div><div hidden id=\"S:0\"><h1>x</h1>\(PageSample.text)</div>"
        #expect(try PageSample.article("<title>x</title>" + page).html.contains("The harbour lay quiet"))
        let hidden = page.replacing("S:0", with: "S:x")
        #expect(try !PageSample.article("<title>x</title>" + hidden).html.contains("The harbour lay quiet"))
    }

    @Test func `an article for browsers without scripts is found where the page shows none`() throws {
        let page = "<title>x</title><div id=app>Loading</div><noscript><article>TEXT</article></noscript>"
        let text = page.replacing("TEXT", with: PageSample.text + PageSample.text)
        #expect(try PageSample.article(text).html.contains("The harbour lay quiet"))
        let request = "<p>This page needs scripts, so please switch them on in the settings of your browser.</p>"
        #expect(try PageSample.article(page.replacing("TEXT", with: request)).isWholePage)
    }

    @Test func `the head has the text that the page does not show`() throws {
        func html(_ body: String, shown: String) throws -> String {
            let data = #"<script type="application/ld+json">{"@type":"Article","articleBody":"\#(body)"}</script>"#
            return try PageSample.article("<title>Pier</title>\(data)<article><h1>Pier</h1>\(shown)</article>").html
        }
        let shown = PageSample.text.replacing("\n", with: "")
        let lines = shown.replacing("<p>", with: "").replacing("</p>", with: "\\n")
        #expect(try html(lines, shown: "<p>Loading the page, which takes a while.</p>") == shown)
        #expect(try html(shown, shown: "") == shown)
        #expect(try html(lines + "If a<b, wait &amp; see.", shown: "") == shown + "<p>If a&lt;b, wait &amp; see.</p>")
        #expect(try html(lines, shown: PageSample.text).hasPrefix("<article>"))
        #expect(try !html("Loading", shown: "").contains("Loading"))
    }

    private static let parts = [
        // The question of a forum, before a longer answer.
        "<div><h1>Pier</h1><div class=post-body><p>How was the pier BUILT, by whom, and what did it cost?</p><pre>How long it took</pre></div></div><div><div class=post-body>TEXT</div></div>",
        "<section class='c-part c-top c-1'><p>Length of the pier: 80 m, BUILT of oak</p><p>How long it took</p></section><section class='c-part c-top c-2'>TEXT</section>",
        "<div class=part>TEXT</div><div class=part>BUILT TEXT</div>",
        "<section><h1>Pier</h1><p>How the new pier was BUILT:</p><pre>How long it took</pre><section>TEXT</section></section>",
        "<h1>Pier</h1><div>TEXT</div><h2>Figures</h2><table><tr><td>BUILT</td></tr></table><ul><li>1998</li></ul><ul><li><a href=/b>GONE</a></li></ul>",
    ]

    @Test(arguments: parts) func `short parts belong to the text`(page: String) throws {
        let page = page.replacing("TEXT", with: PageSample.text)
        let html = try PageSample.article("<title>Pier</title><main>\(page)</main>").html
        #expect(html.contains("The harbour lay quiet") && html.contains("BUILT") && !html.contains("GONE"))
        #expect(!page.contains("How long it took") || html.contains("How long it took"))
    }

    @Test func `what is between two parts of the text belongs to it`() throws {
        let part = "<div>\(PageSample.text)\(PageSample.text)</div>"
        let box = "<div><h5>For</h5><ul><li>a fine pier</li></ul><h5>Against</h5><ul><li>the tax</li></ul></div>"
        let page = "<title>x</title><body><div>\(part)\(box)\(part)</div>"
        let html = try PageSample.article(page).html
        #expect(html.contains("a fine pier") && html.contains("the tax"))
    }

    @Test func `a caption that comes twice is shown once`() throws {
        let caption = "The new pier on the morning when the ferry came back."
        let figure =
            "<figure><img src=/a.jpg><figcaption>\(caption)</figcaption></figure><div class=caption>\(caption)</div>"
        #expect(try PageSample.html(figure).split(separator: caption).count == 2)
    }

    @Test func `what is for browsers without scripts is left out, but for its picture`() throws {
        let image = "<img src=data:x data-src=/a.jpg><noscript><img src=/a.jpg> Switch JavaScript on.</noscript>"
        let html = try PageSample.html("<p>\(image)</p>")
        #expect(html.split(separator: "<img").count == 2 && !html.contains("JavaScript"))
    }

    private static let notes = [
        "TEXT<aside class=footnotes role=doc-endnotes>NOTE</aside></article>",
        "TEXT<footer class=footnotes>NOTE</footer></article>",
        "TEXT</article><section class=footnotes>NOTE</section>",
        "TEXT<aside role=doc-footnote>NOTE</aside>TEXT</article>",
        "<div class=body><div class=section>TEXT</div><div class=footnote>NOTE</div></div></article>",
        "TEXT<aside>NOTE</aside></article>", "TEXT<footer>NOTE</footer></article>",
        "TEXT</article><div class=sidebar>NOTE</div>",
    ]

    @Test(arguments: notes) func `footnotes belong to the text wherever they stand`(page: String) throws {
        let note = "<ol><li id=n1>It was an oak from the woods of Aldermoor. <a href=#m1>back</a></li></ol>"
        let other = "<section><p><a href=/b>Another article of the post about GONE</a></p></section>"
        let text = PageSample.text + "<p>A pier<a href=#n1 id=m1>1</a> of oak.</p>" + PageSample.text
        let page = page.replacing("TEXT", with: text).replacing("NOTE", with: note)
        let html = try PageSample.article("<title>Pier</title><main><article><h1>Pier</h1>\(page)\(other)</main>").html
        #expect(html.contains("an oak from the woods") && html.contains("<a href=\"#user-content-n1\""))
        #expect(!html.contains("GONE"))
    }

    private static let figure =
        "<figure><img src=/LEAD.jpg><figcaption>The pier in May, by Ada Holm</figcaption></figure>"

    private static let leadPictures = [
        "<h1>Pier</h1>\(figure)<article>TEXT</article>", "\(figure)<article><h1>Pier</h1>TEXT</article>",
        "<div class=hero>\(figure)</div><article><h1>Pier</h1>TEXT</article>",
        "\(figure)<header><h1>Pier</h1></header><div class=text>TEXT</div>",
        "<div><img src=/LEAD.jpg><p class=caption>The pier in May</p></div><article><h1>Pier</h1>TEXT</article>",
    ]

    @Test(arguments: leadPictures) func `the picture beside the title belongs to the article, its caption does not`(
        page: String
    ) throws {
        let page = page.replacing("TEXT", with: PageSample.text + PageSample.text)
        let html = try PageSample.article("<title>Pier</title><main>\(page)</main>").html
        #expect(html.contains("LEAD.jpg") && !html.contains("The pier in May"))
    }

    private static let noLeads = [
        "<div><a href=/><img src=/GONE.png></a></div>", "<div class=banner><img src=/GONE.png></div>",
        "<div><img src=/GONE.png></div><p>GONE is what the Post is.</p>",
    ]

    @Test(arguments: noLeads) func `a logo before the title does not belong to the article`(logo: String) throws {
        let page = "<title>Pier</title><main>\(logo)<article><h1>Pier</h1>\(PageSample.text)</article></main>"
        #expect(try !PageSample.article(page).html.contains("GONE"))
    }

    @Test(arguments: [" # ", "#", "¤", "\u{F0C1}", "&#8203;"]) func `the sign that links to a heading is left out`(
        sign: String
    ) throws {
        let page =
            "<title>Pier</title><article><h1>Pier<a href=#p>\(sign)</a></h1>\(PageSample.text)<h2>Cost<a href=#c>\(sign)</a></h2>\(PageSample.text)"
        let article = try PageSample.article(page)
        #expect(article.title == "Pier" && article.html.contains("<h2>Cost</h2>"))
    }

    @Test func `the mark of a note in a heading stays`() throws {
        #expect(try PageSample.html("<h2>Cost<a href=#n>*</a></h2>").contains(">*</a></h2>"))
    }

    @Test func `a link within the page leads to the text if its place is there, else to the page`() throws {
        let notes = "<p>One<a href=#n>1</a> two<a href=#comments>2</a>.</p><p id=n>A note.</p>"
        let html = try PageSample.article(
            "<title>x</title><article>\(PageSample.text)\(notes)</article><p id=comments>No."
        ).html
        #expect(html.contains("<a href=\"#user-content-n\">1</a>"))
        #expect(html.contains(#"<a href="https://www.post.example/news/pier.html#comments">2</a>"#))
    }

    @Test func `links within a text lead to its page where they are to`() {
        let html = "<p id=\"user-content-a\">x</p><a href=\"#user-content-a\">a</a><a href=\"#b\">b</a>"
        #expect(
            Sanitizer.clean(html, page: "https://a.example/p", leadsToPage: true)
                == "<p id=\"user-content-a\">x</p><a href=\"https://a.example/p#a\">a</a><a href=\"https://a.example/p#b\">b</a>"
        )
    }

    private static let dates: [(html: String, url: String, date: String)] = [
        ("<meta property=article:published_time content=2020-05-02T10:00:00+02:00>", "/a", "2020-05-02"),
        ("<time datetime=2020-05-02>yesterday</time>", "/a", "2020-05-02"),
        ("<time>2 May 2020</time>", "/a", "2020-05-02"),
        ("<p class=date>Stand: 02.05.2020, 10 Uhr</p>", "/a", "2020-05-02"),
        ("<p class=posted-on>Published on 2 May 2020</p>", "/a", "2020-05-02"),
        ("<link rel=canonical href=/2020/05/02/pier>", "/a", "2020-05-02"),
        ("<meta name=date content=02/05/2020><html lang=de>", "/a", "2020-05-02"),
        ("<html lang=en-GB><p class=date>02/10/2020</p>", "/a", "2020-10-02"),
        ("<html lang=en-US><p class=date>02/10/2020</p>", "/a", "2020-02-10"),
        ("<p>x</p>", "/news/29-10-2021", "2021-10-29"),
        ("<meta property=article:published_time content=2019-06-17>", "/2017/7/12/montauk", "2017-07-12"),
        ("<meta property=article:published_time content=2017-07-13>", "/2017/7/12/montauk", "2017-07-13"),
        ("<meta property=article:published_time content=2017-07-25>", "/2017/7/12/montauk", "2017-07-25"),
        ("<meta property=article:published_time content=2026-09-11>", "/after-2001-09-11-attacks.html", "2026-09-11"),
        ("<meta property=article:published_time content=2019-06-17>", "/pier-2017-07-12.html", "2017-07-12"),
        ("<meta property=article:published_time content=2019-06-17>", "/2017-07-12-pier.html", "2017-07-12"),
        ("<p>x</p>", "/the-2017-07-12-storm", "2017-07-12"),
        ("<title>Pier</title><p>24. April 2020 | News</p><h1>Pier</h1>", "/a", "2020-04-24"),
        (
            "<script type=application/ld+json><![CDATA[{\"@type\":\"Article\",\"datePublished\":\"2001-10-29\"}]]></script>",
            "/a", "2001-10-29"
        ),
    ]

    @Test(arguments: dates) func `the date is found, and read as it was meant`(html: String, url: String, date: String)
        throws
    {
        let article = try PageSample.article(
            "\(html)<article>\(PageSample.text)</article>", at: "https://www.post.example" + url)
        #expect(article.published?.rfc3339.prefix(10) == date[...])
    }
}
