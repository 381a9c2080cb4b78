import Testing

@testable import rssium

@Suite struct TextWrapTests {
    private func wrapped(_ text: String, _ width: Int, used: Int = 0, hanging: Int = 0) -> [String] {
        var wrap = TextWrap(width: width, used: used, hanging: hanging)
        wrap.append(text, .plain)
        return wrap.finish().map(\.plain)
    }

    @Test(arguments: [
        ("Geschäft für Füße", 9, ["Geschäft", "für Füße"]), ("слово другое слово", 12, ["слово другое", "слово"]),
        ("「日本」、東京。", 6, ["「日", "本」、", "東京。"]), ("一——二……三", 8, ["一——二……", "三"]),
        ("2020년에 서울", 8, ["2020년에", "서울"]), ("百２０％だ", 6, ["百２", "０％だ"]),
        ("word—word", 6, ["word—", "word"]), ("a\u{A0}b c", 3, ["a b", "c"]),
        ("long\u{200B}word", 5, ["long", "word"]),
        ("e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]),
        ("👨‍👩‍👧👨‍👩‍👧🇩🇪🇫🇷👍🏽👍🏽", 6, ["👨‍👩‍👧", "👨‍👩‍👧", "🇩🇪🇫🇷", "👍🏽", "👍🏽"]), ("日", 1, ["日"]),
        ("a\u{1B}[0m\u{7F}\u{85}b", 9, ["a[0mb"]), ("a\u{2028}b", 9, ["a b"]),
    ])
    func `lines end where they may, and fit if emoji are apart`(text: String, width: Int, expected: [String]) {
        #expect(wrapped(text, width) == expected)
    }

    @Test func `a long word is broken where its line is full, and never before its link number`() {
        var wrap = TextWrap(width: 6)
        wrap.append("see abcdefghijkl", .plain)
        wrap.attach("[1]", .dim)
        wrap.append(".", .plain)
        #expect(wrap.finish().map(\.plain) == ["see", "abcdef", "ghijk", "l[1]."])
    }

    @Test func `an address stays in one piece`() {
        var wrap = TextWrap(width: 8, keepsAddresses: true)
        wrap.append("see https://a.example/b?c=1 now abcdefghij", .plain)
        #expect(wrap.finish().map(\.plain) == ["see", "https://a.example/b?c=1", "now", "abcdefgh", "ij"])
    }

    @Test func `a line that the caller has begun ends sooner`() {
        #expect(wrapped("one two three", 8, used: 4) == ["one", "two", "three"].map { $0 })
        #expect(wrapped("longer word", 8, used: 4) == ["", "longer", "word"])
    }

    @Test func `all lines but the first may be indented`() {
        #expect(wrapped("one two three", 8, hanging: 2) == ["one two", "  three"])
        #expect(wrapped("abcdefghijk", 6, hanging: 2) == ["abcdef", "  ghij", "  k"])
    }

    @Test func `each line begins with its styled margin, also where a word is broken`() {
        var wrap = TextWrap(width: 1)
        wrap.append("before", .plain)
        _ = wrap.finish()
        wrap.begin(width: 6, firstMargin: StyledText("• ", .dim), margin: StyledText("  "))
        wrap.append("one ", .plain)
        wrap.append("two ", .bold)
        wrap.append("abcdefghi", .plain)
        let lines = wrap.finish()
        #expect(lines.map(\.plain) == ["• one", "  two", "  abcdef", "  ghi"])
        #expect(lines[0].runs.map(\.text) == ["• ", "one"])
        #expect(lines[1].runs.map(\.style) == [.plain, .bold])
        #expect(wrap.longestWord == 9 && wrap.widestLine == 6)
    }
}
