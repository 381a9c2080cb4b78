import FeedCore
import Testing

@testable import rssium

@Suite struct TableTests {
    static let rows = [
        [
            "12345", "U", "5m ago", "A feed with a very long name indeed",
            "A title 日本語 that takes a while to read through",
        ],
        ["7", "US", "just now", "短い", "Short"],
    ]
    static let columns = Article.fields["id", "flags", "published", "feed", "title"].map(\.column)

    static func printed(_ width: Int?) throws -> [String] {
        let text = try captured { output in
            var table = Table(columns, width: width)
            for row in rows { try table.append(row.map { StyledText($0) }, to: &output) }
            try table.finish(to: &output)
        }
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    @Test(arguments: 20...300)
    func `no line is wider than the terminal, and ids are never cut`(width: Int) throws {
        let lines = try TableTests.printed(width)
        #expect(lines.count == 2)
        for line in lines { #expect(TextWidth.cells(of: line) <= width, "\(line)") }
        #expect(lines[0].hasPrefix("12345  ") && lines[1].hasPrefix("    7  "))
    }

    @Test func `columns are aligned by cells`() throws {
        #expect(
            try TableTests.printed(80) == [
                "12345  U     5m ago  A feed with a v…  A title 日本語 that takes a while to rea…",
                "    7  US  just now  短い              Short",
            ])
    }

    @Test func `on a narrow terminal columns of a low rank are removed first`() throws {
        #expect(try TableTests.printed(20) == ["12345  A title 日本…", "    7  Short"])
    }

    @Test(arguments: 1...19)
    func `on a terminal of a few cells something is shown`(width: Int) throws {
        #expect(try TableTests.printed(width).count == 2)
    }

    @Test func `the title gets its first 40 characters before the column of feeds`() {
        func widths(_ width: Int) -> [Int] {
            Table.widths(of: TableTests.columns, natural: [3, 2, 10, 60, 60], within: width)
        }
        #expect(widths(71)[3] == 0 && widths(72)[3] > 0 && widths(72)[4] > 40)
    }

    @Test func `chosen columns stay while the minimums fit`() {
        let columns = Article.fields["title", "url"].map(\.column)
        #expect(Table.widths(of: columns, natural: [60, 60], within: 40).contains(0))
        #expect(!Table.widths(of: columns.map(\.asChosen), natural: [60, 60], within: 40).contains(0))
    }

    /// A list whose later rows need more room than all that were measured.
    static func long(_ width: Int?) throws -> [String] {
        let columns = [.number(upTo: 9999)] + Article.fields["flags", "published", "feed", "title"].map(\.column)
        let rest = [StyledText("A feed"), StyledText("A title that goes on for a while, and on")]
        let text = try captured { output in
            var table = Table(columns, width: width)
            for number in 100..<700 {
                try table.append([StyledText("\(number)"), StyledText("U"), StyledText("5m ago")] + rest, to: &output)
            }
            for id in ["1000", "12345"] {
                try table.append([StyledText(id), StyledText("USMN"), StyledText("2024-11-20")] + rest, to: &output)
            }
            try table.finish(to: &output)
        }
        return text.split(separator: "\n").map(String.init)
    }

    @Test(arguments: 16...120)
    func `no line of a long list goes past the edge, also behind the measured rows`(width: Int) throws {
        let lines = try TableTests.long(width)
        for line in lines { #expect(TextWidth.cells(of: line) <= width, "\(line)") }
        #expect(lines.last?.hasPrefix("12345  ") == true)
    }

    @Test func `a cut text ends in an ellipsis wherever the styles change`() {
        var text = StyledText("abc", .bold)
        text.append("def", .dim)
        #expect(text.cut(to: 6).plain == "abcdef" && text.cut(to: 5).plain == "abcd…")
        #expect(text.cut(to: 4).plain == "abc…" && text.cut(to: 3).plain == "ab…")
        #expect(text.cut(to: 1).plain == "…")
    }
}
