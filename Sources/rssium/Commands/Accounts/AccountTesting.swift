internal import FeedCore

/// `rssium account test`: says step by step what works between an account and its server.
enum AccountTesting {
    static func run(_ context: inout Context) throws -> ExitCode {
        let path = try context.store(.reading).path
        let account = try context.store(.reading).account(named: context.arguments.operands[0])
        let article = try article(context)
        let lock = try RefreshLock(database: path, at: context.now)
        defer { withExtendedLifetime(lock) {} }
        let sync = context.accountSync()
        do {
            let (_, signal) = try AsyncBridge.run(
                each: { step in try show(step, &context.output) },
                { tell in
                    try await sync.test(account, article, in: try Store(path: path, access: .writing), report: tell)
                })
            if let signal { throw Interrupted(signal: signal) }
            return .done
        } catch let error where error is SyncError || error is StoreError {
            context.messages.error("\(account.name): \(ErrorMessage.reason(of: error))")
            return ExitCode(for: error)
        }
    }

    private static func article(_ context: borrowing Context) throws -> ArticleID? {
        guard let word = context.arguments.operands.dropFirst().first else { return nil }
        guard let number = ArgumentText.id(word) else { throw context.wrong("ID must be the number of an article") }
        return ArticleID(rawValue: number)
    }

    private static func show(_ step: AccountSync.TestStep, _ output: inout Output) throws {
        switch step {
        case .signedIn(let kind, let url, let user):
            try output.record(["address", url.text])
            try output.record(["api", kind.title + ", " + kind.api.title])
            try output.record(["sign-in", user])
        case .lists(let feeds, let unread, let starred):
            try output.record(["lists", count(feeds, "feed") + ", \(unread) unread, \(starred) starred"])
        case .labels(let number, let areExchanged):
            let state = areExchanged ? "exchanged" : "not exchanged"
            try output.record(["labels", number.map { count($0, "label") + ", " + state } ?? "the server has none"])
        case .mark: try output.record(["mark", "sent, read back and taken back"])
        }
        try output.flush()
    }
}

extension Account.API {
    /// After the name of the server.
    fileprivate var title: String {
        switch self {
        case .googleReader: "Google Reader"
        case .miniflux: "its own"
        case .fever: "Fever"
        case .nextcloud: "News"
        }
    }
}
