internal import FeedCore

/// `rssium import`: subscribes to the feeds in a file of another feed reader.
enum ImportCommand {
    static let command = Command(
        name: "import", group: .feeds,
        summary: "subscribe to the feeds of an OPML file or a list of URLs",
        details: [
            "The file is OPML, whose folders become categories, or a plain list with one URL a line, such as newsboat's "
                + "urls file: a \"~title\" and tags may follow the URL, and the first tag becomes the category. The "
                + "content of the file decides which of the two it is.",
            "It does not fetch the feeds, unless --refresh is given. Existing feeds are left unchanged. Entries that are "
                + "not feeds are reported, and the exit code is 1; all other feeds are imported. Invalid categories and "
                + "intervals are reported, and the feeds imported without them. Programs in the file are never run.",
        ],
        examples: [
            Command.Example("rssium import subscriptions.opml --refresh", "move from another reader"),
            Command.Example(
                "rssium import ~/.newsboat/urls --read", "move from newsboat; all present articles are read"),
        ],
        operands: [Operand(.path, "FILE|-")],
        options: [
            Option("refresh", "fetch the feeds of the file after the import"),
            Option("read", "mark the articles of the first refresh read"),
        ],
        run: run)

    private static func run(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        let path = arguments.operands[0]
        var list: ImportList
        let bytes = try InputFile.bytes(at: path, byteLimit: InputFile.listLimit)
        do throws(ParseError) {
            list = try ImportList(bytes)
        } catch {
            let name = path == "-" ? "standard input" : path
            let isFeed = error != .cancelled && (try? FeedParser.parse(bytes, base: nil, extent: .headings)) != nil
            let feed = "it is a feed, not a list of feeds; `rssium add \(path == "-" ? "URL" : path)` subscribes to it"
            context.messages.error("cannot import \(name): \(isFeed ? feed : error.message)")
            return .failed
        }
        let feeds = list.newFeeds(home: context.environment["HOME"], asRead: arguments.has("read"))
        let imported = try store(feeds, list, context)
        let code: ExitCode = list.refused == 0 ? .done : .failed
        guard arguments.has("refresh") else {
            if imported.contains(where: \.isNew) {
                context.messages.notice("`rssium refresh` fetches their articles")
            }
            return code
        }
        let refreshed = try refresh(imported.map(\.id), &context)
        return code == .done || [.interrupted, .terminated].contains(refreshed) ? refreshed : code
    }

    /// Stores the feeds, and prints a summary.
    private static func store(
        _ feeds: [NewFeed], _ list: ImportList, _ context: borrowing Context
    ) throws -> [Store.Imported] {
        let store = try context.store(.writing)
        let categories = try store.categories().count
        var progress = ProgressLine(context.messages)
        let imported: [Store.Imported]
        do {
            defer { progress.clear() }
            imported = try store.add(feeds, categories: list.emptyCategories, colors: list.colors) { done in
                progress.show("imported \(done) of \(feeds.count)")
            }
        }
        for problem in list.problems { context.messages.error("not imported: \(problem)") }
        let added = imported.count(where: \.isNew)
        var parts = [count(added, "feed") + " added", "\(imported.count - added) present"]
        parts.append("\(list.refused) refused")
        let made = try store.categories().count - categories
        if made > 0 { parts.append(count(made, "new category", "new categories")) }
        context.messages.notice(parts.joined(separator: ", "))
        return imported
    }

    /// Refreshes the feeds of the file as `rssium refresh` does, except paused and gone ones, and looks for their icons.
    private static func refresh(_ imported: [FeedID], _ context: inout Context) throws -> ExitCode {
        let ids = Set(imported)
        let feeds = try context.store(.reading).feeds().filter { !$0.isPaused && !$0.isGone }
        let chosen = feeds.filter { ids.contains($0.id) }
        guard !chosen.isEmpty else { return .done }
        // If there are no other feeds, it is a refresh of all feeds.
        let operands = chosen.count == feeds.count ? [] : chosen.map { "\($0.id.rawValue)" }
        let command = RefreshCommand.command
        let code = try command.run(
            &context, Arguments(command: command, helpName: command.name, operands: operands, values: [:])
        )
        try FeedIcons.find(for: chosen, try context.store(.writing), context)
        return code
    }
}

/// The feeds and categories of a file, checked before they are stored.
struct ImportList {
    private var list: SubscriptionList
    private var reports: [(line: Int, text: String)] = []
    /// The number of entries that were not imported.
    private(set) var refused = 0
    /// The categories without feeds, in the order of the file. `newFeeds` fills it.
    private(set) var emptyCategories: [EmptyCategory] = []

    init(_ bytes: [UInt8]) throws(ParseError) {
        list = try SubscriptionList.read(bytes)
        for refusal in list.refused { refuse(refusal.text, refusal.reason, line: refusal.line) }
        if list.isCutOff {
            reports.append((.max, "the rest of the file: the file is cut off"))
            refused += 1
        }
    }

    /// Error messages about refused entries, and about invalid categories and intervals, in the order of the file.
    var problems: [String] { reports.sorted { $0.line < $1.line }.map(\.text) }

    /// The valid colors of the categories.
    var colors: [String: String] {
        list.colors.mapValues { $0.lowercased() }.filter { Color($0.value) != nil }
    }

    /// The feeds with an address that can be fetched. The others are refused.
    mutating func newFeeds(home: String?, asRead: Bool) -> [NewFeed] {
        var feeds: [NewFeed] = []
        feeds.reserveCapacity(list.subscriptions.count)
        var empty = list.emptyCategories[...]
        // What is converted is freed: a long list need not be in memory twice.
        defer { list.subscriptions = [] }
        for place in list.subscriptions.indices {
            var subscription = Subscription(url: "")
            swap(&subscription, &list.subscriptions[place])
            while let category = empty.first, category.place <= place {
                append(category, behind: feeds.count)
                empty.removeFirst()
            }
            if let reason = URLList.reasonToRefuse(subscription.url) {
                refuse(subscription.url, reason, line: subscription.line)
                continue
            }
            do throws(FetchError) {
                let address = try ImportList.address(subscription.url, home: home)
                var feed = NewFeed(subscription, at: address.url)
                feed.credentials = address.credentials
                feed.beginsRead = asRead
                feed.interval = interval(of: subscription)
                feed.category = category(of: subscription)
                feeds.append(feed)
            } catch {
                refuse(subscription.url, error.message, line: subscription.line)
            }
        }
        for category in empty { append(category, behind: feeds.count) }
        return feeds
    }

    /// Nil for the default interval. An interval that `edit` would not accept is reported.
    private mutating func interval(of subscription: Subscription) -> Int64? {
        guard let text = subscription.interval else { return nil }
        if let seconds = DurationArgument.seconds(of: text + "s"), seconds > 0 { return seconds }
        let reason = "\"\(ArgumentText.shown(text))\" is not a valid number of seconds"
        report(subscription.url, reason, of: "the interval of ", line: subscription.line)
        return nil
    }

    /// Nil for no category. A name that `edit` would not accept is reported.
    private mutating func category(of subscription: Subscription) -> String? {
        guard let name = subscription.category else { return nil }
        guard let problem = NameArgument.categoryProblem(name) else { return NameArgument.normalized(name) }
        report(subscription.url, problem, of: "the category of ", line: subscription.line)
        return nil
    }

    private mutating func append(_ category: EmptyCategory, behind place: Int) {
        if let problem = NameArgument.categoryProblem(category.name) {
            report(category.name, problem, of: "the category ", line: nil)
        } else if let name = NameArgument.normalized(category.name) {
            emptyCategories.append(EmptyCategory(name: name, place: place))
        }
    }

    private static func address(_ text: String, home: String?) throws(FetchError) -> FetchAddress {
        let isPath = ["/", "./", "../", "~/"].contains { text.hasPrefix($0) } && !text.hasPrefix("//")
        if isPath, let path = FeedSource.path(text, home: home) { return try FetchAddress(path: path) }
        return try FetchAddress(FetchAddress.guesses(for: text)[0])
    }

    private mutating func refuse(_ text: String, _ reason: String, line: Int?) {
        report(text, reason, line: line)
        refused += 1
    }

    /// - Parameter part: the part that is not imported, if it is not the whole entry.
    private mutating func report(_ text: String, _ reason: String, of part: String = "", line: Int?) {
        let place = line.map { "line \($0): " } ?? ""
        let shown = text.count > 200 ? text.prefix(200) + "…" : text
        reports.append((line ?? reports.count, "\(place)\(part)\(SecretMask.word(shown)): \(reason)"))
    }
}

extension NewFeed {
    fileprivate init(_ subscription: Subscription, at url: WebAddress) {
        self.init(url: url)
        // Many readers write the URL as the title of a feed without one.
        let given = subscription.title == subscription.url ? nil : subscription.title
        let title = given.map { String($0.prefix(NameArgument.maxTitleCharacters)) }
        nickname = title == subscription.ownTitle ? nil : title
        ownTitle = subscription.ownTitle
        isFavorite = subscription.isFavorite
        isPaused = subscription.isPaused
        site = subscription.site
        summary = subscription.summary
        icon = subscription.icon
        language = subscription.language
    }
}
