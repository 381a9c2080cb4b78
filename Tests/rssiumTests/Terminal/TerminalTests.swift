import FeedCore
import Testing

@testable import rssium

@Suite struct TerminalTests {
    static func colorDepth(_ rule: Terminal.ColorRule, _ isTerminal: Bool, _ variables: [String: String])
        -> Escape.Depth
    {
        Terminal.colorDepth(rule, isTerminal: isTerminal, environment: Environment(variables))
    }

    @Test func `environment variables override the terminal, and the option overrides both`() {
        #expect(TerminalTests.colorDepth(.auto, true, ["TERM": "xterm", "NO_COLOR": "1"]) == .none)
        #expect(TerminalTests.colorDepth(.auto, true, ["TERM": "xterm", "NO_COLOR": ""]) == .indexed)
        #expect(TerminalTests.colorDepth(.auto, false, ["CLICOLOR_FORCE": "1"]) == .indexed)
        #expect(TerminalTests.colorDepth(.auto, false, ["CLICOLOR_FORCE": "0"]) == .none)
        #expect(TerminalTests.colorDepth(.auto, false, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"]) == .none)
        #expect(TerminalTests.colorDepth(.always, false, ["NO_COLOR": "1"]) == .indexed)
        #expect(TerminalTests.colorDepth(.never, true, ["TERM": "xterm", "CLICOLOR_FORCE": "1"]) == .none)
    }

    @Test(arguments: [
        (["LANG": "de_DE.UTF-8"], Terminal.Letters.all), (["LANG": "C.utf8"], .all), (["LC_CTYPE": "UTF-8"], .all),
        (["LANG": "en_US.UTF-8", "LC_ALL": "C"], .ascii), (["LANG": "POSIX"], .ascii), ([:], .all),
        (["LC_CTYPE": "de_DE.ISO-8859-1", "LANG": "de_DE.UTF-8"], .ascii), (["LANG": "de_DE@euro"], .ascii),
        (["LANG": "ja_JP.eucJP"], .ascii), (["LANG": "de_DE"], .all),
    ])
    func `the locale decides which characters are shown`(variables: [String: String], letters: Terminal.Letters) {
        #expect(Terminal.letters(Environment(variables)) == letters)
    }

    @Test(
        arguments: [
            (nil, [:], nil), (60, [:], 60), (nil, ["COLUMNS": "50"], 50), (60, ["COLUMNS": "50"], 60),
            (nil, ["COLUMNS": "0"], nil), (nil, ["COLUMNS": "wide"], nil), (nil, ["COLUMNS": "99999"], nil),
        ] as [(Int?, [String: String], Int?)])
    func `lines in a pipe end only where the user says so`(width: Int?, variables: [String: String], end: Int?) {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let environment = Environment(variables)
        let terminal = Terminal(descriptor: ends[1], color: .auto, width: width, environment: environment)
        #expect(terminal.lineWidth == end && terminal.width == end ?? 80)
    }

    @Test(arguments: [
        (0, 0, 0, 16), (255, 255, 255, 231), (255, 0, 0, 196), (0, 0, 255, 21), (128, 128, 128, 244),
        (95, 135, 175, 67),
    ])
    func `a color becomes the nearest of the 256`(red: UInt8, green: UInt8, blue: UInt8, index: Int) {
        #expect(Escape.index(red, green, blue) == index)
    }

    @Test func `a style uses the colors that the terminal has`() {
        let style = Style(color: .rgb(red: 255, green: 0, blue: 0), isBold: true)
        #expect(Escape(depth: .full).start(of: style) == "\u{1B}[1;38;2;255;0;0m")
        #expect(Escape(depth: .indexed).start(of: style) == "\u{1B}[1;38;5;196m")
        #expect(Escape(depth: .none).start(of: style).isEmpty)
        #expect(Escape(depth: .full).start(of: .plain).isEmpty)
        #expect(Escape(depth: .indexed).start(of: .colored(.ansi(.cyan))) == "\u{1B}[36m")
    }
}
