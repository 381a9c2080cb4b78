import Testing

@testable import FeedParsing

/// What is the picture of an article, and what only stands beside one.
@Suite struct MediaRSSTests {
    private static let film = "<media:content url='/f' type='video/mp4'/>"
    private static let photo = "<media:content url='/p.jpg' medium='image'/>"

    /// The same elements in an item of RSS and in an entry of Atom.
    private func drafts(
        _ elements: String, title: String = "<title>One</title>", teaser: String? = nil
    ) throws -> [ArticleDraft] {
        let rss = teaser.map { "<description>\($0)</description>" } ?? ""
        let atom = teaser.map { "<summary>\($0)</summary>" } ?? ""
        return try [
            "<rss><channel><item>\(title)\(rss)\(elements)</item></channel></rss>",
            "<feed><entry>\(title)\(atom)\(elements)</entry></feed>",
        ].map { document in
            let feed = try FeedParser.parse(Array(document.utf8), base: "https://a.example/feed")
            return try #require(feed.drafts.first)
        }
    }

    @Test func `the address of an author's picture is not taken for an author`() throws {
        let credits = ["Ann", "https://a.example/ann.png"].map { "<media:credit role='author'>\($0)</media:credit>" }
        for draft in try drafts(credits.joined()) { #expect(draft.content.authors == [Author(name: "Ann")]) }
    }

    @Test func `an enclosure of RSS 1.0 is one`() throws {
        let space = "xmlns:enc='http://purl.oclc.org/net/rss_2.0/enc#'"
        let file = "<enc:enclosure \(space) rdf:resource='/p.jpg' enc:type='image/jpeg' enc:length='5'/>"
        let found = try drafts(file)[0].content.enclosures
        #expect(found == [Enclosure(url: "https://a.example/p.jpg", type: "image/jpeg", size: 5)])
    }

    @Test(arguments: [photo, "<media:thumbnail url='/p.jpg'/>", "<media:content url='/r/1' width='800'/>"])
    func `the caption of a picture never stands for the teaser`(picture: String) throws {
        let caption = "<media:description>A street under water.</media:description>"
        for draft in try drafts(picture + caption, teaser: "It rose.") {
            #expect(draft.excerpt == "It rose." && draft.summary == nil && draft.image != nil)
        }
        for draft in try drafts(picture + caption) {
            #expect(draft.excerpt.isEmpty && draft.text == .plain("A street under water."))
        }
    }

    @Test func `the description of a film is the text of an article, where it says as much`() throws {
        let text = "<media:thumbnail url='/p.jpg'/><media:description>All about it</media:description>"
        let group = "<media:group>\(MediaRSSTests.film)\(text)</media:group>"
        for draft in try drafts(group) {
            #expect(draft.excerpt == "All about it" && draft.text == .plain("All about it"))
        }
        for draft in try drafts(group, teaser: "Short") {
            #expect(draft.excerpt == "Short" && draft.text == .plain("All about it"))
        }
        for draft in try drafts(group, teaser: "A longer one than that") {
            #expect(draft.excerpt == "A longer one than that" && draft.summary == nil)
        }
    }

    @Test(arguments: [
        "<figure><img src='p.jpg'><figcaption>A <i>street</i></figcaption></figure><p>It rose.</p>",
        "<div><img src='p.jpg'><p class='wp-caption-text'>A street</p></div><p>It rose.</p>",
        "<table><tr><td><img src='p.jpg'></td></tr><tr><td class='tr-caption'>A street</td></tr></table><p>It rose.</p>",
    ])
    func `nor does a caption in the text`(html: String) {
        #expect(HTMLText(.html(html)).excerpt() == "It rose.")
        #expect(ArticleText.html(html).plain.contains("street"))
    }

    @Test(arguments: [
        "https://secure.gravatar.com/avatar/12ab?s=96&amp;d=identicon", "https://2.gravatar.com/avatar/12ab",
        "https://avatars.githubusercontent.com/u/1?s=60", "https://a.example/images/tracking/rss-pixel.png?story=1",
        "https://a.example/pixel.gif", "https://a.example/1x1.png",
    ])
    func `an avatar or a tracking pixel is no picture of the article`(address: String) throws {
        let written = [
            "<media:content url='\(address)' medium='image'><media:title>ann</media:title></media:content>",
            "<media:thumbnail url='\(address)'/>", "<enclosure url='\(address)' type='image/png'/>",
            "<itunes:image href='\(address)'/>", "<link rel='enclosure' href='\(address)' type='image/png'/>",
        ]
        for element in written {
            for draft in try drafts(element) { #expect(draft.image == nil, "\(element)") }
            let picture = "<content:encoded><![CDATA[<img src='/p.jpg' width='600'>]]></content:encoded>"
            for draft in try drafts(element + picture) {
                #expect(draft.image == "https://a.example/p.jpg", "\(element)")
            }
        }
        #expect(HTMLText(.html("<p>a<img src='\(address)'></p>")).image == nil)
        let json = #"{"items":[{"id":"1","image":"\#(address)","content_html":"<img src='https://a.example/p.jpg'>"}]}"#
        #expect(try FeedParser.parse(Array(json.utf8), base: nil).drafts.first?.image == "https://a.example/p.jpg")
    }

    @Test(arguments: ["content", "thumbnail"])
    func `of several sizes of a picture the widest is taken`(name: String) throws {
        let sizes = [140, 700, 460].map { "<media:\(name) url='/\($0).jpg' width='\($0)'/>" }.joined()
        for draft in try drafts(sizes, title: "") { #expect(draft.image == "https://a.example/700.jpg") }
    }

    @Test func `a small thumbnail gives way to a picture in the text`() throws {
        let small = "<media:thumbnail url='/s.jpg' width='75' height='75'/>"
        for draft in try drafts(small) { #expect(draft.image == "https://a.example/s.jpg") }
        for (written, expected) in [
            ("&lt;img src='/l.jpg' width='800' height='600'&gt;", "l"), ("&lt;img src='/l.jpg'&gt;", "l"),
            ("&lt;img src='/i.jpg' width='60' height='60'&gt;", "s"),
        ] {
            for draft in try drafts(small, teaser: written) {
                #expect(draft.image == "https://a.example/\(expected).jpg", "\(written)")
            }
        }
        for draft in try drafts("<media:thumbnail url='/s.jpg?w=32'/>", teaser: "&lt;img src='/l.jpg'&gt;") {
            #expect(draft.image == "https://a.example/l.jpg")
        }
        for draft in try drafts("<media:thumbnail url='/s.jpg'/>", teaser: "&lt;img src='/l.jpg'&gt;") {
            #expect(draft.image == "https://a.example/s.jpg")
        }
    }

    @Test func `pictures are enclosures of a post, without a title, whose text has none`() throws {
        let pictures = ["a", "b"].map { name in
            let description = "<media:description>The \(name)</media:description>"
            return "<media:content url='/\(name).jpg' type='image/jpeg' fileSize='9'>\(description)</media:content>"
        }.joined()
        let files = ["a", "b"].map { name in
            Enclosure(url: "https://a.example/\(name).jpg", type: "image/jpeg", size: 9, title: "The \(name)")
        }
        for draft in try drafts(pictures, title: "", teaser: "Two") {
            #expect(draft.enclosures == files && draft.excerpt == "Two")
        }
        for draft in try drafts(pictures, teaser: "Two") { #expect(draft.enclosures.isEmpty) }
        for draft in try drafts(pictures, title: "", teaser: "&lt;img src='/c.jpg'&gt;") {
            #expect(draft.enclosures.isEmpty)
        }
        for draft in try drafts(MediaRSSTests.film + pictures, title: "") { #expect(draft.enclosures.count == 1) }
        let sizes = [140, 700, 460].map { "<media:content url='/\($0).jpg' width='\($0)'/>" }.joined()
        for draft in try drafts(sizes, title: "") {
            #expect(draft.enclosures.map(\.url) == ["https://a.example/700.jpg"])
        }
    }

    @Test func `two pictures are no sizes of one`() throws {
        func picture(_ name: String, _ size: String, _ description: String = "") -> String {
            let element = description.isEmpty ? "" : "<media:description>\(description)</media:description>"
            return "<media:content url='/\(name)' medium='image' \(size)>\(element)</media:content>"
        }
        let (wide, high) = ("width='800' height='600'", "width='600' height='800'")
        let small = "width='200' height='151'"
        for (elements, names) in [
            (picture("a", wide) + picture("b", high), ["a", "b"]),
            (picture("a", wide, "A") + picture("b", "width='400'", "B"), ["a", "b"]),
            (picture("a", small) + picture("b", high) + picture("c", wide), ["a", "b", "c"]),
            (picture("a", small, "A") + picture("b", wide, "A") + picture("c", "width='100'"), ["b"]),
            (
                ["a", "b"].map { "<media:group>\(picture($0, wide) + picture("s", small))</media:group>" }.joined(),
                ["a", "b"]
            ),
        ] {
            for draft in try drafts(elements, title: "") {
                #expect(draft.enclosures.map { String($0.url.suffix(1)) } == names, "\(elements)")
            }
        }
        for draft in try drafts(picture("a", small, "A") + picture("b", wide), title: "") {
            #expect(draft.enclosures.map(\.title) == ["A"])
        }
    }

    @Test(arguments: ["width='1' height='1'", "width='1'", "height='1'"])
    func `a picture of one pixel is left out`(size: String) throws {
        for name in ["thumbnail", "content"] {
            let pixel = "<media:\(name) url='/count' \(size)/>"
            for draft in try drafts(pixel) { #expect(draft.image == nil && draft.enclosures.isEmpty) }
            for draft in try drafts(pixel + MediaRSSTests.photo) { #expect(draft.image == "https://a.example/p.jpg") }
        }
    }
}
