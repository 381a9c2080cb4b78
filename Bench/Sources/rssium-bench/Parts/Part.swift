internal import FeedCore

/// A part of the program, or of its limit, that measures itself in a process of its own. So its memory is known, and
/// its preparations do not count.
enum Part: String {
    /// Writes the feeds for the other parts.
    case generate
    /// Bytes → `ParsedFeed`.
    case parse
    /// Bytes → everything that a refresh stores.
    case draft
    /// Bytes through libxml2's SAX2 parser with empty callbacks.
    case sax
    /// The HTML of articles through libxml2's HTML parser with empty callbacks.
    case html
    /// Web pages → their articles.
    case pages
    /// The same pages through libxml2's HTML parser with empty callbacks.
    case barePages = "bare-pages"
    /// Parsed feeds → rows, with the calls of a refresh.
    case store
    /// The same rows through SQLite's C interface.
    case sqlite
    /// The words of the same rows into a plain index of FTS5.
    case index
    /// The messages of a Maildir into another folder, each flushed to the disk.
    case maildir

    /// The report of a part.
    struct Result {
        let seconds: Double
        /// Processor time in seconds.
        let processor: Double
        let articles: Int

        /// Measures from the start of the clock to now.
        init(since clock: Clock, articles: Int) {
            (seconds, processor) = clock.elapsed
            self.articles = articles
        }

        /// Parses the line that the process of the part has printed.
        init?(_ line: String) {
            let words = line.split { $0 == " " || $0 == "\n" }
            guard words.count == 3, let seconds = Double(words[0]), let processor = Double(words[1]),
                let articles = Int(words[2])
            else { return nil }
            (self.seconds, self.processor, self.articles) = (seconds, processor, articles)
        }

        var line: String { "\(seconds) \(processor) \(articles)" }
    }

    /// Measures wall-clock and processor time from its start.
    struct Clock {
        private let start = ContinuousClock.now
        private let work = Clock.processor
        /// Time to add, or to leave out where negative.
        private var more = (0.0, 0.0)

        /// Seconds.
        var elapsed: (time: Double, processor: Double) {
            ((ContinuousClock.now - start) / .seconds(1) + more.0, Clock.processor - work + more.1)
        }

        /// Runs work that does not count.
        mutating func pause<Value>(_ body: () throws -> Value) rethrows -> Value {
            let before = elapsed
            let value = try body()
            let after = elapsed
            more = (more.0 - (after.time - before.time), more.1 - (after.processor - before.processor))
            return value
        }

        private static var processor: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }
    }

    /// Runs the part with its arguments, such as a folder of feeds or databases.
    func run(_ paths: [String]) throws -> Result {
        switch self {
        case .generate:
            guard let kind = FeedFolder.Kind(paths[1]), let count = Int(paths[2]) else {
                throw BenchError("generate FOLDER KIND COUNT")
            }
            let clock = Clock()
            return Result(since: clock, articles: try FeedFolder.write(to: paths[0], kind, count: count))
        case .parse:
            return try Part.timeEach(in: paths[0]) { try Part.parse($0).articles.count }
        case .draft:
            return try Part.timeEach(in: paths[0]) { try Part.parse($0).drafts.count }
        case .sax:
            return try Part.timeEach(in: paths[0]) { try BareSAX.countArticles(in: $0) }
        case .html:
            return try Part.timeHTML(in: paths[0])
        case .pages:
            return try Part.timePages(paths) {
                try PageArticle(of: $0, charset: nil, url: WebAddress("https://site.example/"))
            }
        case .barePages:
            return try Part.timePages(paths) { try BareHTML.read(String(decoding: $0, as: UTF8.self)) }
        case .store:
            return try Storing.store(feedsIn: paths[0], into: paths[1], from: paths[2])
        case .sqlite:
            return try BareSQLite.copyArticles(of: paths[0], into: paths[1])
        case .index:
            return try BareIndex.indexArticles(of: paths[0], into: paths[1])
        case .maildir:
            return try BareMaildir.copyMessages(of: paths[0], into: paths[1])
        }
    }

    private static func parse(_ body: [UInt8]) throws -> ParsedFeed {
        try FeedParser.parse(body, base: "https://site.example/feed")
    }

    /// Times the work on the text of articles only, not that on their feeds.
    private static func timeHTML(in folder: String) throws -> Result {
        var clock = Clock()
        var articles = 0
        for name in try Files.names(in: folder) {
            let feed = try clock.pause { try parse(try Files.read(folder + "/" + name)) }
            for article in feed.articles {
                guard case .html(let html)? = article.text ?? article.summary else { continue }
                try BareHTML.read(html)
                articles += 1
            }
        }
        return Result(since: clock, articles: articles)
    }

    /// Times the work on as many generated pages as the word says.
    private static func timePages<Value>(_ words: [String], _ work: ([UInt8]) throws -> Value) throws -> Result {
        let pages = WebPage.pages(count: words.first.flatMap { Int($0) } ?? 100)
        let clock = Clock()
        for page in pages { _ = try work(page) }
        return Result(since: clock, articles: pages.count)
    }

    /// Times the work on each XML file, without reading it. JSON is left out: libxml2 does not parse it.
    private static func timeEach(in folder: String, _ work: ([UInt8]) throws -> Int) throws -> Result {
        var clock = Clock()
        var articles = 0
        for name in try Files.names(in: folder) where !name.hasSuffix(".json") {
            let body = try clock.pause { try Files.read(folder + "/" + name) }
            articles += try work(body)
        }
        return Result(since: clock, articles: articles)
    }
}
