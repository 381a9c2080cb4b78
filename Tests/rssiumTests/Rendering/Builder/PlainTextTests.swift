import FeedCore
import Testing

@testable import rssium

@Suite struct PlainTextTests {
    private func shown(_ text: String, width: Int = 80) -> String {
        PageText.lines(of: PageBuilder.page(of: .plain(text)), width: width).map(\.plain).joined(separator: "\n")
    }

    @Test func `the lines of the author stay, whatever they mean`() {
        for text in [
            "John wrote:\n>> a\n> b\n>\n> c\nd", "Jane Doe\nExample Corp.\n  Street 1",
            "Things:\n* one that goes\n  on\n* two\n3. three\n4. four", "a\n\n* * *\n\nb",
        ] {
            #expect(shown(text) == text)
        }
        #expect(shown("one two three\nfour", width: 10) == "one two\nthree\nfour")
    }

    @Test func `code and columns stay unchanged`() {
        let text = "Do this:\n\n    if (a) {\n\n        b();\n    }\n\n Name    Size\n foo.c     10\n\nend"
        #expect(shown(text, width: 20) == text)
        #expect(shown("┌───┐   x\n│ a │\n└───┘") == "┌───┐   x\n│ a │\n└───┘")
    }

    @Test func `wide gaps within a line stay, double spaces become one`() {
        #expect(shown("Total:      12 EUR\nThe end.  Of it.") == "Total:      12 EUR\nThe end. Of it.")
    }

    @Test func `tags are text, and Windows line ends count`() {
        #expect(shown("a <b>\r\nc\r\n\r\nd") == "a <b>\nc\n\nd")
    }
}
