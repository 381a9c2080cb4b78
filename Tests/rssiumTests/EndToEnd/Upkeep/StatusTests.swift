import TestSupport
import Testing

/// `rssium status`.
@Suite struct StatusTests {
    @Test func `status is printed as text and as JSON`() async throws {
        let program = await Program.withTwoFeeds()
        await program.run("mark", "read", "1")
        await program.run("mark", "starred", "2")
        let text = await program.run("status")
        #expect(text.code == 0 && text.stderr.isEmpty)
        #expect(
            text.lines.dropLast().filter { !$0.hasPrefix("last refresh") } == [
                "feeds         2", "articles      4: 3 unread, 1 starred",
                "success       2 of 2 attempts in 30 days (100 %)",
                "schedule      none",
            ])
        let refreshed = await program.run("feeds", "--fields", "last_refreshed").lines.max() ?? ""
        let minute = refreshed.prefix(16).replacing("T", with: " ")
        #expect(text.stdout.contains("\nlast refresh  \(minute) ("), "\(text)")
        #expect(await Program(environment: ["RSSIUM_DB": nil]).run("status").stdout.contains("\nlast refresh  never\n"))
        #expect(text.lines.last?.hasPrefix("database      \(program.database), ") == true)
        let json = await program.run("status", "--format", "json")
        #expect(json.lines.count == 1)
        #expect(
            json.stdout.hasPrefix(
                #"{"feeds":2,"articles":4,"unread":3,"starred":1,"queued":0,"states":{"ok":2,"retrying":0,"failing":0,"#
                    + #""held":0,"paused":0,"gone":0,"never":0},"success":{"attempts":2,"successes":2},"schedule":{"scheduler":"none"},"failing":[],"#
                    + #""at_unread_limit":[],"#
                    + #""cursors":[],"accounts":[],"machines":[],"left_files":[],"database":{"path":""#))
    }

    @Test func `a failing feed is shown with the reason, the next try and the command that tries it`() async throws {
        let program = await Program.withTwoFeeds()
        await program.shell("rm beta.xml")
        for _ in 1...3 {
            try program.letFailuresAge()
            await program.run("refresh", "-q")
        }
        let text = await program.run("status")
        #expect(text.lines.first == "feeds         2: 1 failing")
        #expect(text.stdout.contains(", 1 of 2 feeds, 0 new articles, 1 failed in "), "\(text.stdout)")
        let line = text.lines.dropLast().last ?? ""
        #expect(line.hasPrefix("  2  Beta  ") && line.contains("  next try in "), "\(text.stdout)")
        #expect(text.lines.last == "  `rssium refresh 2` tries it at once")
        #expect(text.lines.contains("success       5 of 8 attempts in 30 days (62 %); least reliable: Beta 1/4"))
        let screen = await program.run(arguments: ["feeds"], on: .init()).stdout
        #expect(screen.contains("1 feed failing; `rssium refresh 2` tries it at once"), "\(screen)")
        let json = await program.run("status", "--format", "json")
        #expect(json.stdout.contains(#""failing":[{"id":2,"title":"Beta","feed_url":"file://"#))
        #expect(json.stdout.contains(#""exit_code":3,"asked":2,"refreshed":1,"failed":1,"#))
        await program.run("edit", "2", "--pause")
        #expect(await program.run("status").lines.first == "feeds         2: 1 paused")
    }

    @Test func `cursors are shown with their positions`() async {
        let program = await Program.withTwoFeeds()
        await program.run("list", "--new", "--cursor", "mail")
        #expect(await program.run("status").lines.last?.hasPrefix("cursors       mail, up to article 4, ") == true)
        let json = await program.run("status", "--format", "json")
        #expect(json.stdout.contains(#""cursors":[{"name":"mail","article_id":4,"moved":""#))
    }
}
