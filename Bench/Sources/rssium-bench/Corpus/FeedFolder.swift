internal import FeedCore

/// Generated feeds as files in a folder.
struct FeedFolder {
    let path: String
    let names: [String]
    let articles: Int
    private let bytes: Int

    enum Kind {
        /// Realistic sizes: most around 30 KB, a few far larger.
        case ofAllSizes
        /// Feeds of so many short articles.
        case short(articles: Int)
        /// One feed, independent of the count.
        case of10MB
        /// One feed of one article.
        case longRead

        init?(_ word: String) {
            switch word {
            case "all-sizes": self = .ofAllSizes
            case "10MB": self = .of10MB
            case "long-read": self = .longRead
            default:
                guard let articles = Int(word) else { return nil }
                self = .short(articles: articles)
            }
        }

        var word: String {
            switch self {
            case .ofAllSizes: "all-sizes"
            case .short(let articles): "\(articles)"
            case .of10MB: "10MB"
            case .longRead: "long-read"
            }
        }
    }

    var count: Int { names.count }
    var summary: String { "\(count) feeds with \(articles) articles, \(bytes / 1_000_000) MB" }

    /// Writes the feeds in another process: on Linux the memory of this process counts as memory of each child.
    init(_ path: String, _ kind: Kind, count: Int) throws {
        articles = try Contender.part(.generate, named: "the generator", [path, kind.word, "\(count)"]).articles()
        names = try Files.names(in: path)
        bytes = try names.reduce(0) { try $0 + Files.size(of: path + "/" + $1) }
        self.path = path
    }

    /// Writes the feeds and returns the number of their articles.
    static func write(to path: String, _ kind: Kind, count: Int) throws -> Int {
        try Files.makeFolder(path)
        var articles = 0
        for number in 0..<count {
            let feed =
                switch kind {
                case .ofAllSizes: GeneratedFeed(number: number)
                case .short(let count): GeneratedFeed(number: number, articles: count)
                case .of10MB: GeneratedFeed.large
                case .longRead: GeneratedFeed.longRead
                }
            try Files.write(feed.text, to: path + "/" + feed.name)
            articles += feed.articles
        }
        return articles
    }
}
