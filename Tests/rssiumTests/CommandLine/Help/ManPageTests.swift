import TestSupport
import Testing

@testable import rssium

@Suite struct ManPageTests {
    /// The pages by the name of their command; that of rssium by an empty one.
    private static let pages = Dictionary(
        uniqueKeysWithValues: [("", ManPage.text)] + CommandTable.all.map { ($0.name, ManPage.text(of: $0)) })

    private static func plain(_ name: String) -> String { pages[name, default: ""].replacing("\\-", with: "-") }

    @Test func `the page of a command has its options and those of its subcommands`() {
        for command in CommandTable.all {
            let page = Self.plain(command.name)
            #expect(page.contains(".SH \"NAME\"\nrssium-\(command.name) - "))
            #expect(page.contains("\\fBrssium \(command.name)\\fR"))
            for sub in command.subcommands { #expect(page.contains("\\fBrssium \(command.name) \(sub.name)\\fR")) }
            for option in ([command] + command.subcommands).flatMap(\.shownOptions) {
                #expect(page.contains("\\fB--\(option.name)\\fR"), "\(command.name) --\(option.name)")
            }
        }
    }

    @Test func `the page of rssium has every command, global option, setting and exit status`() {
        let page = Self.plain("")
        for command in CommandTable.all { #expect(page.contains("\\fBrssium-\(command.name)(1)\\fR\n")) }
        for option in Option.global { #expect(page.contains("\\fB--\(option.name)\\fR")) }
        for setting in Setting.all { #expect(page.contains("\\fB\(setting.key)\\fR")) }
        for code in ExitCode.allCases { #expect(page.contains("\\fB\(code.rawValue)\\fR\n\(code.meaning)")) }
        for section in ["EVERYDAY", "FEEDS", "OUTPUT FORMATS", "EXIT STATUS"] {
            #expect(page.contains(".SH \"\(section)\"\n"))
        }
    }

    @Test func `man pages are ASCII, and have no accidental roff requests`() {
        let requests = [".TH ", ".SH ", ".PP", ".TP", ".br", ".ie c\\(", ".el .ds "]
        for line in Self.pages.values.joined().split(separator: "\n", omittingEmptySubsequences: false) {
            #expect(line.utf8.allSatisfy { $0 < 0x7F } && !line.hasPrefix("'"))
            if line.hasPrefix(".") { #expect(requests.contains { line.hasPrefix($0) }, "\(line)") }
        }
    }

    @Test(arguments: [
        ("mandoc", "mandoc -T lint -W warning *.1"),
        (
            "groff",
            "for page in *.1; do groff -ww -man -T utf8 $page; LC_ALL=C groff -ww -man -T ascii $page; done >/dev/null"
        ),
        ("man", "export LC_ALL=C; for page in *.1; do man -l --warnings=w ./$page; done >/dev/null"),
    ])
    func `man page formatters report no problem`(program: String, line: String) async {
        let rssium = Program()
        guard await rssium.shell("command -v \(program)").code == 0 else { return }
        let names = CommandTable.program.names.joined(separator: " ")
        let made = "rssium help --man > rssium.1 && for name in \(names); do rssium help --man $name > $name.1; done"
        #expect(await rssium.shell("\(made) && { \(line); }") == .silent)
    }

    @Test func `a letter with an accent has a form for terminals without it`() async {
        let program = Program()
        guard await program.shell("command -v groff").code == 0 else { return }
        let line = "rssium help --man | groff -ww -man -T"
        #expect(await program.shell(line + "ascii | tr -s ' '").stdout.contains("cafe finds Cafe."))
        #expect(await program.shell(line + "utf8 | tr -s ' '").stdout.contains("cafe finds Café."))
    }

    @Test func `help knows topics by several names`() async {
        let program = Program()
        for topic in HelpTopic.all {
            let ending = await program.run("help", topic.name)
            #expect(ending.code == 0 && ending.stdout.hasPrefix("rssium help \(topic.name): "))
            #expect(ending.lines.allSatisfy { $0.count < 80 }, "\(topic)")
        }
        #expect(await program.run("help", "exit") == program.run("help", "exit-codes"))
        #expect(await program.run("help", "setings").stderr.contains("did you mean settings?"))
        #expect(await program.run("help", "--man", "lits").stderr.contains("did you mean list?"))
        #expect(await program.run("help", "--man", "list", "add").code == 2)
    }
}
