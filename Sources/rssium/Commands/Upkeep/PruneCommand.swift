internal import FeedCore

/// `rssium prune`: removes what is not to be kept.
enum PruneCommand {
    static let command = Command(
        name: "prune", group: .upkeep, summary: "apply the retention settings now",
        details: [
            "Of each feed the newest keep.articles are kept, and of those only what is not older than keep.days. "
                + "Never removed are starred articles, what the feed still carries and, with keep.unread, what is "
                + "unread. What is removed does not come back. A refresh does the same by itself.",
            "With --dry-run it prints the id, the date, the feed and the title of each article that would go. Exits "
                + "with 4 while a refresh is running.",
        ],
        examples: [
            Command.Example("rssium prune --dry-run | wc -l", "how many would go"),
            Command.Example("rssium config keep.days 90 --feed heise", "of this feed nothing older than that"),
        ],
        options: [Option("dry-run", "say what would go, remove nothing")],
        run: run)

    private static func run(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        if arguments.has("dry-run") || !context.paths.hasDatabase {
            let store = try context.store(.reading)
            try show(store, retention(store, context), &context)
            return .done
        }
        let store = try context.store(.writing)
        let lock = try RefreshLock(database: store.path, for: .prune, at: context.now)
        // Held until everything is removed.
        defer { withExtendedLifetime(lock) {} }
        var line = ProgressLine(context.messages)
        defer { line.clear() }
        let pruned = try store.prune(at: context.now, retention: retention(store, context).of) { removed in
            line.show("\(removed) removed")
        }
        line.clear()
        context.messages.notice(words("removed", pruned))
        return .done
    }

    private static func retention(
        _ store: borrowing Store, _ context: borrowing Context
    ) throws -> RetentionSettings {
        RetentionSettings(context.settings, try store.settingsOfFeeds())
    }

    private static func show(
        _ store: borrowing Store, _ retention: RetentionSettings, _ context: inout Context
    ) throws {
        let fields: [ArticleField] = [.id, .published, .feed, .title]
        let terminal = context.output.terminal
        var records = RecordWriter(
            ListOptions(format: terminal.isTerminal ? .text : .tsv, fields: fields), columns: fields.map(\.column),
            width: terminal.isTerminal ? terminal.width : nil)
        var pruned = Store.Pruned()
        var feeds: Set<FeedID> = []
        try store.forEachPrunable(at: context.now, retention: retention.of) { id in
            let article = try store.article(id)
            feeds.insert(article.feedID)
            pruned.articles += 1
            if records.isTable {
                let row = fields.map { $0.styledText(of: article, isNew: false, at: context.now) }
                try records.write(styled: row, to: &context.output)
            } else {
                try records.write(fields.map { $0.text(of: article, isNew: false) }, to: &context.output)
            }
        }
        pruned.feeds = feeds.count
        try records.finish(to: &context.output)
        try context.output.flush()
        context.messages.notice(words("would remove", pruned))
    }

    /// `removed 12 articles of 3 feeds`.
    static func words(_ verb: String, _ pruned: Store.Pruned) -> String {
        pruned.articles == 0
            ? "nothing to remove"
            : "\(verb) \(count(pruned.articles, "article")) of \(count(pruned.feeds, "feed"))"
    }
}
