/// Which articles to list or mark, and in which order: the filters of `list` and `mark` as a value.
public struct ArticleQuery: Hashable, Sendable {
    public var state: State
    public var isStarredOnly = false
    public var isModifiedOnly = false
    /// Leaves out articles of which a duplicate was stored before, in another of the feeds that the query is about. With
    /// `articles`, that one is among them, or was read where only unread ones are wanted.
    public var isUnique = false
    /// Only articles of these feeds; nil for all.
    public var feeds: [FeedID]?
    public var category: CategoryID?
    /// Only these articles; nil for all.
    public var articles: [ArticleID]?
    /// Only articles that were stored in this range; nil for all.
    public var arrival: Arrival?
    /// Only articles that match; nil for all.
    public var search: Query?
    /// From this time on, by the date that `dating` names.
    public var since: Timestamp?
    /// Before this time, by the date that `dating` names.
    public var until: Timestamp?
    public var dating = Dating.published
    /// Nil for the order in which the articles of `arrival` were stored, oldest first, else for the date that `dating`
    /// names, newest first.
    public var sort: Sort?
    /// Sorts as the chapters of a book instead: by category and feed, and the articles of a feed by date, oldest first.
    public var isBook = false
    /// Reverses the order.
    public var isReversed = false
    /// The most articles; nil for all.
    public var limit: Int?
    /// The most articles of each feed, of which the newest by `dating` are kept; nil for all.
    public var limitPerFeed: Int?
    /// The parts of each article to read beyond those that lists show.
    public var parts: Parts = []

    /// Which articles to list by whether the user has read them.
    public enum State: Hashable, Sendable {
        case unread, read, all
    }

    /// Which date `since` and `until` mean, and "newest".
    public enum Dating: String, Hashable, Sendable, CaseIterable {
        /// The earlier of published and fetched.
        case published
        case fetched
    }

    /// The key that articles are sorted by: times newest first, titles alphabetically.
    public enum Sort: String, Hashable, Sendable, CaseIterable {
        case published, fetched, read, feed, title
    }

    /// A range of articles in the order in which they were stored. A limit keeps the first of them, whatever the order in
    /// which they are shown: so a caller that continues after the last one misses none.
    public struct Arrival: Hashable, Sendable {
        /// The article before the range; nil for the beginning.
        public var after: ArticleID?
        /// The last article of the range.
        public var through: ArticleID

        public init(after: ArticleID?, through: ArticleID) {
            self.after = after
            self.through = through
        }
    }

    /// The parts of an article that are read only for callers that need them.
    public struct Parts: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Text, summary, all authors, language, external URL.
        public static let content = Parts(rawValue: 1)
        /// The enclosures.
        public static let enclosures = Parts(rawValue: 2)
        /// The labels of the user.
        public static let labels = Parts(rawValue: 4)
        /// The paths of saved enclosures.
        public static let downloads = Parts(rawValue: 8)
        public static let all: Parts = [.content, .enclosures, .labels, .downloads]
    }

    /// All articles of that state, the newest first by `Dating.published`, without further parts.
    public init(state: State = .unread) { self.state = state }

    /// These articles, as the chapters of a book.
    public init(bookOf articles: [ArticleID]) {
        self.init(state: .all)
        self.articles = articles
        isBook = true
    }
}
