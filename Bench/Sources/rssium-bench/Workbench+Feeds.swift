internal import FeedCore

/// Rows about parsing, storing and refreshing generated feeds, compared with the C libraries and curl.
extension Workbench {
    func parts(_ served: FeedFolder) throws -> [Workload] {
        let large = try FeedFolder(path("large"), .of10MB, count: 1)
        let (stored, ours, limit) = (path("stored.db"), path("ours.db"), path("limit.db"))
        let base = address(of: "served")
        _ = try Contender.part(.store, named: "the store", [served.path, stored, base]).run()
        // Of all feeds but those in JSON.
        let sax = Contender.part(.sax, named: "libxml2 SAX2", [served.path])
        return [
            Workload(
                name: "parse \(served.count.grouped) feeds", runs: runs,
                ours: .part(.parse, named: "rssium", [served.path]), limit: sax, agrees: true),
            Workload(
                name: "parse, with all that is stored", runs: runs,
                ours: .part(.draft, named: "rssium", [served.path]), limit: sax, agrees: true),
            Workload(
                name: "store their \(served.articles.grouped) articles", runs: runs,
                ours: .part(.store, named: "rssium", [served.path, ours, base]) { Files.removeDatabase(ours) },
                limit: .part(.sqlite, named: "SQLite in C", [stored, limit]) { Files.removeDatabase(limit) },
                expected: "\(served.articles)"),
            Workload(
                name: "preview a feed of \(large.articles.grouped)", runs: runs,
                ours: rssium(
                    ["preview", large.path + "/" + large.names[0], "--format", "tsv"], database: path("none.db"),
                    result: { "\($0.split(separator: "\n").count)" }),
                // Also a program that has to start and to read the file.
                limit: .part(.sax, named: "libxml2 SAX2", [large.path], timing: .wholeProgram),
                allowed: .init(times: 2.5, memory: 64 << 20), expected: "\(large.articles)"),
        ]
    }

    func refreshes(_ served: FeedFolder) throws -> [Workload] {
        let first = path("first.db")
        let again = path("again.db")
        let list = path("feeds.txt")
        try Files.write(urls(of: served).joined(separator: "\n") + "\n", to: list)
        try run(["import", "--quiet", list], database: again)
        try run(["refresh", "--quiet"], database: again)
        return [
            Workload(
                name: "first refresh of \(served.count.grouped) feeds", runs: runs, ours: firstRefresh(into: first),
                limit: try download(served, "all", []), expected: "\(served.articles)"),
            try firstSearch(of: served, in: first),
            Workload(
                name: "refresh with nothing new", runs: runs,
                ours: rssium(["refresh", "--quiet"], database: again, result: articleCount(in: again)),
                limit: try download(
                    served, "news", ["header = \"If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT\""]),
                expected: "\(served.articles)"),
        ]
    }

    private func firstRefresh(into database: String) -> Contender {
        rssium(
            ["refresh", "--quiet"], database: database, prepare: firstImport(into: database),
            result: articleCount(in: database))
    }

    private func firstImport(into database: String) -> () throws -> Void {
        { [list = path("feeds.txt"), environment = environment(database)] in
            Files.removeDatabase(database)
            _ = try Child([Workbench.program, "import", "--quiet", list], environment: environment)
        }
    }

    /// A refresh, and the search that indexes the new articles. The limit is the cost of the libraries alone: curl
    /// fetches, libxml2 reads the XML (JSON is not counted), and SQLite stores the same rows and indexes their words.
    private func firstSearch(of served: FeedFolder, in database: String) throws -> Workload {
        let (stored, rows, words) = (path("stored.db"), path("limit.db"), path("words.db"))
        var limit = try download(served, "all", [])
        limit.steps += [
            .part(.sax, [served.path]), .part(.sqlite, [stored, rows]), .part(.index, [stored, words]),
        ]
        return Workload(
            name: "first refresh and first search: CPU", runs: runs,
            ours: Contender(
                name: "rssium",
                steps: [
                    step(["refresh", "--quiet"], database: database),
                    step(["list", "--all", "-n", "1", "--search", "the"], database: database),
                ], prepare: firstImport(into: database), result: articleCount(in: database)),
            limit: Contender(
                name: "curl, SAX2, FTS5", steps: limit.steps,
                prepare: { for path in [rows, words] { Files.removeDatabase(path) } }),
            allowed: .init(times: 1, measure: .processor), expected: "\(served.articles)")
    }

    private func urls(of served: FeedFolder) -> [String] { served.names.map { address(of: "served") + $0 } }

    /// Fetches the same feeds and discards them.
    private func download(_ served: FeedFolder, _ name: String, _ options: [String]) throws -> Contender {
        let list = path("curl-\(name).txt")
        let lines = options + urls(of: served).map { "url = \"\($0)\"\noutput = \"/dev/null\"" }
        try Files.write(lines.joined(separator: "\n") + "\n", to: list)
        let arguments = [
            "curl", "--disable", "--no-progress-meter", "--parallel", "--parallel-max", "64", "--config", list,
        ]
        return Contender(name: "curl --parallel", steps: [Contender.Step(arguments: arguments)])
    }

    // MARK: Other readers

    func peers(_ served: FeedFolder) throws -> [Workload] {
        try Peer.installed.map { peer in
            Workload(
                name: "first refresh, beside \(peer.rawValue)", runs: isQuick ? 1 : 3,
                ours: firstRefresh(into: path("beside.db")),
                limit: try peer.firstRefresh(of: urls(of: served), in: path(peer.rawValue)))
        }
    }
}
