import TestSupport
import Testing

/// `rssium list --new`.
@Suite struct ListNewTests {
    let program: Program

    init() async { program = await Program.withTwoFeeds() }

    private func ids(_ words: String...) async -> [String] {
        await program.run(arguments: ["list", "--fields", "id"] + words).lines
    }

    @Test func `every article is listed once, the oldest first`() async {
        #expect(await ids("--new") == ["1", "2", "3", "4"])
        #expect(await ids("--new") == [])
        await program.run("add", "--title", "Gamma", program.folder.write(Program.feed(titled: "Gamma"), to: "c.xml"))
        #expect(await ids("--new") == ["5", "6"])
    }

    @Test func `cursors are independent of each other`() async {
        #expect(await ids("--new", "--cursor", "mail") == ["1", "2", "3", "4"])
        #expect(await ids("--new", "--cursor", "desk", "-n", "3") == ["1", "2", "3"])
        #expect(await ids("--new", "--cursor", "mail") == [])
        #expect(await ids("--new", "--cursor", "desk") == ["4"])
        #expect(await ids("--new").count == 4)
    }

    @Test func `with a limit, also that of the settings, the cursor moves to the last article printed, in any order`()
        async
    {
        #expect(await ids("--new", "-n", "2") == ["1", "2"])
        #expect(await ids("--new", "-n", "1", "--reverse") == ["3"])
        #expect(await ids("--new", "--sort", "title") == ["4"])
        await program.run("config", "list.limit", "3")
        #expect(await ids("--new", "--cursor", "b") == ["1", "2", "3"])
        #expect(await ids("--new", "--cursor", "b") == ["4"])
    }

    @Test func `the cursor moves past articles that other filters exclude`() async {
        #expect(await ids("--new", "Beta") == ["3", "4"])
        #expect(await ids("--new") == [])
        await program.run("mark", "read", "2", "3")
        #expect(await ids("--new", "--cursor", "b", "--unread") == ["1", "4"])
        #expect(await ids("--new", "--cursor", "c", "--read") == ["2", "3"])
    }

    @Test func `peek and count do not move the cursor`() async {
        #expect(await ids("--new", "--peek").count == 4)
        #expect(await program.run("list", "--new", "--count").stdout == "4\n")
        #expect(await ids("--new", "-n", "3").count == 3)
        #expect(await program.run("list", "--new", "--count").stdout == "1\n")
        #expect(await ids("--new", "--peek") == ["4"])
    }

    @Test(arguments: [">/dev/full", ">&-", "--format json >/dev/full", "--format html >/dev/full"])
    func `articles that could not be printed are listed again`(destination: String) async {
        let ending = await program.shell("rssium list --new " + destination)
        #expect(ending.code == 1 && ending.stderr.hasPrefix("rssium: cannot write the output: "))
        #expect(await ids("--new").count == 4)
    }

    @Test func `a closed pipe does not move the cursor`() async {
        // The other end of the pipe is closed before the first byte is written.
        let ending = await program.shell("mkfifo p; exec 3<>p 4>p 3<&-; rssium list --new >&4; echo $?")
        #expect(ending.stdout == "0\n" && ending.stderr.isEmpty)
        #expect(await ids("--new").count == 4)
    }

    @Test func `articles stored since the last list on a terminal are flagged`() async {
        #expect(await program.run("list", "--fields", "flags", "-n1").stdout == "U\n")
        await program.runOnTerminal("list", "Alpha")
        #expect(await program.run("list", "--fields", "flags", "-n1").stdout == "U\n")
        await program.run("add", "--title", "Gamma", program.folder.write(Program.feed(titled: "Gamma"), to: "c.xml"))
        #expect(await program.run("list", "--fields", "id,flags").stdout.contains("6\tUN\n"))
        #expect(await program.run("list", "--fields", "id,flags").stdout.contains("4\tU\n"))
        #expect(await program.runOnTerminal("list", "--color", "never").stdout.contains("UN"))
        #expect(await !program.runOnTerminal("list", "--color", "never").stdout.contains("UN"))
    }

    @Test func `the name of a cursor has 200 bytes at most`() async {
        let name = String(repeating: "x", count: 200)
        #expect(await program.run("list", "--new", "--cursor", name).lines.count == 4)
        #expect(await program.run("list", "--new", "--cursor", name + "x").code == 2)
    }
}
