import TestSupport
import Testing

@Suite struct RmTests {
    let program: Program

    init() async { program = await Program.withTwoFeeds() }

    @Test func `without a terminal yes is required`() async {
        #expect(await program.run("rm", "1") == .error("without a terminal, rm needs --yes; see rssium help rm", 2))
        #expect(await program.run("rm", "nix").stderr.contains("no feed nix"))
        #expect(await program.run("rm", "1", "Alpha", "-y") == .told("removed feed 1, Alpha, with 2 articles"))
        #expect(await program.run("list", "--count").stdout == "2\n")
    }

    @Test func `an unknown feed keeps all others from being removed`() async {
        #expect(
            await program.run("rm", "--yes", "1", "nix")
                == .error("cannot remove nix: no feed nix: `rssium feeds` lists them"))
        #expect(await program.run("rm", "--yes", "a").code == 1)
        #expect(await program.run("feeds", "--fields", "id").stdout == "1\n2\n")
    }

    @Test(arguments: [("\n", 1), ("\u{4}", 1), ("y\n", 0), (" Yes \n", 0)] as [(String, Int32)])
    func `rm asks on a terminal, and the end of the input means no`(answer: String, code: Int32) async {
        let ending = await program.runOnTerminal("rm", "1", typing: answer)
        #expect(ending.code == code && !ending.stdout.contains("\r\n\r\n"), "\(ending)")
        #expect(ending.stdout.contains("remove feed 1, Alpha, with 2 articles? [y/N] "), "\(ending)")
        let line = answer == "\u{4}" ? "\r\nnothing was removed\r\n" : "nothing was removed\r\n"
        #expect(ending.stdout.hasSuffix(line) == (code == 1), "\(ending)")
        #expect(await program.run("feeds", "--fields", "id").lines == (code == 1 ? ["1", "2"] : ["2"]))
    }

    @Test func `the question counts the rules and settings of a feed`() async {
        await program.run("rule", "add", "word", "--feed", "1", "--star")
        await program.run("rule", "add", "word", "--feed", "2", "--star")
        await program.run("config", "--feed", "1", "refresh.timeout", "5s")
        await program.run("edit", "1", "--interval", "2h")
        let no = await program.runOnTerminal("rm", "1", "2", typing: "n\n").stdout
        #expect(no.contains("remove these 2 feeds with 4 articles, 2 rules and 2 settings? [y/N]"), "\(no)")
        #expect(
            await program.run("rm", "--yes", "1", "2").errorLines == [
                "removed feed 1, Alpha, with 2 articles, 1 rule and 2 settings",
                "removed feed 2, Beta, with 2 articles and 1 rule",
            ])
        #expect(await program.run("rule") == .silent)
    }

    @Test func `the question counts what the user has marked`() async {
        await program.run("mark", "starred", "1", "2")
        await program.run("label", "add", "later", "1")
        let no = await program.runOnTerminal("rm", "1", typing: "n\n").stdout
        #expect(no.contains("remove feed 1, Alpha, with 2 articles (2 starred, 1 labeled)? [y/N]"), "\(no)")
    }

    @Test(arguments: [["a.xml"], ["--exec", "cat a.xml"], ["--filter", "cat", "a.xml"]])
    func `what was deleted stays deleted after rm and add, also of feeds that only this machine has`(
        words: [String]
    ) async {
        program.folder.write(SubscribedProgram.rss("Gamma", ["One", "Two", "Three"]), to: "a.xml")
        await program.run(arguments: ["add"] + words)
        await program.shell("rssium list --feed Gamma --all --fields id,title | grep Two | rssium mark deleted -")
        for _ in 1...2 {
            await program.run("rm", "--yes", "Gamma")
            await program.run(arguments: ["add"] + words)
            #expect(await gamma == ["One", "Three"])
        }
        // The feeds of before come back in place of the new ones, and at last the deletion is taken back.
        for _ in 1...2 {
            await program.run("undo", "--yes")
            #expect(await gamma == ["One", "Three"])
        }
        await program.run("undo", "--yes")
        #expect(await gamma == ["One", "Three", "Two"])
    }

    @Test func `what was deleted stays deleted after a move, or an edit in steps, and rm and add`() async {
        let shelf = await SubscribedProgram.subscribed("/a.xml", ["One", "Two", "Three"])
        await shelf.program.shell("rssium list --all --fields id,title | grep Two | rssium mark deleted -")
        // The guid changes with the title, and the text at another time.
        let text = SubscribedProgram.rss("A feed", ["One", "Zwei", "Three"])
        let edited = text.replacing("Text of Zwei", with: "Text of Two")
        let guid = text.replacing(">Zwei</guid>", with: ">Drei</guid>")
        let later = guid.replacing("Zwei", with: "Vier")
        let link = later.replacing("https://a.example/1", with: "https://a.example/vier")
        let last = link.replacing(">Drei</guid>", with: ">Vier</guid>")
        for document in [
            text.replacing(">Zwei</guid>", with: ">Two</guid>"), edited, text, guid, later, link, last,
        ] {
            shelf.server.serve("/a.xml", .document(document))
            await shelf.program.run("refresh", "--force")
            #expect(await shelf.titles == ["One", "Three"])
        }
        shelf.server.serve("/a.xml", .redirect(301, to: "/b.xml"))
        shelf.server.serve("/b.xml", .document(last))
        await shelf.program.run("refresh", "--force")
        for path in ["/a.xml", "/b.xml"] {
            await shelf.program.run("rm", "--yes", "A feed")
            await shelf.program.run("add", shelf.server.url(path))
            #expect(await shelf.titles == ["One", "Three"])
        }
    }

    @Test func `what was deleted stays away where guid, link and title change at once`() async {
        let shelf = await SubscribedProgram.subscribed("/a.xml", ["One", "Two", "Three"])
        await shelf.program.shell("rssium list --all --fields id,title | grep Two | rssium mark deleted -")
        let text = SubscribedProgram.rss("A feed", ["One", "Zwei", "Three"])
            .replacing("https://a.example/1", with: "https://a.example/zwei").replacing(
                "Text of Zwei", with: "Text of Two")
        shelf.server.serve("/a.xml", .document(text))
        await shelf.program.run("refresh")
        #expect(await shelf.titles == ["One", "Three"])
    }

    private var gamma: [String] {
        get async { await program.run("list", "--feed", "Gamma", "--all", "--fields", "title").lines.sorted() }
    }
}
