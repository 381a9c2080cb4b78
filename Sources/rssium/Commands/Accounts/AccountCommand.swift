internal import FeedCore

/// `rssium account`: lists, links, changes and unlinks accounts on servers that fetch feeds.
enum AccountCommand {
    static let command = Command(
        name: "account", group: .feeds, summary: "list the accounts on servers that fetch feeds; link one",
        options: list.options,
        subcommands: [
            list,
            Command(
                name: "add", group: .feeds, summary: "link an account", operands: [Operand(.text, "URL")],
                options: [user, nextcloud, fever, name] + AccountPasswordOption.options + [days, Confirmation.yes],
                exclusive: AccountPasswordOption.exclusive + [
                    [AccountPasswordOption.tokenCommand.name, fever.name, nextcloud.name]
                ],
                needsDatabase: false, run: AccountAddition.run),
            Command(
                name: "edit", group: .feeds, summary: "change the name, address, user, password, days or labels",
                operands: [Operand(.account, "NAME")],
                options: [newName, url, user] + AccountPasswordOption.options + [newDays, labels],
                exclusive: AccountPasswordOption.exclusive, run: AccountEditing.run),
            Command(
                name: "test", group: .feeds, summary: "say step by step what works between an account and its server",
                operands: [Operand(.account, "NAME"), Operand(.article, "ID", count: .optional)],
                run: AccountTesting.run),
            Command(
                name: "rm", group: .feeds, summary: "unlink an account; its feeds and articles stay",
                operands: [Operand(.account, "NAME")], options: [Confirmation.yes], run: remove),
            Command(
                name: "push", group: .feeds, summary: "subscribe to local feeds on the server",
                operands: [Operand(.account, "NAME"), Operand(.feed, count: .any)],
                options: [all], run: AccountPush.run),
        ],
        run: list.run)

    static let name = Flag.text("name", placeholder: "NAME", "the name of the account (the server's host)")
    static let days = Flag.number("days", 0...36_500, "also bring all articles of the last N days (30)")
    static let newDays = Flag.number(
        "days", 0...36_500, "with the next sync, also bring all articles of the last N days")
    static let labels = Flag.text("labels", .yesNo, "whether labels of articles are exchanged with the server (no)")
    private static let newName = Flag.text("name", placeholder: "NAME", "the new name")
    static let url = Flag.text("url", placeholder: "URL", "the new address of the server")
    static let user = Flag.text("user", placeholder: "USER", "the name to sign in with")
    private static let nextcloud = Flag("nextcloud", "use the API of Nextcloud's app News")
    private static let fever = Flag("fever", "use the Fever API of the server, as of yarr and CommaFeed")
    static let all = Flag("all", "push all local feeds")

    private static let list = Command.list("list the accounts", .feeds, ifEmpty: Wording.noAccounts) { store, _ in
        try store.accounts()
    }

    private static func remove(_ context: inout Context) throws -> ExitCode {
        let reading = try context.store(.reading)
        let account = try reading.account(named: context.arguments.operands[0])
        try context.checkCanConfirm("without a terminal, account rm needs --yes")
        let lock = try RefreshLock(database: reading.path, at: context.now)
        defer { withExtendedLifetime(lock) {} }
        for loss in unsent(account) { context.messages.notice(loss) }
        let feeds = count(account.feeds, "feed")
        let question = "unlink \(account.name)? rssium will fetch its \(feeds) itself; the server is left as it is"
        guard context.isConfirmed(question, else: "nothing was unlinked") else { return .failed }
        try context.store(.writing).removeAccount(account.id)
        context.noteFinal("account rm: \(account.name)")
        context.messages.notice("unlinked the account \(account.name); rssium fetches its \(feeds) from now on")
        return .done
    }

    /// The marks and changes that were not sent to the server, and are lost with the account.
    private static func unsent(_ account: Account) -> [String] {
        var lines: [String] = []
        if account.pending > 0 { lines.append(count(account.pending, "unsent mark")) }
        if account.pendingFeeds > 0 {
            lines.append(count(account.pendingFeeds, "unsent change") + " of subscriptions")
        }
        return lines.map { "\(account.name): \($0) will be lost" }
    }

    /// The API that the options of `add` name.
    static func api(_ context: borrowing Context) -> Account.API {
        context[nextcloud] ? .nextcloud : context[fever] ? .fever : .googleReader
    }

    /// The name of an account as it is stored.
    static func checkedName(_ text: String, _ arguments: Arguments) throws(UsageError) -> String {
        guard let name = NameArgument.normalized(text), NameRules.isName(name) else {
            throw arguments.wrong("--name must be one line of text with at most \(NameRules.lengthLimit) characters")
        }
        return name
    }
}
