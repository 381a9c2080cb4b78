import Testing

@testable import FeedParsing

/// Authors and dates that a page shows, of its own article and of others.
struct PageBylineTests {
    private static let article = "<article><h1>The new pier</h1>BYLINE\(PageSample.text)\(PageSample.text)</article>"

    private static func page(_ byline: String = "", head: String = "", around: String = "ARTICLE") -> String {
        "<head><title>The new pier</title>\(head)</head><body>"
            + around.replacing("ARTICLE", with: article.replacing("BYLINE", with: byline))
    }

    private static let sentences = [
        "<p>By noon the streets were full of people.</p>", "<p>By noon the streets were full</p>",
        "<p>Von wegen Sommerloch</p>", "<p>Par ailleurs, le texte</p>", "<p>Por fin llega el verano</p>",
        "<p>Di nuovo in viaggio</p>", "<h2>By land or by sea</h2>", "<p>Von Nordby nach Aldermoor</p>",
        "<p>By The Numbers</p>",
    ]

    @Test(arguments: sentences) func `a line that begins like a byline has no author`(line: String) throws {
        #expect(try PageSample.article(PageBylineTests.page(line)).authors.isEmpty)
    }

    private static let lines: [(line: String, names: [String])] = [
        ("<p>By Ada Holm</p>", ["Ada Holm"]),
        ("<p>by Ada van der Holm and Jens Vik</p>", ["Ada van der Holm", "Jens Vik"]),
        ("<p>Written by Ada</p>", ["Ada"]), ("<p>Par Jean-Luc Holm (avec AFP)</p>", ["Jean-Luc Holm"]),
        ("<p>By ADA HOLM, Coast Press, May 3, 2020</p>", ["ADA HOLM", "Coast Press"]),
        ("<p>Geschrieben von Ada</p>", ["Ada"]), ("<p>Ein Artikel von <b>Ada Holm</b> | 3. Mai 2020</p>", ["Ada Holm"]),
        ("<p>Gespeichert von <b>ada</b> am 3. Mai 2020 - 18:55</p>", ["ada"]),
        ("<p>Scritto da Ada Holm</p>", ["Ada Holm"]),
        ("<p>Submitted by ada on May 3, 2020</p>", ["ada"]), ("<p>Geschreven door Ada Holm</p>", ["Ada Holm"]),
        ("<p><i>Text von</i> Ada Holm</p>", ["Ada Holm"]), ("<p>Auteur : Ada Holm</p>", ["Ada Holm"]),
    ]

    @Test(arguments: lines) func `a line by the title names the author`(line: String, names: [String]) throws {
        #expect(try PageSample.article(PageBylineTests.page(line)).authors == names)
    }

    private static let teasers = """
        <ul><li><h2><a href=/b>A whale</a></h2><span class=byline>By <a rel=author href=/j>Jens Vik</a></span>
        <time datetime=2021-01-01>Jan</time></li></ul>
        """

    private static let others = [
        "ARTICLE<section>\(teasers)</section>", "<section>\(teasers)</section>ARTICLE",
        "<aside>\(teasers)</aside>ARTICLE",
        "<div><a href=/b>A whale</a> <span class=author>Jens Vik</span> <span class=date>May 3, 2019</span></div>ARTICLE",
        "<nav><a rel=author href=/authors>Jens Vik</a></nav>ARTICLE",
        "<div><span class=author>Welcome, Jens Vik</span></div><span class=date>May 3, 2019</span>ARTICLE",
        "<header><time datetime=2019-05-03>Friday</time></header><div><p>May 3, 2019</p></div>ARTICLE",
        "ARTICLE<footer><span class=author>Design by Jens Vik</span> <span class=date>2020 May 1</span></footer>",
        "<main><h1>The new pier</h1><div>\(PageSample.text)\(PageSample.text)</div><div>\(teasers)</div></main>",
        "<main><div>\(teasers)</div><h1>The new pier</h1><div>\(PageSample.text)\(PageSample.text)</div></main>",
    ]

    @Test(arguments: others) func `authors and dates of other stories, of menus and of the site do not count`(
        page: String
    ) throws {
        let article = try PageSample.article(PageBylineTests.page(around: page))
        #expect(article.authors.isEmpty && article.published == nil)
    }

    @Test(arguments: [
        "By Tom Novak, May 3, 2019", "Marketing | May 3, 2019", "Ada June, May 3, 2019", "Met, 3. 5. 2019",
    ])
    func `a name or a subject before a date leaves it as it is`(line: String) throws {
        let article = try PageSample.article(PageBylineTests.page("<p class=meta>\(line)</p>"))
        #expect(article.published?.rfc3339 == "2019-05-03T00:00:00Z")
    }

    private static let beside = [
        "<main><div class=post-author>by <a href=/a>Ada Holm</a></div>ARTICLE</main>",
        "<aside class=author-box><a rel=author href=/a>Ada Holm</a></aside>ARTICLE",
        "<div><div><span class=author>By Ada Holm</span></div><div>ARTICLE</div></div>",
    ]

    @Test(arguments: beside) func `a byline before the article is its own`(page: String) throws {
        #expect(try PageSample.article(PageBylineTests.page(around: page)).authors == ["Ada Holm"])
    }

    private static let own: [(byline: String, names: [String])] = [
        (
            "<figure><img src=/a.jpg><figcaption>Photo <i class=author>Jens Vik</i></figcaption></figure><p>By Ada Holm</p>",
            ["Ada Holm"]
        ),
        ("<div class=byline>\n<p>By <a href=/a>Ada Holm</a></p></div>", ["Ada Holm"]),
        (
            "<div><h6><a href=/t>Ferries</a></h6><h2>The ferry</h2><h6 class=byline>By <a href=/a>Ada Holm</a></h6></div>",
            ["Ada Holm"]
        ),
        ("<div class=sidebar><p class=author>Ada Holm</p></div>", ["Ada Holm"]),
        ("<p>Autor: <a rel=author href=/a>ada4</a> // 1 Minute</p>", ["ada4"]), ("<p class=author>May2020</p>", []),
        ("<p><span class=authorname-txt>Ada Holm</span></p>", ["Ada Holm"]),
        ("<aside><p>By Ada Holm</p></aside>", ["Ada Holm"]),
        ("<p>by <a rel=author href=/a>330k</a></p>", ["330k"]), ("<p class=byline>10h</p>", []),
        ("<div itemprop=author><h3>Profile</h3><b itemprop=name>Ada Holm</b></div>", ["Ada Holm"]),
        (
            "<p itemprop=author>By <b itemprop=name>Ada Holm</b>, <i itemprop=worksFor itemscope><b itemprop=name>Coast</b>",
            ["Ada Holm"]
        ),
        (
            "<p itemprop=author>By <b itemprop=name>Ada Holm</b> and <b itemprop=name>Jens Vik</b></p>",
            ["Ada Holm", "Jens Vik"]
        ),
        ("<div>By <a href=/a>Ada Holm</a><ul><li>Share</li><li>Print</li></ul></div>", ["Ada Holm"]),
        ("<ul><li>By Jens</li><li>Vik</li></ul>", []),
        ("<div class=author><a href=/a>Ada Holm</a><a href=https://twitter.com/a>@ada</a></div>", ["Ada Holm"]),
        ("<div class=author-box><h3>About the author</h3><p>Ada Holm is a writer.</p></div>", ["Ada Holm"]),
        ("<p class=author>About the author</p>", []), ("<p class=author>About Schmidt</p>", ["About Schmidt"]),
        ("<span itemprop=author itemscope><meta itemprop=name content='Ada Holm'></span>", ["Ada Holm"]),
        ("<p class=author>Created By: Ada</p>", ["Ada"]), ("<p class=author>Rezept von Ada</p>", ["Ada"]),
        ("<p class=author>鈴木一郎</p>", ["鈴木一郎"]), ("<p class=author>佐々木 一郎</p>", ["佐々木 一郎"]),
        ("<p class=author>记者 张三</p>", ["张三"]), ("<p class=byline>文／田中太郎</p>", ["田中太郎"]),
    ]

    @Test(arguments: own) func `the byline names the author`(byline: String, names: [String]) throws {
        #expect(try PageSample.article(PageBylineTests.page(byline)).authors == names)
    }

    private static let bylines: [(text: String, names: [String])] = [
        ("May 3, 2020 by Ada Holm", ["Ada Holm"]), ("January 17, 2017 at 6:08 PM ET by Ada Holm", ["Ada Holm"]),
        ("Dec 3, 2019, Ada Holm", ["Ada Holm"]), ("Updated May 3, 2020 / Ada Holm", ["Ada Holm"]),
        ("Posted on 3 May 2020 by Ada Holm", ["Ada Holm"]), ("03.05.2020 von Ada Holm", ["Ada Holm"]),
        ("3 May 2020 | Ada Holm", ["Ada Holm"]), ("Tuesday, May 3, 2020", []), ("April Holm", ["April Holm"]),
        ("Jan Martin Holm", ["Jan Martin Holm"]), ("By Ada Holm Updated May 3, 2020", ["Ada Holm"]),
        ("Print | Ada Holm", ["Ada Holm"]), ("Ada Holm Follow", ["Ada Holm"]), ("Ada Holm, CNN", ["Ada Holm"]),
        ("By Ada Holm, translated by Jens Vik", ["Ada Holm"]), ("Story by Ada Holm; Photos by Jens Vik", ["Ada Holm"]),
        ("By Ada Holm with Jens Vik in Nordby", ["Ada Holm", "Jens Vik"]), ("Ada Holm is a writer", ["Ada Holm"]),
        ("Written by Ada Holm in Ferries on 1 June 2019", ["Ada Holm"]), ("Ada Holm ada@post.example", ["Ada Holm"]),
        ("by Ada Holm » Fri Mar 01, 2024", ["Ada Holm"]), ("By Ada Holm Fri, Mar 1, 2024", ["Ada Holm"]),
        ("Fri Mar 1, 2024 by Ada Holm", ["Ada Holm"]), ("By Sun Jun", ["Sun Jun"]), ("Ada Holm » 1 May", ["Ada Holm"]),
        ("By Ada Holm, Friday, March 1, 2024", ["Ada Holm"]), ("By Li Sun March 1, 2024", ["Li Sun"]),
        ("By Ada Holm for The Post", ["Ada Holm"]), ("The Centre for History", ["The Centre for History"]),
        ("By Ada Holm. Illustration by Jens Vik", ["Ada Holm"]),
        ("Text von Ada Holm Illustration von Jens Vik", ["Ada Holm"]),
        ("By Ada B. Holm and Jens Vik", ["Ada B. Holm", "Jens Vik"]),
        ("Words: Ada Holm, Photos: Jens Vik & Liv Dahl", ["Ada Holm"]),
        ("Text: Ada Holm; Foto: Jens Vik", ["Ada Holm"]),
        ("Foto: Jens Vik, Text: Ada Holm", ["Ada Holm"]),
    ]

    @Test(arguments: bylines) func `what stands beside a name is no part of it`(text: String, names: [String]) {
        #expect(PageByline.names(in: text) == names)
    }

    private static let heads: [(head: String, byline: String, names: [String])] = [
        ("author=Coast Media|parsely-author=Ada Holm", "", ["Ada Holm"]),
        ("author=Coast Media", "<a rel=author href=/a>Ada Holm</a>", ["Ada Holm"]),
        ("author=Coast Media", "<p class=byline>Nordby staff</p>", ["Coast Media"]),
        ("author=Coast Media|copyright=2020 Coast Media", "<p class=byline>By Ada Holm</p>", ["Ada Holm"]),
        ("author=adaholm", "<p>By Ada Holm</p>", ["Ada Holm"]), ("author=adaholm", "<p>By Ada</p>", ["adaholm"]),
        ("author=The Coast – Nordby's Weekly", "<p>By Ada Holm</p>", ["Ada Holm"]),
        ("og:site_name=Ada Holm", "<p>By Ada Holm</p>", ["Ada Holm"]),
        ("og:site_name=Ada Holm", "<p>By Ada Holm and Jens Vik</p>", ["Jens Vik"]),
        ("author=By Ada Holm and Jens Vik", "", ["Ada Holm", "Jens Vik"]), ("author=Holm, Ada", "", ["Holm, Ada"]),
        ("author=Di Wu", "", ["Di Wu"]), ("author=Par Ada Holm", "", ["Ada Holm"]),
        ("author=Holm, Ada; Vik, Jens", "", ["Holm, Ada", "Vik, Jens"]), ("author=admin", "", []),
        ("author=ada@post.example (Ada Holm)", "", ["Ada Holm"]), ("byl=By Ada Holm", "", ["Ada Holm"]),
        ("author=wordpressadmin", "<p>By Ada Holm</p>", ["Ada Holm"]), ("author=wpadmin", "", []),
        ("article:author=Coast|og:site_name=Coast", "", ["Coast"]), ("author=Coast|og:site_name=Coast", "", []),
        ("article:author=Coast|og:site_name=Coast", "<p>By Ada Holm</p>", ["Ada Holm"]),
        ("author=ada[at]post.example", "", []), ("author=作者：张三", "", ["张三"]),
        ("author=Ministry of Health and Social Care", "", ["Ministry of Health and Social Care"]),
        ("twitter:label1=Written by|twitter:data1=Ada Holm", "", ["Ada Holm"]),
        ("twitter:label1=Est. reading time|twitter:data1=Two minutes", "", []),
        ("author=Ada Holm|article:author=./author/ada.html", "", ["Ada Holm"]),
        ("author=Coast Media|article:author=/author/ada", "", ["Coast Media"]), ("author=AP/Post", "", ["AP/Post"]),
        ("author=Ada Holm|author=Jens Vik|article:author=Ada Holm", "", ["Ada Holm", "Jens Vik"]),
    ]

    @Test(arguments: heads) func `people go before the publisher`(head: String, byline: String, names: [String]) throws
    {
        let metas = head.split(separator: "|").map { meta in
            let parts = meta.split(separator: "=")
            return "<meta name='\(parts[0])' content='\(parts[1])'>"
        }
        #expect(try PageSample.article(PageBylineTests.page(byline, head: metas.joined())).authors == names)
    }

    private static let dates: [(html: String, date: String?)] = [
        ("<p class=date>Publicado el 3 de mayo de 2020</p>", "2020-05-03"),
        ("<p class=date>Publicado em 3 de maio de 2020 às 10:15</p>", "2020-05-03"),
        ("<p class=date>By Martin on 3 May 2020</p>", "2020-05-03"),
        ("<p class=date>Julia, 3 May 2020</p>", "2020-05-03"),
        ("<p class=date title=2020-05-03T10:15:00Z>2 years ago</p>", "2020-05-03"),
        ("<relative-time datetime=2020-05-03T10:15:00Z>2 years ago</relative-time>", "2020-05-03"),
        (
            "<p class=byline>By Ada <span>Updated May 5, 2020 10:00 AM</span> <span>Published May 3, 2020</span>",
            "2020-05-03"
        ),
        ("<p>Last updated: 5 May 2020. First published: 3 May 2020.</p>", "2020-05-03"),
        (
            "<p>Updated <time datetime=2020-05-05>5 May</time>, out <time datetime=2020-05-03>3 May</time></p>",
            "2020-05-03"
        ),
        ("<time itemprop=dateModified datetime=2020-05-05></time><time datetime=2020-05-03>3 May</time>", "2020-05-03"),
        ("<p>Published 3 May 2020, updated 5 May 2020</p>", "2020-05-03"),
        ("<p>Aktualisiert: 5. Mai 2020</p>", "2020-05-05"),
        ("<p>Updated <time datetime=2020-05-05>5 May</time></p>", "2020-05-05"),
        ("<div class=more><nav><time datetime=2021-05-05>May 5, 2021</time></nav></div>", nil),
    ]

    @Test(arguments: dates) func `the date of the article is found`(html: String, date: String?) throws {
        let published = try PageSample.article(PageBylineTests.page(html)).published
        #expect(published.map { String($0.rfc3339.prefix(10)) } == date)
    }
}
