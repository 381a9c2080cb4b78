import TestSupport
import Testing

@testable import rssium

/// `rssium schedule`, with a crontab.
@Suite struct ScheduleTests {
    private let home: FakeSystem

    init() async { home = await FakeSystem([.crontab]) }

    private let others = Array("# mine\r\nMAILTO=ann\n0 5 * * * backup \\% ".utf8) + [0xFF, 0xFE, 0x0A]

    @Test func `an entry is installed, replaced, shown and removed, and all other bytes stay`() async throws {
        home.crontab(others)
        let on = await home.program.run("schedule", "on")
        #expect(on.code == 0 && on.stdout.isEmpty)
        #expect(on.errorLines.first?.hasPrefix("refreshes every 15m, by the crontab; the next run is in ") == true)
        let once = try #require(home.crontab)
        #expect(once.starts(with: others))
        let entry = String(decoding: once.dropFirst(others.count), as: UTF8.self)
        #expect(
            entry.hasSuffix(
                " refresh --due --quiet --time-limit 5m --unmetered-only\n") && entry.filter { $0 == "\n" }.count == 2)
        #expect(entry.contains(" \(Program.path) --db ") && entry.contains("/config "))
        #expect(await home.program.run("schedule", "on", "-q") == .silent)
        #expect(home.crontab == once)
        #expect(await home.program.run("schedule", "on", "--every", "6h", "--metered", "-q").code == 0)
        let other = try #require(home.crontab)
        #expect(other.starts(with: others) && other.filter { $0 == UInt8(ascii: "\n") }.count == 5)
        #expect(other.suffix(4).elementsEqual(" 5m\n".utf8))
        let shown = await home.program.run("schedule")
        #expect(shown.lines.first == "schedule      every 6h, by the crontab, on metered networks too")
        #expect(shown.lines.dropFirst().first?.hasPrefix("next run      ") == true)
        #expect(shown.lines.last == "last run      never")
        #expect(await home.program.run("schedule", "off") == .told("removed the crontab entry"))
        #expect(home.crontab == others)
        #expect(await home.program.run("schedule", "off") == .told("no schedule is installed"))
        #expect(home.crontab == others)
    }

    @Test func `a crontab that no daemon reads is named by schedule on, schedule and doctor`() async {
        let said = "the schedule does not run: no cron daemon is running"
        let isMissing = !CronDaemon.isRunning()
        await home.program.run("import", "-", input: "https://a.example/\n")
        #expect(await home.program.run("doctor") == .told("\(home.program.database) is sound"))
        #expect(await home.program.run("schedule", "on").stderr.contains(said) == isMissing)
        let shown = await home.program.run("schedule")
        #expect(shown.stderr.contains(said) == isMissing && shown.code == (isMissing ? 1 : 0))
        let checked = await home.program.run("doctor")
        #expect(checked.stdout.contains(said) == isMissing && checked.code == (isMissing ? 1 : 0))
    }

    @Test func `a crontab that cannot be read is not taken for an empty one`() async {
        home.crontab(others)
        home.program.folder.write("", to: "crontab.fails")
        let said = "rssium: cannot read the crontab: crontab: you are not allowed to\n"
        for words in [["on"], ["off"], []] {
            #expect(await home.program.run(arguments: ["schedule"] + words) == Program.Ending(stderr: said, code: 1))
        }
        #expect(home.text("crontab.calls")?.contains("-\n") == false && home.crontab == others)
        var program = home.program
        program.environment["RSSIUM_DB"] = .some(nil)
        #expect(await program.run("status").stdout.contains("schedule      none\n"))
    }

    @Test(arguments: ["on", "off"]) func `a kill leaves the other entries`(word: String) async throws {
        home.crontab(others)
        if word == "off" { await home.program.run("schedule", "on") }
        let table = home.program.folder.file("crontab")
        home.program.folder.write(
            program: """
                #!/bin/sh
                [ "$1" = -l ] && exec /bin/cat '\(table)'
                kill -9 $PPID; /bin/cat >'\(table).new'; /bin/mv '\(table).new' '\(table)'; : >'\(table).done'

                """, to: "bin/crontab")
        #expect(await home.program.run("schedule", word).code != 0)
        for _ in 1...200 where home.bytes("crontab.done") == nil { try await Task.sleep(for: .milliseconds(50)) }
        let left = try #require(home.crontab)
        #expect(left.starts(with: others) && (left.count > others.count) == (word == "on"))
    }

    @Test func `a crontab that refuses the entry is reported`() async {
        home.program.folder.write(
            program: "#!/bin/sh\n[ $1 = -l ] && exit 0\necho 'bad minute' >&2\necho more >&2\nexit 1\n",
            to: "bin/crontab")
        #expect(await home.program.run("schedule", "on") == .error("cannot write the crontab: bad minute"))
    }

    @Test(arguments: [
        (["on", "--every", "7m"], " that divides an hour or a day evenly; the nearest are 6m and 10m"),
        (["on", "--every", "30s"], "30s is not a number of minutes that divides an hour or a day evenly"),
        (["on", "--every", "0m"], "expects a duration"), (["off", "--every", "5m"], "--every needs"),
        (["--metered"], "--metered needs"), (["off", "--print"], "--print needs"), (["of"], "expects on or off"),
        (["on", "off"], ""),
    ])
    func `wrong arguments are refused, and nothing is done`(words: [String], said: String) async {
        let home = await FakeSystem([.crontab, .systemd])
        let ending = await home.program.run(arguments: ["schedule"] + words)
        #expect(ending.code == 2 && ending.stdout.isEmpty && ending.stderr.contains(said), "\(ending.stderr)")
        #expect(home.bytes("crontab.calls") == nil && home.bytes("systemctl.calls") == nil)
    }

    @Test func `without systemd and cron the user learns what to do`() async {
        let home = await FakeSystem([])
        let ending = await home.program.run("schedule", "on")
        #expect(ending.code == 1 && ending.stdout.isEmpty && ending.errorLines.count == 1)
        #expect(ending.stderr.hasPrefix("rssium: neither a systemd user instance nor crontab is available"))
        #expect(ending.stderr.hasSuffix(" refresh --due --quiet --time-limit 5m --unmetered-only\n"))
        let printed = await home.program.run("schedule", "on", "--print")
        #expect(printed.code == 0 && printed.errorLines.count == 1)
        #expect(printed.stdout.contains(" refresh --due --quiet --time-limit 5m --unmetered-only\n"))
        #expect(
            printed.stdout.contains("\n# rssium") && printed.stdout.contains("[Timer]\n")
                && printed.stdout.contains("[Service]\n"))
        #expect(await home.program.run("schedule", "off").code == 0)
        #expect(await home.program.run("schedule").lines == ["schedule      none", "last run      never"])
    }

    @Test func `each database has a schedule of its own`() async {
        await home.program.run("schedule", "on")
        let one = home.text("crontab") ?? ""
        await home.program.run("--db", "other.db", "schedule", "on", "--every", "1h")
        let both = home.text("crontab") ?? ""
        #expect(both.hasPrefix(one) && both.filter { $0 == "\n" }.count == 4 && both.contains("/other.db "))
        #expect(await home.program.run("schedule").stdout.hasPrefix("schedule      every 15m, "))
        #expect(await home.program.run("--db", "./other.db", "schedule").stdout.hasPrefix("schedule      every 1h, "))
        await home.program.run("schedule", "off")
        #expect(home.text("crontab") == String(both.dropFirst(one.count)))
    }

    @Test(arguments: ["a b", "100%", "it's", "$HOME`id`", "back\\slash\\\\", "\"q\"", "é", "a;b&c"])
    func `the installed entry runs with any paths`(name: String) async throws {
        var program = home.program
        program.environment["RSSIUM_DB"] = program.folder.file(name + ".db")
        program.environment["RSSIUM_CONFIG"] = program.folder.file(name + ".config")
        await program.makeDatabase()
        #expect(await program.run("schedule", "on", "-q").code == 0)
        #expect(await program.run("schedule").lines.last == "last run      never")
        var elsewhere = program
        elsewhere.environment["RSSIUM_DB"] = .some(nil)
        elsewhere.environment["RSSIUM_CONFIG"] = .some(nil)
        let command = CrontabTests.Cron.percent.command(
            of: String(home.text("crontab")?.split(separator: "\n").last ?? ""))
        #expect(await elsewhere.shell(command) == .silent)
        let shown = await program.run("schedule").lines.last ?? ""
        #expect(shown.hasPrefix("last run      "), "\(shown)")
        #expect(shown.contains(" (just now), no feeds to refresh in "), "\(shown)")
    }

    @Test func `the entry has the path that was called, so that an update keeps it`() async {
        await home.program.shell("/bin/ln -s '\(Program.path)' bin/rssium")
        let printed = await home.program.shell("rssium schedule --print").stdout
        #expect(
            printed.contains("' rssium-schedule-") && printed.contains(" \(home.program.folder.path)/bin/rssium --db "))
        let other = await home.program.shell("cd bin && ./rssium schedule --print").stdout
        #expect(other.contains(" \(Program.path) --db "))
    }

    @Test func `a proxy that only the shell has is reported`() async {
        let home = await FakeSystem([.crontab], environment: ["https_proxy": "http://ann:secret@proxy.example"])
        let said = "background refreshes do not use $https_proxy; set refresh.proxy instead"
        let on = await home.program.run("schedule", "on")
        #expect(on.code == 0 && on.errorLines.contains(said))
        #expect(home.text("crontab")?.contains("secret") == false)
        await home.program.run("config", "refresh.proxy", "http://proxy.example")
        #expect(await home.program.run("schedule", "on").errorLines.contains(said) == false)
    }

    // MARK: Reports

    @Test func `the last run is that of the schedule, not of the user`() async throws {
        await home.program.subscribe("A", ["One"])
        await home.program.run("refresh")
        #expect(await home.program.run("schedule").lines == ["schedule      none", "last run      never"])
        try home.program.alter("UPDATE feed_refresh SET next_due = 0, last_attempted = 1, last_news = 1")
        await home.program.run("config", "refresh.interval", "1h")
        await home.program.run("refresh", "--due", "-q")
        let ran = await home.program.run("schedule").lines.last ?? ""
        #expect(ran.contains("(just now), 1 of 1 feed, 0 new articles in "), "\(ran)")
        await home.program.run("refresh")
        for _ in 1...3 { await home.program.run("refresh", "--due", "-q") }
        let idle = await home.program.run("schedule").lines.last ?? ""
        #expect(idle.contains("(just now), no feeds to refresh in "), "\(idle)")
        #expect(try home.program.ask("SELECT asked || ' ' || scheduled FROM refresh") == "1 0\n1 1\n1 0\n0 1")
        #expect(await home.program.run("status").stdout.contains("last refresh  ") == true)
        #expect(await home.program.run("status").stdout.contains(", 1 of 1 feed, 0 new articles in "))
        for (code, words) in [(130, "interrupted"), (5, "offline"), (1, "not all stored"), (3, "1 failed")] {
            try home.program.alter(
                "UPDATE refresh SET asked = 3, held = 2, failed = \(code == 3 ? 1 : 0), exit_code = \(code)")
            let said = await home.program.run("schedule").lines.last ?? ""
            #expect(said.contains(" of 3 feeds, 0 new articles, ") && said.contains(", 2 held"), "\(said)")
            #expect(said.contains(words), "\(said)")
        }
        await home.program.run("schedule", "on", "-q")
        let json = await home.program.run("status", "--format", "json").stdout
        #expect(json.contains(#""schedule":{"scheduler":"crontab","every":900,"next_run":"20"#), "\(json)")
        #expect(json.contains(#""metered":false,"last_run":{"started":"20"#), "\(json)")
        #expect(
            await home.program.run("status").lines.contains {
                $0.hasPrefix("schedule      every 15m, by the crontab, next in ")
            })
    }

    @Test func `an entry that the user has edited is reported`() async {
        await home.program.run("schedule", "on")
        let entry = home.text("crontab") ?? ""
        home.crontab(Array(entry.replacing(" * * * *", with: " 8-18 * * 1-5").utf8))
        let ending = await home.program.run("schedule")
        #expect(ending.lines == ["schedule      edited by hand, by the crontab", "last run      never"])
        #expect(ending.errorLines.first == "it was edited by hand; `rssium schedule on` replaces it")
        await home.program.run("schedule", "on")
        #expect(home.text("crontab") == entry)
    }
}
