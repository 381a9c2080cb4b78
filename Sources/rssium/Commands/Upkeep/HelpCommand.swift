internal import FeedCore

/// `rssium help`: the same pages as `--help`, the topics, and the manual page.
enum HelpCommand {
    static let command = Command(
        name: "help", group: .upkeep, summary: "show all commands, what one of them does, or a topic",
        details: [
            "A COMMAND is one of those that rssium help lists, or one of these topics: "
                + HelpTopic.allCases.map(\.rawValue).joined(separator: ", ") + "."
        ],
        examples: [
            Command.Example("rssium help settings", "every setting, with its default"),
            Command.Example("rssium help --man | man -l -", "the manual page, where it is not installed"),
        ],
        operands: [Operand(.command, count: .optional)],
        options: [Option("man", "print the manual page, for man")],
        readsSettings: false, run: run)

    private static func run(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        if arguments.has("man") {
            guard arguments.operands.isEmpty else { throw arguments.wrong("--man goes with nothing else") }
            try context.output.write(ManPage.text)
            return .done
        }
        for line in try lines(Help(columns: context.output.terminal.width), for: arguments.operands.first) {
            try context.output.line(line)
        }
        return .done
    }

    private static func lines(_ help: Help, for name: String?) throws(UsageError) -> [StyledText] {
        guard let name else { return help.lines(for: nil) }
        if let command = CommandTable.command(named: name) { return help.lines(for: command) }
        if let topic = HelpTopic(named: name) { return help.lines(for: topic) }
        let near = Nearest.word(to: name, among: CommandTable.names + HelpTopic.allCases.map(\.rawValue))
        throw UsageError("unknown command: \(name)" + (near.map { ", did you mean \($0)?" } ?? ""))
    }
}
