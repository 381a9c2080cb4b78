import TestSupport
import Testing

/// An article that its feed edits while two machines that share a folder decide about it, each at its own version.
@Suite struct EditedElsewhereTests {
    private let server = FeedServer()
    private let sea = TemporaryFolder()
    private let first = Program()
    private let second = Program()
    private static let article = "https://b.example/1"

    init() async {
        for program in [first, second] { program.folder.write("sync.folder = \(sea.path)\n", to: "config") }
        serve(1)
        await first.run("add", server.url("/feed.xml"))
        await first.run("sync", "--folder")
        await second.makeDatabase()
        await refresh(second)
    }

    /// A version of an article, beside others that stay as they are.
    private func serve(_ version: Int) {
        let others = (2...5).map {
            "<item><title>Other \($0)</title><guid>\($0)</guid><link>https://b.example/\($0)</link></item>"
        }
        let match = """
            <item><title>Match \(version)</title><guid>1</guid><link>\(Self.article)</link>
            <pubDate>Fri, 20 Nov 2020 10:11:12 GMT</pubDate><description>Score \(version)</description></item>
            """
        server.serve("/feed.xml", .document(SubscribedProgram.rss("B", items: [match] + others)))
    }

    private func refresh(_ program: Program) async { await program.run("refresh", "--force") }

    private func share(_ programs: Program...) async {
        for program in programs { await program.run("sync", "--folder") }
    }

    /// The title and the flags of the article.
    private func match(_ program: Program) async -> String {
        let lines = await program.run("list", "--all", "--fields", "title,flags").lines
        return lines.first { $0.hasPrefix("Match") } ?? "none"
    }

    /// The second machine marks a version of the article that the first one skips.
    private func markOnSecond(_ mark: String) async {
        serve(2)
        await refresh(second)
        await second.run("mark", mark, Self.article)
        await share(second)
        serve(3)
        for program in [first, second, first] { await refresh(program) }
    }

    @Test func `a mark that is taken back after an edit reaches a machine that skips this edit`() async {
        await first.run("mark", "starred", Self.article)
        await share(first, second)
        await markOnSecond("unstarred")
        for program in [first, second] { #expect(await match(program) == "Match 3\tU") }
    }

    @Test func `a mark reaches a machine that has overruled an earlier one`() async {
        await second.run("mark", "read", Self.article)
        await share(second, first)
        await first.run("mark", "unread", Self.article)
        await share(first, second)
        await markOnSecond("starred")
        for program in [first, second] { #expect(await match(program) == "Match 3\tUS") }
    }

    @Test(arguments: [false, true])
    func `a deletion that the other machine takes back is taken back here`(isStarred: Bool) async {
        if isStarred {
            await first.run("mark", "starred", Self.article)
            await share(first, second)
        }
        serve(2)
        await refresh(second)
        await first.run("mark", "deleted", Self.article)
        await share(first, second)
        #expect(await match(second) == "none")
        #expect(await second.run("undo", "--yes").code == 0)
        await share(second, first)
        let flags = isStarred ? "US" : "U"
        #expect(await match(second) == "Match 2\t\(flags)")
        #expect(await match(first) == "Match 1\t\(flags)")
        for program in [first, second] {
            await refresh(program)
            #expect(await match(program) == "Match 2\t\(flags)")
        }
    }

    @Test func `a mark under another key reaches an article that comes back in the same exchange`() async {
        let third = Program()
        third.folder.write("sync.folder = \(sea.path)\n", to: "config")
        await third.makeDatabase()
        await refresh(third)
        await first.run("label", "add", "later", Self.article)
        serve(2)
        await refresh(second)
        await refresh(third)
        await first.run("mark", "deleted", Self.article)
        await share(first, third)
        await first.run("undo")
        await share(first)
        await second.run("mark", "starred", Self.article)
        await share(second)
        for program in [first, second, third, first, second, third] { await refresh(program) }
        for program in [first, second, third] { #expect(await match(program) == "Match 2\tUS") }
    }
}
