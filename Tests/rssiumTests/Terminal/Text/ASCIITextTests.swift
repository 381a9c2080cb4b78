import Testing

@testable import rssium

@Suite struct ASCIITextTests {
    @Test(arguments: [
        ("plain", "plain"), ("“Søren’s café” – naïve…", "\"Soren's cafe\" - naive."),
        ("• one │ two ─ three", "* one | two - three"),
        ("日本 ok", "???? ok"), ("e\u{301}", "e"), ("a\u{200B}b", "ab"), ("H₂O", "H2O"), ("Ελ", "??"),
        ("Łódź ſ", "Lodz s"),
    ])
    func `a character becomes the most similar one`(text: String, expected: String) {
        #expect(ASCIIText.string(text) == expected)
    }

    @Test(arguments: ["Ærø 👩‍👩‍👧 ½ ﬁ 한국어", "ｗｉｄｅ ☎️ ¿qué?", "┌─┐│└┘ ▀▄█ ★ ☐ ☑", "नमस्ते"])
    func `the width stays, and only ASCII is left`(text: String) {
        let plain = ASCIIText.string(text)
        #expect(plain.utf8.allSatisfy { $0 < 0x80 })
        #expect(TextWidth.cells(of: plain) == TextWidth.cells(of: text))
    }

    @Test func `a terminal of another encoding gets only ASCII`() throws {
        let terminal = Terminal(isTerminal: true, letters: .ascii)
        let text = try captured(on: terminal) { output in
            try output.line("é…")
            try output.line(StyledText("•"))
            try output.write("“x”\n")
            try output.record(["ü", "日"])
            var json = JSONWriter()
            json.array { $0.value("é😀") }
            try output.write(&json)
        }
        #expect(text == "e.\n*\n\"x\"\nu\t??\n[\"\\u00e9\\ud83d\\ude00\"]")
    }
}
