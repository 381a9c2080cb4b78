internal import FeedCore

/// `rssium` without a command on a terminal: the way to a first article, and after that what there is to do now.
enum Welcome {
    /// Nil where standard output is not a terminal, and for a database that cannot be read: the commands say what is
    /// wrong with it.
    static func lines(_ context: borrowing Context) -> [StyledText]? {
        let terminal = context.output.terminal
        guard terminal.isTerminal else { return nil }
        let help = Help(columns: terminal.width)
        guard context.paths.hasDatabase else { return firstSteps(help) }
        guard let path = try? context.paths.database(), let store = try? Store(path: path, access: .reading),
            let feeds = try? store.feeds()
        else { return nil }
        return feeds.isEmpty ? firstSteps(help) : summary(of: feeds, help, at: context.now)
    }

    /// Feeds of the list of `discover`, as examples that can be added as they stand.
    static let examples = ["https://xkcd.com/atom.xml", "https://www.nasa.gov/feed/", "https://lwn.net/headlines/rss"]

    private static func firstSteps(_ help: Help) -> [StyledText] {
        help.wrapped("rssium reads feeds, and none is stored yet. Subscribe to one of these:", indent: 0)
            + examples.map { help.line("rssium add \($0)") }
            + help.wrapped("or bring your own:", indent: 0)
            + rows(
                [
                    ("rssium add SITE", "the feed of a site, such as your favorite blog"),
                    ("rssium import FILE", "the feeds of another reader, as OPML"),
                    ("rssium discover WORD", "well-known feeds by topic, such as science"),
                ], help)
            + help.wrapped(
                "Then `rssium list` shows what is new, and `rssium schedule on` refreshes by itself.", indent: 0)
    }

    private static func summary(of feeds: [Feed], _ help: Help, at now: Timestamp) -> [StyledText] {
        let unread = feeds.reduce(0) { $0 + $1.unread }
        let last = RelativeTime.text(of: feeds.compactMap(\.refresh.lastRefreshed).max(), at: now)
        let failing = feeds.count(where: \.hasFailed)
        var commands = [
            (command: "rssium refresh", meaning: "fetch all feeds; the last time: \(last)", fact: "  last: \(last)")
        ]
        if unread > 0 {
            commands.insert(("rssium list", "list the unread articles", ""), at: 0)
            commands.insert(("rssium read --each", "read them one after the other", ""), at: 1)
        }
        if failing > 0 {
            let feeds = count(failing, "feed")
            commands.append(("rssium feeds --failing", "see why \(feeds) failed", "  \(feeds) failed"))
        }
        let state = "\(count(unread, "unread article")) in \(count(feeds.count, "feed"))"
        let lines =
            help.wrapped("\(state); `rssium help` lists all commands", indent: 0)
            + rows(commands.map { ($0.command, $0.meaning) }, help)
        // On a narrow terminal, too, each has one line.
        return lines.count == commands.count + 1
            ? lines : [StyledText(state)] + commands.map { help.line($0.command, $0.fact) }
    }

    private static func rows(_ rows: [(command: String, meaning: String)], _ help: Help) -> [StyledText] {
        help.rows(rows.map { (StyledText($0.command, .bold), $0.meaning) })
    }
}
