internal import FeedCore

/// `rssium account edit`: changes an account. A new address, user or password is tried before it is stored.
enum AccountEditing {
    static func run(_ context: inout Context) throws -> ExitCode {
        let account = try context.store(.reading).account(named: context.arguments.operands[0])
        var edit = AccountEdit()
        edit.name = try context[AccountCommand.name].map { try AccountCommand.checkedName($0, context.arguments) }
        edit.days = context[AccountCommand.newDays]
        edit.exchangesLabels = context[AccountCommand.labels].map { $0 == "yes" }
        let url = try context[AccountCommand.url].map { try AccountAddition.address($0, context.arguments) }
        let signsIn =
            context.has(AccountCommand.url) || context.has(AccountCommand.user)
            || AccountPasswordOption.isGiven(context)
        do {
            // Without an option, a terminal is asked for a new password.
            if signsIn || edit.name == nil && edit.days == nil && edit.exchangesLabels == nil {
                let (signIn, password) = try signIn(to: account, at: url, context)
                edit.set(signIn, password: password)
            }
            if edit.exchangesLabels == true, !(edit.kind ?? account.kind).hasLabels {
                context.messages.error("cannot edit \(account.name): the API of its server has no labels of articles")
                return .failed
            }
            let store = try context.store(.writing)
            // A sync would save what it knows of the old server.
            let lock = try RefreshLock(database: store.path, at: context.now)
            defer { withExtendedLifetime(lock) {} }
            try store.edit(account.id, edit)
            let after = try store.account(account.id)
            let changes = changes(from: account, to: after, edit)
            if !changes.isEmpty { context.noteFinal("account edit: \(after.name)") }
            context.messages.notice("account \(after.name): \(changes.isEmpty ? "nothing changed" : listed(changes))")
            return .done
        } catch let error where error is SyncError || error is StoreError {
            context.messages.error("cannot edit \(account.name): \(ErrorMessage.reason(of: error))")
            return ExitCode(for: error)
        }
    }

    private static func signIn(
        to account: Account, at url: String?, _ context: borrowing Context
    ) throws -> (SignIn, AccountPassword) {
        let user = context[AccountCommand.user] ?? account.user
        let hasKey = account.kind.hasKey
        // A key has its own user.
        let isGiven = AccountPasswordOption.isGiven(context) || hasKey && context.has(AccountCommand.user)
        let known =
            isGiven
            ? nil : try account.passwordCommand.map { try AccountPasswordOption.command($0, isKey: hasKey, context) }
        guard let given = try known ?? AccountPasswordOption.read(for: user, context) else {
            throw context.wrong(
                "without a terminal, account edit needs --password-stdin, --password-command or --token-command")
        }
        let address = url ?? account.url.text
        let signIn = try AccountPasswordOption.signIn(
            at: address, by: hasKey ? .googleReader : account.kind.api, user, with: given, context)
        return (signIn, given.source)
    }

    private static func changes(from before: Account, to after: Account, _ edit: AccountEdit) -> [String] {
        var changes: [String] = []
        if before.name != after.name { changes.append("name was \(before.name)") }
        if before.url != after.url { changes.append("url \(after.url)") }
        if before.user != after.user { changes.append("user \(after.user)") }
        if edit.url != nil { changes.append("signed in") }
        let forgotten = before.pendingFeeds - after.pendingFeeds
        if forgotten > 0 { changes.append("\(count(forgotten, "unsent change")) of subscriptions forgotten") }
        if let days = edit.days { changes.append("the next sync also brings the articles of \(count(days, "day"))") }
        if before.exchangesLabels != after.exchangesLabels {
            changes.append(
                after.exchangesLabels ? "the next sync merges the labels of both sides" : "labels stay on each side")
        }
        return changes
    }
}
