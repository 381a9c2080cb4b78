import FeedCore
import Foundation
import Testing

@testable import rssium

/// docs/demo.svg, which README.md shows.
@Suite struct DemoPictureTests {
    private static let path =
        #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 } + "/docs/demo.svg"

    /// `make demo-picture` writes the present one; look at it before you commit it.
    private static let isWritten = getenv("RSSIUM_WRITE_FIXTURES") != nil

    @Test func `the picture shows what the program prints`() async throws {
        let session = try await DemoSession()
        let picture = TerminalPicture(
            session.steps, columns: DemoSession.columns,
            title:
                "A terminal: rssium adds two feeds, lists articles, shows one, and stars it; a pipe counts unread ones by feed"
        ).svg
        if Self.isWritten { try File.replace(Self.path, with: Array(picture.utf8)) }
        #expect(String(decoding: try File.read(Self.path), as: UTF8.self) == picture)
        #expect(picture.utf8.count < 60 << 10)
    }

    @Test func `every step ends well, and fits the screen`() async throws {
        for (command, lines) in try await DemoSession().steps {
            #expect(!lines.isEmpty && !lines.contains { $0.plain.contains("rssium: ") }, "\(command)")
            #expect(lines.allSatisfy { TextWidth.cells(of: $0.plain) <= DemoSession.columns }, "\(command)")
        }
    }

    @Test func `a line is what output leaves on the screen`() {
        let lines = RecordedLine.lines(
            of: "\r1 of 2\u{1B}[K\r\u{1B}[Kid\t\u{1B}[1mbold\u{1B}[0m & 刺\u{1B}[32mgreen\u{1B}[0m\r\n\r\nend")
        #expect(
            lines.map(\.runs) == [
                [
                    RecordedLine.Run(column: 0, style: "", text: "id"), .init(column: 8, style: "1", text: "bold"),
                    .init(column: 12, style: "", text: " & 刺"), .init(column: 17, style: "32", text: "green"),
                ], [], [.init(column: 0, style: "", text: "end")],
            ])
        #expect(lines.map(\.plain) == ["id      bold & 刺green", "", "end"])
    }
}
