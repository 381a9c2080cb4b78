/// All commands, in the order of the help.
enum CommandTable {
    static let all: [Command] = [
        AddCommand.command,
        ListCommand.command,
        ReadCommand.command,
        RefreshCommand.command,
        RmCommand.command,
        SyncCommand.command,
        FeedsCommand.command,
        EditCommand.command,
        CategoryCommand.command,
        PreviewCommand.command,
        PageCommand.command,
        ImportCommand.command,
        ExportCommand.command,
        DiscoverCommand.command,
        RuleCommand.command,
        AccountCommand.command,
        OpenCommand.command,
        MarkCommand.command,
        LabelCommand.command,
        UndoCommand.command,
        ViewCommand.command,
        MailCommand.command,
        DownloadCommand.command,
        StatusCommand.command,
        ScheduleCommand.command,
        ConfigCommand.command,
        PruneCommand.command,
        BackupCommand.command,
        DoctorCommand.command,
        CompletionsCommand.command,
        HelpCommand.command,
    ]

    static func command(named name: String) -> Command? {
        all.first { $0.name == name }
    }

    static var names: [String] { all.map(\.name) }
}
