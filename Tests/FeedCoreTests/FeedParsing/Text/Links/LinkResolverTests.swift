import Testing

@testable import FeedParsing

@Suite struct LinkResolverTests {
    @Test(arguments: [
        // RFC 3986, 5.4
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("../g", "http://a/b/g"),
        ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("g:h", "g:h"),
        // Links of feeds
        ("https://x.example/a?b=1&c=2#d", "https://x.example/a?b=1&c=2#d"),
        (" \n https://x.example/a\n ", "https://x.example/a"),
        ("https://x.example/a b", "https://x.example/a%20b"),
        ("https://x.example/ä", "https://x.example/%C3%A4"),
        ("https://bücher.example/ä", "https://bücher.example/%C3%A4"),
        ("https://x.example/100%25", "https://x.example/100%25"),
        ("ä b.html", "http://a/b/c/%C3%A4%20b.html"),
        ("mailto:a@x.example", "mailto:a@x.example"),
        ("tag:x.example,2026:1", "tag:x.example,2026:1"),
        ("//x.example/y", "http://x.example/y"),
        ("https://x.example/a\n      b?c", "https://x.example/ab?c"),
        ("https://x.example/?a=1&amp;b=2&amp;amp;c=3&#38;d", "https://x.example/?a=1&b=2&c=3&d"),
        ("https://x.example/%C3%A4?x=%zz#frag ment", "https://x.example/%C3%A4?x=%zz#frag%20ment"),
        ("list[0]?a[]=1", "http://a/b/c/list[0]?a[]=1"), ("a/./b/../c/..", "http://a/b/c/a/"),
        ("?a=../x", "http://a/b/c/d;p?a=../x"),
    ])
    func `a reference is resolved`(reference: String, expected: String) {
        #expect(LinkResolver.resolve(reference, base: "http://a/b/c/d;p?q") == expected)
    }

    @Test(
        arguments: [
            ("www.x.example/a", "http://www.x.example/a"), ("javascript:alert(1)", nil), ("data:text/html,x", nil),
            ("Data:x", nil), ("about:blank", nil), ("mailto:a@x.example", "mailto:a@x.example"), ("/a", "/a"),
            ("h", "h"),
        ] as [(String, String?)])
    func `links to code and data are refused, and a host without a scheme is read`(reference: String, expected: String?)
    {
        #expect(LinkResolver.page(reference, base: nil) == expected)
    }

    @Test func `a relative reference stays relative without a base`() {
        #expect(LinkResolver.resolve("a/b", base: nil) == "a/b")
        #expect(LinkResolver.resolve(" ", base: "http://a/") == nil)
    }
}

@Suite struct HTMLLinksTests {
    @Test(arguments: [
        ("<a href='x'>y</a>", "<a href='http://b.example/d/x'>y</a>"),
        ("<a class=c href=/x>y</a>", "<a class=c href=http://b.example/x>y</a>"),
        ("<A HREF=\"?a=1&amp;b=2\">", "<A HREF=\"http://b.example/d/e?a=1&amp;b=2\">"),
        ("<img src=\"//c.example/p.png\" alt='a > b'>", "<img src=\"http://c.example/p.png\" alt='a > b'>"),
        (
            "<img srcset=\"a.png 1x, /b.png 2x\">",
            "<img srcset=\"http://b.example/d/a.png 1x, http://b.example/b.png 2x\">"
        ),
        (
            "<img srcset=\"https://c.example/w_1,c_2/a.png 1w, b.png 2w\">",
            "<img srcset=\"https://c.example/w_1,c_2/a.png 1w, http://b.example/d/b.png 2w\">"
        ),
        ("<q cite='a&#39;b'>", "<q cite='http://b.example/d/a&#39;b'>"),
        ("<object data=x><video poster=y>", "<object data=http://b.example/d/x><video poster=http://b.example/d/y>"),
    ])
    func `a relative link is made absolute`(html: String, expected: String) {
        #expect(HTMLLinks.resolved(HTMLTree(html), base: "http://b.example/d/e") == expected)
    }
}
