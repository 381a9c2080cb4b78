import TestSupport
import Testing

@Suite struct CategoryTests {
    let program: Program

    init() async { program = await Program.withTwoFeeds() }

    @Test func `categories are listed in every format`() async {
        #expect(await program.run("category") == .printed("News\t\t1\t1\t2"))
        #expect(await program.run("category", "list", "--fields", "id,name").stdout == "1\tNews\n")
        let object = #"{"id":1,"name":"News","position":1,"feeds":1,"unread":2}"#
        #expect(await program.run("category", "--format", "jsonl").stdout == object + "\n")
        #expect(await program.run("category", "--format", "json").stdout == "[\n" + object + "\n]\n")
    }

    @Test func `a category is added once`() async {
        #expect(await program.run("category", "add", "Old") == .told("created the category Old"))
        #expect(await program.run("category", "add", "old") == .error("the category old exists already"))
    }

    @Test func `a category with feeds is removed only with --yes, and its feeds stay`() async {
        #expect(await program.runOnTerminal("category", "rm", "News", typing: "n\n").code == 1)
        #expect(
            await program.run("category", "rm", "news", "--yes")
                == .told("removed the category News; 1 feed without a category now"))
        #expect(await program.run("feeds", "2", "--fields", "title,category").stdout == "Beta\t\n")
        #expect(await program.run("category", "rm", "News").code == 1)
    }

    @Test func `a color is stored, and shown on a terminal`() async throws {
        #expect(await program.run("--color", "never", "category", "add", "Red", "--color", "RED").code == 0)
        #expect(
            await program.run("category", "edit", "News", "--color", "#Cc3300")
                == .told("category News: color #cc3300"))
        #expect(await program.run("category").stdout == "News\t#cc3300\t1\t1\t2\nRed\tred\t2\t0\t0\n")
        #expect(await program.runOnTerminal("category", "--color", "always").stdout.contains("\u{1B}[31mRed"))
        await program.run("category", "edit", "News", "--color", "green")
        for command in ["list", "feeds"] {
            let seen = await program.runOnTerminal(command, "--color", "always").stdout
            let line = try #require(seen.split(whereSeparator: \.isNewline).first { $0.contains("Beta") })
            #expect(line.contains("32m") && line.contains("Beta"))
        }
        #expect(await program.run("category", "edit", "News", "--color", "none").stderr == "category News: no color\n")
    }

    @Test func `a category can be renamed and moved, and positions have no gaps`() async {
        for name in ["B", "C", "Übung"] { await program.run("category", "add", name) }
        #expect(await program.run("category", "edit", "C", "--position", "1").stderr == "category C: position 1\n")
        #expect(await program.run("category", "--fields", "position,name").stdout == "1\tC\n2\tNews\n3\tB\n4\tÜbung\n")
        #expect(
            await program.run("category", "edit", "c", "--name", "Last", "--position", "99")
                == .told("category Last: name was C, position 4"))
        await program.run("category", "rm", "B")
        #expect(await program.run("category", "--fields", "position,name").stdout == "1\tNews\n2\tÜbung\n3\tLast\n")
        #expect(
            await program.run("category", "edit", "News", "--name", "NEWS").stderr == "category NEWS: name was News\n")
        #expect(await program.run("feeds", "2", "--fields", "category").stdout == "NEWS\n")
    }

    @Test func `a favorite has a star on a terminal`() async {
        await program.run("edit", "Alpha", "--favorite")
        #expect(await program.runOnTerminal("feeds").stdout.contains("★"))
        #expect(await program.run("feeds", "1", "--fields", "title").stdout == "Alpha\n")
    }

    @Test func `the question counts the rules of a category`() async {
        await program.run("rule", "add", "word", "--category", "News", "--star")
        await program.run("rule", "add", "other", "--category", "News", "--drop")
        await program.run("rule", "add", "word", "--star")
        let no = await program.runOnTerminal("category", "rm", "News", typing: "n\n").stdout
        let question = "remove the category News and 2 rules for it? Its 1 feed will have no category [y/N]"
        #expect(no.contains(question), "\(no)")
        #expect(
            await program.run("category", "rm", "News", "--yes").stderr
                == "removed the category News and 2 rules for it; 1 feed without a category now\n")
        #expect(await program.run("rule").lines.count == 1)
    }
}
