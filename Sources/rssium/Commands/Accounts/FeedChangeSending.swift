internal import FeedCore

/// Sends changes of subscriptions to the server of their account at once, and says what became of them. Offline they
/// wait for the next sync.
enum FeedChangeSending {
    static let waitsForRefresh = "another refresh is running: the next sync tells the server"

    /// Sends the waiting changes for the accounts of changed feeds. If a server refuses one, the command fails.
    ///
    /// - Parameter canUndo: the changes are the last step of `undo`.
    static func send(
        to accounts: Set<AccountID>, canUndo: Bool = true, _ context: borrowing Context
    ) throws -> ExitCode {
        guard !accounts.isEmpty else { return .done }
        do {
            let lock = try RefreshLock(database: context.paths.database(), at: context.now)
            defer { withExtendedLifetime(lock) {} }
            var code = ExitCode.done
            for account in accounts {
                let outcome = try send(to: account, context)
                if outcome.refused.isEmpty { continue }
                code = .failed
                if outcome.isMadeHere, canUndo {
                    context.messages.notice("it is changed here nonetheless: `rssium undo` takes that back")
                }
            }
            return code
        } catch is LockHeld {
            context.messages.notice(waitsForRefresh)
            return .done
        }
    }

    /// Sends what waits for one account. The caller holds the refresh lock.
    static func send(to id: AccountID, _ context: borrowing Context) throws -> FeedChangeOutcome {
        let account = try context.store(.reading).account(id)
        guard account.pendingFeeds > 0 else { return FeedChangeOutcome() }
        let sync = context.accountSync()
        let path = try context.paths.database()
        let outcome = try AsyncBridge.run {
            let store = try Store(path: path, access: .writing)
            return await sync.sendFeedChanges(of: account, in: store)
        }
        for change in outcome.refused {
            let why = change.error ?? "the server does not say why"
            context.messages.error("\(account.name) refuses to \(change.words): \(why)")
        }
        if !outcome.waiting.isEmpty {
            let why = outcome.error.map { ": " + $0.message } ?? ""
            context.messages.notice(
                "\(account.name): \(count(outcome.waiting.count, "change")) will be sent with the next sync\(why)")
        }
        return outcome
    }

    /// Sends the subscriptions that wait for the account, and syncs it. Takes back what the server refuses. The caller holds
    /// the refresh lock.
    static func subscribe(_ id: AccountID, _ context: inout Context) throws -> ExitCode {
        let outcome = try send(to: id, context)
        let store = try context.store(.writing)
        for change in outcome.refused { try store.takeBack(change) }
        let code = outcome.done.isEmpty ? ExitCode.done : try RefreshRunning.sync([store.account(id)], &context)
        return outcome.refused.isEmpty ? code : .failed
    }
}

extension FeedChange {
    /// The request to the server, after "to".
    fileprivate var words: String {
        switch kind {
        case .subscribe(let url): "subscribe to \(url)"
        case .unsubscribe: "unsubscribe from \(title)"
        // The feed has its new title here already.
        case .rename(let name): "rename \(feed.map { "feed \($0.rawValue)" } ?? title) to \(name)"
        case .move(let category): category.map { "move \(title) to \($0)" } ?? "take \(title) out of its category"
        }
    }
}
