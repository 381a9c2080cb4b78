import FeedCore
import Testing

@testable import rssium

@Suite struct OutputTests {
    /// As the program does: writing to a pipe without a reader is an error, and does not end the process.
    init() {
        signal(SIGPIPE, SIG_IGN)
    }

    @Test func `text cannot break out of its style`() throws {
        var line = StyledText("a ", .plain)
        line.append("b\u{1B}[31m\n", .bold)
        #expect(try captured { try $0.line(line) } == "a b[31m \n")
        let terminal = Terminal(isTerminal: true, depth: .indexed)
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

    @Test func `an error has the reason of the system`() {
        let descriptor = open("/dev/full", O_WRONLY)
        defer { close(descriptor) }
        var output = Output(descriptor: descriptor, terminal: Terminal(isTerminal: false))
        let error = #expect(throws: OutputError.self) {
            try output.line("text")
            try output.flush()
        }
        #expect(error == .failed("No space left on device"))
        #expect(
            ErrorMessage.text(of: OutputError.failed("No space left on device"))
                == "cannot write the output: No space left on device")
    }

    @Test func `a closed pipe is told apart from other errors`() {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        var output = Output(descriptor: ends[1], terminal: Terminal(isTerminal: false))
        let error = #expect(throws: OutputError.self) {
            try output.line("text")
            try output.flush()
        }
        #expect(error == .closedPipe)
        #expect(ExitCode(for: OutputError.closedPipe) == .done)
        #expect(ErrorMessage.text(of: OutputError.closedPipe) == nil)
    }
}
