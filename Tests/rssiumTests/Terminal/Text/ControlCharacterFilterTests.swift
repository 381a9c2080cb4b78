import Testing

@testable import rssium

@Suite struct ControlCharacterFilterTests {
    @Test(arguments: ["", "plain", "naïve café", "日本語 のテキスト", "👩‍👩‍👧 family", "“quoted” – dash…", "a\u{2028}b\u{A0}c"])
    func `harmless text stays as it is`(text: String) {
        for kind in [ControlCharacterFilter.Kind.line, .document, .field] {
            #expect(ControlCharacterFilter.string(text, as: kind) == text)
        }
    }

    @Test(arguments: [
        ("\u{1B}[31mred\u{1B}[0m", "[31mred[0m"), ("a\u{7F}b", "ab"), ("a\u{85}\u{9B}31m", "a31m"),
        ("bell\u{7}", "bell"),
        ("\u{202E}evil\u{2066}x\u{2069}", "evilx"), ("\u{0}\u{0}", ""),
        ("eight by \u{1B}]0;title\u{7} eight", "eight by ]0;title eight"),
    ])
    func `control characters are removed`(text: String, clean: String) {
        #expect(ControlCharacterFilter.string(text, as: .line) == clean)
        #expect(ControlCharacterFilter.string(text, as: .document) == clean)
    }

    @Test func `each control character is removed at any kind`() {
        let codes = Array(UInt32(0)...0x1F) + Array(UInt32(0x7F)...0x9F) + [0x202A, 0x202E, 0x2066, 0x2069]
        for code in codes {
            for offset in 0...17 {
                let before = String(repeating: "é", count: offset / 2) + String(repeating: "x", count: offset % 2)
                let text = before + String(Unicode.Scalar(code)!) + "end"
                let clean = ControlCharacterFilter.string(text, as: .line)
                #expect(clean == before + ([9, 10].contains(code) ? " " : "") + "end", "U+\(code) at \(offset)")
            }
        }
    }

    @Test func `line breaks stay where they belong`() {
        #expect(ControlCharacterFilter.string("a\r\nb\tc\n", as: .document) == "a\nb\tc\n")
        #expect(ControlCharacterFilter.string("a\r\nb\tc\n", as: .line) == "a b c ")
        #expect(ControlCharacterFilter.string("a\r\nb\tc\u{1B}d\u{9B}e", as: .field) == "a b c d e")
    }
}
