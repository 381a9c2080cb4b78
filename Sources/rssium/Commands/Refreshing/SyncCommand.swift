internal import FeedCore

/// `rssium sync`: sends marks to the servers of accounts, and takes over what they say.
enum SyncCommand {
    static let command = Command(
        name: "sync", group: .feeds, summary: "sync all accounts, or the given ones, with their servers",
        details: """
            Does the part of `rssium refresh` that concerns accounts. It sends read and starred marks, takes over the
            subscriptions, fetches new articles, and sets read and starred marks from the server's lists. Then it
            fetches the pages of articles of feeds with --full-text. A mark waits until the server's list shows it,
            through failures and offline weeks.

            sync skips an account while its server has asked rssium to wait. An account whose password was refused waits
            for `rssium account edit`. --force tries both.

            If sync.folder is set, sync exchanges state files with that folder before and after, as `rssium refresh`
            does; see docs/several-machines.md. --folder only exchanges files, and prints how many decisions it read and
            wrote. --folder off removes this machine's file and the setting.

            Exits with 3 if an account failed, 4 if another refresh or sync is running, 5 if the machine is offline.
            """,
        examples: [("rssium sync", "send marks, and fetch new articles of all accounts")],
        operands: [Operand(.account, count: .any)],
        options: [force, folder],
        exclusive: [[force.name, folder.name]],
        run: run)

    private static let force = Flag("force", "ignore servers that asked rssium to wait, and refused passwords")
    private static let folder = Flag.text(
        "folder", .choice(["off"]), placeholder: "[off]",
        "only exchange state files with sync.folder; `--folder off` leaves the folder", valueIsOptional: true)

    private static func run(_ context: inout Context) throws -> ExitCode {
        let sharing = StateSharing(context)
        if context.has(folder) {
            guard context.arguments.operands.isEmpty else {
                throw context.wrong("--folder takes no account, only off")
            }
            return try exchangeAlone(sharing, leaving: context[folder] != nil, context)
        }
        let reading = try context.store(.reading)
        var accounts = try reading.accounts()
        if !context.arguments.operands.isEmpty {
            let named = try Set(context.arguments.operands.map { try reading.account(named: $0).id })
            accounts = accounts.filter { named.contains($0.id) }
        }
        guard !accounts.isEmpty else {
            if sharing.isOn { return try exchangeAlone(sharing, leaving: false, context) }
            context.messages.notice(Wording.noAccounts)
            return .done
        }
        let lock = try RefreshLock(database: reading.path, at: context.now)
        // The lock is held until everything is stored.
        defer { withExtendedLifetime(lock) {} }
        let isShared = sharing.isOn ? try sharing.exchange(try context.store(.writing), context) : false
        let code = try RefreshRunning.sync(accounts, isForced: context[force], &context)
        if isShared, ![.interrupted, .terminated].contains(code) {
            try sharing.exchange(try context.store(.writing), context)
        }
        return code
    }

    private static func exchangeAlone(
        _ sharing: StateSharing, leaving: Bool, _ context: borrowing Context
    ) throws -> ExitCode {
        let store = try context.store(.writing)
        let lock = try RefreshLock(database: store.path, at: context.now)
        defer { withExtendedLifetime(lock) {} }
        return try leaving ? sharing.leave(store, context) : sharing.exchangeAlone(store, context)
    }
}
