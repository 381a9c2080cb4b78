internal import FeedCore

/// `rssium import`: subscribes to what a list of another reader names.
enum ImportCommand {
    static let command = Command(
        name: "import", group: .feeds, summary: "subscribe to the feeds of an OPML file or a list of URLs",
        details: [
            "The file is OPML, whose folders become categories, or a plain list: a URL a line, with a \"~title\" and "
                + "tags after it as in newsboat's urls file, the first tag becoming the category. Which of the two it "
                + "is shows in its content.",
            "Nothing is fetched: rssium refresh does that. Feeds that are there already are left as they are. What is "
                + "no feed is named, and everything else imported; then the exit code is 1. Nothing that is imported "
                + "is ever run.",
        ],
        examples: [
            Command.Example("rssium import subscriptions.opml && rssium refresh", "move in from another reader"),
            Command.Example("rssium import ~/.newsboat/urls", "from newsboat"),
        ],
        operands: [Operand(.path, "FILE|-")],
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
        let feeds = list.newFeeds(home: context.environment["HOME"])
        let store = try context.store(.writing)
        let categories = try store.categories().count
        let added = try store.add(feeds).count { $0 != nil }
        for refusal in list.refused { context.messages.error("not imported: \(refusal)") }
        tell(added: added, of: feeds.count, list, newCategories: try store.categories().count - categories, context)
        return list.refused.isEmpty ? .done : .failed
    }

    private static func tell(
        added: Int, of asked: Int, _ list: ImportList, newCategories: Int, _ context: borrowing Context
    ) {
        var parts = [count(added, "feed") + " added", "\(asked - added) present", "\(list.refused.count) refused"]
        if newCategories > 0 { parts.append(count(newCategories, "new category", "new categories")) }
        context.messages.notice(parts.joined(separator: ", "))
        if added > 0 { context.messages.notice("`rssium refresh` fetches their articles") }
    }
}

/// What a file names, before anything of it is stored.
struct ImportList {
    private let subscriptions: [(Subscription, line: Int?)]
    /// What is no feed and why, each on a line for the user, in the order of the file.
    var refused: [String] { refusals.sorted { $0.line < $1.line }.map(\.text) }
    private var refusals: [(line: Int, text: String)] = []

    init(_ bytes: [UInt8]) throws(ParseError) {
        if OPML.isLikely(bytes) {
            subscriptions = try OPML.read(bytes).map { ($0, nil) }
        } else {
            let content = URLList.read(bytes)
            subscriptions = zip(content.subscriptions, content.lines).map { ($0, $1) }
            for refusal in content.refused { refuse(refusal.text, refusal.reason, line: refusal.line) }
        }
    }

    /// Those that have an address that can be fetched; the others are refused.
    mutating func newFeeds(home: String?) -> [NewFeed] {
        var feeds: [NewFeed] = []
        feeds.reserveCapacity(subscriptions.count)
        for (subscription, line) in subscriptions {
            if let reason = URLList.reasonToRefuse(subscription.url) {
                refuse(subscription.url, reason, line: line)
                continue
            }
            do throws(FetchError) {
                let address = try ImportList.address(subscription.url, home: home)
                var feed = NewFeed(url: address.url)
                feed.credentials = address.credentials
                // Many readers write the address where a feed has no title.
                feed.nickname = subscription.title == subscription.url ? nil : subscription.title
                feed.category = subscription.category
                feeds.append(feed)
            } catch {
                refuse(subscription.url, error.message, line: line)
            }
        }
        return feeds
    }

    private static func address(_ text: String, home: String?) throws(FetchError) -> FetchAddress {
        let isPath = ["/", "./", "../", "~/"].contains { text.hasPrefix($0) } && !text.hasPrefix("//")
        if isPath, let path = Subject.path(text, home: home) { return try FetchAddress(path: path) }
        return try FetchAddress(FetchAddress.guesses(for: text)[0])
    }

    private mutating func refuse(_ text: String, _ reason: String, line: Int?) {
        let place = line.map { "line \($0): " } ?? ""
        refusals.append((line ?? refusals.count, "\(place)\(SecretMask.word(text)): \(reason)"))
    }
}
