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
        #expect(Pager.words(of: "less -R | head") == ["/bin/sh", "-c", "less -R | head"])
        #expect(Pager.words(of: "LESS='-R' less") == ["/bin/sh", "-c", "LESS='-R' less"])
    }

    @Test func `what does not fit the screen goes through the pager`() throws {
        let folder = TemporaryFolder()
        let direct = try captured(on: Terminal(isTerminal: true)) { output in
            try Pager.show(PagerTests.lines, through: "cat > \(folder.file("page"))", to: &output)
        }
        #expect(direct.isEmpty)
        #expect(try ConfigFile.read(folder.file("page")).text == PagerTests.text)
    }

    @Test func `what fits, what goes to a file and what has no pager is written at once`() throws {
        let short = Array(PagerTests.lines.prefix(5))
        #expect(
            try captured(on: Terminal(isTerminal: true)) { try Pager.show(short, through: "false", to: &$0) }
                == "line 1\nline 2\nline 3\nline 4\nline 5\n")
        #expect(try captured { try Pager.show(PagerTests.lines, through: "false", to: &$0) } == PagerTests.text)
        for missing in ["/nonexistent/pager", "nonexistent-pager 2>/dev/null"] {
            #expect(
                try captured(on: Terminal(isTerminal: true)) { output in
                    try Pager.show(PagerTests.lines, through: missing, to: &output)
                } == PagerTests.text)
        }
    }

    @Test func `a pager that is left early has shown the text`() throws {
        let many = (1...50_000).map { StyledText("line \($0)") }
        #expect(
            try captured(on: Terminal(isTerminal: true)) { output in
                try Pager.show(many, through: "true", to: &output)
            }.isEmpty)
    }
}
