import FeedCore
import TestSupport
import Testing

@testable import FeedStore

/// The files of newsboat, sfeed and rss2email, as these programs write them.
@Suite struct ReaderFilesTests {
    // MARK: sfeed

    @Test func `the feed calls of sfeedrc are read as a shell splits them`() {
        let config = SfeedConfig(
            Array(
                """
                sfeedpath="$HOME/.sfeed/feeds"
                # feed "commented out" "https://no.example/"
                fetch() {
                \tcurl -f -s "$2" # feed x y
                }
                feeds() {
                \tfeed "The Tide" 'https://tide.example/a;b.xml' "https://tide.example" # base
                \tfeed sea \\
                \t\thttps://sea.example/; feed it\\'s "https://its.example/\\"q\\""
                \t[ -n "$DISPLAY" ] && feed more https://more.example/
                \tfeed made "https://$HOST/feed"
                \tfeed made "`cat url`"
                \tfeed lonely
                }
                """.utf8))
        #expect(
            config.list.subscriptions.map { [$0.title, $0.url] } == [
                ["The Tide", "https://tide.example/a;b.xml"], ["sea", "https://sea.example/"],
                ["it's", "https://its.example/\"q\""], ["more", "https://more.example/"],
            ])
        #expect(config.list.subscriptions.map(\.line) == [7, 8, 9, 10])
        #expect(config.list.refused.map(\.line) == [11, 12] && config.feedsFolder == "$HOME/.sfeed/feeds")
        #expect(SfeedConfig.fileName(ofFeed: "Cook/Sea") == "Cook_Sea")
    }

    @Test func `a line of sfeed is an article, known by its link, else by its id`() {
        var found: [String] = []
        let lines = "1\tBread\thttps://a.example/b\ttext\thtml\tid:b\tAnn\t\t\n\tSoup\t\t\t\tid:s\t\t\t\nbroken\tline\n"
        SfeedArticles.forEach(in: Array(lines.utf8), of: "https://a.example/") { article, line in
            found.append("\(article.title) \(article.guid ?? "-") \(article.link ?? "-") \(line)")
        }
        #expect(found == ["Bread id:b https://a.example/b https://a.example/b", "Soup id:s - id:s"])
    }

    // MARK: rss2email

    @Test func `the sections of rss2email that are feeds are subscriptions`() {
        let config = RSS2EmailConfig(
            Array(
                """
                [DEFAULT]
                active = False
                css = h1 {
                \tfont: 18pt;
                \t[feed.no]
                \t}
                post-process =

                [feed.tide]
                url = https://tide.example/?a=$$b
                active = True
                to = bob@example.org
                # a comment
                [feed.sea]
                url: https://sea.example/
                [feed.empty]
                [feed.other]
                url = ${feed.sea:url}
                """.utf8))
        #expect(config.list.subscriptions.map(\.url) == ["https://tide.example/?a=$b", "https://sea.example/"])
        #expect(config.list.subscriptions.map(\.isPaused) == [false, true])
        #expect(config.list.refused.map(\.reason) == ["it has no address", "its address refers to another setting"])
        #expect(config.addresses["sea"] == "https://sea.example/")
        #expect(config.receivers == 1 && config.programs == 0)
    }

    @Test func `a broken list of what was mailed is an error`() {
        for broken in ["{}", "[]", "{\"feeds\": [", "\u{80}\u{3}]q", ""] {
            #expect(throws: JSONError.self) { try RSS2EmailSeen.forEachFeed(in: Array(broken.utf8)) { _ in } }
        }
    }

    @Test func `the articles of many years are read`() throws {
        let seen = (1...60_000).map { "\"\($0)\":{\"id\":\"\($0)\"}" }.joined(separator: ",")
        let data = "{\"version\":2,\"feeds\":[{\"name\":\"x\",\"seen\":{\(seen)}}]}"
        var count = 0
        try RSS2EmailSeen.forEachFeed(in: Array(data.utf8)) { count += $0.ids.count }
        #expect(count == 60_000)
    }

    // MARK: newsboat

    private let folder = TemporaryFolder()

    /// A cache with newsboat's own tables.
    private func cache(_ sql: String) throws -> String {
        let path = folder.write("", to: "cache.db")
        let database = try Database(path: path, access: .readWrite)
        try database.execute(NewsboatSample.tables + sql)
        return path
    }

    private func articles(at path: String) throws -> [ReaderArticle] {
        var found: [ReaderArticle] = []
        try NewsboatCache.forEachArticle(at: path) { found.append($0) }
        return found
    }

    @Test func `a cache in WAL mode gets no files beside it`() throws {
        let path = try cache(NewsboatSample.item("tag:1", "Ferry", link: "", unread: 0) + ";PRAGMA journal_mode = WAL")
        #expect(try articles(at: path).count == 1)
        #expect(access(path + "-shm", F_OK) != 0 && access(path + "-wal", F_OK) != 0)
    }

    @Test func `files that are no cache are refused in one line`() throws {
        func reason(_ path: String) -> String? {
            do {
                _ = try articles(at: path)
                return nil
            } catch let error as ReaderFileError {
                #expect(error.path == path && !error.message.contains("\n"))
                return error.reason
            } catch {
                return "\(error)"
            }
        }
        #expect(reason(folder.path) == "it is a folder")
        #expect(reason("/dev/zero") == "it is not a regular file")
        #expect(reason(folder.file("none")) == "No such file or directory")
        #expect(
            reason(folder.write("no database, but long enough to be looked at", to: "text")) == "it is not a database")
        #expect(reason(folder.write("", to: "empty")) == "it is not newsboat's")
        let other = folder.write("", to: "other")
        try Database(path: other, access: .readWrite).execute(
            "CREATE VIEW rss_item AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n) SELECT x FROM n")
        #expect(reason(other) == "it is not newsboat's")
        let old = folder.write("", to: "old")
        try Database(path: old, access: .readWrite).execute("CREATE TABLE rss_item(guid TEXT)")
        #expect(reason(old) == "it is not newsboat's")
        let busy = try cache(NewsboatSample.item("tag:1", "Ferry", link: "", unread: 0))
        folder.write("half a transaction", to: "cache.db-journal")
        #expect(reason(busy)?.contains("start and quit newsboat") == true)
    }

    @Test func `a damaged cache gives what comes before the damage, and ends with an error`() throws {
        let items = (1...2000).map { NewsboatSample.item("tag:\($0)", "Title \($0)", link: "", unread: 0) }
        let path = try cache("BEGIN;" + items.joined() + "COMMIT")
        var bytes = try File.read(path)
        for place in bytes.indices.suffix(bytes.count / 3) { bytes[place] = 0xA5 }
        folder.write(bytes, to: "cache.db")
        var count = 0
        #expect(throws: ReaderFileError.self) { try NewsboatCache.forEachArticle(at: path) { _ in count += 1 } }
        #expect(count < 2000)
    }

    @Test func `a file of another user, a pipe and a file without end are refused, and a link is followed`() throws {
        let list = folder.write("https://a.example/\n", to: "urls")
        #expect(symlink(list, folder.file("link")) == 0)
        #expect(try ReaderFile.bytes(at: folder.file("link"), byteLimit: 100).count == 19)
        #expect(throws: ReaderFileError(path: list, reason: "it has more than 10 bytes")) {
            try ReaderFile.bytes(at: list, byteLimit: 10)
        }
        #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
        for path in [folder.file("pipe"), "/dev/zero"] {
            #expect(throws: ReaderFileError(path: path, reason: "it is not a regular file")) {
                try ReaderFile.bytes(at: path, byteLimit: 100)
            }
        }
        if chown(list, 12_345, 12_345) == 0 {
            let refusal = "it belongs to another user; import a copy of it"
            #expect(throws: ReaderFileError(path: list, reason: refusal)) {
                try ReaderFile.bytes(at: list, byteLimit: 100)
            }
        }
    }
}
