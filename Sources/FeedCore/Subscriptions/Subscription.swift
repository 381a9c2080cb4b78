/// A feed in a list of subscriptions. Its values are unchecked.
public struct Subscription: Hashable, Sendable {
    /// The address of the feed.
    public var url: String
    /// The command line of a program that prints the feed; then the address only names it.
    public var program: String?
    /// The command line of a program that filters the document.
    public var filter: String?
    /// The expressions that find the articles of a page without a feed.
    public var xpaths: PageXPaths?
    /// Its name in the list.
    public var title: String?
    /// The feed's own title, if the list has it apart from the user's.
    public var ownTitle: String?
    /// Its innermost folder, or its first tag.
    public var category: String?
    /// The tags that follow the one that is the category.
    public var furtherTags: [String] = []
    /// The interval as written: a number of seconds, or another text.
    public var interval: String?
    public var isFavorite = false
    public var isPaused = false
    /// A refresh fetches the pages of its articles.
    public var fetchesPages = false
    /// The feed's home page.
    public var site: String?
    public var summary: String?
    public var icon: String?
    public var language: String?
    /// The line number in a plain list, from 1; nil in OPML.
    public var line: Int?

    /// An entry that is neither a favorite nor paused.
    public init(url: String, title: String? = nil, category: String? = nil, line: Int? = nil) {
        self.url = url
        self.title = title
        self.category = category
        self.line = line
    }

    /// Adds a category: the first one is that of the feed, another one a further tag.
    mutating func add(category name: String) {
        if category == nil { category = name } else { furtherTags.append(name) }
    }
}

/// The content of a list of subscriptions: the feeds, and the refused entries.
public struct SubscriptionList: Hashable, Sendable {
    public var subscriptions: [Subscription] = []
    /// The entries that are not feeds.
    public var refused: [Refusal] = []
    /// The queries of newsboat; they are among the refused entries, too.
    public var queries: [NewsboatQuery] = []
    /// Empty folders, in the order of the list.
    public var emptyCategories: [EmptyCategory] = []
    /// The colors of folders, by folder name.
    public var colors: [String: String] = [:]
    /// The file ends in the middle of the list.
    public var isCutOff = false
    /// rssium wrote it: settings of a feed that it lacks have their defaults.
    public var isComplete = false

    /// An empty list.
    public init() {}

    /// An entry that is not a feed.
    public struct Refusal: Hashable, Sendable {
        /// The line number in a plain list, from 1; nil in OPML.
        public let line: Int?
        /// The name of an outline of OPML; empty for a line, because any file can be given as a list.
        public let name: String
        public let reason: String

        /// Whether it may be a feed that could not be read, and is not something else.
        public var mayBeFeed: Bool { !Refusal.others.contains(reason) }

        public var isQuery: Bool { reason == Refusal.query }

        static let program = "a program, which import never runs"
        static let query = "a query of newsboat, not a feed"
        static let list = "another list, not a feed"
        static let link = "a link, not a feed"
        static let filter = "its filter is a program, which import never runs"
        private static let others: Set<String> = [program, filter, query, list, link]

        public init(line: Int? = nil, name: String = "", reason: String) {
            self.line = line
            self.name = name
            self.reason = reason
        }
    }

    /// Parses OPML, the channels of YouTube or a plain list of addresses. Detects the format by the content, and the
    /// encoding as in feeds.
    public static func read(_ bytes: [UInt8]) throws(ParseError) -> SubscriptionList {
        var text = TextEncoding.utf8(bytes, charset: nil).bytes
        text.removeFirst(text.markLength)
        // An empty list is valid: a reader without feeds exports one.
        guard let first = text.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { return Self() }
        if first == UInt8(ascii: "<") {
            do {
                var list = try OPML.read(text)
                list.joinCategories()
                return list
            } catch {
                // A list can begin with the conflict, too.
                guard error != .cancelled, OPML.beginsWithConflict(text) else { throw error }
            }
        }
        if first == UInt8(ascii: "{") { throw notAList }
        if let channels = YouTubeChannels.read(text) { return channels }
        var list = URLList.read(text)
        // An image, or prose: one error instead of one for each line.
        guard list.refused.count(where: URLList.isBroken) <= list.subscriptions.count,
            !list.subscriptions.isEmpty || list.refused.isEmpty || list.refused.contains(where: URLList.belongsToList)
        else {
            throw notAList
        }
        list.joinCategories()
        return list
    }

    /// A list can have a feed in several folders: its first entry gets the categories of all, each once.
    private mutating func joinCategories() {
        var places: [String: Int] = [:]
        var known: Set<[String]> = []
        for index in subscriptions.indices {
            let (url, first) = (subscriptions[index].url, subscriptions[index].category)
            let categories = [first].compactMap(\.self) + subscriptions[index].furtherTags
            let place = places[url] ?? index
            places[url] = place
            subscriptions[index].furtherTags = []
            for name in categories
            where known.insert([url, name.foldedName]).inserted && (name != first || place != index) {
                subscriptions[place].add(category: name)
            }
        }
    }

    private static let notAList = ParseError.malformed(
        reason: "it is neither OPML nor a list of addresses", line: nil)
}
