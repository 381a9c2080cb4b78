import Testing

@testable import rssium

@Suite struct TextWidthTests {
    @Test(arguments: [
        ("", 0), ("plain", 5), ("tab\tand\u{1B}escape", 12), ("naïve", 5), ("nai\u{308}ve", 5),
        ("日本語", 6), ("ｆｕｌｌ", 8), ("ｶﾀｶﾅ", 4), ("한국어", 6), ("\u{1112}\u{1161}\u{11AB}", 2),
        ("“quoted” – text…", 16), ("Привет", 6), ("مرحبا", 5), ("हिन्दी", 5), ("a\u{200B}b\u{FEFF}", 2),
        ("🚀", 2), ("☺", 1), ("☺\u{FE0F}", 2), ("❤\u{FE0F}", 2), ("1\u{FE0F}\u{20E3}", 2), ("🇩🇪🇯🇵", 4), ("🇩", 2),
        ("👋🏽", 2), ("☝🏻", 2), ("👨‍👩‍👧‍👦", 2), ("🏳\u{FE0F}‍🌈", 2), ("❤\u{FE0F}‍🔥", 2), ("🤷🏽‍♀\u{FE0F}", 2), ("☠\u{FE0F}!", 3),
    ])
    func `the cells of a text are those that a terminal uses`(text: String, cells: Int) {
        #expect(TextWidth.cells(of: text) == cells)
        #expect(TextWidth.cells(of: text[...]) == cells)
    }

    @Test(arguments: [
        ("plain", 5, "plain"), ("plain", 4, "pla…"), ("plain", 1, "…"), ("plain", 0, ""), ("plain", -1, ""),
        ("", 3, ""),
        ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 2, "…"),
        ("nai\u{308}ve", 4, "nai\u{308}…"), ("a👨‍👩‍👧‍👦b", 3, "a…"), ("a👨‍👩‍👧‍👦bc", 4, "a👨‍👩‍👧‍👦…"),
    ])
    func `a text that does not fit is cut between characters and ends in an ellipsis`(
        text: String, cells: Int, expected: String
    ) {
        #expect(TextWidth.cut(text, to: cells) == expected)
    }

    @Test func `a cut text is never wider than asked`() {
        let text = "A 日本語 mix 🇩🇪 of ☺\u{FE0F} everything हिन्दी 👋🏽"
        for cells in 0...TextWidth.cells(of: text) {
            #expect(TextWidth.cells(of: TextWidth.cut(text, to: cells)) <= cells)
        }
    }
}
