import TestSupport
import Testing

/// Two feeds whose addresses come to the same, or where one has the address that the other one had.
@Suite struct TwoFeedsOfOnePlaceTests {
    private let server = FeedServer()
    private let folder = TemporaryFolder()
    private let first = Program()
    private let second = Program()

    init() {
        server.serve("/old", .feed("Old", ["One", "Two"]))
        server.serve("/new", .feed("Old", ["One", "Two"]))
        server.serve("/feed", .feed("Plain", ["One", "Two"]))
        server.serve("/feed/", .feed("Closed", ["One", "Two"]))
        for program in [first, second] { program.folder.write("sync.folder = \(folder.path)\n", to: "config") }
    }

    private func urls(_ program: Program) async -> [String] {
        await program.run("feeds", "--fields", "url").lines.map { $0.replacing(server.url(""), with: "") }.sorted()
    }

    private func marked(_ program: Program) async -> [String] {
        await program.run("list", "--starred", "--fields", "feed,title").lines.sorted()
    }

    private func sync() async {
        for program in [first, second, first, second] { #expect(await program.run("refresh").code == 0) }
    }

    @Test(arguments: [true, false]) func `a feed at the address that another one has left`(knowsOld: Bool) async {
        for program in [first, second] { await program.makeDatabase() }
        await sync()
        await first.run("add", server.url("/old"))
        if knowsOld { await sync() }
        await first.run("mark", "starred", "--search", "One")
        #expect(await first.run("edit", "1", "--url", server.url("/new")).code == 0)
        #expect(await first.run("add", server.url("/old")).code == 0)
        #expect(await marked(first) == ["Old\tOne"])
        await sync()
        for program in [first, second] {
            #expect(await urls(program) == ["/new", "/old"])
            #expect(await marked(program).count == 1)
        }
        await second.run("mark", "starred", "--search", "Two")
        await sync()
        for program in [first, second] { #expect(await marked(program).count == 3) }
        let new = await second.run("feeds", "--fields", "id,url").lines.first { $0.hasSuffix("/new") } ?? ""
        #expect(await second.run("rm", String(new.prefix { $0 != "\t" }), "--yes").code == 0)
        await sync()
        for program in [first, second] {
            #expect(await urls(program) == ["/old"])
            #expect(await marked(program).count == 1)
            #expect(await program.run("doctor").code == 0)
        }
        #expect(await second.run("undo", "--yes").code == 0)
        await sync()
        for program in [first, second] {
            #expect(await urls(program) == ["/new", "/old"])
            #expect(await marked(program).count == 3)
        }
    }

    @Test func `two addresses that differ in a slash`() async {
        for program in [first, second] { await program.makeDatabase() }
        await sync()
        await first.run("add", server.url("/feed"), server.url("/feed/"))
        await first.run("mark", "starred", "--search", "feed:Closed One")
        #expect(await marked(first) == ["Closed\tOne"])
        await sync()
        for program in [first, second] {
            #expect(await urls(program) == ["/feed", "/feed/"])
            #expect(await marked(program) == ["Closed\tOne"])
        }
        #expect(await second.run("rm", "Closed", "--yes").code == 0)
        await sync()
        for program in [first, second] { #expect(await urls(program) == ["/feed"]) }
    }

    @Test func `an address is removed and added again while its key is used by another feed`() async {
        for program in [first, second] { await program.makeDatabase() }
        await sync()
        await first.run("add", server.url("/old"))
        await first.run("edit", "1", "--url", server.url("/new"))
        await first.run("rm", "1", "--yes")
        await first.run("add", server.url("/old"))
        await sync()
        #expect(await first.run("undo", "--yes").code == 0)
        await sync()
        for program in [first, second] {
            #expect(await urls(program) == ["/new", "/old"])
            #expect(await program.run("doctor").code == 0)
        }
    }

    @Test func `marks stay with the articles of two feeds that a third machine makes one`() async {
        for program in [first, second] { await program.makeDatabase() }
        await first.run("add", server.url("/old"))
        await first.run("edit", "1", "--url", server.url("/feed/"), "--force")
        await sync()
        await second.run("add", server.url("/feed"))
        await second.run("mark", "starred", "--feed", "1", "--search", "One")
        await sync()
        let third = Program()
        await third.run("add", server.url("/feed"))
        third.folder.write("sync.folder = \(folder.path)\n", to: "config")
        for program in [third, second, first, third, second, first] { await program.run("refresh") }
        for program in [first, second, third] {
            #expect(await program.run("list", "--starred", "--fields", "title").lines.contains("One"))
        }
    }
}
