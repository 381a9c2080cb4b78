internal import FeedCore

/// `rssium undo`: takes back what the last command changed.
enum UndoCommand {
    static let command = Command(
        name: "undo", group: .everyday,
        summary: "take back the last change, such as mark, read, edit or rm",
        // Before there was a subcommand, `--list` did the same.
        options: [Confirmation.yes] + ([oldList.row] + list.options).map(\.hidden),
        subcommands: [list],
        run: run)

    private static let list = Command.list(
        "list the commands that can be taken back, newest first", .everyday, ifEmpty: StoreError.nothingToUndo.message
    ) { store, now in try store.undoableCommands(at: now) }
    private static let oldList = Flag("list", "list the commands that can be taken back; change nothing")

    private static func run(_ context: inout Context) throws -> ExitCode {
        if context[oldList] { return try list.run(&context) }
        try context.arguments.refuse(ListOption.options, "is only for `rssium undo list`")
        // Looked at for reading first, so that no database is created if none exists.
        guard let last = try context.store(.reading).undoableCommands(at: context.now).first else {
            throw StoreError.nothingToUndo
        }
        guard try isWanted(last, context) else { return .failed }
        let store = try context.store(.writing)
        let undone = try store.undo(at: context.now)
        try store.retime(undone.feeds.sorted { $0.rawValue < $1.rawValue }, context)
        for problem in undone.problems { context.messages.error(problem) }
        let (rest, missing) = (undone.changedArticles, undone.missingArticles)
        if undone.problems.isEmpty || undone.articles > 0 || !undone.feeds.isEmpty {
            context.messages.notice(
                "took back \(undone.what)"
                    + (rest == 0
                        ? "" : "; \(count(rest, "article")) changed since, and \(rest == 1 ? "stays" : "stay")")
                    + (missing == 0 ? "" : "; \(count(missing, "article")) \(missing == 1 ? "is" : "are") gone"))
        }
        for note in undone.notes { context.messages.notice(note) }
        let sent = try FeedChangeSending.send(to: undone.accounts, canUndo: false, context)
        return undone.problems.isEmpty ? sent : .failed
    }

    /// Asks where the last change was another one, which cannot be taken back.
    private static func isWanted(_ command: UndoableCommand, _ context: borrowing Context) throws -> Bool {
        guard !context[Confirmation.yes], let final = try context.store(.reading).finalCommand(at: context.now)
        else { return true }
        let reason = "the last change cannot be taken back (\(final)); the one before it is \(command.what)"
        try context.checkCanConfirm("\(reason): undo needs --yes")
        return context.isConfirmed("\(reason). Take that back?", else: "nothing was taken back")
    }
}
