internal import FeedCore

/// `rssium help`: prints the pages of `--help`, the topics, and the man page.
enum HelpCommand {
    static let command = Command(
        name: "help", group: .upkeep, summary: "show help for rssium, a command or a topic",
        operands: [Operand(.command, count: .any)],
        options: [man],
        readsSettings: false, run: run)

    private static let man = Flag("man", "print the man page of rssium, or of the command, in roff")

    private static func run(_ context: inout Context) throws -> ExitCode {
        context.page()
        if context[man] {
            try context.output.write(manPage(context.arguments))
            return .done
        }
        for line in try lines(Help(columns: context.output.terminal.width), context.arguments) {
            try context.output.line(line)
        }
        return .done
    }

    private static func manPage(_ arguments: Arguments) throws(UsageError) -> String {
        guard let name = arguments.operands.first else { return ManPage.text }
        // The page of a command has its subcommands, that of rssium the topics.
        guard arguments.operands.count == 1, let command = CommandTable.program.command(named: name) else {
            let hint = SpellingSuggestion.hint(forCommand: name, among: CommandTable.program.names)
            throw arguments.wrong("--man takes the name of a command" + hint)
        }
        return ManPage.text(of: command)
    }

    private static func lines(_ help: Help, _ arguments: Arguments) throws(UsageError) -> [StyledText] {
        let words = arguments.operands
        guard let name = words.first else { return help.lines(for: nil) }
        let command = CommandTable.program.command(named: name)
        if words.count == 2, let sub = command?.subcommand(named: words[1]) { return help.lines(for: sub) }
        guard words.count == 1 else {
            let names = command?.subcommands.map(\.name) ?? []
            if names.isEmpty || names.contains(words[1]) {
                throw arguments.wrong("unexpected argument: \(words[names.isEmpty ? 1 : 2])")
            }
            let hint = SpellingSuggestion.hint(forCommand: words[1], among: names, prefix: name + " ")
            throw UsageError("unknown command: \(name) \(words[1])" + hint, command: name)
        }
        if let command { return help.lines(for: command) }
        if let topic = HelpTopic.named(name) { return help.lines(for: topic) }
        if let setting = Setting.named(name) { return help.lines(for: setting) }
        let known = CommandTable.program.names + HelpTopic.all.map(\.name) + Setting.all.map(\.key)
        throw UsageError("unknown command: \(name)" + SpellingSuggestion.hint(forCommand: name, among: known))
    }
}

extension Arguments {
    /// `--help` of a command, or of the program, as `help` prints it.
    init(helpFor command: Command?) {
        self.init(
            command: HelpCommand.command, helpName: HelpCommand.command.name,
            operands: command?.name.split(separator: " ").map(String.init) ?? [])
    }
}
