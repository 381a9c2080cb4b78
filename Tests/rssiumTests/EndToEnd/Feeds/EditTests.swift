import TestSupport
import Testing

@Suite struct EditTests {
    let program: Program

    init() async {
        program = await Program.withTwoFeeds()
    }

    @Test func `everything can be changed, and changes are reported`() async {
        let ending = await program.run(
            "edit", "1", "--title", "X", "--category", "Neu", "--interval", "2h", "--favorite", "--pause")
        #expect(
            ending
                == Program.Ending(
                    stderr: "created the category Neu\n"
                        + "feed 1, X: title was Alpha, category Neu, refreshed every 2h, a favorite, paused\n"))
        #expect(
            await program.run("feeds", "1", "--fields", "title,category,interval,state").stdout
                == "X\tNeu\t7200\tpaused\n")
        let back = await program.run(
            "edit", "1", "--title", "", "--category", "none", "--interval", "default", "--no-favorite", "--resume")
        #expect(back.code == 0)
        #expect(
            await program.run("feeds", "1", "--fields", "title,category,interval,state").stdout == "Alpha\t\t\tok\n")
    }

    @Test func `the url of another feed is refused and nothing is changed`() async {
        let ending = await program.run("edit", "1", "--title", "X", "--url", "./beta.xml")
        let path = program.folder.path
        #expect(
            ending
                == Program.Ending(
                    stderr: "rssium: cannot edit feed 1: file://\(path)/beta.xml is the URL of feed 2, Beta\n", code: 1)
        )
        #expect(await program.run("feeds", "1", "--fields", "title").stdout == "Alpha\n")
    }

    @Test func `a url is normalised, and its password is never shown`() async {
        let ending = await program.run("edit", "1", "--url", "https://u:secret@EXAMPLE.org:443/x#y")
        #expect(ending == Program.Ending(stderr: "feed 1, Alpha: url https://example.org/x\n"))
        #expect(await program.run("feeds", "1", "--fields", "url,articles").stdout == "https://example.org/x\t2\n")
    }

    @Test func `a wrong command line changes nothing`() async {
        #expect(await program.run("edit", "1").code == 2)
        #expect(await program.run("edit", "1", "--interval", "x").code == 2)
        #expect(await program.run("edit", "1", "--pause", "--resume").code == 2)
        #expect(await program.run("edit", "1", "--url", "ftp://x.org/").code == 2)
        #expect(await program.run("edit", "1", "--category", "").code == 2)
        #expect(await program.run("edit", "nix", "--pause").code == 1)
    }

    @Test func `a name is stored without extra spaces, and an invisible name is refused`() async {
        #expect(await program.run("edit", "1", "--title", "  A   b ", "--category", " Some\u{A0} thing ").code == 0)
        #expect(await program.run("feeds", "1", "--fields", "title,category").stdout == "A b\tSome thing\n")
        #expect(await program.run("category", "add", " Some  thing").code == 1)
        #expect(await program.run("rm", "--yes", "2").code == 0)
        #expect(await program.run("add", "./beta.xml", "--title", " B  c", "--category", "Some  thing").code == 0)
        #expect(await program.run("feeds", "3", "--fields", "title,category").stdout == "B c\tSome thing\n")
        let long = String(repeating: "x", count: 1001)
        for name in [" ", "\u{200B}", "\u{2800}", "\u{FEFF} \u{3164}", "a\nb", long] {
            for words in [
                ["edit", "1", "--title", name], ["edit", "1", "--category", name], ["category", "add", name],
                ["add", "./beta.xml", "--title", name],
            ] {
                let ending = await program.run(arguments: words)
                #expect(ending.code == 2 && ending.errorLines.count == 1, "\(words)")
            }
        }
        #expect(await program.run("edit", "1", "--title", String(long.dropLast())).code == 0)
    }
}
