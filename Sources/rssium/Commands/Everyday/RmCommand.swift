internal import FeedCore

/// `rssium rm`: unsubscribes from feeds.
enum RmCommand {
    static let command = Command(
        name: "rm", group: .feeds, summary: "remove feeds and all their articles",
        operands: [Operand(.feed, count: .oneOrMore)],
        options: [Confirmation.yes],
        run: run)

    private static func run(_ context: inout Context) throws -> ExitCode {
        guard let losses = try losses(context.arguments.operands, context) else { return .failed }
        try context.checkCanConfirm("without a terminal, rm needs --yes")
        guard isConfirmed(losses, context) else { return .failed }
        let store = try context.store(.writing)
        try store.remove(losses.map(\.feed.id))
        for loss in losses { context.messages.notice("removed \(loss.description)") }
        return try FeedChangeSending.send(to: Set(losses.compactMap(\.feed.accountID)), context)
    }

    /// The contents of the feeds with these names, each feed once. Nil if a name matches no feed or several; then it
    /// reports an error for each such name.
    private static func losses(_ names: [String], _ context: borrowing Context) throws -> [Loss]? {
        let store = try context.store(.reading)
        var feeds: [Feed] = []
        var areAllFound = true
        for name in names {
            do {
                let feed = try context.feed(name, in: store, for: .changing)
                if feed.url == .saved, feed.articles > 0 {
                    throw StoreError.feedOfPages(
                        "it has \(count(feed.articles, "saved page")); `rssium mark deleted --feed \(feed.id.rawValue)` removes them"
                    )
                }
                if !feeds.contains(where: { $0.id == feed.id }) { feeds.append(feed) }
            } catch let error as StoreError {
                context.messages.error("cannot remove \(Context.shownFeed(name)): \(error.message)")
                areAllFound = false
            }
        }
        return areAllFound ? try losses(of: feeds, store) : nil
    }

    /// The contents of feeds to remove.
    static func losses(of feeds: [Feed], _ store: borrowing Store) throws -> [Loss] {
        let (rules, views) = (try store.rules(), try store.views())
        var losses: [Loss] = []
        for feed in feeds { losses.append(try Loss(of: feed, rules, views, store)) }
        return losses
    }

    private static func isConfirmed(_ losses: [Loss], _ context: borrowing Context) -> Bool {
        let accounts = Set(losses.compactMap(\.feed.account)).sorted()
        let servers =
            accounts.isEmpty ? "" : " The server of \(accounts.joined(separator: ", ")) forgets the stars too."
        var what = losses.first?.description ?? ""
        if losses.count > 1 {
            what = "these \(losses.count) feeds with \(Loss.summary(of: losses))"
            if !context[Confirmation.yes] {
                for loss in losses { context.messages.put(StyledText(loss.description)) }
            }
        }
        return context.isConfirmed("remove \(what)?\(servers)", else: "nothing was removed")
    }

    /// A feed to remove, with its articles, rules and settings.
    struct Loss {
        let feed: Feed
        /// Its articles, those of them that are starred or labeled, rules and settings.
        private let counts: [Int]
        /// The views that name it.
        private let views: [String]

        fileprivate init(of feed: Feed, _ rules: [Rule], _ views: [SavedView], _ store: borrowing Store) throws {
            self.feed = feed
            let rules = rules.count { if case .feed(feed.id, _) = $0.scope { true } else { false } }
            let own = try store.settings(of: feed.id).keys.count { Setting.named($0)?.isPerFeed == true }
            // The interval counts as a setting, although it is stored with the feed.
            let settings = own + (feed.interval == nil ? 0 : 1)
            self.views = views.filter { $0.filters.contains(.feed(feed.id)) }.map { "@" + $0.name }
            counts = try [feed.articles] + store.markedCounts(of: feed.id) + [rules, settings]
        }

        var description: String { "feed \(feed.id.rawValue), \(feed.title), with \(Loss.summary(of: [self]))" }

        /// `2 articles (1 starred), 1 rule and 3 settings`, without what the feeds do not have.
        static func summary(of losses: [Loss]) -> String {
            let sums = (0..<5).map { index in losses.reduce(0) { $0 + $1.counts[index] } }
            let marked = zip(sums[1...], ["starred", "labeled"]).filter { $0.0 > 0 }.map { "\($0) \($1)" }
            let others = zip(sums[3...], ["rule", "setting"]).filter { $0.0 > 0 }.map { count($0, $1) }
            let articles = count(sums[0], "article")
            let views = Set(losses.flatMap(\.views)).sorted()
            return joined(
                [marked.isEmpty ? articles : "\(articles) (\(marked.joined(separator: ", ")))"] + others, by: "and")
                + (views.isEmpty ? "" : ", also from \(listed(views))")
        }
    }
}
