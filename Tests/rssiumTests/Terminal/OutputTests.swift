import FeedCore
import Testing

@testable import rssium

@Suite struct OutputTests {
    /// As the program does: writing to a pipe without a reader is an error, and does not end the process.
    init() { signal(SIGPIPE, SIG_IGN) }

    @Test func `text cannot break out of its style`() throws {
        var line = StyledText("a ", .plain)
        line.append("b\u{1B}[31m\n", .bold)
        #expect(try captured { try $0.line(line) } == "a b[31m \n")
        let terminal = Terminal(isTerminal: true, colorDepth: .indexed)
        #expect(try captured(on: terminal) { try $0.line(line) } == "a \u{1B}[1mb[31m \u{1B}[0m\n")
    }

    @Test func `a record keeps its fields apart`() throws {
        #expect(try captured { try $0.record(["a\tb", "", "c\nd"]) } == "a b\t\tc d\n")
        #expect(try captured { try $0.record(["a", "b"], endedBy: .null) } == "a\tb\0")
    }

    @Test func `more than a buffer of text is written in order`() throws {
        let text = String(repeating: "0123456789abcde\n", count: 20_000)
        #expect(try captured { output in for _ in 0..<3 { try output.write(text) } } == text + text + text)
    }
}
