internal import FeedCore

/// `rssium rm`: unsubscribes from feeds.
enum RmCommand {
    static let command = Command(
        name: "rm", group: .everyday, summary: "remove feeds with all their articles",
        details: [
            "Asks first on a terminal; elsewhere --yes is required. Where one FEED is not found, or fits several, "
                + "nothing is removed.",
            "To stop a feed and keep its articles, use rssium edit FEED --pause.",
        ],
        examples: [Command.Example("rssium rm --yes 3 17", "remove two feeds without being asked")],
        operands: [Operand(.feed, count: .oneOrMore)],
        options: [Option("yes", short: "y", "do not ask")],
        run: run)

    private static func run(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        guard arguments.has("yes") || Question.canBeAsked(context.messages) else {
            throw arguments.wrong("rm wants --yes where there is no terminal to ask on")
        }
        guard let feeds = try named(arguments.operands, context) else { return .failed }
        if !arguments.has("yes"), !isConfirmed(feeds, context.messages) {
            context.messages.notice("nothing was removed")
            return .failed
        }
        let store = try context.store(.writing)
        try store.remove(feeds.map(\.id))
        for feed in feeds { context.messages.notice("removed \(words(for: feed))") }
        return .done
    }

    /// Each feed once; nil, and all that is wrong is said, where a name fits none or several.
    private static func named(_ names: [String], _ context: borrowing Context) throws -> [Feed]? {
        let store = try context.store(.reading)
        var feeds: [Feed] = []
        var areAllFound = true
        for name in names {
            do {
                let feed = try context.feed(name, in: store, for: .changing)
                if !feeds.contains(where: { $0.id == feed.id }) { feeds.append(feed) }
            } catch let error as StoreError {
                context.messages.error("cannot remove \(SecretMask.word(name)): \(error.message)")
                areAllFound = false
            }
        }
        return areAllFound ? feeds : nil
    }

    private static func isConfirmed(_ feeds: [Feed], _ messages: Messages) -> Bool {
        for feed in feeds { messages.put(StyledText(words(for: feed))) }
        let articles = feeds.reduce(0) { $0 + $1.articles }
        let subject = feeds.count == 1 ? "this feed" : "these \(feeds.count) feeds"
        return Question.isConfirmed("remove \(subject) with \(count(articles, "article"))?", messages)
    }

    private static func words(for feed: Feed) -> String {
        "feed \(feed.id.rawValue), \(feed.title), with \(count(feed.articles, "article"))"
    }
}

/// `1 article`, `2 articles`.
func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(number) \(number == 1 ? noun : plural ?? noun + "s")"
}
