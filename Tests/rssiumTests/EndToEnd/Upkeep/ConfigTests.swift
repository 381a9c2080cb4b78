import TestSupport
import Testing

/// `rssium config`.
@Suite struct ConfigTests {
    @Test func `a changed setting is printed, and one without a value says so`() async {
        let program = Program()
        #expect(await program.run("config", "refresh.interval", "2h") == .silent)
        #expect(await program.run("config", "refresh.interval") == .printed("2h"))
        #expect(await program.run("config", "read.pager") == .error("read.pager is not set"))
    }

    @Test func `a feed has settings of its own`() async {
        let program = await Program.withTwoFeeds()
        #expect(await program.run("config", "--feed", "1", "refresh.timeout", "5s") == .silent)
        #expect(await program.run("config", "--feed", "1", "refresh.header", "X-A: 1") == .silent)
        #expect(await program.run("config", "--feed", "1", "refresh.header", "X-B: 2") == .silent)
        #expect(await program.run("config", "--feed", "1", "refresh.header").stdout == "X-A: 1\nX-B: 2\n")
        #expect(await program.run("config", "--feed", "2", "refresh.timeout").stdout == "60s\n")
        #expect(await program.run("config", "--feed", "1").lines.contains("refresh.timeout\t5s\t60s\tfeed"))
        #expect(await program.run("config", "--feed", "1", "--unset", "refresh.timeout") == .silent)
        #expect(await program.run("config", "--feed", "1", "refresh.timeout").stdout == "60s\n")
    }

    @Test func `settings of the program are refused for one feed`() async {
        let program = await Program.withTwoFeeds()
        for key in ["list.limit", "refresh.jobs", "refresh.programs", "refresh.unmetered-only", "refresh.partial-ok"] {
            let refused = await program.run("config", "--feed", "1", key, "3")
            #expect(refused.code == 2)
            #expect(refused.stderr.contains("\(key) cannot be set for one feed"), "\(refused)")
        }
        let help = await program.run("help", "config").stdout.split(whereSeparator: \.isWhitespace).joined(
            separator: " ")
        #expect(help.contains("except refresh.jobs, refresh.programs, refresh.unmetered-only and refresh.partial-ok"))
        #expect(await program.run("config", "--feed", "1").lines.allSatisfy { !$0.hasPrefix("refresh.jobs\t") })
    }

    @Test func `settings that are written at the same time are all stored`() async {
        let program = await Program.withTwoFeeds()
        let ending = await program.shell(
            """
            for number in 1 2 3 4 5 6 7 8 9; do
                rssium config refresh.header "X-$number: a" &
                rssium config --feed 1 refresh.header "Y-$number: a" &
            done
            wait
            """)
        #expect(ending == .silent)
        let all = (1...9).map { "\($0): a" }
        #expect(await program.run("config", "refresh.header").lines.sorted() == all.map { "X-" + $0 })
        #expect(await program.run("config", "--feed", "1", "refresh.header").lines.sorted() == all.map { "Y-" + $0 })
        #expect(await program.shell("ls -A").lines == ["alpha.xml", "beta.xml", "config", "rssium.db"])
    }
}
