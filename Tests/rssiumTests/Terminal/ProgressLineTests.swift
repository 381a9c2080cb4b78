import FeedCore
import TestSupport
import Testing

@testable import rssium

@Suite struct ProgressLineTests {
    private static func drawn(
        isTerminal: Bool, isQuiet: Bool = false, _ body: (inout ProgressLine) -> Void
    ) throws -> String {
        try written { descriptor in
            let terminal = Terminal(isTerminal: isTerminal, width: 20)
            var line = ProgressLine(
                Messages(descriptor: descriptor, terminal: terminal, isQuiet: isQuiet, isVerbose: false),
                pause: 3_600_000)
            body(&line)
        }
    }

    @Test func `a line is not redrawn at once, and is removed at the end`() throws {
        let text = try ProgressLineTests.drawn(isTerminal: true) { line in
            line.show("1 of 9")
            line.show("2 of 9")
            line.clear()
            line.clear()
        }
        #expect(text == "\r1 of 9\u{1B}[K\r\u{1B}[K")
    }

    @Test func `a removed line does not come back at once`() throws {
        let text = try ProgressLineTests.drawn(isTerminal: true) { line in
            line.show("1 of 9")
            line.clear()
            line.show("2 of 9")
        }
        #expect(text == "\r1 of 9\u{1B}[K\r\u{1B}[K")
    }

    @Test func `a delayed line is not drawn before its time`() throws {
        let drawn = try written { descriptor in
            let messages = Messages(
                descriptor: descriptor, terminal: Terminal(isTerminal: true, width: 20), isQuiet: false,
                isVerbose: false)
            var now: Int64 = 5000
            var line = ProgressLine(messages, after: 1000) { now }
            for (time, text) in [(5000, "a"), (5999, "b"), (6000, "c")] as [(Int64, String)] {
                now = time
                line.show(text)
            }
        }
        #expect(drawn == "\rc\u{1B}[K")
    }

    @Test func `the line is shorter than the terminal and has no control characters`() throws {
        let text = try ProgressLineTests.drawn(isTerminal: true) { $0.show("a\u{1B}[2J title that is long indeed") }
        #expect(text == "\ra[2J title that is…\u{1B}[K")
    }

    @Test func `nothing is drawn without a terminal or with quiet`() throws {
        #expect(try ProgressLineTests.drawn(isTerminal: false) { $0.show("x") }.isEmpty)
        #expect(try ProgressLineTests.drawn(isTerminal: true, isQuiet: true) { $0.show("x") }.isEmpty)
    }
}
