internal import FeedCore

/// `rssium sync`: sends marks to the servers of accounts, and takes over what they say.
enum SyncCommand {
    static let command = Command(
        name: "sync", group: .feeds, summary: "sync all accounts, or the given ones, with their servers",
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
        if isShared, !code.isOfSignal {
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
