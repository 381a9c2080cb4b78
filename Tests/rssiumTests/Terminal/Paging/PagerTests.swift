import FeedCore
import TestSupport
import Testing

@testable import rssium

@Suite struct PagerTests {
    /// As the program does: writing to a pipe without a reader is an error, and does not end the process.
    init() { signal(SIGPIPE, SIG_IGN) }

    @Test func `a command is split at spaces, and runs in a shell only if it uses shell syntax`() {
        #expect(Pager.words(of: "less  -R -X") == ["less", "-R", "-X"])
        #expect(Pager.words(of: "less --prompt=x") == ["less", "--prompt=x"])
        #expect(Pager.words(of: "LESS=-R less") == ["/bin/sh", "-c", "LESS=-R less"])
        #expect(Pager.words(of: "less -R | head") == ["/bin/sh", "-c", "less -R | head"])
        #expect(Pager.words(of: "LESS='-R' less") == ["/bin/sh", "-c", "LESS='-R' less"])
    }

    @Test func `without a terminal that can move its cursor there is no pager`() {
        #expect(Pager("less", on: Terminal(isTerminal: true, isDumb: true)) == nil)
        #expect(Pager("less", on: Terminal(isTerminal: false)) == nil)
        #expect(Pager("less", on: Terminal(isTerminal: true))?.command == "less")
    }

    @Test func `less shows colors, names its keys and ends at Ctrl-C, unless the user has other options`() throws {
        let pager = try #require(Pager("less", on: Terminal(isTerminal: true)))
        let keys = pager.prompt
        #expect(keys.hasPrefix("-Ps?eend - .Space next page, b back,") && keys.hasSuffix(", q leave$"))
        #expect(pager.variables(Environment([:])) == ["LESS": "-RK \(keys)", "LV": "-c", "LESSSECURE": "1"])
        let own = pager.variables(Environment(["LESS": "-FX", "LV": "-z", "LESSSECURE": "0"]))
        #expect(own == ["LESS": "-RK \(keys) -FX", "LESSSECURE": "1"])
        #expect(pager.variables(Environment([:]), isList: true)["LESS"] == "-FRXK \(keys)")
        #expect(pager.variables(Environment(["LESS": "-i"]), isList: true)["LESS"] == "-RK \(keys) -i")
    }

    @Test(arguments: [
        (58, "page, b back"), (57, "page, h help"), (40, "page, h help"), (39, "page, q leave"), (31, ".q leave"),
    ])
    func `what less says of its keys fits the screen`(width: Int, part: String) throws {
        let prompt = try #require(Pager("less", on: Terminal(isTerminal: true, width: width))).prompt
        #expect(prompt.contains(part) && prompt.dropFirst("-Ps?e.$".count).utf8.count <= width - 2, "\(prompt)")
    }

    @Test func `the rows of a text are those that it takes on the screen`() {
        #expect(Pager.rows(of: [StyledText(), StyledText("abc"), StyledText("abcdefghijk")], width: 5) == 5)
    }
}
