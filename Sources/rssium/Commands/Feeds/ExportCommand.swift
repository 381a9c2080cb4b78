internal import FeedCore

/// `rssium export`: prints the subscriptions for rssium or another feed reader.
enum ExportCommand {
    static let command = Command(
        name: "export", group: .feeds, summary: "print the feeds as OPML or URLs, or feeds and marks as text",
        options: [format, programs],
        run: run)

    private static let format = Flag.text(
        "format", .choice(["opml", "urls", "state"]), placeholder: "FORMAT", "opml, urls or state (opml)")
    private static let programs = Flag("programs", "include feeds with a program or a filter")

    private static func run(_ context: inout Context) throws -> ExitCode {
        let isState = context[format] == "state"
        if isState, context[programs] {
            throw UsageError("--programs works only with --format opml and urls", command: "export")
        }
        let store = try context.store(.reading)
        context.page()
        if isState {
            try store.exportState(host: HostName.short) {
                try context.output.write(String(decoding: $0, as: UTF8.self))
            }
            try context.output.flush()
            reportLeftOut(try store.feeds().filter { $0.runsProgram || $0.url.scheme == .file }, context)
            return .done
        }
        let all = try store.feeds([.flags, .description, .site, .category, .settings]).filter { $0.url != .saved }
        let leftOut = context[programs] ? [] : all.filter(\.runsProgram)
        let feeds = context[programs] ? all : all.filter { !$0.runsProgram }
        let groups = groups(of: feeds, try store.categories())
        let credentials = try store.credentialsOfFeeds()
        // A user name without a password from elsewhere may be a token.
        let named = context.settings.passwordCommands(for: all, credentials, try store.settingsOfFeeds())
        let url = { (feed: Feed) in feed.url.text(for: named[feed.id] == nil ? nil : credentials[feed.id]?.user) }
        if context[format] == "urls" {
            for feed in groups.lazy.flatMap(\.feeds) {
                try context.output.line(URLListWriter.line(for: feed, at: url(feed)))
            }
        } else {
            try OPMLWriter.write(groups, urls: url, to: &context.output)
        }
        try context.output.flush()
        reportLeftOut(leftOut, context)
        let secrets = credentials.keys.count { named[$0] == nil }
        reportOmitted(pages: feeds.count { $0.xpaths != nil }, secrets: secrets, context)
        return .done
    }

    /// In the order of the categories, then feeds without one.
    private static func groups(of feeds: [Feed], _ categories: [FeedCore.Category]) -> [OPMLWriter.Group] {
        // Another program may have removed a category meanwhile.
        let names = Set(categories.map(\.name))
        let groups = Dictionary(grouping: feeds) { feed in feed.category.flatMap { names.contains($0) ? $0 : nil } }
        let named = categories.map { OPMLWriter.Group(category: $0, feeds: sorted(groups[$0.name] ?? [])) }
        return named + [OPMLWriter.Group(category: nil, feeds: sorted(groups[nil] ?? []))]
    }

    /// Names the feeds that are not exported.
    private static func reportLeftOut(_ leftOut: [Feed], _ context: borrowing Context) {
        let advice = context[format] == "state" ? "--format opml --programs exports it" : "--programs exports it"
        for feed in leftOut {
            let source = feed.url.scheme == .file ? "it is a local file" : "it is a program"
            let what = feed.filter == nil ? source : "it has a filter"
            context.messages.notice("not exported: feed \(feed.id.rawValue), \(feed.title): \(what); \(advice)")
        }
    }

    /// Names the properties of feeds that are not exported.
    private static func reportOmitted(pages: Int, secrets: Int, _ context: borrowing Context) {
        if pages > 0, context[format] == "urls" {
            context.messages.notice("not exported: the XPaths of \(count(pages, "feed")), which only OPML has")
        }
        if secrets > 0 {
            context.messages.notice(
                "not exported: the \(secrets == 1 ? "password" : "passwords") of \(count(secrets, "feed"))")
        }
    }

    /// Sorts feeds by title, then by URL and not by id, so that an export after an import is the same.
    private static func sorted(_ feeds: [Feed]) -> [Feed] {
        let keyed = feeds.map { (title: CaseFolding.folded($0.title), feed: $0) }
        let ordered = keyed.sorted { left, right in
            left.title == right.title
                ? left.feed.url.text < right.feed.url.text : left.title.lexicographicallyPrecedes(right.title)
        }
        return ordered.map(\.feed)
    }
}
