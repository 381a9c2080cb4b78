internal import FeedCore

/// Sends waiting marks to the servers of accounts, beside the work of a command that uses the network anyway.
///
/// It never makes the command longer: what is not sent when the work is done waits for the next command or sync, and so
/// does whatever fails.
struct MarkSending: Sendable {
    private let accounts: [Account]
    private let path: String
    private let now: Timestamp
    private let fetcher: Fetcher
    private let sync: AccountSync

    /// Nil where no marks can be sent now.
    init?(_ context: borrowing Context) {
        // The command itself reports problems with the database.
        guard context.paths.hasDatabase, let path = try? context.paths.database(),
            let accounts = try? MarkSending.accounts(in: context), !accounts.isEmpty
        else { return nil }
        let isUnmeteredOnly = context.settings.isOn(.refreshUnmeteredOnly)
        guard !isUnmeteredOnly || !NetworkMeter(surroundings: context.surroundings).isMetered else { return nil }
        self.accounts = accounts
        self.path = path
        now = context.now
        fetcher = context.fetcher()
        sync = AccountSync(fetcher: fetcher, settings: context.settings.refreshing(), at: context.now) { _ in
            .failure(PasswordError("a program is asked for a password by refresh and sync alone"))
        }
    }

    /// Those with marks that wait. After a failure the next sync tries first.
    private static func accounts(in context: borrowing Context) throws -> [Account] {
        try context.store(.reading).accounts().filter { account in
            account.sendable > 0 && account.failures == 0 && !account.isRefused && !account.isHeld(at: context.now)
        }
    }

    private func send() async {
        do {
            // A refresh or sync that runs sends them itself.
            let lock = try RefreshLock(database: path, for: .marks, at: now)
            defer { withExtendedLifetime(lock) {} }
            let store = try Store(path: path, access: .writing)
            for account in accounts where !Task.isCancelled { await sync.sendMarks(of: account, in: store) }
        } catch {
            return
        }
    }

    /// Does the work of a command, and sends marks until it is done.
    static func beside<Value: Sendable>(
        _ marks: MarkSending?, _ work: @Sendable () async throws -> Value
    ) async rethrows -> Value {
        guard let marks else { return try await work() }
        async let _: Void = marks.send()
        defer { marks.fetcher.stop() }
        return try await work()
    }
}
