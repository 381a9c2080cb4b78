import Testing

@testable import rssium

@Suite struct ScrolledTextTests {
    private func lines(_ texts: [String]) -> [ScreenLine] { texts.map { .text(StyledText($0)) } }
    private var ten: [ScreenLine] { lines((1...10).map { "line \($0)" }) }

    private func seen(_ text: ScrolledText) -> [String] {
        text.visible.map { line in if case .text(let text) = line { text.plain } else { "" } }
    }

    @Test func `it scrolls by lines and screens, and stops at both ends`() {
        var text = ScrolledText(ten, rows: 4)
        #expect(seen(text) == ["line 1", "line 2", "line 3", "line 4"] && !text.isAtEnd && text.percent == 40)
        text.scroll(by: -1)
        #expect(text.top == 0)
        text.scroll(pages: 1)
        #expect(text.top == 3)
        text.scroll(pages: 5)
        #expect(seen(text).last == "line 10" && text.isAtEnd && text.percent == 100)
        text.scrollToTop()
        text.scrollToEnd()
        #expect(text.top == 6)
        #expect(ScrolledText(ten, rows: 20).isAtEnd && ScrolledText(ten, rows: 20).percent == nil)
        #expect(ScrolledText([], rows: 0).isAtEnd)
    }

    @Test func `in lines of another width it begins with the same words`() {
        var text = ScrolledText(lines(["aa bb", "cc dd", "ee ff", "gg hh"]), rows: 1)
        text.scroll(by: 2)
        text.replaceLines(lines(["aa", "bb", "cc", "dd", "ee", "ff", "gg", "hh"]), rows: 2)
        #expect(seen(text) == ["ee", "ff"])
        text.replaceLines(lines(["aa bb cc dd ee ff", "gg hh"]), rows: 1)
        #expect(text.top == 0)
    }

    @Test func `a search goes to the next line with the words, and begins again at the top`() {
        var text = ScrolledText(ten, rows: 3)
        func find(_ words: String) -> String? {
            guard case .text(let line)? = text.find(words) else { return nil }
            return line.plain
        }
        #expect(find("LINE 5") == "line 5" && text.top == 4)
        #expect(find("line") == "line 6" && text.top == 5)
        #expect(find("line 1") == "line 10" && text.top == 7)
        #expect(find("nowhere") == nil && text.top == 7)
        #expect(find("line 1") == "line 1" && text.top == 0)
        for row in 2...9 { #expect(find("line") == "line \(row)") }
        text.scrollToTop()
        #expect(find("line") == "line 2")
    }

    @Test func `found words are reversed, and keep their style`() {
        let line = ScreenLine.text(StyledText("One two", .bold))
        guard case .text(let marked) = ScrolledText.highlight("ONE", in: line) else { return }
        #expect(marked.runs.map(\.text) == ["One", " two"])
        #expect(marked.runs.map(\.style.isReversed) == [true, false] && marked.runs.allSatisfy(\.style.isBold))
    }
}
