import TestSupport
import Testing

/// The order and the length of `rssium list`.
@Suite struct ListOrderTests {
    @Test func `titles and feeds are in the order of their letters, without marks and case`() async {
        let shelf = SubscribedProgram()
        let titles = ["Zoo", "Öl", "beta", "Essen", "Alpha", "écho", "œuvre", "zeta"]
        let ordered = ["Alpha", "beta", "écho", "Essen", "œuvre", "Öl", "zeta", "Zoo"]
        await shelf.subscribe("/all.xml", title: "All", titles)
        #expect(await shelf.program.run("list", "--sort", "title", "--fields", "title").lines == ordered)
        let reversed = await shelf.program.run("list", "--sort", "title", "--reverse", "--fields", "title", "-n", "3")
        #expect(reversed.lines == ["Zoo", "zeta", "Öl"])
        await shelf.program.run("rm", "--yes", "1")
        for title in titles { await shelf.subscribe("/\(title.utf8.reduce(0) { $0 + Int($1) })", title: title) }
        #expect(await shelf.program.run("list", "--sort", "feed", "--fields", "feed").lines == ordered)
        #expect(await shelf.program.run("feeds", "--fields", "title").lines == ordered)
    }

    @Test func `--limit none overrides the setting`() async {
        let shelf = await SubscribedProgram.subscribed("/a.xml", ["One", "Two", "Three"])
        await shelf.program.run("config", "list.limit", "2")
        #expect(await shelf.program.run("list").lines.count == 2)
        #expect(await shelf.program.run("list", "--limit", "none").lines.count == 3)
        #expect(await shelf.program.run("list", "--limit", "1").lines.count == 1)
        #expect(await shelf.program.run("list", "--count").stdout == "3\n")
        #expect(await shelf.program.run("list", "--limit", "2", "--count").stdout == "2\n")
        #expect(await shelf.program.run("rule", "test", "one OR two OR three").lines.count == 2)
        #expect(await shelf.program.run("rule", "test", "one OR two", "-n", "1").lines.count == 1)
        #expect(await shelf.program.run("list", "--new", "--limit", "none").lines.count == 3)
        #expect(await shelf.program.run("list", "--new", "--count").stdout == "0\n")
    }
}
