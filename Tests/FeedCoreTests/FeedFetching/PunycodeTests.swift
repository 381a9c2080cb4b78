import Testing

@testable import FeedFetching

@Suite struct PunycodeTests {
    @Test(arguments: [
        ("example.org", "example.org"), ("Example.ORG", "example.org"), ("bücher.example", "xn--bcher-kva.example"),
        ("münchen.de", "xn--mnchen-3ya.de"), ("日本語。jp", "xn--wgv71a119e.jp"),
        ("правда.рф", "xn--80aafi6cg.xn--p1ai"),
        ("bu\u{308}cher.example", "xn--bcher-kva.example"), ("ＢÜＣＨＥＲ．example", "xn--bcher-kva.example"),
        ("straße.de", "xn--strae-oqa.de"), ("STRAẞE.de", "xn--strae-oqa.de"), ("ａｂｃ。ｄｅ｡", "abc.de."),
        ("\u{1112}\u{1161}\u{11AB}글.kr", "xn--bj0bj06e.kr"), ("ﾌﾞﾛｸﾞ.jp", "xn--qckyd1c.jp"),
        ("ex\u{AD}am\u{200B}ple.org", "example.org"), ("βόλος.com", "xn--nxasmm1c.com"),
        ("☃.net", "xn--n3h.net"), ("[::1]", "[::1]"), ("example.org.", "example.org."),
    ])
    func `a host name is written in ASCII`(name: String, expected: String) {
        #expect(Punycode.host(name) == expected)
    }

    @Test func `a label that becomes too long is refused`() {
        #expect(Punycode.host(String(repeating: "ü", count: 64) + ".de") == nil)
    }
}
