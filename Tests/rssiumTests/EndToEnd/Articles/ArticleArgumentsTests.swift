import TestSupport
import Testing

/// The forms of an ID on the command line and on standard input.
@Suite struct ArticleArgumentsTests {
    private let program: Program

    init() async { program = await Program.withTwoFeeds() }

    @Test(arguments: ["1 2", "+1", "1,2", "0x1", "-1", "1.", "٣"])
    func `a malformed id is reported and changes nothing`(text: String) async {
        let ending = await program.run("mark", "deleted", "-", input: text + "\n")
        #expect(ending == Program.Ending(stdout: "0\n", stderr: "rssium: \(text) is not an article id\n", code: 1))
        #expect(await program.run("list", "--count").stdout == "4\n")
    }

    @Test(arguments: [
        ("1,3", "3\n1\n", ""), ("2-4", "4\n2\n3\n", ""), ("3-99,1,.", "4\n3\n1\n", ""), ("7-99", "", ""),
        ("1,99", "1\n", "no article 99\n"), ("1, 3-4", "4\n3\n1\n", ""), ("0", "", "0 is not an article id\n"),
        ("1,x", "", "1,x is neither an article id nor a feed\n"), ("lph", "2\n1\n", ""), ("@v", "4\n", ""),
        ("1,4-3", "", "1,4-3 is neither an article id nor a feed\n"),
        ("1,", "", "1, is neither an article id nor a feed\n"),
    ])
    func `ids may be lists and ranges, and other words are feeds`(word: String, starred: String, said: String) async {
        await program.run("read", "4")
        await program.run("view", "add", "v", "Beta", "--read")
        let ending = await program.run("mark", "starred", word)
        #expect(ending.stderr == (said.isEmpty ? "" : "rssium: " + said))
        #expect(ending.code == (said.isEmpty ? 0 : 1))
        #expect(await program.run("list", "--starred", "--fields", "id").stdout == starred)
    }

    @Test(arguments: ["万", "½", "9-5", "1-2-3"])
    func `a title of numbers that are no ids is a feed`(title: String) async {
        await program.run("edit", "1", "--title", title)
        #expect(await program.run("mark", "starred", title) == .printed("2"))
        #expect(await program.run("read", title).stdout.contains(title))
    }

    @Test(arguments: ["mark read 1 a", "mark read Alpha --feed a", "label add x 1 a", "open 1 a", "download 1 a"])
    func `a part of the titles of several feeds changes nothing`(line: String) async {
        let ending = await program.run(arguments: line.split(separator: " ").map(String.init))
        #expect(ending.stderr.contains("rssium: a matches several feeds: ") && ending.code != 0, "\(ending)")
        #expect(await program.run("list", "--count").stdout == "4\n")
        #expect(await program.run("label").stdout == "")
    }

    @Test(arguments: [
        ("mark read URL --before 2020-01-01", 0), ("download URL --keep 1 --to d", 2), ("read URL -n 3", 2),
        ("download URL --force --since 2027-01-01 --dry-run --to d", 0), ("mark read URL --since 2020-01-01", 2),
        ("download URL Alpha --force --to d", 2),
    ])
    func `the URL of an article is an id`(line: String, code: Int32) async {
        let url = await program.run("list", "Alpha", "-n", "1", "--fields", "url").lines[0]
        let ending = await program.run(
            arguments: line.split(separator: " ").map { $0 == "URL" ? url : String($0) })
        #expect(ending.code == code && (ending.stdout == "" || ending.stdout == "0\n"), "\(ending)")
        #expect(await program.run("list", "--count").stdout == "4\n")
    }

    @Test func `an article that is named twice is labeled once`() async {
        #expect(await Program.withTwoFeeds().run("label", "add", "x", "1", "1").stdout == "1\n")
    }

    @Test(arguments: [
        ("list --fields id --feed Alpha", "2\n1\n"), ("list --count Alpha --feed 2", "4\n"),
        ("list --count --feed Alpha --feed @v", "3\n"), ("list --count --feed Alpha --search nix", "0\n"),
        ("mark read --feed Alpha --feed Beta", "4\n"), ("mark read Alpha --feed Beta --before 2021-01-01", "2\n"),
        ("mark starred --feed @v", "1\n"), ("label add x --feed Alpha", "2\n"), ("label add x 3-4 lph", "4\n"),
        ("label add x Beta --feed Alpha", "4\n"), ("label rm y --feed @v --feed 1", "2\n"),
        ("view add w --feed Alpha --feed 2 --read", ""), ("download --feed Alpha --feed 2 --to d", ""),
        ("mail --print --feed nix --cursor c", "no feed nix"), ("label add x --feed nix", "0\nno feed nix"),
        ("open --print --feed nix", "no feed nix"),
    ])
    func `--feed works wherever articles are chosen`(line: String, said: String) async {
        await program.run("label", "add", "y", "1", "4")
        await program.run("view", "add", "v", "Beta", "-n", "1")
        let ending = await program.run(arguments: line.split(separator: " ").map(String.init))
        let problem =
            ending.stderr.hasPrefix("rssium: ") ? ending.stderr.dropFirst(8).prefix { !";:\n".contains($0) } : ""
        #expect(ending.stdout + problem == said)
    }

    @Test func `a title of several words without quotes is named`() async {
        await program.run("edit", "1", "--title", "Swift Daily")
        await program.run("edit", "2", "--title", "Swift Weekly")
        let ending = await program.run("mark", "read", "Swift", "Weekly")
        #expect(ending.errorLines.last == "rssium: put a title of several words in quotes: 'Swift Weekly'", "\(ending)")
    }

    @Test func `digits of --feed are a feed, and its articles are opened and mailed`() async {
        #expect(await program.run("open", "--print", "--feed", "2") == program.run("open", "--print", "Beta"))
        let mailed = await program.run("mail", "--print", "--feed", "2", "--cursor", "c")
        #expect(mailed.stdout.split(separator: "\nSubject: ").count == 3)
    }

    @Test(arguments: ["mark starred", "mark read", "label add b", "label rm y"])
    func `ids come from the output of list, whose records may end with NUL, and none change nothing`(command: String)
        async
    {
        await program.run("label", "add", "y", "--all")
        #expect(
            await program.run(arguments: command.split(separator: " ").map(String.init) + ["-"], input: "")
                == .printed("0"))
        #expect(await program.shell("rssium list Beta | rssium \(command) -") == .printed("2"))
        #expect(await program.shell("rssium list -0 Alpha | rssium \(command) -") == .printed("2"))
    }

    @Test func `the header of a list is skipped`() async {
        let list = await program.run("list", "--all", "--header")
        #expect(await program.run("mark", "read", "-", input: list.stdout) == .printed("4"))
        let second = await program.run("mark", "unread", "-", input: "1\nid\n")
        #expect(second.stderr == "rssium: id is not an article id\n")
    }

    @Test func `a dot is the article that was read last`() async {
        #expect(
            await program.run("mark", "starred", ".")
                == Program.Ending(
                    stdout: "0\n", stderr: "rssium: . means the article read last, and none has been read yet\n",
                    code: 1))
        await program.run("read", "1", "3")
        #expect(await program.run("mark", "starred", ".") == .printed("1"))
        #expect(await program.run("list", "--starred", "--fields", "id").stdout == "3\n")
        await program.run("read", "--keep-unread", "2")
        #expect(await program.run("read", "--format", "json", ".").stdout.contains("\"_rssium\":{\"id\":2,"))
        // A script that takes the text of an article reads nothing aloud.
        await program.run("read", "--format", "json", "1")
        #expect(await program.run("mark", "read", "-", input: ".\n").stderr.contains(". is not an article id"))
        #expect(await program.run("mark", "deleted", ".") == .printed("1"))
        #expect(await program.run("read", ".") == .error("no article 2"))
        #expect(await program.run("status").stdout.contains("\u{1}") == false)
    }

    @Test func `a closed standard input is an error, not an empty list`() async {
        for command in ["mark read -", "import -"] {
            let ending = await program.shell("rssium \(command) <&-")
            let said = "rssium: cannot read standard input: Bad file descriptor\n"
            #expect(ending == Program.Ending(stderr: said, code: 1))
        }
        #expect(await program.shell("rssium list --count <&-") == .printed("4"))
    }
}
