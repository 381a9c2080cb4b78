import Testing

@testable import FeedModel

@Suite struct URISyntaxTests {
    @Test(arguments: [
        ("a%20b%C3%a9", "a b\u{E9}"), ("%2525", "%25"), ("%", "%"), ("%4", "%4"), ("a%+Fb%-1", "a%+Fb%-1"),
        ("%%41%G0", "%A%G0"),
    ])
    func `only a sign with two digits is decoded`(text: String, expected: String) {
        #expect(String(decoding: URISyntax.percentDecoded(text.utf8), as: UTF8.self) == expected)
    }
}
