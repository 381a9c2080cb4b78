import TestSupport
import Testing

/// `rssium run`.
@Suite struct RunTests {
    let program: Program

    init() async { program = await Program.withTwoFeeds() }

    private func ids(_ words: String...) async -> [String] {
        await program.run(arguments: ["run"] + words + ["--", "echo", "{id}"]).lines
    }

    @Test func `the program runs once for each article, the oldest first, and for read ones too`() async {
        await program.run("mark", "read", "2")
        #expect(await ids("-n", "3") == ["1", "2", "3"])
        #expect(await ids() == ["4"])
        #expect(await ids() == [])
        #expect(await ids("--cursor", "other", "--unread") == ["1", "3", "4"])
        #expect(await ids("--cursor", "other") == [])
        #expect(await program.run("list", "--new", "--cursor", "run", "--count").stdout == "0\n")
    }

    @Test func `peeking leaves the cursor, and jobs run together`() async {
        #expect(await ids("--peek") == ["1", "2", "3", "4"])
        #expect(Set(await ids("--jobs", "3")) == ["1", "2", "3", "4"])
        #expect(await ids() == [])
    }

    @Test func `the program gets the article as input, in the environment and in its arguments`() async {
        let ending = await program.run(
            "run", "-n", "1", "sh", "--", "-c",
            #"cat; echo "$RSSIUM_ID|$RSSIUM_URL|$RSSIUM_TITLE|$RSSIUM_FEED|$RSSIUM_ENCLOSURE|$1|$2""#, "x",
            "<{title}> {nothing} {", "{feed}{published}")
        let item = await program.run("list", "Alpha", "--search", "title:old", "--format", "jsonl").lines
        #expect(
            ending.lines == item + [
                "1|https://alpha.example/old|Old|Alpha||<Old> {nothing} {|Alpha2020-01-01T10:00:00Z"
            ])
    }

    @Test func `text of a feed stays one argument, which no shell sees`() async {
        await program.subscribe("Sly", ["-rf {id} $(touch pwned) ;&#x1b;[31m&#10;x"])
        let ending = await program.run("run", "--feed", "Sly", "--cursor", "s", "--", "printf", "[%s]", "--", "{title}")
        #expect(ending == Program.Ending(stdout: "[--][-rf {id} $(touch pwned) ;[31m x]"))
    }

    @Test func `the first failure stops the run, and the same article comes again`() async {
        let ending = await program.run("run", "--", "sh", "-c", "echo {id}; exit $(({id} == 2 ? 7 : 0))")
        #expect(ending.lines == ["1", "2"])
        #expect(ending.stderr == "rssium: article 2 (New): sh ended with exit status 7\n" && ending.code == 1)
        #expect(await ids("-n", "1") == ["2"])
    }

    @Test func `failures can be passed over`() async {
        let ending = await program.run("run", "--skip-failed", "--", "sh", "-c", "echo {id}; kill -9 $$")
        #expect(ending.lines == ["1", "2", "3", "4"] && ending.code == 3)
        #expect(ending.errorLines.first == "rssium: article 1 (Old): sh was ended by signal 9")
        #expect(await ids() == [])
    }

    @Test func `a program that cannot be started passes over nothing`() async {
        for name in ["no-such-program", "./alpha.xml"] {
            let ending = await program.runAlone("run", "--skip-failed", name)
            #expect(ending.code == 1 && ending.stderr.hasPrefix("rssium: cannot run \(name): "), "\(ending)")
        }
        #expect(await ids() == ["1", "2", "3", "4"])
    }

    @Test func `a program may read none of its input and close its output`() async {
        #expect(await program.run("run", "true") == .silent)
        #expect(await program.run("run", "--cursor", "b", "sh", "--", "-c", "exec <&- >&-") == .silent)
    }

    @Test(arguments: [["--feed", "Alpha"], ["--category", "News"], ["--search", "old"]])
    func `a part of the articles needs a cursor of its own`(words: [String]) async {
        let ending = await program.run(arguments: ["run"] + words + ["true"])
        #expect(ending.code == 2 && ending.stderr.contains("needs --cursor NAME"))
        #expect(await program.run(arguments: ["run", "--cursor", "x"] + words + ["echo", "{id}"]).lines.count == 2)
    }

    @Test func `a new cursor does not run through more than 100 articles unasked`() async {
        await program.subscribe("Many", (1...100).map { "Number \($0)" })
        let ending = await program.run("run", "true")
        #expect(ending.code == 1 && ending.stderr.hasPrefix("rssium: the cursor is new, and 104 articles are more"))
        #expect(ending.stderr.contains("`rssium list --new --cursor run >/dev/null`"))
        #expect(await ids("-n", "1") == ["1"])
        #expect(await ids().count == 103)
    }

    @Test func `without articles nothing runs`() async {
        let program = Program()
        await program.makeDatabase()
        #expect(await program.run("run", "no-such-program") == .silent)
    }

    @Test func `signals end the program, too`() async {
        let ending = await program.shell(
            """
            mkfifo begun gate
            rssium run -- sh -c 'trap "echo ended {id}; exit 9" TERM; echo >begun; cat gate & wait' &
            read line <begun; kill -TERM $!; wait $!; echo $?
            """)
        #expect(ending.lines == ["ended 1", "143"] && ending.stderr == "")
        #expect(await ids("-n", "1") == ["1"])
    }
}
