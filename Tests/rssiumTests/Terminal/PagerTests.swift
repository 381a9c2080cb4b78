import FeedCore
import TestSupport
import Testing

@testable import rssium

@Suite struct PagerTests {
    /// As `Main` does: what is written to nobody is an error, not the end of everything.
    init() {
        signal(SIGPIPE, SIG_IGN)
    }

    static let lines = (1...100).map { StyledText("line \($0)") }
    static let text = (1...100).map { "line \($0)\n" }.joined()

    @Test func `a command is split at blanks, and given to a shell only where it is written for one`() {
        #expect(Pager.words(of: "less  -R -X") == ["less", "-R", "-X"])
        #expect(Pager.words(of: "less --prompt=x") == ["less", "--prompt=x"])
        #expect(Pager.words(of: "LESS=-R less") == ["/bin/sh", "-c", "LESS=-R less"])
        #expect(Pager.words(of: "less -R | head") == ["/bin/sh", "-c", "less -R | head"])
        #expect(Pager.words(of: "LESS='-R' less") == ["/bin/sh", "-c", "LESS='-R' less"])
    }

    @Test(arguments: ["", " ", "cat", " cat "])
    func `some words mean no pager`(command: String) {
        #expect(Pager(command, on: Terminal(isTerminal: true)) == nil)
    }

    @Test func `a terminal that cannot move its cursor, or is none, has no pager`() {
        #expect(Pager("less", on: Terminal(isTerminal: true, canRedraw: false)) == nil)
        #expect(Pager("less", on: Terminal(isTerminal: false)) == nil)
        #expect(Pager("less", on: Terminal(isTerminal: true))?.command == "less")
    }

    @Test func `less gets colors and leaves by Ctrl-C, and the user has the last word`() {
        #expect(Pager.variables(Environment([:])) == ["LESS": "-RK", "LV": "-c"])
        #expect(Pager.variables(Environment(["LESS": "-FX", "LV": "-z"])) == ["LESS": "-RK -FX"])
    }

    /// What was printed past the pager, and what came of it.
    static func shown(
        _ lines: [StyledText] = lines, through command: String
    ) throws -> (text: String, showing: Pager.Showing) {
        let terminal = Terminal(isTerminal: true)
        let pager = try #require(Pager(command, on: terminal))
        var showing = Pager.Showing()
        let text = try captured(on: terminal) { showing = try pager.show(lines, to: &$0, Environment([:])) }
        return (text, showing)
    }

    @Test func `the text goes through the pager`() throws {
        let folder = TemporaryFolder()
        let (text, showing) = try PagerTests.shown(through: "cat > \(folder.file("page"))")
        #expect(text.isEmpty && showing == Pager.Showing())
        #expect(try ConfigFile.read(folder.file("page")).text == PagerTests.text)
    }

    @Test func `the pager finds its variables in its environment, and the others too`() throws {
        let folder = TemporaryFolder()
        _ = try PagerTests.shown(through: "echo $LESS, $HOME > \(folder.file("page"))")
        let home = Environment.process["HOME"] ?? ""
        #expect(try ConfigFile.read(folder.file("page")).text == "-RK, \(home)\n")
    }

    @Test(arguments: ["/nonexistent/pager", "nonexistent-pager -R", "nonexistent-pager 2>/dev/null", "/dev/null"])
    func `a pager that cannot be run is named, and the text is shown without it`(command: String) throws {
        let (text, showing) = try PagerTests.shown(through: command)
        #expect(text == PagerTests.text)
        let problem = try #require(showing.problem)
        #expect(problem.hasPrefix("cannot run \(command.split(separator: " ")[0])"))
        #expect(problem.hasSuffix("; shown without a pager"))
    }

    @Test func `a pager that is left early has shown the text`() throws {
        let many = (1...50_000).map { StyledText("line \($0)") }
        let (text, showing) = try PagerTests.shown(many, through: "true")
        #expect(text.isEmpty && showing == Pager.Showing())
    }

    @Test func `a pager that fails has shown nothing`() {
        #expect(throws: PagerError(command: "false", status: 1)) { _ = try PagerTests.shown(through: "false") }
        #expect(throws: PagerError(command: "kill -9 $$", status: 137)) {
            _ = try PagerTests.shown(through: "kill -9 $$")
        }
    }

    @Test func `a pager that was ended by Ctrl-C has shown the text, and the user wants no more`() throws {
        #expect(try PagerTests.shown(through: "kill -INT $$").showing == Pager.Showing(signal: SIGINT))
    }

    @Test func `the lines that a text takes are those of the screen`() {
        let lines = [StyledText(), StyledText("abc"), StyledText("abcdefghijk")]
        #expect(Pager.rows(of: lines, width: 5) == 5)
    }
}
