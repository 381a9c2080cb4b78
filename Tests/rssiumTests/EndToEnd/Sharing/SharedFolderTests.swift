import Glibc
import TestSupport
import Testing

@testable import FeedStore

/// Programs that share a folder, as two machines do.
@Suite struct SharedFolderTests {
    private let server = FeedServer()
    private let sea = TemporaryFolder()
    private let first = Program()
    private let second = Program()

    init() {
        let items = ["One", "Two"].map { "<item><title>\($0)</title><guid>\($0)</guid></item>" }
        server.serve("/a.xml", .document(SubscribedProgram.rss("Alpha", items: items)))
        for program in [first, second] { program.folder.write("sync.folder = \(sea.path)\n", to: "config") }
    }

    @Test func `what one machine decides is so on the other after its refresh`() async {
        await first.run("add", server.url("/a.xml"), "--category", "News", "--title", "A")
        await first.run("mark", "read", "1")
        await first.run("label", "add", "later", "2")
        await first.run("view", "add", "new", "A", "--since", "3d")
        #expect(await first.run("sync", "--folder").code == 0)
        await second.makeDatabase()
        #expect(await second.run("refresh").code == 0)
        #expect(await second.run("feeds", "--fields", "title,category").stdout == "A\tNews\n")
        let listed = await second.run("list", "--all", "--sort", "title", "--fields", "title,flags,labels").stdout
        #expect(listed == "One\tU\tlater\nTwo\t-\t\n")
        #expect(await second.run("view", "--fields", "name").stdout == "new\n")
        #expect(await second.run("rm", "A", "--yes").code == 0)
        await second.run("sync", "--folder")
        await first.run("refresh")
        #expect(await first.run("feeds").stdout.isEmpty)
        #expect(await first.run("undo").code == 0)
        await first.run("sync", "--folder")
        await second.run("refresh")
        #expect(await second.run("feeds", "--fields", "title").stdout == "A\n")
        #expect(await second.run("list", "--all", "--label", "later", "--count").stdout == "1\n")
        for program in [first, second] { #expect(await program.run("doctor").code == 0) }
    }

    @Test
    func `a machine that joins gets the address to which a server has moved a feed, and a user's own change wins`()
        async
    {
        for path in ["/b.xml", "/c.xml"] { server.serve(path, .feed("B", ["One"])) }
        await first.run("add", server.url("/a.xml"))
        server.serve("/a.xml", .redirect(301, to: "/b.xml"))
        await first.run("refresh", "--force")
        server.serve("/a.xml", .status(404))
        await share {}
        #expect(await second.run("feeds", "--fields", "url").lines == [server.url("/b.xml")])
        await second.run("edit", "1", "--url", server.url("/c.xml"))
        server.serve("/b.xml", .redirect(301, to: "/d.xml"))
        server.serve("/d.xml", .feed("B", ["One"]))
        await first.run("refresh", "--force")
        for program in [second, first, second] { await program.run("sync", "--folder") }
        for program in [first, second] {
            #expect(await program.run("feeds", "--fields", "url").lines == [server.url("/c.xml")])
        }
    }

    @Test func `what another machine brings back comes back with each subscription to the feed`() async {
        defer { server.stop() }
        await share { await first.run("add", server.url("/a.xml")) }
        await first.run("mark", "deleted", "1")
        for program in [first, second] { await program.run("sync", "--folder") }
        await first.run("rm", "--yes", "1")
        await second.run("undo", "--yes")
        for program in [second, first] { await program.run("sync", "--folder") }
        await first.run("add", server.url("/a.xml"))
        #expect(await first.run("list", "--all", "--sort", "title", "--fields", "title").lines == ["One", "Two"])
        server.serve("/a.xml", .feed("Alpha", ["Three"]))
        #expect(await first.run("undo", "--yes").code == 0)
        #expect(
            await first.run("list", "--all", "--sort", "title", "--fields", "id,title").lines == ["2\tOne", "1\tTwo"])
    }

    @Test func `a label that two machines spell differently is one label`() async {
        await share { await first.run("add", server.url("/a.xml")) }
        await first.run("label", "add", "later", "1", "2")
        await second.run("label", "add", "Later", "1")
        for program in [first, second, first] { await program.run("sync", "--folder") }
        for program in [first, second] {
            #expect(
                await program.run("list", "--all", "--sort", "title", "--fields", "title,labels").lines == [
                    "One\tlater", "Two\tLater",
                ])
            #expect(await program.run("label", "--fields", "name,articles").lines == ["Later\t2"])
        }
        await second.run("label", "rm", "LATER", "--all")
        for program in [second, first] {
            await program.run("sync", "--folder")
            #expect(await program.run("label", "--fields", "name").stdout.isEmpty)
        }
    }

    /// After the first machine has done it, the second one has it too.
    private func share(_ work: () async -> Void) async {
        await work()
        await first.run("sync", "--folder")
        await second.makeDatabase()
        await second.run("refresh")
    }

    @Test(arguments: [
        ("add X; add Y; add Z; edit Z --position 1", "", "rm Z --yes; add z; rm X --yes; add X", ["Y", "z", "X"]),
        ("add News; add Blogs", "", "edit News --name Zeta", ["Zeta", "Blogs"]),
        ("add X; add Y", "add Z", "edit Y --position 1", ["Y", "X", "Z"]),
    ])
    func `categories that are made again, renamed or moved have one order on both machines`(
        here: String, there: String, change: String, order: [String]
    ) async {
        func run(_ lines: String, on program: Program) async {
            for line in lines.split(separator: "; ") { await program.shell("rssium category \(line)") }
        }
        for program in [first, second] { await program.makeDatabase() }
        await run(here, on: first)
        await run(there, on: second)
        for _ in 1...2 { for program in [first, second] { await program.run("sync", "--folder") } }
        await run(change, on: first)
        for program in [first, second] {
            await program.run("sync", "--folder")
            let listed = await program.run("category", "--fields", "name,position").lines
            #expect(listed == order.enumerated().map { "\($1)\t\($0 + 1)" })
        }
    }

    @Test func `joining a folder deletes nothing`() async {
        for program in [first, second] { await program.run("add", server.url("/a.xml")) }
        await first.run("mark", "deleted", "1")
        await second.run("mark", "deleted", "2")
        for program in [first, second, first] { #expect(await program.run("refresh").code == 0) }
        for program in [first, second] {
            #expect(await program.run("list", "--sort", "title", "--fields", "title").stdout == "One\nTwo\n")
        }
        // What is deleted afterwards is deleted on both.
        await second.run("mark", "deleted", "1")
        for program in [second, first] { await program.run("refresh") }
        #expect(await first.run("list", "--fields", "title").stdout == "One\n")
    }

    @Test func `status names the machines whose files are in the folder`() async throws {
        for program in [first, second] {
            await program.makeDatabase()
            await program.run("sync", "--folder")
        }
        func machines() async -> Int { await second.run("status").lines.count { $0.contains(", wrote ") } }
        #expect(await machines() == 2)
        let text = await second.run("status", "--format", "json").stdout
        let file = try #require(text.firstMatch(of: /"file":"([^"]*\.rssium)","this_machine":false/))
        unlink(sea.file(String(file.1)))
        #expect(await machines() == 1)
        #expect(await second.run("sync", "--folder", "off").code == 0)
        #expect(await machines() == 0)
        #expect(try SharedFolder(path: sea.path).list(own: nil).files.isEmpty)
        #expect(await first.run("sync", "--folder=off").code == 0)
        for program in [first, second] { #expect(await program.run("config", "sync.folder").code == 1) }
    }

    @Test func `what is not right in the folder is named and left`() async {
        await first.run("add", server.url("/a.xml"))
        sea.write("{\"rssium\":\"state\",\"version\":1,\"mach", to: "half.rssium")
        sea.write("{\"rssium\":\"state\",\"version\":2}\n", to: "newer.rssium")
        let ending = await first.run("sync", "--folder")
        #expect(ending.code == 0 && ending.stderr.contains("half.rssium: left: not whole: "))
        #expect(ending.stderr.contains("newer.rssium: left: written by a newer rssium"))
        let status = await first.run("status").stdout.split(separator: " ").joined(separator: " ")
        #expect(status.contains("not read half.rssium: left: not whole: "), "\(status)")
        first.folder.write("sync.folder = \(sea.path)/none\n", to: "config")
        let none = await first.run("sync", "--folder")
        #expect(none.code == 1 && none.stderr.contains("it does not exist; is its drive mounted?"))
        let refresh = await first.run("refresh")
        #expect(refresh.code == 0)
        #expect(refresh.stderr.split(separator: "\n").filter { $0.contains("cannot use sync.folder") }.count == 1)
        first.folder.write("", to: "config")
        let said = "rssium: cannot set sync.folder: there is no folder \(sea.path)/none; create it first\n"
        #expect(await first.run("config", "sync.folder", sea.path + "/none") == Program.Ending(stderr: said, code: 1))
        #expect(await first.run("config", "sync.folder", sea.path).code == 0)
    }

    @Test func `who leaves a folder that is gone hears which file stays in it`() async throws {
        await first.makeDatabase()
        await first.run("sync", "--folder")
        let file = try #require(try SharedFolder(path: sea.path).list(own: nil).files.first?.name)
        await first.shell("mv '\(sea.path)' '\(sea.path)-away'")
        let ending = await first.run("sync", "--folder=off")
        await first.shell("mv '\(sea.path)-away' '\(sea.path)'")
        #expect(ending == .error("left \(sea.path), which does not exist now; if it returns, remove \(file) from it"))
        #expect(await first.run("config", "sync.folder").code == 1)
    }

    @Test func `an exchange says how many decisions it read and wrote`() async {
        await first.run("add", server.url("/a.xml"))
        func exchange(_ program: Program) async -> String {
            await program.run("sync", "--folder").stderr.replacing(sea.path, with: "SEA")
        }
        #expect(await exchange(first) == "decisions in SEA: 0 read, 1 written\n")
        await first.run("mark", "read", "1", "2")
        #expect(await exchange(first) == "decisions in SEA: 0 read, 2 written\n")
        #expect(await exchange(first) == "decisions in SEA: 0 read, 0 written\n")
        await second.makeDatabase()
        #expect(await exchange(second) == "decisions in SEA: 3 read, 0 written\n")
        // The file is gone.
        await first.shell("rm '\(sea.path)'/*.rssium")
        #expect(await exchange(first) == "decisions in SEA: 0 read, 3 written\n")
    }

    @Test func `an export is the same each time, and what is left of a cut one is merged`() async {
        await first.run("add", server.url("/a.xml"))
        await first.run("mark", "starred", "1")
        let state = await first.run("export", "--format", "state").stdout
        #expect(await first.run("export", "--format", "state").stdout == state)
        #expect(await second.run("import", "-", input: state).code == 0)
        #expect(await second.run("feeds", "--fields", "url").stdout == server.url("/a.xml") + "\n")
        await second.run("refresh")
        #expect(await second.run("list", "--starred", "--count").stdout == "1\n")
        let lines = state.split(separator: "\n").dropLast().joined(separator: "\n") + "\n"
        let third = Program()
        #expect(await third.run("import", "-", input: lines).code == 1)
        #expect(await third.run("feeds", "--fields", "url").stdout == server.url("/a.xml") + "\n")
    }
}
