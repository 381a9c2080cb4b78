import Testing

@testable import rssium

@Suite struct TerminalAnswerTests {
    static let kitty = "\u{1B}_Gi=31;OK\u{1B}\\"
    static let attributes = "\u{1B}[?62;22c"

    static func answer(_ text: String, inPieces size: Int = .max) -> TerminalAnswer {
        var answer = TerminalAnswer()
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            answer.take(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        return answer
    }

    @Test(arguments: [Int.max, 1, 3])
    func `what a terminal can do is known however its answer comes`(size: Int) {
        let answer = Self.answer(
            Self.kitty + "\u{1B}P>|WezTerm 20240203\u{1B}\\\u{1B}[6;36;18t\u{1B}[?65;4;6;18;22c", inPieces: size)
        #expect(answer.isComplete)
        #expect(answer.ability.knowsKitty && answer.ability.knowsITerm && answer.ability.knowsSixel)
        #expect(answer.ability.cell == .init(width: 18, height: 36))
    }

    @Test func `a terminal that knows nothing but its attributes can do nothing`() {
        let answer = Self.answer(Self.attributes)
        #expect(answer.isComplete && answer.ability == TerminalCapabilities())
    }

    @Test(arguments: ["\u{1B}_Gi=31;ENOTSUPPORTED:no\u{1B}\\", "\u{1B}_Gi=7;OK\u{1B}\\", "\u{1B}P>|XTerm(379)\u{1B}\\"])
    func `another answer is no yes`(text: String) {
        #expect(Self.answer(text + Self.attributes).ability == TerminalCapabilities())
    }

    @Test func `the first number is the kind of terminal, and not what it can do`() {
        #expect(!Self.answer("\u{1B}[?4;22c").ability.knowsSixel)
        #expect(Self.answer("\u{1B}[?62;4c").ability.knowsSixel)
    }

    @Test func `what the user types between the answers is passed over`() {
        let answer = Self.answer("ls" + Self.kitty + "\u{1B}[A\n" + Self.attributes + "q")
        #expect(answer.isComplete && answer.ability.knowsKitty)
    }

    @Test(arguments: [
        "", "\u{1B}", "\u{1B}[", "\u{1B}[?62;4", "\u{1B}_Gi=31;OK", "\u{1B}P>|x", "\u{1B}]11;rgb",
        "abc\u{0}\u{7}\u{9B}",
    ])
    func `half an answer, or garbage, is no answer`(text: String) {
        #expect(!Self.answer(text).isComplete)
    }

    @Test(arguments: [("6;0;0", false), ("6;20;10", true), ("6;99999;10", false), ("6;20", false), ("6;-1;x", false)])
    func `a cell has the measures of a letter`(numbers: String, isKnown: Bool) {
        #expect((Self.answer("\u{1B}[\(numbers)t" + Self.attributes).ability.cell != nil) == isKnown)
    }

    @Test func `within another program the variables of the terminal around it say nothing`() {
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
