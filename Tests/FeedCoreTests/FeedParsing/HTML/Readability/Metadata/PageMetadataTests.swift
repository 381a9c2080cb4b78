import Testing

@testable import FeedParsing

/// What the head of a page says of its article.
struct PageMetadataTests {
    private static let noPictures = [
        "https://a.example/i/blank.jpg", "https://a.example/avatars/original/x.png", "/avatar/0123", "/1x1.png",
        "/img.jpg?w=32", "undefined", "https://www.post.example/", "https://www.post.example",
    ]

    @Test(arguments: noPictures) func `a picture in the head that is none gives way to that of the text`(
        address: String
    ) throws {
        let page = "<meta property=og:image content='\(address)'><title>x</title><article>\(PageSample.text)"
        #expect(try PageSample.article(page).image == nil)
        let picture = "<img src=/small.jpg width=300 height=200><img src=/pier.jpg width=800 height=600></article>"
        #expect(try PageSample.article(page + picture).image == "https://www.post.example/pier.jpg")
    }

    @Test(arguments: ["file:///etc/", "FILE:/etc/", "javascript:x/"])
    func `a base that is not of the web does not count`(base: String) throws {
        let page =
            "<base href='\(base)'><title>x</title><article>\(PageSample.text)<img src=passwd width=400 height=400>"
        for base in ["", "<base href=/b/>"] {
            let address = base.isEmpty ? "https://www.post.example/news/passwd" : "https://www.post.example/b/passwd"
            #expect(try PageSample.article(page.replacing("<title>", with: base + "<title>")).image == address)
        }
    }

    @Test func `the first picture that the head names counts`() throws {
        let head = "<meta property=og:image content=/1x1.png><meta name=twitter:image content=/pier.jpg?w=1200>"
        let page = "\(head)<title>x</title><article>\(PageSample.text)<img src=/a.jpg></article>"
        #expect(try PageSample.article(page).image == "https://www.post.example/pier.jpg?w=1200")
    }

    @Test(arguments: [
        ("R", "R - Wiki", "R"), ("C++", "C++ - Wiki", "C++"), ("Go", "Go | Wiki", "Go"),
        ("C", "C++ - Wiki", "C++ - Wiki"),
        ("Go", "Go: all of it", "Go: all of it"),
    ])
    func `a title of few letters is that of a heading with all of it`(heading: String, title: String, found: String)
        throws
    {
        let page = "<title>\(title)</title><article><h1>\(heading)</h1>\(PageSample.text)</article>"
        #expect(try PageSample.article(page).title == found)
    }

    @Test func `a paper has the title that its head gives, not the label before it`() throws {
        let head =
            "<title>[2403.1] On the pier of Nordby</title><meta name=citation_title content='On the pier of Nordby'>"
        let page = "\(head)<main><h1><span>Title:</span>On the pier of Nordby</h1>\(PageSample.text)</main>"
        #expect(try PageSample.article(page).title == "On the pier of Nordby")
    }

    private static let items: [(items: String, day: String)] = [
        ("ARTICLE<div itemscope><a href=/b>A whale</a>2021</div>", "2019-05-03"),
        ("<ul><li itemscope><a href=/b>A whale</a>2021</ul>ARTICLE", "2019-05-03"),
        ("<div itemscope>2020</div>ARTICLE", "2020-01-02"), ("ARTICLE<div itemscope>2020</div>", "2020-01-02"),
        ("<div itemscope>2020<div>ARTICLE<a href=/b>A whale</a></div></div>", "2020-01-02"),
        ("2020 ARTICLE<p itemscope><a href=/b>A whale</a>2021", "2020-01-02"),
    ]

    @Test(arguments: items) func `the date in the item of another story does not count`(items: String, day: String)
        throws
    {
        let article =
            "<article><h1>The pier</h1><time datetime=2019-05-03>3 May</time>\(PageSample.text)</article>"
        var page = items.replacing("ARTICLE", with: article)
        for year in ["2020", "2021"] {
            page = page.replacing(year, with: "<meta itemprop=datePublished content=\(year)-01-02>")
        }
        let published = try PageSample.article("<title>The pier</title>\(page)").published
        #expect(published?.rfc3339.prefix(10) == day[...])
    }

    @Test(arguments: [
        ("undefined", nil), ("/news/undefined", nil), ("https://www.post.example/null", nil), ("{{ url }}", nil),
        ("?p=12", "https://www.post.example/news/pier.html?p=12"), ("me", "https://www.post.example/news/me"),
        ("/news/${slug}", nil), ("../pier.html?p=1", "https://www.post.example/pier.html?p=1"),
        ("/undefined-behaviour", "https://www.post.example/undefined-behaviour"),
    ])
    func `an address that a script failed to fill in is not the page's own`(written: String, own: String?) throws {
        for element in ["<link rel=canonical href='\(written)'>", "<meta property=og:url content='\(written)'>"] {
            #expect(try PageSample.article("\(element)<title>x</title><article>\(PageSample.text)").url == own)
        }
    }
}
