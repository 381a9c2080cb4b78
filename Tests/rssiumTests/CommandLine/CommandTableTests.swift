import FeedCore
import Testing

@testable import rssium

@Suite struct CommandTableTests {
    /// Every command and every command below one, with the name that a user types.
    static let all: [(name: String, command: Command)] = CommandTable.all.flatMap { command in
        [(command.name, command)] + command.subcommands.map { ("\(command.name) \($0.name)", $0) }
    }

    @Test func `every command and every option has a summary of one line`() {
        for (name, command) in CommandTableTests.all {
            #expect(!command.summary.isEmpty && !command.summary.hasSuffix("."), "\(name)")
            for option in command.options + Option.global {
                #expect(!option.summary.isEmpty && !option.summary.hasSuffix("."), "\(name) --\(option.name)")
            }
        }
    }

    @Test func `no two options of a command, or global ones, share a name or a letter`() {
        for (name, command) in CommandTableTests.all {
            // A category has a color of its own, and an article the width of its text; the global ones are then given
            // before the command.
            let hidden = ["category add": "color", "category edit": "color", "read": "width", "page": "width"][name]
            let options = command.options + Option.global.filter { $0.name != hidden }
            #expect(Set(options.map(\.name)).count == options.count, "\(name)")
            let letters = options.compactMap(\.short)
            #expect(Set(letters).count == letters.count, "\(name)")
        }
    }

    @Test func `every option of an exclusive group exists`() {
        for (name, command) in CommandTableTests.all {
            for option in command.exclusive.joined() {
                #expect((command.options + Option.global).contains { $0.name == option }, "\(name) --\(option)")
            }
        }
    }

    @Test func `only the last argument can be repeated, and no required argument follows an optional one`() {
        for (name, command) in CommandTableTests.all {
            let repeated = command.operands.dropLast().filter(\.isRepeated)
            #expect(repeated.isEmpty, "\(name)")
            let required = command.operands.map(\.isRequired)
            #expect(required == required.sorted { $0 && !$1 }, "\(name)")
        }
    }

    @Test func `every command and topic has a section of the text of the help, and each section is of use`() {
        let used = CommandTable.program.names + HelpTopic.all.map(\.name)
        let lines = String(decoding: PackageResources.Help_txt, as: UTF8.self).split(separator: "\n")
        let sections = lines.filter { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) }
        #expect(sections.sorted() == (used + ["FEED", "QUERY", "XPATHS", "environment", "files"]).sorted())
        for command in CommandTable.all {
            var (hasDetails, hasExamples) = (false, false)
            for block in HelpText.blocks(of: command.name) {
                if case .paragraph = block { hasDetails = true }
                if case .examples = block { hasExamples = true }
            }
            #expect(hasDetails && hasExamples, "\(command.name)")
        }
        for name in sections { #expect(!"\(HelpText.blocks(of: name))".contains(/\{[A-Z]/), "\(name)") }
    }

    @Test func `help shows every command, option and exit status within 80 columns`() {
        let overview = Help().lines(for: nil)
        let text = overview.map(\.plain).joined(separator: "\n")
        for command in CommandTable.all { #expect(text.contains("  " + command.name)) }
        for option in Option.global { #expect(text.contains("--" + option.name)) }
        for code in ExitCode.allCases { #expect(text.contains(code.meaning)) }
        for line in overview { #expect(line.cells < 80, "\(line.plain)") }
    }

    @Test func `the help of a command shows all its options within 80 columns`() {
        for command in CommandTable.all {
            let lines = Help().lines(for: command)
            let text = lines.map(\.plain).joined(separator: "\n")
            for option in ([command] + command.subcommands).flatMap(\.shownOptions) {
                #expect(text.contains("--" + option.name), "\(command.name)")
            }
            for line in lines { #expect(line.cells < 80, "\(line.plain)") }
        }
    }

    @Test(arguments: [30, 40, 60, 79]) func `help is wrapped to a narrow terminal`(columns: Int) throws {
        let help = Help(columns: columns)
        let pages = [help.lines(for: nil)] + HelpTopic.all.map { help.lines(for: $0) }
        for line in pages.joined() { #expect(line.cells <= columns, "\(line.plain)") }
        let times = try #require(HelpTopic.named("times"))
        let wide = Help().lines(for: times).map(\.plain).joined(separator: " ").split(separator: " ")
        let narrow = help.lines(for: times).map(\.plain).joined(separator: " ")
        #expect(narrow.split(separator: " ") == wide)
    }
}
