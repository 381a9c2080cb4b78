import Testing

@testable import rssium

@Suite struct StyledTextTests {
    private func runs(_ text: StyledText) -> [String] {
        text.runs.map { ($0.style.isBold ? "b:" : $0.style.isDim ? "d:" : "p:") + $0.text }
    }

    @Test func `neighbors of the same style are one run, and plain text has no styles`() {
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

    @Test func `texts with the same runs are equal`() {
        var text = StyledText("a", .bold)
        text.append("b")
        let styles: [StyledText.StyleEnd] = [.init(style: .bold, end: 1), .init(style: .plain, end: 2)]
        #expect(text == StyledText("ab", styles: styles))
        #expect(StyledText("ab") == StyledText("ab", styles: [.init(style: .plain, end: 2)]))
    }

    @Test func `trailing spaces are removed with their styles`() {
        var text = StyledText("a")
        text.append(" b ", .bold)
        text.append("  ", .dim)
        #expect(runs(text.withoutTrailingSpaces) == ["p:a", "b: b"])
        var blank = StyledText("a ")
        blank.append(" ", .bold)
        #expect(blank.withoutTrailingSpaces == StyledText("a"))
        #expect(StyledText("  ", .dim).withoutTrailingSpaces == StyledText())
    }
}
