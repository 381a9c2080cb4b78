import Testing

@testable import FeedCore

@Suite struct CaseFoldingTests {
    @Test func `the order of texts is that of their folded letters`() {
        let texts = [
            "", "a", "A", "Äb", "a\u{308}b", "ab", "Ac", "\u{301}b", "Echo", "écho", "Essen", "œuvre", "Öl", "oz",
            "straße", "STRASSE", "zeta", "Zoo", "日本", "日記", "Ångström", "🙂", "ℵ", "Garden news", "garden letters",
            "Gårdens", "日本語の記事",
        ]
        for left in texts {
            for right in texts {
                let (first, second) = (CaseFolding.folded(left), CaseFolding.folded(right))
                let expected = first == second ? 0 : first.lexicographicallyPrecedes(second) ? -1 : 1
                #expect(CaseFolding.order(left, right).signum() == expected, "\(left), \(right)")
                let ranks = (CaseFolding.rank(left), CaseFolding.rank(right))
                #expect(ranks.0 == ranks.1 || (ranks.0 < ranks.1) == (expected < 0), "\(left), \(right)")
            }
        }
    }

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

    @Test func `the table of letters says what Unicode does`() throws {
        let undivided: [Unicode.Scalar] = ["æ", "œ", "ß", "ð", "đ", "ħ", "ı", "ł", "ø", "ŧ", "ς"]
        for scalar in (0x80..<0x700).compactMap(Unicode.Scalar.init) {
            let lower = try #require(scalar.properties.lowercaseMapping.unicodeScalars.first)
            let letter = try #require(Unicode.Scalar(CaseFolding.unmarked(lower.value)))
            guard !undivided.contains(letter) else { continue }
            let expected = letter == "\0" ? "" : String(letter)
            #expect(CaseFolding.folded(String(scalar)) == Array(expected.utf8), "\(scalar)")
        }
    }
}
