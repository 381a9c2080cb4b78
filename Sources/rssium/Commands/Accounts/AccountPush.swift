internal import FeedCore

/// `rssium account push`: hands local feeds over to the server of an account.
enum AccountPush {
    static func run(_ context: inout Context) throws -> ExitCode {
        let names = context.arguments.operands.dropFirst()
        guard names.isEmpty == context[AccountCommand.all] else {
            throw context.wrong("account push needs FEEDs or --all")
        }
        let reading = try context.store(.reading)
        let account = try reading.account(named: context.arguments.operands[0])
        let feeds =
            names.isEmpty
            ? try reading.feeds().filter(\.isFetchedHere)
            : try names.map { try context.feed($0, in: reading, for: .changing) }.unique(by: \.id)
        guard !feeds.isEmpty else {
            context.messages.notice("no local feeds to hand over")
            return .done
        }
        let lock = try RefreshLock(database: reading.path, at: context.now)
        defer { withExtendedLifetime(lock) {} }
        let refused = try context.store(.writing).handOver(feeds.map(\.id), to: account.id)
        for (id, why) in refused {
            let title = feeds.first { $0.id == id }?.title ?? "\(id.rawValue)"
            context.messages.error("cannot hand over \(title): \(why)")
        }
        guard refused.count < feeds.count else { return .failed }
        context.noteFinal("account push: \(account.name)")
        let code = try FeedChangeSending.subscribe(account.id, &context)
        return refused.isEmpty ? code : .failed
    }
}
