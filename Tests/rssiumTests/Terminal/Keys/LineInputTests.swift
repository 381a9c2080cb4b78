import Testing

@testable import rssium

@Suite struct LineInputTests {
    private func type(_ text: String, into input: inout LineInput) {
        for byte in text.utf8 { #expect(input.type(.text(byte)) == .typing) }
    }

    @Test func `a line is typed, corrected by whole letters, and ended`() {
        var input = LineInput()
        type("spä", into: &input)
        #expect(input.text == "spä" && input.type(.backspace) == .typing && input.text == "sp")
        #expect(input.type(.up) == .typing && input.type(.enter) == .done && input.text == "sp")
    }

    @Test func `Ctrl-W erases the last word, and Ctrl-U the line`() {
        var input = LineInput()
        type("one zwölf ", into: &input)
        #expect(input.type(.eraseWord) == .typing && input.text == "one ")
        type("two", into: &input)
        #expect(input.type(.eraseLine) == .typing && input.text.isEmpty)
        #expect(input.type(.eraseWord) == .typing && input.type(.eraseLine) == .typing && input.text.isEmpty)
    }

    @Test func `a letter that has not arrived whole is not shown`() {
        var input = LineInput()
        #expect(input.type(.text(0xC3)) == .typing && input.text.isEmpty)
        #expect(input.type(.text(0xA4)) == .typing && input.text == "ä")
    }

    @Test(arguments: [Key.escape, .interrupt, .close, .backspace]) func `it can be cancelled`(key: Key) {
        var input = LineInput()
        #expect(input.type(key) == .cancelled)
    }
}
