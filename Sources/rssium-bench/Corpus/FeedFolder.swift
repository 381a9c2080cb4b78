internal import FeedCore

/// Generated feeds as files in a folder.
struct FeedFolder {
    let path: String
    let names: [String]
    let articles: Int
    private let bytes: Int

    enum Kind: String {
        /// As the web has them: most around 30 KB, a few far larger.
        case ofAllSizes
        case of100Articles
        case of10MB
    }

    var count: Int { names.count }
    var summary: String { "\(count) feeds with \(articles) articles, \(bytes / 1_000_000) MB" }

    /// Has another process write the feeds: on Linux the memory of this one counts as memory of every child's.
    init(_ path: String, _ kind: Kind, count: Int) throws {
        articles = try Contender.part(.generate, named: "the generator", [path, kind.rawValue, "\(count)"]).articles()
        names = try Files.names(in: path)
        bytes = try names.reduce(0) { try $0 + Files.size(of: path + "/" + $1) }
        self.path = path
    }

    /// Writes the feeds and gives the number of their articles.
    static func write(to path: String, _ kind: Kind, count: Int) throws -> Int {
        try Files.makeFolder(path)
        var articles = 0
        for number in 0..<count {
            let feed =
                switch kind {
                case .ofAllSizes: GeneratedFeed(number: number)
                case .of100Articles: GeneratedFeed(number: number, articles: 100)
                case .of10MB: GeneratedFeed(number: number, size: 9_900_000)
                }
            try Files.write(feed.text, to: path + "/" + feed.name)
            articles += feed.articles
        }
        return articles
    }
}
