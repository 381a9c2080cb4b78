import TestSupport
import Testing

/// `list --search` and `mark --search`.
@Suite struct SearchCommandTests {
    let program: Program

    init() async { program = await Program.withTwoFeeds() }

    @Test func `a search combines with other filters`() async {
        #expect(await program.run("list", "--search", "new", "--fields", "id").lines.count == 2)
        #expect(await program.run("list", "--search", "new feed:alpha", "--count").stdout == "1\n")
        #expect(await program.run("list", "Beta", "--search", "-title:new", "--fields", "title").stdout == "Old\n")
        #expect(await program.run("list", "--search", "nothing") == .silent)
        #expect(await program.run("list", "--search=text:bold OR te*", "-n1", "--fields", "title").stdout == "New\n")
    }

    @Test func `a wrong query is marked at its place, counted in cells, and does nothing`() async {
        let ending = await program.run("list", "--search", "東京 \"new")
        #expect(
            ending
                == Program.Ending(
                    stderr: """
                        rssium: a quote that is not closed; see rssium help query
                          東京 "new
                               ^

                        """, code: 2))
        let empty = await program.run("list", "--search", "")
        #expect(empty == .error("the query is empty; see rssium help query", 2))
        let long = await program.run("rule", "test", String(repeating: "a", count: 100_000))
        #expect(long.code == 2 && long.errorLines.count == 1)
    }

    @Test func `a field that only resembles a known one is an error, marked at its place`() async {
        let ending = await program.run("list", "--search", "new -titel:old")
        #expect(
            ending
                == Program.Ending(
                    stderr: """
                        rssium: unknown field titel:, did you mean title:, or quotes around the word?; see rssium help query
                          new -titel:old
                               ^

                        """, code: 2))
        for query in ["\"titel:new\"", "10:30", "https://a.example/", "std::new", "foo:new"] {
            #expect(await program.run("list", "--search", query).code == 0, "\(query)")
        }
    }

    @Test func `AND, NOT and unknown prefixes are words, which a person is told`() async {
        #expect(await program.run("list", "--search", "new AND old") == Program.Ending())
        let shown = await program.runOnTerminal("list", "--search", "new AND NOT old").stdout
        #expect(shown.contains("AND is searched for as a word: words side by side must all be present"), "\(shown)")
        #expect(shown.contains("NOT is searched for as a word: -word excludes one"))
        let prefix = await program.runOnTerminal("list", "--search", "is:unread std::new https://a.example/").stdout
        #expect(prefix.contains("is: is searched for as a word; the fields are title:, author:, "), "\(prefix)")
        #expect(!prefix.contains("std:") && !prefix.contains("https:"))
    }
}

/// `rule`.
@Suite struct RuleCommandTests {
    let program = Program()

    private func serve(_ titles: [String]) {
        program.folder.write(SubscribedProgram.rss("A feed", titles), to: "feed.xml")
    }

    private func titles(_ arguments: String...) async -> [String] {
        await program.run(arguments: ["list", "--fields", "title", "--sort", "title"] + arguments).lines
    }

    @Test func `rules are applied only when an article is stored`() async throws {
        serve(["Old star", "Old drop"])
        await program.run("add", "./feed.xml")
        #expect(
            await program.run("rule", "add", "title:star", "--star")
                == Program.Ending(stdout: "1\n", stderr: "added the rule; it applies to articles stored from now on\n"))
        let onTerminal = await program.runOnTerminal("rule", "add", "drop", "--drop", "--feed", "1")
        #expect(onTerminal.stdout == "added rule 2; it applies to articles stored from now on\r\n")
        await program.run("rule", "add", "title:/read/ -drop", "--mark-read")
        #expect(await titles("--starred") == [])
        serve(["New star read", "New drop star", "New plain", "Old star", "Old drop"])
        let refreshed = await program.run("refresh", "--print-new", "--fields", "title")
        #expect(refreshed.lines.sorted() == ["New plain", "New star read"])
        #expect(refreshed.stderr.contains("2 new articles"))
        #expect(await titles("--starred") == ["New star read"])
        #expect(await titles() == ["New plain", "Old drop", "Old star"])
        await program.run("rule", "rm", "2")
        let again = await program.run("refresh", "--force")
        #expect(again.stderr.contains("0 new") || !again.stderr.contains("new article"), "\(again.stderr)")
        #expect(await titles("--all").count == 4)
        #expect(try program.ask("SELECT unread || ' ' || articles FROM feed") == "3 4")
    }

    @Test func `rules are listed in every format, and removed with their feed or category`() async {
        serve(["One"])
        await program.run("add", "./feed.xml", "--category", "News")
        await program.run("rule", "add", "a b", "--star")
        await program.run("rule", "add", "c", "--drop", "--feed", "A feed")
        await program.run("rule", "add", "d", "--mark-read", "--category", "news")
        #expect(
            await program.run("rule").stdout
                == "1\ta b\tall\tstar\n2\tc\tfeed A feed\tdrop\n3\td\tcategory News\tmark-read\n")
        #expect(
            await program.run("rule", "list", "--fields", "id,action").lines == ["1\tstar", "2\tdrop", "3\tmark-read"])
        #expect(
            await program.run("rule", "--format", "jsonl").lines[1]
                == #"{"id":2,"query":"c","feed_id":1,"feed":"A feed","action":"drop"}"#)
        await program.run("category", "rm", "News", "--yes")
        await program.run("rm", "1", "--yes")
        #expect(
            await program.run("rule", "--format", "json").stdout == "[\n" + #"{"id":1,"query":"a b","action":"star"}"#
                + "\n]\n")
    }

    @Test func `test lists what list --all --search lists`() async {
        let program = await Program.withTwoFeeds()
        await program.run("mark", "read", "1")
        for query in ["new", "old", "feed:beta", "te*"] {
            let test = await program.run("rule", "test", query)
            #expect(test == (await program.run("list", "--all", "--search", query)))
            #expect(!test.stdout.isEmpty)
        }
    }

    @Test func `a wrong rule is refused, and so is one that exists`() async {
        await program.makeDatabase()
        #expect(await program.run("rule", "add", "(a", "--drop").code == 2)
        await program.run("rule", "add", "a", "--drop")
        #expect(await program.run("rule", "add", "a", "--drop") == .error("the rule exists already (id 1)"))
        #expect(await program.run("rule").lines.count == 1)
    }
}
