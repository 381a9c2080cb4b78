import TestSupport
import Testing

@testable import FeedCore

/// The retention settings, by `prune` and by a refresh.
@Suite struct PruneTests {
    private let program = Program()

    /// A feed with the articles of these numbers, which are dated one after the other from 2026-01-01 on.
    private func serve(_ numbers: ClosedRange<Int>, _ path: String = "a.xml") {
        let items = numbers.reversed().map { number in
            """
            <item><guid>g\(number)</guid><title>T\(number)</title>
            <pubDate>\(Timestamp(seconds: 1_767_225_600 + Int64(number) * 60).rfc3339)</pubDate></item>
            """
        }
        program.folder.write(SubscribedProgram.rss(path, items: items), to: path)
    }

    private var titles: [String] { get async { await program.run("list", "--all", "--fields", "title").lines } }

    /// As if an earlier run had announced the first removal.
    private func announceRemoval() throws {
        try Store(path: program.database, access: .writing).noteRemovalAnnounced(at: Timestamp(seconds: 1_767_225_600))
    }

    @Test func `starred, unread and current articles stay, and old ones are removed`() async throws {
        serve(1...10)
        await program.run("add", "./a.xml")
        await program.run("mark", "read", "1", "2", "3", "4", "9")
        await program.run("mark", "starred", "2")
        program.folder.write("keep.articles = 3\nkeep.days = 0\n", to: "config")
        // All of it is carried.
        #expect(await program.run("prune") == .told("nothing to remove"))
        try announceRemoval()
        serve(4...11)
        await program.run("refresh")
        #expect(await titles == ["T11", "T10", "T9", "T8", "T7", "T6", "T5", "T4", "T2"])
        for first in [8, 10] {
            serve(first...11)
            await program.run("refresh")
        }
        #expect(await titles == ["T11", "T10", "T9", "T8", "T7", "T6", "T5", "T2"])
        let dry = await program.run("--config", "none", "prune", "--dry-run")
        #expect(dry == .told("nothing to remove"))
        await program.run("config", "keep.unread", "no")
        #expect(
            await program.run("prune", "--dry-run").stdout
                == (5...8).map { "\($0)\t2026-01-01T00:0\($0):00Z\ta.xml\tT\($0)\n" }.joined())
        #expect(await program.run("prune") == .told("removed 4 articles of 1 feed"))
        #expect(await titles == ["T11", "T10", "T9", "T2"])
        let undo = await program.run("undo")
        #expect(undo.code == 2 && undo.stderr.contains("cannot be taken back (prune: 4 articles); the one before"))
    }

    @Test(arguments: ["keep.articles = non", "keep.article = none", "keep.articles none", "keep.days: none"])
    func `while a keep setting is not known, nothing is removed`(line: String) async {
        serve(1...4)
        await program.run("add", "--read", "./a.xml")
        serve(5...6)
        program.folder.write("keep.articles = 0\nkeep.days = 0\n\(line)\n", to: "config")
        for _ in 1...2 {
            let refresh = await program.run("refresh")
            #expect(refresh.code == 0 && refresh.stderr.contains("no article is removed"))
        }
        #expect(await program.run("prune").code == 1)
        #expect(await program.run("prune", "--dry-run").code == 1)
        await program.shell("rm config; ln -s none config")
        #expect(await program.run("prune").code == 1)
        #expect(await titles.count == 6)
        await program.shell("rm config")
        await program.run("config", "keep.articles", "0")
        await program.run("config", "keep.days", "0")
        #expect(await program.run("prune").code == 0)
        #expect(await titles == ["T6", "T5"])
    }

    @Test func `a document of less than half as many articles lets none go`() async {
        serve(1...6)
        await program.run("add", "--read", "./a.xml")
        program.folder.write("keep.articles = 0\nkeep.days = 0\n", to: "config")
        serve(5...6)
        for _ in 1...2 { await program.run("refresh") }
        #expect(await titles.count == 6)
        serve(2...7)
        for _ in 1...2 { await program.run("refresh") }
        #expect(await titles == ["T7", "T6", "T5", "T4", "T3", "T2"])
    }

    @Test(arguments: ["</channel></rss>", "<item><guid>g6</guid><title>T6</title></item><item>"])
    func `a document without articles, or one that is cut off, lets none go`(rest: String) async {
        serve(1...6)
        await program.run("add", "--read", "./a.xml")
        program.folder.write("keep.articles = 0\nkeep.days = 0\n", to: "config")
        program.folder.write("<rss version=\"2.0\"><channel><title>a.xml</title>" + rest, to: "a.xml")
        for _ in 1...2 { await program.run("refresh") }
        #expect(await titles.count == 6)
    }

    @Test(arguments: [[], ["-q"]])
    func `the first removal is announced one run before, and pruned articles do not come back`(quiet: [String]) async {
        serve(1...6)
        await program.run("add", "--read", "./a.xml")
        // Nothing is old yet, so this announces nothing.
        #expect(await program.run("prune") == .told("nothing to remove"))
        program.folder.write("keep.articles = 0\nkeep.days = 0\n", to: "config")
        serve(4...6)
        let first = await program.run(arguments: ["refresh"] + quiet)
        #expect(
            first.errorLines.last
                == (quiet.isEmpty ? "" : "rssium: ") + "the next refresh will remove 3 articles that no keep setting "
                + "protects; `rssium config keep.articles none` keeps all")
        #expect(await titles.count == 6)
        #expect(await program.run("refresh").summary == "refreshed 1 of 1 feed, 0 new articles, 3 old articles removed")
        #expect(await titles == ["T6", "T5", "T4"])
        serve(1...7)
        #expect(await program.run("refresh").stderr.hasPrefix("refreshed 1 of 1 feed, 1 new article in "))
        #expect(await titles == ["T7", "T6", "T5", "T4"])
    }

    @Test func `the announcement says what keeps the articles of a feed with its own setting`() async {
        serve(1...6)
        await program.run("add", "--read", "./a.xml", "--set", "keep.articles=0", "--set", "keep.days=0")
        serve(4...6)
        let words = await program.run("refresh").errorLines.last ?? ""
        #expect(
            words.contains("will remove 3 articles") && words.contains("`rssium config keep.articles none` keeps all, ")
        )
        #expect(
            words.hasSuffix("`rssium config --feed FEED keep.articles none` for each feed with a setting of its own"))
        await program.run("config", "keep.articles", "none")
        await program.run("config", "--feed", "1", "keep.articles", "none")
        await program.run("refresh")
        #expect(await titles.count == 6)
    }

    @Test func `keep.days counts, and a feed can have its own settings`() async throws {
        serve(1...3)
        serve(1...3, "b.xml")
        await program.run("add", "--read", "./a.xml", "./b.xml")
        try announceRemoval()
        serve(8...9)
        serve(8...9, "b.xml")
        program.folder.write("keep.articles = 0\nkeep.days = 1\n", to: "config")
        await program.run("config", "--feed", "2", "keep.days", "none")
        await program.run("refresh", "-q")
        #expect(await program.run("list", "1", "--all", "--count").stdout == "2\n")
        #expect(await program.run("list", "2", "--all", "--count").stdout == "5\n")
        await program.run("config", "--feed", "2", "keep.articles", "2")
        await program.run("config", "--feed", "2", "keep.days", "1")
        #expect(await program.run("prune").stderr == "removed 3 articles of 1 feed\n")
    }

    @Test func `unread articles of a busy feed do not pile up, and status names it`() async throws {
        program.folder.write("keep.articles = 2\nkeep.days = 0\nkeep.unread = 5\n", to: "config")
        serve(1...3)
        serve(1...3, "b.xml")
        await program.run("add", "./a.xml", "./b.xml")
        try announceRemoval()
        for refresh in 1...9 {
            serve((refresh * 3 + 1)...(refresh * 3 + 3))
            await program.run("refresh", "-q", "1")
        }
        #expect(await titles.filter { $0 != "T1" && $0 != "T2" && $0 != "T3" } == (26...30).reversed().map { "T\($0)" })
        let named = "keep.unread   reached by a.xml (5); older unread articles may be removed"
        #expect(await program.run("status").lines.contains(named))
        #expect(
            await program.run("status", "--format", "json").stdout.contains(
                "\"at_unread_limit\":[{\"id\":1,\"title\":\"a.xml\",\"feed_url\":\"file://\(program.folder.path)/a.xml\","
                    + "\"unread\":5,\"limit\":5}]"))
        await program.run("config", "--feed", "1", "keep.unread", "yes")
        #expect(await !program.run("status").stdout.contains("keep.unread"))
        await program.run("config", "--feed", "1", "keep.unread", "no")
        #expect(await program.run("prune").stderr.hasPrefix("removed 2 articles of 1 feed\n"))
    }

    @Test func `prune fails while a refresh runs`() async throws {
        serve(1...3)
        await program.run("add", "./a.xml")
        let lock = try RefreshLock(database: program.database, at: Timestamp(seconds: 1_767_225_600))
        let ending = await program.run("prune")
        #expect(ending.code == 4 && ending.errorLines.count == 1)
        #expect(await program.run("prune", "--dry-run").code == 0)
        withExtendedLifetime(lock) {}
    }

    @Test func `prune removes more than a thousand articles`() async {
        serve(1...2500)
        await program.run("add", "--read", "./a.xml")
        await program.run("mark", "starred", "--all", "--before", "2026-01-01T01:00:30Z")
        serve(1252...2501)
        program.folder.write("keep.articles = 100\nkeep.days = 0\n", to: "config")
        await program.run("refresh")
        #expect(
            await program.run("refresh").summary == "refreshed 1 of 1 feed, 0 new articles, 1191 old articles removed")
        #expect(await program.run("list", "--all", "--count").stdout == "1310\n")
        #expect(await program.run("feeds", "--fields", "unread,articles").stdout == "1\t1310\n")
    }
}
