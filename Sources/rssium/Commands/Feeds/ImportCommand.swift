internal import FeedCore

/// `rssium import`: subscribes to what a list of another reader names.
enum ImportCommand {
    static let command = Command(
        name: "import", group: .feeds,
        summary: "subscribe to the feeds of an OPML file or a list of URLs",
        details: [
            "The file is OPML, whose folders become categories, or a plain list: a URL a line, with a \"~title\" and "
                + "tags after it as in newsboat's urls file, the first tag becoming the category. Which of the two it "
                + "is shows in its content.",
            "Nothing is fetched without --refresh: rssium refresh does that. Feeds that are there already are left as "
                + "they are. What is no feed is named, and everything else imported; then the exit code is 1. A category "
                + "or an interval that no feed can have is named, and its feed imported without it. Nothing that is "
                + "imported is ever run.",
        ],
        examples: [
            Command.Example("rssium import subscriptions.opml --refresh", "move in from another reader"),
            Command.Example(
                "rssium import ~/.newsboat/urls --read", "from newsboat; only what is new later is unread"),
        ],
        operands: [Operand(.path, "FILE|-")],
        options: [
            Option("refresh", "fetch the feeds of the file afterwards"),
            Option("read", "store what their first refresh brings as already read"),
        ],
        run: run)

    private static func run(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        let path = arguments.operands[0]
        var list: ImportList
        do {
            list = try ImportList(try InputFile.bytes(at: path))
        } catch let error as ParseError {
            let name = path == "-" ? "standard input" : path
            context.messages.error("cannot import \(name): \(error.message)")
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

    /// Stores the feeds, and tells how it went.
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
        for remark in list.remarks { context.messages.error("not imported: \(remark)") }
        let added = imported.count(where: \.isNew)
        var parts = [count(added, "feed") + " added", "\(imported.count - added) present"]
        parts.append("\(list.refused) refused")
        let made = try store.categories().count - categories
        if made > 0 { parts.append(count(made, "new category", "new categories")) }
        context.messages.notice(parts.joined(separator: ", "))
        return imported
    }

    /// Refreshes the feeds of the file as `rssium refresh` does, but those that are paused or have ended.
    private static func refresh(_ imported: [FeedID], _ context: inout Context) throws -> ExitCode {
        let ids = Set(imported)
        let feeds = try context.store(.reading).feeds().filter { !$0.isPaused && !$0.isGone }
        let chosen = feeds.filter { ids.contains($0.id) }
        guard !chosen.isEmpty else { return .done }
        // With nothing else there, it is simply a refresh.
        let operands = chosen.count == feeds.count ? [] : chosen.map { "\($0.id.rawValue)" }
        let command = RefreshCommand.command
        return try command.run(
            &context, Arguments(command: command, helpName: command.name, operands: operands, values: [:])
        )
    }
}

/// What a file names, before anything of it is stored.
struct ImportList {
    private let list: SubscriptionList
    private var said: [(line: Int, text: String)] = []
    /// How many of what is in the file were not imported at all.
    private(set) var refused = 0
    /// The categories that hold no feeds, in the order of the file. Known once `newFeeds` has gone through it.
    private(set) var emptyCategories: [EmptyCategory] = []

    init(_ bytes: [UInt8]) throws(ParseError) {
        list = try SubscriptionList.read(bytes)
        for refusal in list.refused { refuse(refusal.text, refusal.reason, line: refusal.line) }
        if list.isCutOff {
            said.append((.max, "the rest of the file: it ends before the list does"))
            refused += 1
        }
    }

    /// What was left out and why, each on a line for the user, in the order of the file: what is no feed, and what of a
    /// feed cannot be as it is there.
    var remarks: [String] { said.sorted { $0.line < $1.line }.map(\.text) }

    /// The colors of the categories, those that are none left out.
    var colors: [String: String] {
        list.colors.mapValues { $0.lowercased() }.filter { Color($0.value) != nil }
    }

    /// Those that have an address that can be fetched; the others are refused.
    mutating func newFeeds(home: String?, asRead: Bool) -> [NewFeed] {
        var feeds: [NewFeed] = []
        feeds.reserveCapacity(list.subscriptions.count)
        var empty = list.emptyCategories[...]
        for (place, subscription) in list.subscriptions.enumerated() {
            while let category = empty.first, category.place <= place {
                take(category, behind: feeds.count)
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
        for category in empty { take(category, behind: feeds.count) }
        return feeds
    }

    /// Nil for the usual one: also where the file has none that `edit` would take, which is told.
    private mutating func interval(of subscription: Subscription) -> Int64? {
        guard let text = subscription.interval else { return nil }
        if let seconds = DurationArgument.seconds(of: text + "s"), seconds > 0 { return seconds }
        let reason = "\"\(PlainArgument.shown(text))\" is no number of seconds that a feed can wait"
        say(subscription.url, reason, of: "the interval of ", line: subscription.line)
        return nil
    }

    /// Nil for none: also where the file has one that `edit` would not take, which is told.
    private mutating func category(of subscription: Subscription) -> String? {
        guard let name = subscription.category else { return nil }
        guard let problem = CategoryName.problem(with: name) else { return GivenName.folded(name) }
        say(subscription.url, problem, of: "the category of ", line: subscription.line)
        return nil
    }

    private mutating func take(_ category: EmptyCategory, behind place: Int) {
        if let problem = CategoryName.problem(with: category.name) {
            say(category.name, problem, of: "the category ", line: nil)
        } else if let name = GivenName.folded(category.name) {
            emptyCategories.append(EmptyCategory(name: name, place: place))
        }
    }

    private static func address(_ text: String, home: String?) throws(FetchError) -> FetchAddress {
        let isPath = ["/", "./", "../", "~/"].contains { text.hasPrefix($0) } && !text.hasPrefix("//")
        if isPath, let path = FeedSource.path(text, home: home) { return try FetchAddress(path: path) }
        return try FetchAddress(FetchAddress.guesses(for: text)[0])
    }

    private mutating func refuse(_ text: String, _ reason: String, line: Int?) {
        say(text, reason, line: line)
        refused += 1
    }

    /// `part` says what of it is left out, where it is not the whole.
    private mutating func say(_ text: String, _ reason: String, of part: String = "", line: Int?) {
        let place = line.map { "line \($0): " } ?? ""
        let shown = text.count > 200 ? text.prefix(200) + "…" : text
        said.append((line ?? said.count, "\(place)\(part)\(SecretMask.word(shown)): \(reason)"))
    }
}

extension NewFeed {
    fileprivate init(_ subscription: Subscription, at url: WebAddress) {
        self.init(url: url)
        // Many readers write the address where a feed has no title.
        let given = subscription.title == subscription.url ? nil : subscription.title
        let title = given.map { String($0.prefix(GivenName.longestTitle)) }
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
