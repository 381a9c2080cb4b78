internal import FeedCore

/// A piece of the program, or of its limit, that is measured from within: in a process of its own, so that its memory
/// can be told, without what has to be there before it.
enum Part: String {
    /// Writes the feeds that the others work on.
    case generate
    /// Bytes → `ParsedFeed`.
    case parse
    /// Bytes → all that a refresh stores of them.
    case draft
    /// Bytes through libxml2's SAX2 parser, with nothing done in its callbacks.
    case sax
    /// What was parsed → rows, with the calls of a refresh.
    case store
    /// The same rows through SQLite's C interface.
    case sqlite

    /// What a part tells when it is done.
    struct Result {
        let seconds: Double
        let articles: Int

        init(seconds: Double, articles: Int) {
            self.seconds = seconds
            self.articles = articles
        }

        /// From the line that the part's process has written.
        init?(_ line: String) {
            let words = line.split { $0 == " " || $0 == "\n" }
            guard words.count == 2, let seconds = Double(words[0]), let articles = Int(words[1]) else { return nil }
            self.init(seconds: seconds, articles: articles)
        }

        var line: String { "\(seconds) \(articles)" }
    }

    /// Runs the part over a folder of feeds, databases, or what else it takes.
    func run(_ paths: [String]) throws -> Result {
        switch self {
        case .generate:
            guard let kind = FeedFolder.Kind(rawValue: paths[1]), let count = Int(paths[2]) else {
                throw BenchError("generate FOLDER KIND COUNT")
            }
            return Result(seconds: 0, articles: try FeedFolder.write(to: paths[0], kind, count: count))
        case .parse:
            return try Part.timeEach(in: paths[0]) { try parse($0).articles.count }
        case .draft:
            return try Part.timeEach(in: paths[0]) { try parse($0).drafts.count }
        case .sax:
            return try Part.timeEach(in: paths[0]) { try BareSAX.countArticles(in: $0) }
        case .store:
            return try Storing.store(feedsIn: paths[0], into: paths[1])
        case .sqlite:
            return try BareSQLite.copyArticles(of: paths[0], into: paths[1])
        }
    }

    private func parse(_ body: [UInt8]) throws -> ParsedFeed {
        try FeedParser.parse(body, base: "https://site.example/feed")
    }

    /// Times the work on each file, and not its reading.
    private static func timeEach(in folder: String, _ work: ([UInt8]) throws -> Int) throws -> Result {
        var (duration, articles) = (Duration.zero, 0)
        for name in try Files.names(in: folder) {
            let body = try Files.read(folder + "/" + name)
            let start = ContinuousClock.now
            articles += try work(body)
            duration += ContinuousClock.now - start
        }
        return Result(seconds: duration / .seconds(1), articles: articles)
    }
}
