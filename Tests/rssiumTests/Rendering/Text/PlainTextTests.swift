import FeedCore
import Testing

@testable import rssium

@Suite struct PlainTextTests {
    private func shown(_ text: String, width: Int = 80) -> String {
        PageText.lines(of: PageBuilder.page(of: .plain(text)), width: width).map(\.plain).joined(separator: "\n")
    }

    @Test func `quotation signs become quotations`() {
        #expect(shown("John wrote:\n>> a\n> b\n>\n> c\nd\n") == "John wrote:\n\n> > a\n>\n> b\n>\n> c\n\nd")
    }

    @Test func `lines that an editor wrapped are wrapped anew, others stay`() {
        let prose = """
            On the list people write lines of text that are about seventy columns
            wide and then they press return, because their editor does so for
            them automatically.
            """
        #expect(
            shown(prose, width: 40) == """
                On the list people write lines of text
                that are about seventy columns wide and
                then they press return, because their
                editor does so for them automatically.
                """)
        #expect(shown("Jane Doe\nExample Corp.\n  Street 1") == "Jane Doe\nExample Corp.\n  Street 1")
    }

    @Test func `the lines of an item are aligned`() {
        #expect(
            shown("Things:\n* one that goes\n  on\n* two\n3. three\n4. four", width: 14)
                == "Things:\n\n• one that\n  goes on\n• two\n\n3. three\n4. four")
        #expect(shown("• a\n• b") == "• a\n• b")
        #expect(PageBuilder.page(of: .plain("• a\n• b")).blocks.contains { if case .list = $0 { true } else { false } })
        #expect(shown("a and\n- b are no list") == "a and\n- b are no list")
    }

    @Test func `code and columns stay unchanged`() {
        let text = "Do this:\n\n    if (a) {\n\n        b();\n    }\n\n Name    Size\n foo.c     10\n\nend"
        #expect(shown(text, width: 20) == text)
        #expect(shown("┌───┐   x\n│ a │\n└───┘") == "┌───┐   x\n│ a │\n└───┘")
    }

    @Test func `wide gaps within a line stay, double spaces become one`() {
        #expect(shown("Total:      12 EUR\nThe end.  Of it.") == "Total:      12 EUR\nThe end. Of it.")
    }

    @Test func `asterisks alone on a line are a rule, and an indented sentence is not code`() {
        #expect(PageBuilder.page(of: .plain("a\n\n* * *\n\nb")).blocks[1] == .rule)
        #expect(PageBuilder.page(of: .plain("***\n\n---")).blocks.isEmpty)
        let sentence = "    This line is indented by somebody who likes it so and goes on for very long indeed."
        #expect(!shown(sentence, width: 40).contains("↪"))
        #expect(shown(sentence, width: 40).hasPrefix("    This line"))
        let code = "    if (a) { return b; }"
        #expect(shown(code) == code)
    }

    @Test func `tags are text, and Windows line ends count`() {
        #expect(shown("a <b>\r\nc\r\n\r\nd") == "a <b>\nc\n\nd")
    }
}
