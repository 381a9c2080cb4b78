internal import FeedCore

/// `rssium prune`: removes the articles that the retention settings do not keep.
enum PruneCommand {
    static let command = Command(
        name: "prune", group: .upkeep, summary: "apply the retention settings now",
        options: [dryRun],
        run: run)

    private static let dryRun = Flag("dry-run", "list the articles instead of removing them")

    private static func run(_ context: inout Context) throws -> ExitCode {
        let isDry = context[dryRun] || !context.paths.hasDatabase
        let store = try context.store(isDry ? .reading : .writing)
        let retention = RetentionSettings(context.settings, try store.settingsOfFeeds())
        guard !retention.isUncertain else {
            context.messages.error(Pruning.uncertain)
            return .failed
        }
        if isDry {
            try printPrunable(store, retention, &context)
            return .done
        }
        let lock = try RefreshLock(database: store.path, for: .prune, at: context.now)
        // The lock is held until everything is removed.
        defer { withExtendedLifetime(lock) {} }
        var line = ProgressLine(context.messages)
        defer { line.clear() }
        let pruned = try store.prune(at: context.now, retention: retention.of) { removed in
            line.show("\(removed) removed")
        }
        if pruned.articles > 0 { try store.noteRemovalAnnounced(at: context.now) }
        let hasForgotten = try store.forgetRemoved()
        if pruned.articles > 0 { context.noteFinal("prune: \(count(pruned.articles, "article"))") }
        line.clear()
        context.messages.notice(summary("removed", pruned))
        if hasForgotten { context.messages.notice("undo can no longer bring back what rm and mark deleted removed") }
        return .done
    }

    private static func printPrunable(
        _ store: borrowing Store, _ retention: RetentionSettings, _ context: inout Context
    ) throws {
        let terminal = context.output.terminal
        let layout = ListLayout(
            format: terminal.isTerminal ? .text : .tsv, fields: Article.fields["id", "published", "feed", "title"],
            areFieldsChosen: true)
        var writer = ItemWriter(layout, on: terminal, at: context.now)
        context.page()
        var pruned = Store.Pruned()
        var feeds: Set<FeedID> = []
        try store.forEachPrunable(at: context.now, retention: retention.of) { feed, id in
            feeds.insert(feed)
            pruned.articles += 1
            try writer.write(try store.article(id), to: &context.output)
        }
        pruned.feeds = feeds.count
        try writer.finish(to: &context.output)
        try context.output.flush()
        context.messages.notice(summary("would remove", pruned))
        if try store.hasRemoved() {
            context.messages.notice("undo could no longer bring back what rm and mark deleted removed")
        }
    }

    /// `removed 12 articles of 3 feeds`.
    static func summary(_ verb: String, _ pruned: Store.Pruned) -> String {
        pruned.articles == 0
            ? "nothing to remove"
            : "\(verb) \(count(pruned.articles, "article")) of \(count(pruned.feeds, "feed"))"
    }
}
