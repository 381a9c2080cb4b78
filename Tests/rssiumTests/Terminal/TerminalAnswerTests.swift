import Testing

@testable import rssium

@Suite struct TerminalAnswerTests {
    static let kitty = "\u{1B}_Gi=31;OK\u{1B}\\"
    static let attributes = "\u{1B}[?62;22c"

    static func answer(_ text: String, inPieces size: Int = .max) -> TerminalAnswer {
        var answer = TerminalAnswer()
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            answer.append(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        return answer
    }

    @Test(arguments: [Int.max, 1, 3])
    func `an answer may arrive in pieces of any size`(size: Int) {
        let answer = Self.answer(
            Self.kitty + "\u{1B}P>|WezTerm 20240203\u{1B}\\\u{1B}[6;36;18t\u{1B}[?65;4;6;18;22c", inPieces: size)
        #expect(answer.isComplete)
        #expect(answer.capabilities.knowsKitty && answer.capabilities.knowsITerm && answer.capabilities.knowsSixel)
        #expect(answer.capabilities.cell == .init(width: 18, height: 36))
    }

    @Test func `a terminal that answers only with its attributes shows no pictures`() {
        let answer = Self.answer(Self.attributes)
        #expect(answer.isComplete && answer.capabilities == TerminalCapabilities())
    }

    @Test func `keys between the answers are skipped`() {
        let answer = Self.answer("ls" + Self.kitty + "\u{1B}[A\n" + Self.attributes + "q")
        #expect(answer.isComplete && answer.capabilities.knowsKitty)
    }

    @Test(arguments: [
        "", "\u{1B}", "\u{1B}[", "\u{1B}[?62;4", "\u{1B}_Gi=31;OK", "\u{1B}P>|x", "\u{1B}]11;rgb",
        "abc\u{0}\u{7}\u{9B}",
    ])
    func `half an answer, or garbage, is not complete`(text: String) {
        #expect(!Self.answer(text).isComplete)
    }

    @Test func `in a multiplexer the variables of the terminal around it do not count`() {
        let variables = ["TERM_PROGRAM": "iTerm.app", "TERM": "xterm-256color"]
        #expect(TerminalCapabilities(hints: Environment(variables)).knowsITerm)
        for (name, value) in [("TMUX", "/tmp/x"), ("STY", "1.x"), ("ZELLIJ", "0"), ("TERM", "screen-256color")] {
            let environment = Environment(variables.merging([name: value]) { $1 })
            #expect(!TerminalCapabilities(hints: environment).knowsITerm)
            #expect(!TerminalQuery.text(environment).contains("\u{1B}_"))
        }
        #expect(TerminalQuery.text(Environment(variables)).hasSuffix("\u{1B}[c"))
    }
}
