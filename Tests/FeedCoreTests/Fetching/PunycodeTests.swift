import Testing

@testable import FeedCore

@Suite struct PunycodeTests {
    @Test(arguments: [
        ("example.org", "example.org"), ("Example.ORG", "example.org"), ("bücher.example", "xn--bcher-kva.example"),
        ("münchen.de", "xn--mnchen-3ya.de"), ("日本語。jp", "xn--wgv71a119e.jp"),
        ("правда.рф", "xn--80aafi6cg.xn--p1ai"),
        ("☃.net", "xn--n3h.net"), ("[::1]", "[::1]"), ("example.org.", "example.org."),
    ])
    func `a host name is written in ASCII`(name: String, expected: String) {
        #expect(Punycode.host(name) == expected)
    }

    @Test func `a label that gets too long is no host name`() {
        #expect(Punycode.host(String(repeating: "ü", count: 64) + ".de") == nil)
    }
}
