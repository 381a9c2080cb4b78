internal import FeedCore

/// `rssium account add`: finds the API of a server, signs in, says what linking would do, and links.
enum AccountAddition {
    static func run(_ context: inout Context) throws -> ExitCode {
        let user = context[AccountCommand.user]
        guard context.has(AccountPasswordOption.tokenCommand) || user?.isEmpty == false else {
            throw context.wrong("account add needs --user or --token-command")
        }
        try context.checkCanConfirm("without a terminal, account add needs --yes")
        let name = try context[AccountCommand.name].map { try AccountCommand.checkedName($0, context.arguments) }
        let address = try AccountAddition.address(context.arguments.operands[0], context.arguments)
        do {
            let given = try AccountPasswordOption.read(for: user ?? "", context)
            let signIn = try AccountPasswordOption.signIn(
                at: address, by: AccountCommand.api(context), user, with: given, context)
            let linking = try linking(of: signIn, context)
            return try link(signIn, linking, name: name, given?.source ?? .netrc, &context)
        } catch let error where error is SyncError || error is StoreError {
            context.messages.error("cannot link \(address): \(ErrorMessage.reason(of: error))")
            return ExitCode(for: error)
        }
    }

    /// The address as it was typed. One with a user and a password in it would leave the password in the shell's history.
    static func address(_ text: String, _ arguments: Arguments) throws(UsageError) -> String {
        let address = text.trimmed
        guard !address.isEmpty else { throw arguments.wrong("the address of the server is empty") }
        guard SecretMask.word(address) == address, !address.contains("@") else {
            throw arguments.wrong("an address must not have a user or a password in it: use --user")
        }
        return address
    }

    private static func linking(of signIn: SignIn, _ context: borrowing Context) throws -> AccountLinking {
        let (fetcher, settings) = (context.fetcher(), context.settings.refreshing())
        let path = try context.paths.database()
        return try AsyncBridge.run {
            let store = try Store(path: path, access: .reading)
            return try await AccountLinking(of: signIn, with: fetcher, settings, to: store)
        }
    }

    private static func link(
        _ signIn: SignIn, _ linking: AccountLinking, name: String?, _ password: AccountPassword,
        _ context: inout Context
    ) throws -> ExitCode {
        context.messages.notice("\(signIn.kind.title) at \(signIn.url): \(summary(of: linking))")
        guard context.isConfirmed("link this account?", else: "nothing was linked") else { return .failed }
        let store = try context.store(.writing)
        let lock = try RefreshLock(database: store.path, at: context.now)
        // The lock is held until everything is stored.
        defer { withExtendedLifetime(lock) {} }
        var new = NewAccount(signIn, name: name ?? signIn.url.host, password: password)
        if let days = context[AccountCommand.days] { new.days = days }
        let account = try store.link(new, linking)
        context.noteFinal("account add: \(account.name)")
        try context.output.record([account.name, account.url.text])
        try context.output.flush()
        let code = try RefreshRunning.sync([account], prunes: false, &context)
        try announceRemoval(of: account, context)
        return code
    }

    /// Says how many of the articles of an account that was just linked the next refresh removes.
    private static func announceRemoval(of account: Account, _ context: borrowing Context) throws {
        let store = try context.store(.writing)
        let retention = RetentionSettings(context.settings, try store.settingsOfFeeds())
        let feeds = Set(try store.feeds().filter { $0.accountID == account.id }.map(\.id))
        if let words = try Pruning.announceRemoval(by: retention, linked: feeds, in: store, at: context.now) {
            context.messages.notice(words)
        }
    }

    /// `12 feeds: 8 here already, 4 new; 3 feeds only here, left unchanged`.
    private static func summary(of linking: AccountLinking) -> String {
        var parts = count(linking.feeds, "feed")
        if linking.feeds > 0 { parts += ": \(linking.matched.count) here already, \(linking.new) new" }
        if linking.elsewhere > 0 { parts += ", \(linking.elsewhere) left out, whose URL another feed here has" }
        if linking.local > 0 { parts += "; \(count(linking.local, "feed")) only here, left unchanged" }
        return parts
    }
}

extension Account.Kind {
    /// The name that users know.
    var title: String {
        switch self {
        case .freshRSS: "FreshRSS"
        case .miniflux, .minifluxAPI: "Miniflux"
        case .bazQux: "BazQux"
        case .theOldReader: "The Old Reader"
        case .inoreader: "Inoreader"
        case .nextcloud: "Nextcloud"
        case .googleReader, .fever: "a server"
        }
    }
}
