import TestSupport
import Testing

/// Feeds that programs print.
@Suite struct ProgramFeedTests {
    private let shelf = SubscribedProgram()
    private var program: Program { shelf.program }

    @Test func `what a program prints is a feed like others`() async {
        let line = program.feedScript("feed", ["One"]) + " --days '7 8'"
        let added = await program.run("add", "--exec", line, "--category", "Own")
        #expect(added.stdout == "1\tPrinted\n")
        #expect(added.stderr == "subscribed to exec:\(line) with 1 article\ncreated the category Own\n")
        #expect(
            await program.run("feeds", "--fields", "url,source,state,category").stdout
                == "exec:\(line)\texec\tok\tOwn\n")
        _ = program.feedScript("feed", ["Two", "One"])
        let ending = await program.run("refresh", "--print-new", "--fields", "title,url")
        #expect(ending.stdout == "Two\thttps://a.example/0\n" && ending.code == 0)
        #expect(ending.report == ["refreshed 1 of 1 feed, 1 new article"])
        let again = await program.run("add", "--exec", line)
        #expect(again.code == 1 && again.stderr.contains("feed 1"))
    }

    @Test func `a program gets its words, the home, an empty input, no other file and its own variables`() async {
        let program = Program(environment: ["RSSIUM_SECRET": "s", "OTHER": "o"])
        let line = program.feedScript(
            "feed", ["One"],
            before: """
                { pwd; cat; ls /proc/self/fd | tr '\\n' ' '; echo; printf '<%s>' "$@"; echo
                env | grep -E '^(RSSIUM_|OTHER)' | sort; } > ~/seen
                """)
        let words = line + #" "a  b" '' c\ d $HOME ~/x ; 'it"s'"#
        #expect(await program.run("add", "--exec", words).code == 0)
        let home = program.folder.path
        let seen = #"<a  b><><c d><$HOME><\#(home)/x><;><it"s>"#
        func lines() async -> [String] { await program.shell("cat ~/seen").lines }
        #expect(
            await lines() == [
                home, "0 1 2 3 ", seen, "OTHER=o", "RSSIUM_FEED=", "RSSIUM_LAST=", "RSSIUM_URL=exec:" + words,
            ])
        program.folder.write("", to: "config.x")
        #expect(await program.shell("exec 9< config.x; rssium refresh").code == 0)
        let after = await lines()
        #expect(after[1] == "0 1 2 3 " && after[4] == "RSSIUM_FEED=1")
        #expect(after[5].count == "RSSIUM_LAST=2026-01-01T00:00:00Z".count)
    }

    @Test(arguments: [
        ("echo first >&2; echo ' why it failed ' >&2; exit 3", "why it failed"),
        ("exit 3", "~/bad ended with exit status 3"),
        ("kill -KILL $$", "~/bad was ended by signal 9"), ("exit 0", "~/bad printed nothing"),
        ("echo nothing to say >&2", "nothing to say"), ("echo '<svg/>'", "XML that is neither RSS nor Atom: <svg>"),
        (#"printf 'a\033[31mb\302\233c\n' >&2; exit 1"#, "a[31mbc"), ("yes no | head -c 9000000 >&2; exit 1", "no"),
    ])
    func `a program that fails is a failed feed with its last words`(lines: String, reason: String) async throws {
        #expect(await program.run("add", "--exec", program.feedScript("bad", ["One"])).code == 0)
        _ = program.script("bad", "echo run >> ~/runs; " + lines)
        let ending = await program.run("refresh")
        let shown = reason.replacing("~", with: program.folder.path)
        #expect(ending.errorLines.first?.hasSuffix(": " + shown) == true, "\(ending.stderr)")
        #expect(ending.code == 3)
        #expect(await program.run("feeds", "--fields", "articles,state,error").stdout == "1\tretrying\t\(shown)\n")
        #expect(await program.shell("cat ~/runs").lines == ["run"], "it is not tried twice")
    }

    @Test func `what cannot be run is said when it is added`() async {
        let missing = await program.run("add", "--exec", "/nonexistent/x")
        #expect(missing.code == 1)
        #expect(
            missing.stderr
                == "rssium: cannot add exec:/nonexistent/x: cannot run /nonexistent/x: No such file or directory\n")
        for words in [
            ["--exec", "a 'b"], ["--exec", ""], ["--exec", "a\nb"], ["--exec", "x", "https://a.example/"], [],
            ["--filter", "a 'b", "https://a.example/"],
        ] {
            #expect(await program.run(arguments: ["add"] + words).code == 2, "\(words)")
        }
        #expect(await program.run("feeds").stdout == "")
    }

    @Test func `a program that hangs, ignores SIGTERM or floods is ended with what it has started`() async {
        for name in ["hang", "deaf", "flood"] {
            #expect(await program.run("add", "--exec", program.feedScript(name, ["One"])).code == 0)
        }
        for feed in ["1", "2"] { await program.run("config", "--feed", feed, "refresh.timeout", "1s") }
        await program.run("config", "refresh.max-size", "100K")
        _ = program.script("hang", "sleep 300 & echo $! > ~/hang.pid; wait")
        _ = program.script("deaf", "trap '' TERM; echo $$ > ~/deaf.pid; while :; do sleep 1; done")
        _ = program.script("flood", "echo $$ > ~/flood.pid; exec cat /dev/zero")
        let ending = await program.run("refresh")
        let home = program.folder.path
        #expect(ending.code == 3)
        let reasons = ending.errorLines.dropLast().map { String($0.split(separator: ": ").last ?? "") }
        #expect(
            Set(reasons) == [
                "\(home)/hang was not done in 1 s", "\(home)/deaf was not done in 1 s",
                "more than 100 KiB; a larger refresh.max-size may help",
            ])
        #expect(await Self.left(in: program) == "")
    }

    /// The command lines of those of the programs that still run. One that had no time to begin has left no number.
    private static func left(in program: Program) async -> String {
        await program.shell("for file in ~/*.pid; do [ -s $file ] && cat /proc/$(cat $file)/cmdline; done").stdout
    }

    @Test func `a signal ends programs`() async {
        #expect(await program.run("add", "--exec", program.feedScript("slow", ["One"])).code == 0)
        _ = program.script("slow", "echo $$ > ~/slow.pid; echo here > ~/pipe; while :; do sleep 1; done")
        #expect(await program.shell("mkfifo pipe").code == 0)
        let running = program.start(["refresh"])
        #expect(await program.shell("cat pipe").stdout == "here\n")
        running.send(signal: 15)
        let ending = await running.end()
        #expect(ending.code == 143)
        #expect(ending.report.last == "refreshed 0 of 1 feed, 0 new articles, 1 left for the next run")
        #expect(await program.run("feeds", "--fields", "state").stdout == "ok\n")
        #expect(await Self.left(in: program) == "")
    }

    @Test func `the limit of time ends programs, also one that ignores SIGTERM`() async {
        #expect(await program.run("add", "--exec", program.feedScript("deaf", ["One"])).code == 0)
        _ = program.script("deaf", "trap '' TERM; echo $$ > ~/deaf.pid; while :; do sleep 1; done")
        let ending = await program.run("refresh", "--time-limit", "1s")
        #expect(ending.code == 0)
        #expect(ending.report.last == "refreshed 0 of 1 feed, 0 new articles, 1 left for the next run")
        #expect(await program.run("feeds", "--fields", "state").stdout == "ok\n")
        #expect(await Self.left(in: program) == "")
    }

    @Test func `so many run at once as are set, and other feeds do not wait for them`() async {
        await shelf.subscribe("/web.xml", title: "Web", [])
        await program.run("config", "refresh.programs", "2")
        #expect(await program.shell("mkdir running").code == 0)
        for number in 1...6 {
            #expect(await program.run("add", "-q", "--exec", program.feedScript("p\(number)", ["One"])).code == 0)
            _ = program.feedScript(
                "p\(number)", ["One", "\(number)"],
                before:
                    "touch running/\(number); ls running | wc -l >> counts; while ! [ -e go ]; do sleep 0.05; done; rm running/\(number)"
            )
        }
        shelf.server.serve("/web.xml", .feed("Web", ["New"]))
        let running = program.start(["refresh", "--print-new", "--fields", "title"])
        await running.waitForOutput(of: "New\n")
        await program.shell("touch go")
        #expect(await running.end().report == ["refreshed 7 of 7 feeds, 7 new articles"])
        #expect(await program.shell("sort -u counts | tr -d ' '").lines.allSatisfy { $0 == "1" || $0 == "2" })
    }

    @Test func `a database that others may write runs no program`() async {
        #expect(
            await program.run("add", "--exec", program.feedScript("feed", ["One"], before: "echo >> ~/runs")).code == 0)
        #expect(await program.shell("chmod 0620 rssium.db").code == 0)
        let ending = await program.run("refresh")
        #expect(ending.code == 3)
        #expect(ending.errorLines.first?.contains("no program is run: others may write the database") == true)
        #expect(await program.shell("cat runs").lines.count == 1)
        #expect(await program.shell("chmod 0600 rssium.db; rssium refresh").code == 0)
    }

    @Test func `preview shows what a program prints, without a database`() async {
        let line = program.feedScript("feed", ["One", "Two"])
        let ending = await program.run("preview", "--exec", line, "-n", "1")
        #expect(ending.lines.count == 1 && ending.stdout.contains("\tOne\t") && ending.code == 0)
        #expect(await program.run("preview", "x", "--exec", line).code == 2)
        #expect(await program.shell("ls rssium.db").code != 0)
    }

    @Test func `edit gives a feed another program, or a URL`() async {
        let first = program.feedScript("first", ["One"])
        let second = program.feedScript("second", ["One", "Two"])
        #expect(await program.run("add", "--exec", first).code == 0)
        #expect(await program.run("edit", "1", "--exec", second).stderr == "feed 1, Printed: url exec:\(second)\n")
        #expect(await program.run("refresh", "--print-new", "--fields", "title").stdout == "Two\n")
        #expect(await program.run("edit", "1", "--url", "./second.xml").code == 0)
        #expect(await program.run("feeds", "--fields", "source").stdout == "file\n")
        #expect(await program.run("edit", "1", "--url", "x.org", "--exec", first).code == 2)
    }
}
