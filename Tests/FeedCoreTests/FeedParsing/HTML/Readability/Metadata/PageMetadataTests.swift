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

    @Test func `the first picture that the head names counts`() throws {
        let head = "<meta property=og:image content=/1x1.png><meta name=twitter:image content=/pier.jpg?w=1200>"
        let page = "\(head)<title>x</title><article>\(PageSample.text)<img src=/a.jpg></article>"
        #expect(try PageSample.article(page).image == "https://www.post.example/pier.jpg?w=1200")
    }

    private static func data(_ url: String, author: String, more: String = "") -> String {
        let members = #""@type":"NewsArticle","url":"\#(url)","author":"\#(author)"\#(more)"#
        return "<script type=application/ld+json>{\(members)}</script>"
    }

    @Test func `data of another article on the page does not count`() throws {
        let long = String(repeating: "A ship sank in the harbour, and many people saw it. ", count: 40)
        let more = #","datePublished":"2019-01-01","articleBody":"\#(long)""#
        let other = PageMetadataTests.data("https://www.post.example/ship", author: "Bo Vik", more: more)
        for url in ["https://www.post.example/news/pier.html", "http://post.example/news/pier.html#text"] {
            let own = PageMetadataTests.data(url, author: "Ada Holm")
            for data in [own + other, other + own] {
                let article = try PageSample.article(
                    "<title>Pier</title>\(data)<article><h1>Pier</h1>\(PageSample.text)")
                #expect(article.authors == ["Ada Holm"] && article.published == nil)
                #expect(article.html.contains("The harbour lay quiet") && !article.html.contains("A ship sank"))
            }
        }
        let named =
            #"<script type=application/ld+json>{"@type":"Article","headline":"The pier of Nordby","author":"Ada Holm"}</script>"#
        let titled = try PageSample.article(
            "<title>The pier of Nordby | Post</title>\(other)\(named)<p>\(PageSample.text)")
        #expect(titled.authors == ["Ada Holm"])
        // An article that does not say its address is the page's.
        let alone = try PageSample.article("<title>Pier</title>\(other)<article>\(PageSample.text)</article>")
        #expect(alone.authors == ["Bo Vik"])
    }

    @Test func `a paper has the title that its head gives, not the label before it`() throws {
        let head =
            "<title>[2403.1] On the pier of Nordby</title><meta name=citation_title content='On the pier of Nordby'>"
        let page = "\(head)<main><h1><span>Title:</span>On the pier of Nordby</h1>\(PageSample.text)</main>"
        #expect(try PageSample.article(page).title == "On the pier of Nordby")
    }
}
