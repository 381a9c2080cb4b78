import TestSupport
import Testing

@Suite struct ImportTests {
    let program = Program()

    @Test func `the folders of OPML become categories, and a second import adds nothing`() async {
        let opml = """
            <opml version="2.0"><body><outline text="News"><outline text="One" xmlUrl="https://one.example/feed"/>
            <outline text="Bad" xmlUrl="exec:rm"/></outline><outline text="Two" xmlUrl="https://two.example/"/>
            </body></opml>
            """
        let ending = await program.run("import", "-", input: opml)
        #expect(
            ending
                == Program.Ending(
                    stderr: "rssium: not imported: exec:rm: a command; nothing imported is run\n"
                        + "2 feeds added, 0 present, 1 refused, 1 new category\n`rssium refresh` fetches their articles\n",
                    code: 1))
        #expect(
            await program.run("feeds", "--fields", "title,category,url").stdout
                == "One\tNews\thttps://one.example/feed\nTwo\t\thttps://two.example/\n")
        #expect(await program.run("import", "-", input: opml).errorLines.last == "0 feeds added, 2 present, 1 refused")
    }

    @Test func `a bad line of a list is named and loses no other`() async {
        program.folder.write("https://a.example/\nftp://b.example/\n# c\n|run\nd.example \"~D\" tag\n", to: "urls")
        let ending = await program.run("import", "urls")
        #expect(ending.code == 1)
        #expect(
            ending.errorLines.prefix(2) == [
                "rssium: not imported: line 2: ftp://b.example/: "
                    + "only http, https and file addresses can be read, not ftp:",
                "rssium: not imported: line 4: |run: a command; nothing imported is run",
            ])
        #expect(
            await program.run("feeds", "--fields", "title,category,url").stdout
                == "D\ttag\thttps://d.example/\nhttps://a.example/\t\thttps://a.example/\n")
    }

    @Test func `what is no list fails`() async {
        #expect(await program.run("import", "missing").code == 1)
        #expect(await program.run("import", "-", input: "<svg/>").code == 1)
        #expect(await program.run("import").code == 2)
    }
}
