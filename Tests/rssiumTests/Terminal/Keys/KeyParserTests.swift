import Testing

@testable import rssium

@Suite struct KeyParserTests {
    /// The keys of these bytes; a `|` is a moment without any.
    private func keys(_ text: String) -> [Key] {
        var parser = KeyParser()
        return text.utf8.compactMap { $0 == UInt8(ascii: "|") ? parser.pause() : parser.append($0) }
    }

    private func letter(_ letter: Unicode.Scalar) -> Key { .text(UInt8(ascii: letter)) }

    @Test func `letters, Enter and control characters are keys`() {
        let all = keys("n\r\u{7F}\u{3}\u{4}\u{1A}\t")
        #expect(all == [letter("n"), .enter, .backspace, .interrupt, .close, .suspend])
    }

    @Test(arguments: [
        ("\u{1B}[A", Key.up), ("\u{1B}OB", .down), ("\u{1B}[5~", .pageUp), ("\u{1B}[6;2~", .pageDown),
        ("\u{1B}[H", .home),
        ("\u{1B}[1~", .home), ("\u{1B}OF", .end), ("\u{1B}[1;5A", .up),
    ])
    func `arrows and their neighbors are keys`(bytes: String, key: Key) { #expect(keys(bytes) == [key]) }

    /// `A` marks a whole feed read, and `d` deletes.
    @Test(arguments: [
        "\u{1B}[[A", "\u{1B}[15~", "\u{1B}[3~", "\u{1B}OP", "\u{1B}[1;2D", "\u{1B}[Z", "\u{1B}d", "\u{1B}[200~",
    ])
    func `other function keys and Alt type nothing`(bytes: String) {
        #expect(keys(bytes + "n") == [letter("n")])
    }

    @Test func `a sequence that arrives in parts types no letters`() {
        #expect(keys("\u{1B}|[|A|n") == [.escape, .up, letter("n")])
        #expect(keys("\u{1B}[|A") == [.up])
        #expect(keys("\u{1B}|O|A") == [.escape, .up])
        #expect(keys("\u{1B}|n") == [.escape, letter("n")])
    }
}
