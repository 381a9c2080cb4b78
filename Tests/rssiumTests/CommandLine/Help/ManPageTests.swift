import TestSupport
import Testing

@testable import rssium

@Suite struct ManPageTests {
    @Test func `the man page has every command, option, setting and exit code`() {
        let page = ManPage.text.split(separator: "\n").joined(separator: "\n").replacing("\\-", with: "-")
        for (name, command) in CommandTableTests.all {
            #expect(page.contains("\\fBrssium \(name)\\fR"), "\(name)")
            for option in command.options { #expect(page.contains("\\fB--\(option.name)\\fR"), "\(option.name)") }
        }
        for option in Option.global { #expect(page.contains("\\fB--\(option.name)\\fR")) }
        for setting in Setting.all { #expect(page.contains("\\fB\(setting.key)\\fR")) }
        for code in ExitCode.allCases { #expect(page.contains("\\fB\(code.rawValue)\\fR\n\(code.meaning)")) }
    }

    @Test func `the man page is ASCII, and has no accidental roff requests`() {
        let requests = [".TH ", ".SH ", ".SS ", ".PP", ".TP", ".br"]
        for line in ManPage.text.split(separator: "\n", omittingEmptySubsequences: false) {
            #expect(line.utf8.allSatisfy { $0 < 0x7F })
            #expect(!line.hasPrefix("'"))
            if line.hasPrefix(".") { #expect(requests.contains { line.hasPrefix($0) }, "\(line)") }
        }
    }

    @Test(arguments: [
        ("mandoc", "mandoc -T lint -W warning rssium.1"),
        ("groff", "groff -ww -man -T utf8 rssium.1 2>&1 >/dev/null"),
    ])
    func `man page formatters report no problem`(program: String, line: String) async {
        let rssium = Program()
        guard await rssium.shell("command -v \(program)").code == 0 else { return }
        let ending = await rssium.shell("rssium help --man > rssium.1 && \(line)")
        #expect(ending == Program.Ending())
    }

    @Test func `help knows topics by several names`() async {
        let program = Program()
        for topic in HelpTopic.allCases {
            let ending = await program.run("help", topic.rawValue)
            #expect(ending.code == 0 && ending.stdout.hasPrefix("rssium help \(topic.rawValue): "))
            #expect(ending.lines.allSatisfy { $0.count < 80 }, "\(topic)")
        }
        #expect(await program.run("help", "exit") == program.run("help", "exit-codes"))
        #expect(await program.run("help", "setings").stderr.contains("did you mean settings?"))
        #expect(await program.run("help", "--man", "list").code == 2)
    }
}
