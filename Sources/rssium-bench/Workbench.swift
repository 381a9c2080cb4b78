internal import FeedCore

/// What is measured, and everything that has to be there for it, in a scratch folder that is gone at the end.
struct Workbench: ~Copyable {
    /// What the numbers were measured over.
    let note: String
    private let scratch: ScratchFolder
    private let isQuick: Bool
    private let mixed: FeedFolder
    private let served: FeedFolder
    private let large: FeedFolder
    private let host: FeedHost

    init(isQuick: Bool) throws {
        let scratch = try ScratchFolder()
        let mixed = try FeedFolder(scratch.path + "/mixed", .ofAllSizes, count: isQuick ? 60 : 200)
        let served = try FeedFolder(scratch.path + "/served", .ofAllSizes, count: isQuick ? 200 : 1000)
        let large = try FeedFolder(scratch.path + "/large", .of10MB, count: 1)
        try Files.write("refresh.host-jobs = 64\n", to: scratch.path + "/config")
        let host = try FeedHost(serving: served.path, scratch: scratch.path)
        note = "parsed and stored: \(mixed.summary); refreshed: \(served.summary)"
        self.scratch = scratch
        self.isQuick = isQuick
        self.mixed = mixed
        self.served = served
        self.large = large
        self.host = host
    }

    /// The rows of the table, in their order; those of other readers where they are wanted and there.
    func workloads(withPeers: Bool) throws -> [Workload] {
        let listed = try Listed(
            in: path("listed"), count: isQuick ? 100 : 1000, environment: environment(path("listed.db")))
        return try parts() + commands(over: listed) + refreshes() + (withPeers ? peers() : [])
    }

    private var runs: Int { isQuick ? 3 : 5 }
    /// What is over in milliseconds is run more often.
    private var shortRuns: Int { isQuick ? 5 : 11 }

    // MARK: Parts of the program

    private func parts() throws -> [Workload] {
        let stored = path("stored.db")
        _ = try Contender.part(.store, named: "", [mixed.path, stored]).run()
        return [
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
                name: "preview a feed of 10 MB", runs: runs,
                ours: rssium(
                    ["preview", large.path + "/" + large.names[0], "--format", "tsv"], database: path("none.db"),
                    result: { "\($0.split(separator: "\n").count)" }),
                limit: .part(.sax, named: "libxml2 SAX2", [large.path]), expected: "\(large.articles)"),
        ]
    }

    // MARK: Commands

    private func commands(over listed: Listed) -> [Workload] {
        let size = listed.articles
        func row(_ name: String, _ words: [String], _ sql: String) -> Workload {
            Workload(
                name: name, runs: shortRuns,
                ours: rssium(words, database: listed.database, result: { $0.firstFields }),
                limit: sqlite(sql, in: listed.database, result: { $0.firstFields }), agrees: true)
        }
        return [
            Workload(
                name: "start: --version", runs: shortRuns, ours: rssium(["--version"], database: listed.database),
                limit: Contender(name: "/bin/true", arguments: ["true"])),
            Workload(
                name: "start: list without a database", runs: shortRuns,
                ours: rssium(["list"], database: path("none.db")), limit: sqlite("SELECT 1", in: ":memory:")),
            row("list -n 50 of \(size) articles", ["list", "-n", "50"], Listed.newest),
            row("feeds with counts, \(listed.feeds) feeds", ["feeds", "--sort", "unread"], Listed.counts),
            row(
                "search a word", ["list", "--all", "-n", "50", "--search", listed.word],
                Listed.matches(of: listed.word)),
            row(
                "search a prefix", ["list", "--all", "-n", "50", "--search", "\(listed.word.prefix(2))*"],
                Listed.matches(of: "\(listed.word.prefix(2))*")),
            Workload(
                name: "mark all of them read", runs: runs,
                ours: rssium(
                    ["mark", "read", "--all"], database: path("marked.db"), prepare: copying(listed),
                    result: { $0.firstFields }),
                limit: sqlite(
                    Listed.marking, in: path("marked.db"), prepare: copying(listed), result: { $0.firstFields }),
                agrees: true),
        ]
    }

    private func copying(_ listed: Listed) -> () throws -> Void {
        { [copy = path("marked.db")] in
            Files.removeDatabase(copy)
            // By another process: the memory that this one ever had counts as every child's.
            _ = try Child(["cp", listed.database, copy])
        }
    }

    // MARK: Refreshes

    private func refreshes() throws -> [Workload] {
        let first = path("first.db")
        let again = path("again.db")
        try importFeeds(into: again)
        _ = try Child([Workbench.program("rssium"), "refresh", "--quiet"], environment: environment(again))
        return [
            Workload(
                name: "first refresh of \(served.count) feeds", runs: runs, ours: firstRefresh(into: first),
                limit: try downloads("all", []), expected: "\(served.articles)"),
            Workload(
                name: "refresh with nothing new", runs: runs,
                ours: Contender(
                    name: "rssium", arguments: [Workbench.program("rssium"), "refresh", "--quiet"],
                    environment: environment(again), result: articleCount(in: again)),
                limit: try downloads("news", ["header = \"If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT\""]),
                expected: "\(served.articles)"),
        ]
    }

    private func firstRefresh(into database: String) -> Contender {
        let list = path("feeds.txt")
        let program = Workbench.program("rssium")
        let environment = environment(database)
        return Contender(
            name: "rssium", arguments: [program, "refresh", "--quiet"], environment: environment,
            prepare: {
                Files.removeDatabase(database)
                _ = try Child([program, "import", "--quiet", list], environment: environment)
            },
            result: articleCount(in: database))
    }

    private func articleCount(in database: String) -> (String) throws -> String? {
        { [environment = environment(database)] _ in
            try Child([Workbench.program("rssium"), "list", "--all", "--count"], environment: environment)
                .output.firstFields
        }
    }

    private var urls: [String] { served.names.map { "http://127.0.0.1:\(host.port)/\($0)" } }

    private func importFeeds(into database: String) throws {
        try Files.write(urls.joined(separator: "\n") + "\n", to: path("feeds.txt"))
        _ = try Child(
            [Workbench.program("rssium"), "import", "--quiet", path("feeds.txt")], environment: environment(database))
    }

    /// The same feeds fetched and thrown away.
    private func downloads(_ name: String, _ options: [String]) throws -> Contender {
        let list = path("curl-\(name).txt")
        let lines = options + urls.map { "url = \"\($0)\"\noutput = \"/dev/null\"" }
        try Files.write(lines.joined(separator: "\n") + "\n", to: list)
        return Contender(
            name: "curl --parallel",
            arguments: [
                "curl", "--disable", "--no-progress-meter", "--parallel", "--parallel-max", "64", "--config", list,
            ])
    }

    // MARK: Other readers

    private func peers() throws -> [Workload] {
        try Peer.installed.map { peer in
            Workload(
                name: "first refresh, beside \(peer.rawValue)", runs: isQuick ? 1 : 3,
                ours: firstRefresh(into: path("beside.db")),
                limit: try peer.firstRefresh(of: urls, in: path(peer.rawValue)))
        }
    }

    // MARK: Contenders

    /// The program as it is released.
    private func rssium(
        _ words: [String], database: String, prepare: @escaping () throws -> Void = {},
        result: @escaping (String) throws -> String? = { _ in nil }
    ) -> Contender {
        Contender(
            name: "rssium", arguments: [Workbench.program("rssium")] + words, environment: environment(database),
            prepare: prepare, result: result)
    }

    /// The shell of SQLite doing the same by the shortest way.
    private func sqlite(
        _ sql: String, in database: String, prepare: @escaping () throws -> Void = {},
        result: @escaping (String) throws -> String? = { _ in nil }
    ) -> Contender {
        Contender(
            name: "sqlite3 shell", arguments: ["sqlite3", "-batch", "-tabs", database, sql], prepare: prepare,
            result: result)
    }

    private func environment(_ database: String) -> [String] {
        ["HOME=\(scratch.path)", "RSSIUM_DB=\(database)", "RSSIUM_CONFIG=\(path("config"))", "TZ=UTC"]
    }

    private func path(_ name: String) -> String { scratch.path + "/" + name }

    /// A program that was built with this one.
    static func program(_ name: String) -> String {
        let own = CommandLine.arguments[0]
        return String(own[..<(own.lastIndex(of: "/") ?? own.startIndex)]) + "/" + name
    }
}

extension String {
    /// The first field of each line, joined by blanks.
    fileprivate var firstFields: String {
        split(separator: "\n").map { $0.prefix { $0 != "\t" } }.joined(separator: " ")
    }
}
