internal import FeedCore

/// `rssium export`: the subscriptions as a file for this program or another reader.
enum ExportCommand {
    static let command = Command(
        name: "export", group: .feeds, summary: "print the subscriptions as OPML or as a list of URLs",
        details: [
            "What is printed, rssium import reads back to the same subscriptions, titles, categories, intervals and "
                + "favorites. What OPML has no word for stands in attributes that begin with rssium:, which other "
                + "readers leave alone.",
            "The format urls is newsboat's: a URL a line, with its category and its \"~title\". It has no intervals "
                + "and no favorites. Passwords are never exported.",
        ],
        examples: [
            Command.Example("rssium export > subscriptions.opml", "for another reader, or another machine"),
            Command.Example("rssium export --format urls > ~/.newsboat/urls", "for newsboat"),
        ],
        options: [
            Option("format", .choice(["opml", "urls"]), placeholder: "FORMAT", "opml (the usual one) or urls")
        ],
        run: run)

    private static func run(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        let store = try context.store(.reading)
        let feeds = try store.feeds([.description, .site, .category])
        let categories = try store.categories()
        let places = Dictionary(
            zip(categories.map(\.name), categories.indices), uniquingKeysWith: { first, _ in first })
        // By categories in their order, those without one last; within one by titles, as the store has them.
        let groups = Dictionary(grouping: feeds.indices) { feed in
            feeds[feed].category.flatMap { places[$0] } ?? categories.count
        }
        let ordered = (0...categories.count).map { place in
            OPMLWriter.Group(
                category: place < categories.count ? categories[place] : nil,
                feeds: sorted(groups[place] ?? [], of: feeds).map { feeds[$0] })
        }
        if arguments.text("format") == "urls" {
            for feed in ordered.lazy.flatMap(\.feeds) { try context.output.line(URLListWriter.line(for: feed)) }
        } else {
            try OPMLWriter.write(ordered, to: &context.output)
        }
        try context.output.flush()
        let secrets = try store.credentialsOfFeeds().count
        if secrets > 0 {
            context.messages.notice(
                "not exported: the \(secrets == 1 ? "password" : "passwords") of \(count(secrets, "feed"))")
        }
        return .done
    }

    /// By title, and then by address rather than by id: what is exported again after an import is the same.
    private static func sorted(_ chosen: [Int], of feeds: [Feed]) -> [Int] {
        let keyed = chosen.map { (title: feeds[$0].title.lowercased(), index: $0) }
        let ordered = keyed.sorted { left, right in
            left.title == right.title
                ? feeds[left.index].url.text < feeds[right.index].url.text : left.title < right.title
        }
        return ordered.map(\.index)
    }
}
