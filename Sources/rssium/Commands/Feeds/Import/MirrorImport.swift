internal import FeedCore

/// `rssium import --mirror`: makes the subscriptions equal to a list.
struct MirrorImport {
    static let options: [any OptionRow] = [option, dryRun, yes]
    static let option = Flag("mirror", "make the subscriptions equal to the file: add, change and remove feeds")
    private static let dryRun = Flag("dry-run", "with --mirror, print the changes, but make none")
    private static let yes = Flag("yes", short: "y", "with --mirror, remove feeds without asking")

    /// The result of mirroring the list.
    enum Outcome {
        /// The changes are made; these feeds were added.
        case done([Store.Imported])
        case printed
        /// The user did not want it, or the list has no feeds.
        case refused
    }

    /// Throws for options that need `--mirror`.
    static func check(_ context: borrowing Context) throws(UsageError) {
        if !context[option] { try context.arguments.refuse([dryRun, yes], "works only with --mirror") }
    }

    private let feeds: [NewFeed]
    private let list: ImportList
    /// The category of new feeds without one.
    private let category: String?
    private let settings: NewFeedSettings
    private var plan: MirrorPlan
    private let losses: [RmCommand.Loss]

    init(
        _ feeds: [NewFeed], _ list: ImportList, category: String?, _ settings: NewFeedSettings,
        _ context: borrowing Context
    ) throws {
        (self.feeds, self.list, self.category, self.settings) = (feeds, list, category, settings)
        let store = try context.store(.reading)
        plan = MirrorPlan(
            feeds, ids: try store.feedIDs(of: feeds), stored: try store.feeds(), isComplete: list.isComplete,
            category: category, interval: settings.interval, takesPrograms: list.takesPrograms,
            removes: !list.mayLackFeeds)
        for index in plan.additions.indices { settings.apply(to: &plan.additions[index]) }
        losses = try RmCommand.losses(of: plan.removals, store)
    }

    func run(_ context: inout Context) throws -> Outcome {
        for problem in list.problems { context.messages.error("not imported: \(problem)") }
        guard !feeds.isEmpty else {
            context.messages.error("the file has no feeds, so --mirror changes nothing; `rssium rm` removes feeds")
            return .refused
        }
        if list.mayLackFeeds {
            context.messages.error("no feed is removed, because an entry of the file could not be read")
        }
        if context[MirrorImport.dryRun] {
            for line in lines { try context.output.line(line) }
            try context.output.flush()
            return .printed
        }
        guard try isWanted(context) else {
            context.messages.notice("nothing was changed")
            return .refused
        }
        let store = try context.store(.writing)
        let added = try store.apply(plan, categories: list.emptyCategories, colors: list.colors)
        try store.retime(plan.edits.map(\.feed.id), context)
        for loss in losses { context.messages.notice("removed \(loss.description)") }
        context.messages.notice(summary)
        if let leftOut = list.leftOut { context.messages.notice("not imported: \(leftOut)") }
        return .done(added)
    }

    private func isWanted(_ context: borrowing Context) throws -> Bool {
        if losses.isEmpty || context[MirrorImport.yes] { return true }
        try context.checkCanConfirm(
            "--mirror would remove \(count(losses.count, "feed")), and without a terminal it needs --yes")
        for line in lines { context.messages.put(StyledText(line)) }
        let question = "remove \(count(losses.count, "feed")) with \(RmCommand.Loss.summary(of: losses))?"
        guard Confirmation.isConfirmed(question, context.messages) else { return false }
        // While the user was asked, another rssium may have changed feeds.
        let isCurrent = try MirrorImport(feeds, list, category: category, settings, context).lines == lines
        if !isCurrent { context.messages.error("the subscriptions have changed meanwhile; run the command again") }
        return isCurrent
    }

    private var summary: String {
        let parts = [
            (plan.additions.count, "added"), (plan.edits.count, "changed"), (plan.removals.count, "removed"),
            (plan.unchanged, "unchanged"), (list.refused, "refused"),
        ]
        let shown = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return shown.isEmpty ? "nothing to change" : shown.joined(separator: ", ")
    }

    // MARK: The plan in words

    /// The changes as arguments of rssium: a shell takes what follows `#` for a comment.
    private var lines: [String] {
        plan.additions.flatMap(MirrorImport.lines)
            + plan.edits.map { feed, edit in
                ShellWords.joined(["edit", "\(feed.id.rawValue)"] + MirrorImport.words(for: edit)) + "  # \(feed.title)"
            }
            + losses.map { "rm \($0.feed.id.rawValue)  # \($0.feed.title), with \(RmCommand.Loss.summary(of: [$0]))" }
    }

    /// `add` has no option for a pause.
    private static func lines(for feed: NewFeed) -> [String] {
        var words = ["add"] + (feed.url.program.map { ["--exec", $0] } ?? [feed.url.text])
        let values = [
            ("--title", feed.nickname), ("--category", feed.category),
            ("--interval", feed.interval.map { DurationArgument.text(of: $0) }), ("--filter", feed.filter),
        ]
        for case (let option, let value?) in values { words += [option, value] }
        let flags = [("--favorite", feed.isFavorite), ("--full-text", feed.fetchesPages), ("--read", feed.beginsRead)]
        for case (let option, true) in flags { words.append(option) }
        for setting in Setting.all {
            let lines = feed.settings[setting.key]?.split(separator: "\n") ?? []
            words += lines.flatMap { ["--set", "\(setting.key)=\(setting.shown(String($0)))"] }
        }
        if let xpaths = feed.xpaths { words += DocumentOptions.words(xpaths.items, xpaths.parts) }
        return ([words] + (feed.isPaused ? [["edit", feed.url.text, "--pause"]] : [])).map(ShellWords.joined)
    }

    private static func words(for edit: FeedEdit) -> [String] {
        var words: [String] = []
        // `edit --title none` takes the title away. A space makes it a title, and is not stored.
        if let title = edit.nickname { words += ["--title", title == "none" ? "none " : title] }
        switch edit.category {
        case .named(let name): words += ["--category", name]
        case FeedEdit.CategoryChoice.none?: words += ["--category", "none"]
        case nil: break
        }
        switch edit.interval {
        case .every(let seconds): words += ["--interval", DurationArgument.text(of: seconds)]
        case .standard: words += ["--interval", "none"]
        case nil: break
        }
        if let filter = edit.filter { words += ["--filter", filter] }
        let flags = [("favorite", edit.isFavorite), ("full-text", edit.fetchesPages)]
        for case (let name, let isSet?) in flags { words.append(isSet ? "--\(name)" : "--no-\(name)") }
        if let isPaused = edit.isPaused { words.append(isPaused ? "--pause" : "--resume") }
        if let xpaths = edit.xpaths { words += DocumentOptions.words(xpaths.items, xpaths.parts) }
        return words
    }
}
