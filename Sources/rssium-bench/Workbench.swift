internal import FeedCore

/// What is measured, and everything that has to be there for it, in a scratch folder that is gone at the end.
struct Workbench: ~Copyable {
    /// What the numbers were measured over.
    let note: String
    private let scratch: ScratchFolder
    private let isQuick: Bool
    private let mixed: FeedFolder
    private let even: FeedFolder
    private let host: FeedHost

    init(isQuick: Bool) throws {
        let scratch = try ScratchFolder()
        let mixed = try FeedFolder(scratch.path + "/mixed", .ofAllSizes, count: isQuick ? 60 : 200)
        let even = try FeedFolder(scratch.path + "/even", .of50KB, count: 250)
        try Files.write("refresh.host-jobs = 64\n", to: scratch.path + "/config")
        let host = try FeedHost(serving: even.path, with: Workbench.program("demo-server"))
        note = "\(mixed.summary); refreshed: \(even.summary)"
        self.scratch = scratch
        self.isQuick = isQuick
        self.mixed = mixed
        self.even = even
        self.host = host
    }

    /// The rows of the table, in their order.
    func workloads() throws -> [Workload] {
        let runs = isQuick ? 3 : 5
        let listed = try makeListedStore()
        let firstIDs = try Child(sqliteList(of: listed).arguments).output.firstFields
        let stored = path("stored.db")
        _ = try Contender.part(.store, named: "", [mixed.path, stored]).run()
        let refreshed = path("refreshed.db")
        return [
            Workload(
                name: "start: --version", runs: isQuick ? 5 : 11, ours: rssium(["--version"], database: listed),
                limit: Contender(name: "/bin/true", arguments: ["true"])),
            Workload(
                name: "list -n 50 of 10,000 articles", runs: isQuick ? 5 : 11,
                ours: rssium(["list", "-n", "50"], database: listed) { $0.firstFields },
                limit: sqliteList(of: listed), expected: firstIDs),
            Workload(
                name: "parse \(mixed.count) feeds", runs: runs,
                ours: .part(.parse, named: "rssium", [mixed.path]),
                limit: .part(.sax, named: "libxml2 SAX2", [mixed.path]), expected: "\(mixed.articles)"),
            Workload(
                name: "parse, with all that is stored", runs: runs,
                ours: .part(.draft, named: "rssium", [mixed.path]),
                limit: .part(.sax, named: "libxml2 SAX2", [mixed.path]), expected: "\(mixed.articles)"),
            Workload(
                name: "store their \(mixed.articles) articles", runs: runs,
                ours: .part(.store, named: "rssium", [mixed.path, path("ours.db")]) { [path = path("ours.db")] in
                    Files.removeDatabase(path)
                },
                limit: .part(.sqlite, named: "SQLite in C", [stored, path("limit.db")]) { [path = path("limit.db")] in
                    Files.removeDatabase(path)
                },
                expected: "\(mixed.articles)"),
            Workload(
                name: "first refresh of \(even.count) feeds of 50 KB", runs: runs,
                ours: firstRefresh(into: refreshed),
                limit: try downloads(), expected: "\(even.articles)"),
        ]
    }

    // MARK: Contenders

    /// The program as it is released.
    private func rssium(
        _ words: [String], database: String, result: @escaping (String) throws -> String? = { _ in nil }
    )
        -> Contender
    {
        Contender(
            name: "rssium", arguments: [Workbench.program("rssium")] + words, environment: environment(database),
            result: result)
    }

    private func environment(_ database: String) -> [String] {
        ["HOME=\(scratch.path)", "RSSIUM_DB=\(database)", "RSSIUM_CONFIG=\(path("config"))", "TZ=UTC"]
    }

    /// The shell of SQLite printing the rows of `list`, by the shortest way to them.
    private func sqliteList(of database: String) -> Contender {
        let sql = """
            SELECT article.id, iif(read_at IS NULL, 'U', '-'),
                strftime('%Y-%m-%dT%H:%M:%SZ', ifnull(published, fetched), 'unixepoch'),
                coalesce(nickname, own_title, feed.url), title, article.url
            FROM article CROSS JOIN feed ON feed.id = feed_id
            WHERE read_at IS NULL ORDER BY date DESC, article.id DESC LIMIT 50
            """
        return Contender(
            name: "sqlite3 shell", arguments: ["sqlite3", "-readonly", "-tabs", database, sql],
            result: { $0.firstFields })
    }

    private func firstRefresh(into database: String) -> Contender {
        let program = Workbench.program("rssium")
        let environment = environment(database)
        let list = path("feeds.txt")
        let urls = even.names.map { "http://127.0.0.1:\(host.port)/\($0)\n" }.joined()
        return Contender(
            name: "rssium", arguments: [program, "refresh", "--quiet"], environment: environment,
            prepare: {
                Files.removeDatabase(database)
                try Files.write(urls, to: list)
                _ = try Child([program, "import", "--quiet", list], environment: environment)
            },
            result: { _ in
                let count = try Child([program, "list", "--all", "--count"], environment: environment)
                return count.output.firstFields
            })
    }

    /// The same feeds fetched and thrown away.
    private func downloads() throws -> Contender {
        let list = path("curl.txt")
        let lines = even.names.map { "url = \"http://127.0.0.1:\(host.port)/\($0)\"\noutput = \"/dev/null\"\n" }
        try Files.write(lines.joined(), to: list)
        return Contender(
            name: "curl --parallel",
            arguments: [
                "curl", "--disable", "--no-progress-meter", "--parallel", "--parallel-max", "64", "--config", list,
            ])
    }

    // MARK: What has to be there

    /// A store of 10,000 unread articles: 100 feeds of 100.
    private func makeListedStore() throws -> String {
        let feeds = try FeedFolder(path("listed"), .of100Articles, count: 100)
        let database = path("listed.db")
        _ = try Contender.part(.store, named: "the store", [feeds.path, database]).run()
        return database
    }

    private func path(_ name: String) -> String { scratch.path + "/" + name }

    /// A program that was built with this one.
    private static func program(_ name: String) -> String {
        let own = CommandLine.arguments[0]
        return String(own[..<(own.lastIndex(of: "/") ?? own.startIndex)]) + "/" + name
    }
}

/// A folder that is gone with everything in it at the end of the scope.
private struct ScratchFolder: ~Copyable {
    let path: String

    init() throws {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/rssium-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw BenchError("no scratch folder can be made") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { Files.removeFolder(path) }
}

extension String {
    /// The first field of each line, joined by blanks.
    fileprivate var firstFields: String {
        split(separator: "\n").map { $0.prefix { $0 != "\t" } }.joined(separator: " ")
    }
}
