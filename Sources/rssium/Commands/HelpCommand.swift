/// `rssium help`: the same pages as `--help`.
enum HelpCommand {
    static let command = Command(
        name: "help", group: .upkeep, summary: "show all commands, or what one of them does",
        operands: [Operand(.command, count: .optional)], readsSettings: false, run: run)

    private static func run(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        let named = try arguments.operands.first.map { name in
            guard let command = CommandTable.command(named: name) else {
                let near = Nearest.word(to: name, among: CommandTable.names)
                throw UsageError("unknown command: \(name)" + (near.map { ", did you mean \($0)?" } ?? ""))
            }
            return command
        }
        for line in Help.lines(for: named) { try context.output.line(line) }
        return .done
    }
}
