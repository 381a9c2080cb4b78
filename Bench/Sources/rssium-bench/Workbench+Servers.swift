internal import FeedCore

/// Rows about what is fetched besides feeds: the lists of an account's server, and enclosures.
extension Workbench {
    /// A sync that finds nothing new. The server's answers are files: nginx chooses one by the query.
    func syncs(of listed: Listed) throws -> [Workload] {
        let (linked, server) = (path("linked.db"), path("reader"))
        try Files.makeFolder(server)
        _ = try Child(["cp", listed.database, linked])
        let linking = path("link.sql")
        try Files.write(Workbench.linking(to: address(of: "reader")), to: linking)
        _ = try Child(["sqlite3", "-batch", linked], input: linking)
        for (name, sql) in Workbench.serverAnswers {
            try Files.write(try Child(["sqlite3", "-batch", linked, sql]).output, to: server + "/" + name + ".json")
        }
        let api = address(of: "reader") + "reader/api/0/"
        let ids = api + "stream/items/ids?s="
        let urls = [ids + "all&xt=read", ids + "starred", ids + "all&ot=1", api + "subscription/list"]
        return [
            Workload(
                name: "sync \(listed.articles.grouped) articles, none new: CPU", runs: runs,
                ours: rssium(["sync", "--force", "--quiet"], database: linked, result: unreadCount(in: linked)),
                limit: try curl(urls, "lists") { _ in "/dev/null" },
                allowed: .init(seconds: 0.4, memory: 64 << 20, measure: .processor), expected: "\(listed.articles)")
        ]
    }

    func downloads() throws -> [Workload] {
        let count = isQuick ? 100 : 1000
        let (database, copy, ours, limit) = (path("podcast.db"), path("had.db"), path("had"), path("copied"))
        let folder = path("episodes")
        try Files.makeFolder(folder)
        var items = ""
        for number in 1...count {
            try Files.write(String(repeating: "An episode. ", count: 8000), to: "\(folder)/\(number).mp3")
            let url = "\(address(of: "episodes"))\(number).mp3"
            items += "<item><title>\(number)</title><enclosure url='\(url)' type='audio/mpeg'/></item>"
        }
        try Files.write(
            "<rss version='2.0'><channel><title>A</title>\(items)</channel></rss>", to: folder + "/feed.xml")
        try run(["config", "keep.articles", "\(count)"], database: database)
        try run(["add", "--quiet", address(of: "episodes") + "feed.xml"], database: database)
        let empty = {
            for folder in [ours, limit] {
                Files.removeFolder(folder)
                try Files.makeFolder(folder)
            }
            Files.removeDatabase(copy)
            _ = try Child(["cp", database, copy])
        }
        var bare = try curl((1...count).map { "\(address(of: "episodes"))\($0).mp3" }, "files") {
            "\(limit)/\($0).mp3"
        }
        bare.prepare = empty
        return [
            Workload(
                name: "download \(count.grouped) enclosures of 96 KB", runs: runs,
                ours: rssium(
                    ["download", "--quiet", "--all", "--to", ours, "--limit", "\(count)"], database: copy,
                    prepare: empty,
                    result: { "\($0.split(separator: "\n").count)" }), limit: bare, expected: "\(count)")
        ]
    }

    private func unreadCount(in database: String) -> (String) throws -> String? {
        { [environment = environment(database)] _ in
            try Child([Workbench.program, "list", "--count"], environment: environment).output.firstFields
        }
    }

    /// One connection for each of two transfers at once, as `download` has.
    private func curl(_ urls: [String], _ name: String, to place: (Int) -> String) throws -> Contender {
        let list = path("curl-\(name).txt")
        let lines = urls.enumerated().map { "url = \"\($1)\"\noutput = \"\(place($0 + 1))\"" }
        try Files.write(lines.joined(separator: "\n") + "\n", to: list)
        return Contender(
            name: "curl --parallel",
            steps: [
                Contender.Step(arguments: [
                    "curl", "--disable", "--no-progress-meter", "--parallel", "--parallel-max", "2", "--config", list,
                ])
            ])
    }

    // MARK: The account

    /// Gives all feeds to an account that is signed in, and knows all articles as the server does.
    private static func linking(to url: String) -> String {
        """
        INSERT INTO account(id, name, kind, url, user, token, days, watermark)
        VALUES (1, 'Server', 'greader', '\(url.dropLast())', 'ann', 'ann/1', 0, unixepoch());
        UPDATE feed SET account_id = 1, remote_id = 'feed/' || id;
        INSERT INTO remote_item(account_id, remote_id, article_id, is_read, is_starred)
        SELECT 1, id, id, read_at IS NOT NULL, 0 FROM article;
        """
    }

    private static let serverAnswers = [
        ("unread", ids(where: "read_at IS NULL")), ("starred", ids(where: "0")), ("recent", ids(where: "id <= 1000")),
        (
            "feeds",
            """
            SELECT json_object('subscriptions', json_group_array(json_object('id', remote_id,
                'title', coalesce(nickname, own_title, url), 'url', url, 'categories', json('[]')))) FROM feed
            """
        ),
    ]

    private static func ids(where condition: String) -> String {
        "SELECT json_object('itemRefs', json_group_array(json_object('id', CAST(id AS TEXT)))) FROM article WHERE "
            + condition
    }
}
