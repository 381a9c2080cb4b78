/// A subscription on the scripted server.
public struct StandInFeed: Equatable, Sendable {
    public var id: String
    public var url: String
    public var title: String
    /// Nil for the server's default.
    public var folder: String?
    /// Left out of every list, as FreshRSS does with "do not show".
    public var isHidden = false
}

/// An article on the scripted server, with its true state.
public struct StandInArticle: Equatable, Sendable {
    /// As `stream/items/ids` gives it.
    public let id: String
    public var feed: String
    public var title: String
    public var link: String
    public var text: String
    /// Seconds since 1970, also the time of the fetch.
    public var published: Int64
    public var isRead = false
    public var isStarred = false
    /// On FreshRSS alone.
    public var labels: Set<String> = []
    /// Seconds since 1970, of the fetch or the last mark.
    var changed: Int64
}

/// The true state of an account.
struct StandInAccount {
    let dialect: StandInDialect
    var feeds: [StandInFeed] = []
    /// They stay when no article has them any more.
    var labels: Set<String> = []
    /// In the order in which the server fetched them.
    private(set) var articles: [StandInArticle] = []
    private var places: [String: Int] = [:]
    private var feedCount = 0
    private var articleCount = 0

    init(_ dialect: StandInDialect) { self.dialect = dialect }

    subscript(id: String) -> StandInArticle? {
        get { places[id].map { articles[$0] } }
        set {
            guard let place = places[id], let newValue else { return }
            articles[place] = newValue
            labels.formUnion(newValue.labels)
        }
    }

    mutating func addFeed(_ url: String, title: String, folder: String?) -> String {
        feedCount += 1
        let id = dialect.feedID(feedCount + 2, url: url)
        feeds.append(StandInFeed(id: id, url: url, title: title, folder: folder))
        return id
    }

    mutating func addArticle(_ article: (_ id: String, _ number: Int) -> StandInArticle) -> String {
        articleCount += 1
        let article = article(dialect.articleID(articleCount), articleCount)
        places[article.id] = articles.count
        articles.append(article)
        return article.id
    }

    mutating func removeArticles(where isRemoved: (StandInArticle) -> Bool) {
        articles.removeAll(where: isRemoved)
        places = Dictionary(uniqueKeysWithValues: articles.enumerated().map { ($1.id, $0) })
    }

    mutating func removeFeed(_ id: String) {
        feeds.removeAll { $0.id == id }
        removeArticles { $0.feed == id }
    }

    var folders: Set<String> { Set(feeds.compactMap { $0.folder ?? dialect.defaultFolder }) }

    /// The articles whose feeds are shown.
    var shown: [StandInArticle] {
        let hidden = Set(feeds.filter(\.isHidden).map(\.id))
        return hidden.isEmpty ? articles : articles.filter { !hidden.contains($0.feed) }
    }
}
