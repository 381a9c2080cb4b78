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
        if context[format] == "urls" {
            for feed in groups.lazy.flatMap(\.feeds) { try context.output.line(URLListWriter.line(for: feed)) }
        } else {
            try OPMLWriter.write(groups, to: &context.output)
        }
        try context.output.flush()
        reportLeftOut(leftOut, context)
        reportOmitted(pages: feeds.count { $0.xpaths != nil }, secrets: try store.credentialsOfFeeds().count, context)
        return .done
    }

    /// In the order of the categories, then feeds without one.
    private static func groups(of feeds: [Feed], _ categories: [FeedCore.Category]) -> [OPMLWriter.Group] {
        let indices = Dictionary(
            zip(categories.map(\.name), categories.indices), uniquingKeysWith: { first, _ in first })
        let groups = Dictionary(grouping: feeds.indices) { feed in
            feeds[feed].category.flatMap { indices[$0] } ?? categories.count
        }
        return (0...categories.count).map { index in
            OPMLWriter.Group(
                category: index < categories.count ? categories[index] : nil,
                feeds: sorted(groups[index] ?? [], of: feeds).map { feeds[$0] })
        }
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
    private static func sorted(_ chosen: [Int], of feeds: [Feed]) -> [Int] {
        let keyed = chosen.map { (title: CaseFolding.folded(feeds[$0].title), index: $0) }
        let ordered = keyed.sorted { left, right in
            left.title == right.title
                ? feeds[left.index].url.text < feeds[right.index].url.text
                : left.title.lexicographicallyPrecedes(right.title)
        }
        return ordered.map(\.index)
    }
}
