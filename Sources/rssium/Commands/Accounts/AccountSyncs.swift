internal import FeedCore

/// Syncs accounts side by side. Each has a store of its own; the caller holds the refresh lock.
struct AccountSyncs: Sendable {
    let accounts: [Account]
    private let sync: AccountSync
    private let path: String

    /// What happens while accounts are synced.
    enum Event: Sendable {
        case progress(Account, SyncProgress)
        case ended(SyncOutcome)
    }

    init(
        _ accounts: [Account], with fetcher: Fetcher, isForced: Bool, _ passwords: PasswordCommands,
        _ context: borrowing Context
    ) throws {
        self.accounts = accounts
        path = try context.paths.database()
        sync = AccountSync(
            fetcher: fetcher, settings: context.settings.refreshing(), isForced: isForced, at: context.now,
            askPassword: { await passwords.password(from: $0) })
    }

    func run(_ tell: @escaping @Sendable (Event) -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            for account in accounts { group.addTask { await run(account, tell) } }
        }
    }

    private func run(_ account: Account, _ tell: (Event) -> Void) async {
        do throws(StoreError) {
            let store = try Store(path: path, access: .refreshing)
            tell(.ended(await sync.run(account, in: store) { tell(.progress(account, $0)) }))
        } catch {
            tell(.ended(SyncOutcome(account, .notStored(error))))
        }
    }

    /// Syncs accounts alone, with the progress line and the summary of a refresh, and prunes.
    ///
    /// - Parameters:
    ///   - fetchesPages: also fetch the pages of articles of their feeds with `--full-text`.
    ///   - prunes: false for an account that was just linked: what it brings can be looked at first.
    static func run(
        _ accounts: [Account], isForced: Bool = false, fetchesPages: Bool = false, prunes: Bool = true,
        _ context: inout Context
    ) throws -> ExitCode {
        let fetcher = context.fetcher()
        defer { fetcher.stop() }
        let passwords = PasswordCommands(
            in: context.surroundings, limit: context.settings.refreshing().timeout, isSilent: context.messages.isQuiet)
        let syncs = try AccountSyncs(accounts, with: fetcher, isForced: isForced, passwords, context)
        let pages = fetchesPages ? try PageWork(accounts, with: fetcher, isForced: isForced, passwords, context) : nil
        var report = RefreshReport(nil, accounts, context.messages)
        var log = RefreshLogging(context, knownError: nil)
        defer { log.close() }
        let (_, signal) = try AsyncBridge.run(
            each: { (event: RefreshWork.Event) in
                switch event {
                case .account(let progress):
                    report.record(progress)
                    log.write(progress)
                case .page(let progress): report.record(progress)
                case .pagesNotStored(let error): report.recordPagesNotStored(error)
                case .feed, .saved: break
                }
            },
            every: report.isShown ? ProgressLine.pauseMilliseconds : nil, rest: ProgressLine.pauseMilliseconds,
            idle: { report.show() },
            { tell in
                let answered = Locked(AnsweredFeeds())
                await syncs.run { event in
                    answered.withLock { $0.note(event) }
                    tell(.account(event))
                }
                await pages?.run(after: answered.withLock { $0 }, tell)
            })
        let code = report.finish(endedBy: signal)
        if prunes, signal == nil, !report.hasLost { try RefreshCommand.prune(try context.store(.refreshing), context) }
        return code
    }
}
