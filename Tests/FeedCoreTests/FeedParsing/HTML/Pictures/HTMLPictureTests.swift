import Testing

@testable import FeedCore
@testable import FeedParsing

/// One rule for the pictures of feeds and pages: which address is loaded, and which elements only look like pictures.
@Suite struct HTMLPictureTests {
    /// The address is that of `/a.jpg`, resolved.
    @Test(arguments: [
        "<img src='data:image/gif;base64,R0' data-src=/a.jpg>", "<img src='data:x' data-lazy-src='/a.jpg'>",
        "<img src=/lazyload.gif data-original=/a.jpg>", "<img src=/img/grey.gif data-orig-file=/a.jpg>",
        "<img src=/loading.svg data-full-url=/a.jpg>", "<img src=/1x1.png data-srcset='/s.jpg 100w, /a.jpg 900w'>",
        "<img src=about:blank data-lazy-srcset='/a.jpg 2x, /s.jpg'>", "<img src='/p.jpg?blur=20' data-src=/a.jpg>",
        "<img src='/p.jpg?w=32' srcset='/s.jpg 320w, /a.jpg 640w'>", "<img src=/lqip/p.jpg data-src=/a.jpg>",
        "<img class=lazyload src=/small.jpg data-src=/a.jpg>", "<img src=/a.jpg data-src=/b.jpg>",
        "<img src=/blank.gif><noscript><img src=/a.jpg></noscript>",
        "<img src='data:x' data-src=/a.jpg><noscript><img src=/a.jpg></noscript>",
        "<picture><source srcset='/a.jpg 1x, /s.jpg 2x'><img src='data:x'></picture>",
        "<img src=/a.jpg width=800 height=0>", "<img src=/a.jpg style='width:800px;height:1px'>",
        "<img src=/p.gif width=1 height=1><img src=/a.jpg>",
        "<img src=/spacer.gif width=1 height=1 data-src=/a.jpg>",
        "<img src=/a.jpg style='width:99999999999999999999px;height:9999999999px'>",
        "<img src=/a.jpg style='min-width:100%;width:0;height:0;max-width:100%;min-height:100%'>",
        "<img src=/placeholder-300x200.png data-src=/a.jpg>", "<img src=/images/loader.svg data-src=/a.jpg>",
        "<img src=/Lazy_bg.png data-src=/a.jpg>", "<img src=/loading-bar-4x3.png data-src=/a.jpg>",
        "<img src=/a.jpg><figure><noscript><img src=/a.jpg></noscript></figure>",
        "<img src=/placeholder.png data-lazyload=/a.jpg>", "<img src=/placeholder.png data-bg=/a.jpg data-x=/y>",
        "<img src='#' data-src=/a.jpg>", "<img nitro-lazy-src=/a.jpg>",
        "<img src=/p-20x15.jpg data-src=/a.jpg>", "<img src='/p.jpg?resize=20,13' data-lazy-src=/a.jpg>",
        "<img src='/w_32,q_1/p.jpg' srcset='/s.jpg 320w, /a.jpg 640w'>",
        "<img src='https://www.post.example/max/60/p.jpg?q=20'><noscript><img src=/a.jpg></noscript>",
        "<img src='{{ image.url }}' data-src=/a.jpg>", "<img src='/p_{width}x.jpg' srcset='/s.jpg 300w, /a.jpg 900w'>",
        "<img class=lazyload src=/a.jpg data-src='/p_{width}x.jpg'>", "<img src='\\a.jpg'>",
    ])
    func `a picture comes from where it waits`(html: String) throws {
        let address = "https://www.post.example/a.jpg"
        let draft = ArticleDraft(of: article(html))
        #expect(draft.image == address)
        let shown = Sanitizer.clean(try #require(draft.text?.written))
        #expect(shown.split(separator: "<img", omittingEmptySubsequences: false).count == 2)
        #expect(shown.contains(#"<img src="\#(address)""#))
        #expect(!shown.contains(#"height="0""#))
        let page = try PageArticle(
            of: Array(("<article><p>" + String(repeating: "Some words, and more. ", count: 40) + html).utf8),
            charset: nil,
            url: WebAddress("https://www.post.example/p"))
        #expect(page.html.split(separator: "<img", omittingEmptySubsequences: false).count == 2)
        #expect(page.html.contains(#"<img src="\#(address)""#))
    }

    @Test(arguments: [
        "<figure><noscript><img src=/1.jpg></noscript></figure><figure><noscript><img src=/2.jpg></noscript></figure>",
        "<p><img src=/1.jpg></p><figure><noscript><img src=/2.jpg></noscript><figcaption>Two</figcaption></figure>",
    ])
    func `the picture in the noscript of a figure of its own is shown`(html: String) throws {
        let shown = Sanitizer.clean(html.replacing("src=", with: "src=https://a.example"))
        for name in ["/1.jpg", "/2.jpg"] {
            #expect(shown.contains("<img src=\"https://a.example\(name)\""))
            #expect(try PageSample.html(html).contains("\(name)\""))
        }
    }

    @Test(arguments: ["pixel-8.jpg", "loader.jpg", "gray-1.jpg", "transparent-1200x600.png"])
    func `a picture that is named like a placeholder is one where no other address waits`(name: String) {
        for attributes in ["", " class=lazy"] {
            #expect(ArticleDraft(of: article("<img\(attributes) src=/\(name)>")).image?.hasSuffix(name) == true)
        }
    }

    @Test func `a picture of Media RSS in a text is one`() {
        let html = "a<media:content type=image/jpeg url=/b.jpg><media:copyright>Ann</media:copyright></media:content>c"
        let draft = ArticleDraft(of: article(html))
        #expect(draft.image == "https://www.post.example/b.jpg")
        #expect(Sanitizer.clean(html) == "a<img src=\"/b.jpg\" alt=\"\">Annc")
        for type in ["", "type=video/mp4", "type=image/png src=''"] {
            #expect(!Sanitizer.clean("<media:content \(type) url=/b.mp4>c</media:content>").contains("/b.mp4"))
        }
        #expect(Sanitizer.clean("<content type=image/jpeg url=/b.jpg>c</content>") == "c")
    }

    @Test(arguments: [
        "/png.latex?%5Cfrac%7B1%7D%7B2%7D", "/png.latex?\\frac{{a}}{b}", "/svg/%5Ctext%7Bwidth%7D", "/x_{1}.png",
        "/%7B0a1b2c3d-0a1b%7D.png", "/{0A1B2C3D-0A1B}.png",
    ])
    func `braces belong to the address of a picture, unless a template was to fill them in`(address: String) throws {
        #expect(Sanitizer.clean("<img src='https://a.example\(address)'>").contains("<img"))
        #expect(try PageSample.html("<p>Half is <img src='\(address)'>.</p>").contains("<img"))
    }

    @Test(arguments: [
        "/{{ image }}", "/%7B%7Bsrc%7D%7D", "${image}", "/a_{width}.jpg", "/%7Bitem.image%7D", "/{w}x{h}.jpg",
    ])
    func `a picture whose address a template was to fill in is left out`(address: String) throws {
        #expect(try !PageSample.html("<p>Half is <img src='\(address)'>.</p>").contains("<img"))
    }

    @Test(arguments: [
        "<noscript><img src=/a.jpg></noscript><img data-src=/a.jpg>",
        "<div><img src='/max/30/a.jpg?q=20'></div><canvas></canvas><img data-src='/max/800/a.jpg'>",
        "<div><img src='/max/60/a.jpg' alt=Old></div> <img alt=Old><noscript><img src=/max/800/a.jpg></noscript>",
    ])
    func `copies of a picture in a row are one`(html: String) throws {
        for shown in [Sanitizer.clean(html), try PageSample.html(html)] {
            #expect(shown.split(separator: "<img", omittingEmptySubsequences: false).count == 2)
            #expect(shown.contains("a.jpg\"") && !shown.contains("/max/60") && !shown.contains("Old"))
        }
    }

    @Test(arguments: [
        "<img src='/max/30/a.jpg'><img src='/max/30/b.jpg'>", "<img src=/star.png><img src=/star.png>",
        "<noscript><img src=/a.jpg></noscript>and<img data-src=/a.jpg>",
        "<img src='/max/30/a.jpg'> <p>and<img src=/a.jpg>",
    ])
    func `pictures that are no copies stay`(html: String) {
        #expect(Sanitizer.clean(html).split(separator: "<img", omittingEmptySubsequences: false).count == 3)
    }

    @Test(arguments: [
        "<img src=/a.gif width=1 height=1>", "<img src=/a.gif height=0>",
        "<img src=/a.gif style='width:1px;height:1px;min-width:0'>",
        "<img src='data:image/gif;base64,R0'>", "<img src=/spacer.gif>",
    ])
    func `a picture that is too small to see is left out`(html: String) {
        #expect(ArticleDraft(of: article(html)).image == nil)
        #expect(!Sanitizer.clean(html).contains("<img"))
    }

    @Test(arguments: [
        ("<img src=s.jpg width=300 height=200><img src=l.jpg width=900 height=600><img src=m.jpg>", "l.jpg"),
        ("<img src=icon.png width=32 height=32><img src=l.jpg>", "l.jpg"),
        ("<img src=first.jpg><img src=l.jpg width=900 height=600>", "first.jpg"),
        ("<img src=first.jpg width=300 height=200><img src=second.jpg width=300 height=200>", "first.jpg"),
        ("<img src=https://img.shields.io/badge/a width=900 height=600><img src=l.jpg>", "l.jpg"),
        ("<img src=/button/pay-badge-large.png><img src=/a/b.svg?branch=main><img src=l.jpg>", "l.jpg"),
        ("<img src=/sheriffs-badge.jpg><img src=l.jpg>", "/sheriffs-badge.jpg"),
        ("<img class=avatar src=a.jpg width=900 height=600><img src='/letter_avatar/b'><img src=l.jpg>", "l.jpg"),
        ("<img class='round c-avatar__img' src=a.jpg><img class=lavatar src=l.jpg>", "l.jpg"),
        ("<img src=/x/shim.gif><img src=/spacer/9.gif><img src=l.jpg>", "l.jpg"), ("<img src='${img}'>", nil),
        ("<img src='/{110D559F-DEA5-42EA-9C1C-8A5DF7E70EF9}.jpg'>", "/{110D559F-DEA5-42EA-9C1C-8A5DF7E70EF9}.jpg"),
        ("<img src='a.jpg?blur=9'><img src=l.jpg>", "l.jpg"), ("<img src='a.jpg?w=48'>", nil),
        ("<img hidden src=a.jpg><img src=l.jpg>", "l.jpg"), ("<img src=/pixel.jpg>", "/pixel.jpg"),
        ("<IMG class=x SRC=b.png>", "b.png"), ("<img srcset='e.png 2x, f.png 1x'>", "e.png"),
        ("<img srcset='https://x.example/w_900,c_2/a.png 900w'>", "https://x.example/w_900,c_2/a.png"),
        ("<img class='wp-smiley' src='s.png'><img src='/images/core/emoji/1.svg'><img src='h.png'>", "h.png"),
        ("<img style='width: 1px; height:1px' src='p.png'><img src='/img/spacer.gif'><img src='i.png'>", "i.png"),
        ("<img width='100%' src='j.png'>", "j.png"), ("<img src='g.png?a=1&amp;b=2'>", "g.png?a=1&b=2"),
        ("<video poster='o.png'></video><p>", "o.png"), ("<video poster='o.png'></video><img src='q.png'>", "q.png"),
        (
            "<!-- <img src='x.png'> --><script>'<img src=y.png>'</script><template><img src=z></template><img src=r.png>",
            "r.png"
        ),
        ("<style><img src='x.png'></style><textarea><img src=y></textarea><!----><strong><img src=s.png>", "s.png"),
        ("<script>never closed <img src='t.png'>", "t.png"), ("<i>", nil), ("<img alt='x'>", nil), ("<img", nil),
        ("text img src=x", nil),
    ])
    func `the largest picture represents an article`(html: String, expected: String?) {
        #expect(HTMLText(.html(html)).image == expected)
    }

    private func article(_ html: String) -> ParsedArticle {
        var article = ParsedArticle()
        article.base = "https://www.post.example/news/1"
        article.content.text = .html(html)
        return article
    }
}
