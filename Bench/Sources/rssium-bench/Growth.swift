internal import FeedCore

/// How the cost of a command grows with the store: `make bench GROWTH=1`.
struct Growth {
    /// Stores of so many feeds with so many articles each.
    private static let byArticles = [(1000, 10), (1000, 100), (1000, 1000)]
    private static let byFeeds = [(100, 1000), (1000, 100), (5000, 20)]

    private var medians: [String: [String]] = [:]
    private var names: [String] = []
    private var heads: [String] = []

    /// Measures each store, and prints the two tables.
    static func run(on bench: borrowing Workbench, _ say: (String) -> Void) throws {
        for sizes in [byArticles, byFeeds] {
            var growth = Growth()
            for (feeds, articles) in sizes { try growth.measure(feeds, articles, bench) }
            say(growth.table + "\n")
        }
    }

    private mutating func measure(_ feeds: Int, _ articles: Int, _ bench: borrowing Workbench) throws {
        let listed = try bench.listed("grown", feeds: feeds, articlesEach: articles)
        defer { listed.remove() }
        let database = listed.database
        let ids = bench.path("some.txt")
        let some = "SELECT id FROM article ORDER BY date DESC LIMIT 100"
        try Files.write(try Child(["sqlite3", database, some]).output, to: ids)
        // The server answers the first refresh in full, and later ones with 304.
        try bench.run(["refresh", "--quiet"], database: database)
        try bench.run(["list", "--all", "-n", "1", "--search", "the"], database: database)
        heads.append("\(feeds.grouped) feeds, \(listed.articles.grouped)")
        let unmark = { [environment = bench.environment(database)] in
            _ = try Child(
                [Workbench.program, "mark", "unread", "-"], environment: environment, input: ids)
        }
        let commands: [(String, Contender)] =
            [
                ("list -n 50", bench.rssium(["list", "-n", "50"], database: database)),
                ("list --count", bench.rssium(["list", "--count"], database: database)),
                ("feeds", bench.rssium(["feeds"], database: database)),
            ]
            + Listed.searches.map { name, words in
                ("search \(name)", bench.rssium(["list", "--all", "-n", "50", "--search", words], database: database))
            } + [
                ("refresh with nothing new", bench.rssium(["refresh", "--quiet"], database: database)),
                ("mark 100 ids", bench.rssium(["mark", "read", "-"], database: database, input: ids, prepare: unmark)),
            ]
        for (name, command) in commands { try add(name, command) }
    }

    private mutating func add(_ name: String, _ command: Contender) throws {
        if medians[name] == nil { names.append(name) }
        _ = try command.run()
        let runs = try (0..<5).map { _ in try command.run() }
        let (time, work) = (runs.map(\.seconds), runs.map(\.processor))
        medians[name, default: []].append(
            ResultTable.time(Workload.median(time)) + " / " + ResultTable.time(Workload.median(work)))
    }

    private var table: String {
        let head = ResultTable.padded("time / CPU", 26) + heads.map { ResultTable.aligned($0, 26) }.joined()
        let rows = names.map { name in
            ResultTable.padded(name, 26) + (medians[name] ?? []).map { ResultTable.aligned($0, 26) }.joined()
        }
        return ([head] + rows).joined(separator: "\n")
    }
}
