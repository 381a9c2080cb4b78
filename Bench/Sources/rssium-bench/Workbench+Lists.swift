internal import FeedCore

/// Rows about starting, listing, searching and marking, compared with SQLite's shell on the same database.
extension Workbench {
    func starts() throws -> [Workload] {
        let empty = path("empty.db")
        try Files.write("<opml version=\"2.0\"><body/></opml>", to: path("empty.opml"))
        try run(["import", "--quiet", path("empty.opml")], database: empty)
        return [
            Workload(
                name: "start: --version", runs: shortRuns, ours: rssium(["--version"], database: empty),
                limit: Contender(name: "/bin/true", steps: [Contender.Step(arguments: ["/bin/true"])]),
                allowed: .init(times: 5)),
            Workload(
                name: "start: list of an empty store", runs: shortRuns, ours: rssium(["list"], database: empty),
                limit: sqlite("SELECT 1", in: ":memory:"), allowed: .init(times: 3)),
        ]
    }

    /// - Parameter many: a store of ten times the size.
    func lists(over listed: Listed, many: Listed, feeds: Listed) -> [Workload] {
        func newest(_ listed: Listed) -> Workload {
            Workload(
                name: "newest 50 of \(listed.articles.grouped)", runs: shortRuns,
                ours: rssium(["list", "-n", "50"], database: listed.database, result: { $0.firstFields }),
                limit: sqlite(Listed.newest, in: listed.database, result: { $0.firstFields }),
                allowed: .init(times: 3, memory: 16 << 20), agrees: true)
        }
        func counts(_ listed: Listed) -> Workload {
            Workload(
                name: "\(listed.feeds.grouped) feeds' unread of \(listed.articles.grouped)", runs: shortRuns,
                ours: rssium(
                    ["feeds", "--fields", "id,unread,title"], database: listed.database,
                    result: { $0.firstFieldsInAnyOrder }),
                limit: sqlite(Listed.counts, in: listed.database, result: { $0.firstFieldsInAnyOrder }),
                allowed: .init(times: 5), agrees: true)
        }
        let small = newest(listed)
        var besideSmall = small.ours
        besideSmall.rename("\(listed.articles.grouped)")
        return [
            small, newest(many),
            Workload(
                name: "newest 50 of \(many.articles.grouped)", runs: shortRuns, ours: newest(many).ours.unchecked,
                limit: besideSmall.unchecked, allowed: .init(times: 1.2)),
            counts(feeds), counts(many),
        ]
    }

    /// Prints into a pipe, so that the whole article is laid out.
    func reads() throws -> [Workload] {
        let folder = try FeedFolder(path("long"), .longRead, count: 1)
        let database = path("long.db")
        _ = try Contender.part(.store, named: "the store", [folder.path, database, address(of: "long")]).run()
        return [
            Workload(
                name: "read an article of 5 MB", runs: runs,
                ours: rssium(["read", "--keep-unread", "1"], database: database),
                limit: .part(.html, named: "libxml2 HTML", [folder.path]),
                allowed: .init(seconds: 0.2, memory: 64 << 20)),
            Workload(
                name: "the articles of 100 web pages", runs: runs, ours: .part(.pages, named: "rssium", ["100"]),
                limit: .part(.barePages, named: "libxml2 HTML", ["100"]), allowed: .init(times: 3), agrees: true),
        ]
    }

    func searches(over listed: Listed) throws -> [Workload] {
        // The first search builds the index, which is measured with the first refresh.
        try run(["list", "--all", "-n", "1", "--search", "the"], database: listed.database)
        return Listed.searches.map { name, words in
            Workload(
                name: "search \(name), newest 50", runs: shortRuns,
                ours: rssium(
                    ["list", "--all", "-n", "50", "--search", words], database: listed.database,
                    result: { $0.firstFields }),
                limit: sqlite(Listed.matches(of: words), in: listed.database, result: { $0.firstFields }),
                allowed: .init(times: 2), agrees: true)
        }
    }

    func marks(over listed: Listed) throws -> [Workload] {
        let copy = path("marked.db")
        let ids = path("ids.txt")
        let newest = "SELECT id FROM article WHERE read_at IS NULL ORDER BY date DESC LIMIT 10000"
        try Files.write(try Child(["sqlite3", listed.database, newest]).output, to: ids)
        let count = min(10_000, listed.articles)
        func mark(_ name: String, _ words: [String], input: String? = nil, _ sql: String) throws -> Workload {
            let script = path("mark-\(words.count)-\(input == nil ? "" : "ids").sql")
            try Files.write(sql, to: script)
            let prepare = {
                Files.removeDatabase(copy)
                // In another process: the peak memory of this one counts as memory of each child.
                _ = try Child(["cp", listed.database, copy])
            }
            return Workload(
                name: "mark read \(name)", runs: runs,
                ours: rssium(
                    ["mark", "read"] + words, database: copy, input: input, prepare: prepare,
                    result: { $0.firstFields }),
                limit: sqlite(script: script, in: copy, prepare: prepare, result: { $0.firstFields }),
                allowed: .init(times: 2), agrees: true)
        }
        return [
            try mark("\(count.grouped) ids of a pipe", ["-"], input: ids, Listed.marking(idsIn: ids)),
            try mark("a whole feed", ["--feed", "1"], Listed.marking("feed_id = 1")),
            try mark(
                "what is before a date", ["--all", "--before", "2025-10-01"], Listed.marking("date < 1759276800")),
        ]
    }

    func mails(of listed: Listed) throws -> [Workload] {
        let (copy, folder) = (path("mailed.db"), path("mail"))
        let words = ["mail", "--maildir", folder, "--limit", "10000"]
        let prepare = {
            Files.removeDatabase(copy)
            Files.removeFolder(folder)
            // In another process, as for the marks.
            _ = try Child(["cp", listed.database, copy])
        }
        // What the limit is to write.
        let model = path("mail-model")
        try prepare()
        try run(["mail", "--maildir", model, "--limit", "10000"], database: copy)
        return [
            Workload(
                name: "mail 10,000 articles to a Maildir", runs: runs,
                ours: rssium(words, database: copy, prepare: prepare),
                limit: .part(.maildir, named: "write and fsync", [model + "/new", path("mail-copy")]),
                allowed: .init(times: 2))
        ]
    }

    func exchanges(of listed: Listed) throws -> [Workload] {
        let list = path("import.txt")
        let script = path("import.sql")
        let (ours, limits) = (path("imported.db"), path("inserted.db"))
        let urls = listed.folder.names.map { listed.base + $0 }
        try Files.write(urls.joined(separator: "\n") + "\n", to: list)
        let table = "CREATE TABLE feed(id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, title TEXT);"
        let rows = urls.map { "INSERT INTO feed(url) VALUES ('\($0)');" }
        try Files.write(([table, "BEGIN;"] + rows + ["COMMIT;"]).joined(separator: "\n") + "\n", to: script)
        return [
            Workload(
                name: "import \(listed.feeds.grouped) feeds", runs: runs,
                ours: rssium(["import", "--quiet", list], database: ours, prepare: { Files.removeDatabase(ours) }),
                limit: sqlite(script: script, in: limits, prepare: { Files.removeDatabase(limits) }),
                allowed: .init(seconds: 1)),
            Workload(
                name: "export \(listed.feeds.grouped) feeds", runs: runs,
                ours: rssium(["export"], database: listed.database),
                limit: sqlite("SELECT url, coalesce(nickname, own_title) FROM feed", in: listed.database),
                allowed: .init(seconds: 0.1)),
        ]
    }
}

extension Contender {
    fileprivate mutating func rename(_ name: String) { self = named("rssium, \(name)") }

    private func named(_ name: String) -> Contender {
        Contender(name: name, steps: steps, prepare: prepare, result: result)
    }

    /// The same without a check of the result.
    fileprivate var unchecked: Contender { Contender(name: name, steps: steps, prepare: prepare) }
}
