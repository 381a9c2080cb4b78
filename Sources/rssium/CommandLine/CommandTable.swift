/// All commands, in the order of the help.
struct CommandTable: Sendable {
    /// A start makes only the command that it needs. Making all takes longer than many commands run.
    let entries: [(name: String, command: @Sendable () -> Command)]

    func command(named name: String) -> Command? {
        entries.first { $0.name == name }?.command()
    }

    var names: [String] { entries.map(\.name) }

    /// The commands of the program.
    static let program = CommandTable(entries: [
        ("add", { AddCommand.command }),
        ("list", { ListCommand.command }),
        ("read", { ReadCommand.command }),
        ("mark", { MarkCommand.command }),
        ("open", { OpenCommand.command }),
        ("undo", { UndoCommand.command }),
        ("refresh", { RefreshCommand.command }),
        ("status", { StatusCommand.command }),
        ("feeds", { FeedsCommand.command }),
        ("edit", { EditCommand.command }),
        ("rm", { RmCommand.command }),
        ("category", { CategoryCommand.command }),
        ("preview", { PreviewCommand.command }),
        ("page", { PageCommand.command }),
        ("import", { ImportCommand.command }),
        ("export", { ExportCommand.command }),
        ("discover", { DiscoverCommand.command }),
        ("sync", { SyncCommand.command }),
        ("account", { AccountCommand.command }),
        ("rule", { RuleCommand.command }),
        ("backfill", { BackfillCommand.command }),
        ("save", { SaveCommand.command }),
        ("label", { LabelCommand.command }),
        ("view", { ViewCommand.command }),
        ("mail", { MailCommand.command }),
        ("run", { RunCommand.command }),
        ("download", { DownloadCommand.command }),
        ("schedule", { ScheduleCommand.command }),
        ("config", { ConfigCommand.command }),
        ("backup", { BackupCommand.command }),
        ("doctor", { DoctorCommand.command }),
        ("help", { HelpCommand.command }),
        ("prune", { PruneCommand.command }),
        ("completions", { CompletionsCommand.command }),
    ])

    static var all: [Command] { program.entries.map { $0.command() } }
}
