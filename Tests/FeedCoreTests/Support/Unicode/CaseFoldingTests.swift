import Testing

@testable import FeedCore

@Suite struct CaseFoldingTests {
    @Test(arguments: [
        ("CAFÉ", "cafe"), ("cafe\u{301}", "cafe"), ("Łódź", "lodz"), ("Straße", "strasse"), ("ΣΊΣΥΦΟΣ", "σισυφοσ"),
        ("σίσυφος", "σισυφοσ"),
        ("Жёлтый", "желтыи"), ("כָּתַב", "כתב"), ("Việt Nam", "viet nam"), ("Æsop", "aesop"),
        ("İstanbul ılık", "istanbul ilik"),
        ("日本語", "日本語"), ("", ""),
    ])
    func `case and diacritics are folded`(text: String, expected: String) {
        #expect(String(decoding: CaseFolding.folded(text), as: UTF8.self) == expected)
    }

    @Test func `kana keep their marks, which make other letters`() {
        #expect(CaseFolding.folded("ガ") == Array("カ\u{3099}".utf8))
        #expect(CaseFolding.folded("ガ") == CaseFolding.folded("カ\u{3099}"))
    }
}
