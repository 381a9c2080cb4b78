import Testing

@testable import rssium

@Suite struct StyledTextTests {
    private func runs(_ text: StyledText) -> [String] {
        text.runs.map { ($0.style.isBold ? "b:" : $0.style.isDim ? "d:" : "p:") + $0.text }
    }

    @Test func `pieces of the same style are one run, and plain text needs none`() {
        var text = StyledText()
        text.append("", .bold)
        #expect(text == StyledText() && text.isEmpty)
        text.append("a")
        text.append("b")
        #expect(text.styles.isEmpty)
        text.append("é", .bold)
        text.append("日", .bold)
        text.append(StyledText("x", .dim))
        text.append(StyledText("y"))
        #expect(runs(text) == ["p:ab", "b:é日", "d:x", "p:y"])
        #expect(text.plain == "abé日xy")
    }

    @Test func `the same runs are the same text, however it was made`() {
        var text = StyledText("a", .bold)
        text.append("b")
        #expect(
            text
                == StyledText(
                    "ab",
                    styles: [
                        StyledText.StyleEnd(style: .bold, end: 1), StyledText.StyleEnd(style: .plain, end: 2),
                    ]))
        #expect(StyledText("ab") == StyledText("ab", styles: [StyledText.StyleEnd(style: .plain, end: 2)]))
    }

    @Test func `blanks at the end go, with the styles that only they had`() {
        var text = StyledText("a")
        text.append(" b ", .bold)
        text.append("  ", .dim)
        #expect(runs(text.withoutTrailingBlanks) == ["p:a", "b: b"])
        var blank = StyledText("a ")
        blank.append(" ", .bold)
        #expect(blank.withoutTrailingBlanks == StyledText("a"))
        #expect(StyledText("  ", .dim).withoutTrailingBlanks == StyledText())
    }
}
