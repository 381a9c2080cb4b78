/// All commands, in the order of the help.
struct CommandTable: Sendable {
    /// A start needs one command, and to make them all takes longer than many a command runs.
    private let entries: [(name: String, command: @Sendable () -> Command)]

    init(_ commands: [Command]) {
        entries = commands.map { command in (command.name, { command }) }
    }

    private init(entries: [(name: String, command: @Sendable () -> Command)]) {
        self.entries = entries
    }

    func command(named name: String) -> Command? {
        entries.first { $0.name == name }?.command()
    }

    var names: [String] { entries.map(\.name) }

    /// The commands of the program.
    static let program = CommandTable(entries: [
        ("add", { AddCommand.command }),
        ("list", { ListCommand.command }),
        ("read", { ReadCommand.command }),
        ("refresh", { RefreshCommand.command }),
        ("rm", { RmCommand.command }),
        ("sync", { SyncCommand.command }),
        ("feeds", { FeedsCommand.command }),
        ("edit", { EditCommand.command }),
        ("backfill", { BackfillCommand.command }),
        ("category", { CategoryCommand.command }),
        ("preview", { PreviewCommand.command }),
        ("page", { PageCommand.command }),
        ("import", { ImportCommand.command }),
        ("export", { ExportCommand.command }),
        ("discover", { DiscoverCommand.command }),
        ("rule", { RuleCommand.command }),
        ("account", { AccountCommand.command }),
        ("save", { SaveCommand.command }),
        ("open", { OpenCommand.command }),
        ("mark", { MarkCommand.command }),
        ("label", { LabelCommand.command }),
        ("undo", { UndoCommand.command }),
        ("view", { ViewCommand.command }),
        ("mail", { MailCommand.command }),
        ("run", { RunCommand.command }),
        ("download", { DownloadCommand.command }),
        ("status", { StatusCommand.command }),
        ("schedule", { ScheduleCommand.command }),
        ("config", { ConfigCommand.command }),
        ("prune", { PruneCommand.command }),
        ("backup", { BackupCommand.command }),
        ("doctor", { DoctorCommand.command }),
        ("completions", { CompletionsCommand.command }),
        ("help", { HelpCommand.command }),
    ])

    static var all: [Command] { program.entries.map { $0.command() } }
    static var names: [String] { program.names }
    static func command(named name: String) -> Command? { program.command(named: name) }
}
