import Testing

@testable import FeedModel

@Suite struct CanonicalFormTests {
    /// The standard library's comparison of strings knows the canonical forms; it names them for us.
    @Test func `a letter and a mark are composed wherever there is a character for both`() {
        let blocks: [ClosedRange<UInt32>] = [
            0x41...0x24F, 0x370...0x4FF, 0x620...0x6D5, 0x1E00...0x1FFF, 0x3041...0x30FF,
        ]
        let letters = blocks.joined().compactMap(Unicode.Scalar.init)
        var whole: [Character: Unicode.Scalar] = [:]
        for letter in letters where whole[Character(letter)] == nil { whole[Character(letter)] = letter }
        let marks = [0x300...0x345, 0x653...0x655, 0x3099...0x309A].joined().compactMap { Unicode.Scalar(UInt32($0)) }
        for letter in letters where CanonicalForm.decomposed([letter]) == [letter] {
            for mark in marks {
                let text = String(String.UnicodeScalarView([letter, mark]))
                guard text.count == 1, let expected = whole[Character(text)] else { continue }
                let composed = Array(CanonicalForm.composed(text))
                if composed != [expected] { Issue.record("\(letter.value) and \(mark.value) became \(composed)") }
            }
        }
    }

    @Test(arguments: [
        ("e\u{301}", "é"), ("é", "é"), ("q\u{301}", "q\u{301}"), ("\u{1112}\u{1161}\u{11AB}", "한"),
        ("\u{1112}\u{1161}", "하"),
        ("か\u{3099}", "が"), ("a\u{323}\u{302}", "ậ"), ("a\u{302}\u{323}", "ậ"), ("ệ", "ệ"), ("\u{212B}", "Å"),
        ("\u{958}", "\u{915}\u{93C}"), ("a\u{5B0}\u{301}", "á\u{5B0}"), ("\u{301}e", "\u{301}e"),
        ("q\u{307}\u{323}", "q\u{323}\u{307}"), ("漢字", "漢字"), ("", ""),
    ])
    func `text is composed as Unicode says`(text: String, expected: String) {
        #expect(Array(CanonicalForm.composed(text)) == Array(expected.unicodeScalars))
    }
}
