internal import FeedCore

/// `rssium help`: prints the pages of `--help`, the topics, and the man page.
enum HelpCommand {
    static let command = Command(
        name: "help", group: .upkeep, summary: "show help for rssium, a command or a topic",
        details: [
            "A COMMAND is one that `rssium help` lists, or one of the topics "
                + HelpTopic.allCases.map(\.rawValue).joined(separator: ", ") + "."
        ],
        examples: [
            Command.Example("rssium help settings", "all settings with their defaults"),
            Command.Example("rssium help --man | man -l -", "read the man page without installing it"),
        ],
        operands: [Operand(.command, count: .optional)],
        options: [Option("man", "print the man page in roff")],
        readsSettings: false, run: run)

    private static func run(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        if arguments.has("man") {
            guard arguments.operands.isEmpty else { throw arguments.wrong("--man takes no other arguments") }
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
        let known = CommandTable.names + HelpTopic.allCases.map(\.rawValue)
        throw UsageError("unknown command: \(name)" + SpellingSuggestion.hint(for: name, among: known))
    }
}
