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

    @Test func `the title gets its comfortable width before other columns`() {
        func widths(_ width: Int) -> [Int] {
            Table.widths(of: TableTests.columns, natural: [3, 2, 10, 20, 60], within: width)
        }
        #expect(widths(25) == [3, 0, 0, 0, 20])
        // 40 characters and the ellipsis come before the column of feeds.
        #expect(widths(71)[3] == 0 && widths(72)[3] > 0 && widths(72)[4] == 41)
        #expect(widths(120)[3...] == [20, 77])
    }

    @Test func `chosen columns stay while the minimums fit`() {
        let columns = Article.fields["title", "url"].map(\.column)
        #expect(Table.widths(of: columns, natural: [60, 60], within: 40) == [40, 0])
        #expect(Table.widths(of: columns.map(\.asChosen), natural: [60, 60], within: 40) == [18, 20])
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
        for line in try TableTests.long(width) { #expect(TextWidth.cells(of: line) <= width, "\(line)") }
    }

    @Test func `the columns of a long list have room for the longest times and ids`() throws {
        let lines = try TableTests.long(71)
        #expect(lines[0].hasPrefix(" 100  U        5m ago  A feed  A title"))
        #expect(lines[600].hasPrefix("1000  USMN  2024-11-20  A fe"))
        #expect(lines[601].hasPrefix("12345  USMN  2024-11-20  A f"))
    }

    @Test func `what fills the line behind a title takes no room from other columns`() throws {
        let cells = ["7", "U", "5m ago", "A feed with a long name", "Short"].map { StyledText($0) }
        let filler = StyledText(String(repeating: "word ", count: 20))
        let line = try captured { output in
            var table = Table(TableTests.columns, width: 60)
            try table.append(cells, filler: filler, to: &output)
            try table.finish(to: &output)
        }
        #expect(line == "7  U  5m ago  A feed with a …  Short  word word word word w…\n")
    }

    @Test func `a cut text ends in an ellipsis wherever the styles change`() {
        var text = StyledText("abc", .bold)
        text.append("def", .dim)
        #expect(text.cut(to: 6).plain == "abcdef" && text.cut(to: 5).plain == "abcd…")
        #expect(text.cut(to: 4).plain == "abc…" && text.cut(to: 3).plain == "ab…")
        #expect(text.cut(to: 1).plain == "…")
    }
}
