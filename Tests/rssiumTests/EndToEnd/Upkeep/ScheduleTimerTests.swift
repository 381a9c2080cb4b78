import TestSupport
import Testing

/// `rssium schedule`, with a systemd.
@Suite struct ScheduleTimerTests {
    private static let linger = "it runs only while you are logged in; run `loginctl enable-linger` to run it always"

    @Test func `a timer is installed, replaced, shown and removed`() async throws {
        let home = await FakeSystem([.systemd, .crontab], environment: ["RSSIUM_DB": nil])
        let on = await home.program.run("schedule", "on")
        #expect(on.code == 0 && on.errorLines.first == Self.linger)
        #expect(
            on.errorLines.dropFirst().first?.hasPrefix(
                "refreshes every 15m, by the systemd timer rssium.timer; the next run is in ") == true)
        #expect(await home.units == ["rssium.service", "rssium.timer"])
        #expect(await home.program.shell("/bin/ls -l .config/systemd/user").stdout.contains("-rw-------"))
        let installed = "--user daemon-reload\n--user enable --now rssium.timer\n"
        #expect(home.text("systemctl.calls")?.hasSuffix(installed) == true)
        #expect(home.text(".config/systemd/user/rssium.timer")?.contains("\nPersistent=true\n") == true)
        let service = home.text(".config/systemd/user/rssium.service") ?? ""
        #expect(service.contains("refresh --due --quiet --time-limit 5m --unmetered-only\n"))
        #expect(service.contains("/.local/share/rssium/rssium.db"))
        #expect(home.crontab == nil)
        await home.program.run("schedule", "on", "--every", "2h", "--metered")
        #expect(
            home.text("systemctl.calls")?.hasSuffix(" enable --now rssium.timer\n--user restart rssium.timer\n") == true
        )
        let shown = await home.program.run("schedule")
        #expect(
            shown.code == 0
                && shown.lines.first
                    == "schedule      every 2h, by the systemd timer rssium.timer, on metered networks too"
        )
        #expect(
            await home.program.run("status", "--format", "json").stdout.contains(
                #""schedule":{"scheduler":"systemd","timer":"rssium.timer","every":7200,"#))
        home.program.folder.write("", to: "systemctl.calls")
        #expect(await home.program.run("schedule", "off") == .told("removed the systemd timer rssium.timer"))
        #expect(await home.units == [])
        let removed = "--user disable --now rssium.timer\n--user stop rssium.service\n--user daemon-reload\n"
        #expect(home.text("systemctl.calls")?.contains(removed) == true)
        #expect(await home.program.run("schedule", "off") == .told("no schedule is installed"))
    }

    @Test func `print shows the schedule and installs nothing`() async throws {
        let home = await FakeSystem([.systemd], environment: ["RSSIUM_DB": nil])
        let printed = await home.program.run("schedule", "on", "--print")
        #expect(printed.code == 0 && printed.stderr.isEmpty)
        #expect(await home.units == [])
        await home.program.run("schedule", "on")
        let folder = home.program.folder.file(".config/systemd/user")
        let timer = try #require(home.text(".config/systemd/user/rssium.timer"))
        let service = try #require(home.text(".config/systemd/user/rssium.service"))
        #expect(printed.stdout == "# \(folder)/rssium.timer\n\(timer)\n# \(folder)/rssium.service\n\(service)")
    }

    @Test func `another database has a timer with another name`() async {
        let home = await FakeSystem([.systemd])
        await home.program.run("schedule", "on")
        let units = await home.units
        #expect(units.count == 2 && units.allSatisfy { $0.hasPrefix("rssium-") })
        await home.program.run("--db", "other.db", "schedule", "on")
        #expect(await home.units.count == 4)
        await home.program.run("--db", "other.db", "schedule", "off")
        #expect(await home.units == units)
    }

    @Test(arguments: ["daemon-reload", "enable --now"])
    func `if systemd refuses, its message is shown and no file is left`(words: String) async {
        let home = await FakeSystem([.systemd])
        home.breakSystemd(words)
        let ending = await home.program.run("schedule", "on")
        #expect(ending.code == 1 && ending.errorLines.count == 1)
        #expect(
            ending.stderr.hasPrefix("rssium: cannot ")
                && ending.stderr.hasSuffix(" the timer: Failed to do that: it is broken\n")
        )
        #expect(await home.units == [])
    }

    @Test func `units of the user are left unchanged`() async {
        let home = await FakeSystem([.systemd], environment: ["RSSIUM_DB": nil])
        await home.program.shell("/bin/mkdir -p .config/systemd/user")
        home.program.folder.write("[Timer]\nOnCalendar=daily\n", to: ".config/systemd/user/rssium.timer")
        let on = await home.program.run("schedule", "on")
        #expect(on.code == 1)
        let said = "/rssium.timer is not from rssium and was left unchanged: its first line differs\n"
        #expect(on.stderr.hasSuffix(said), "\(on.stderr)")
        #expect(await home.program.run("schedule", "off") == .told("no schedule is installed"))
        #expect(await home.units == ["rssium.timer"])
        #expect(await home.program.run("schedule").lines.first == "schedule      none")
        await home.program.shell("cd .config/systemd/user; /bin/ln -sf /dev/null rssium.timer")
        let masked = await home.program.run("schedule", "on")
        #expect(masked.code == 1 && masked.stderr.hasSuffix("was left unchanged: it is masked\n"))
        #expect(await home.program.shell("cd .config/systemd/user; [ -L rssium.timer ]").code == 0)
    }

    @Test func `a timer that does not run is reported`() async {
        let home = await FakeSystem([.systemd])
        await home.program.run("schedule", "on")
        home.breakSystemd("is-active")
        let ending = await home.program.run("schedule")
        #expect(ending.code == 1 && ending.lines.first?.hasPrefix("schedule      every 15m, by the systemd") == true)
        #expect(
            ending.stderr == "rssium: the timer does not run: Failed to do that: it is broken; "
                + "`rssium schedule on` starts it\n")
    }

    @Test func `if systemd answers again, the crontab entry is removed`() async {
        let home = await FakeSystem([.systemd, .crontab])
        home.crontab(Array("# mine\n".utf8))
        home.breakSystemd("--user")
        await home.program.run("schedule", "on")
        #expect(home.text("crontab") != "# mine\n")
        home.breakSystemd("nothing")
        await home.program.run("schedule", "on")
        #expect(home.text("crontab") == "# mine\n")
        #expect(await home.units.count == 2)
    }

    @Test func `if systemd does not answer, an installed timer is not doubled by the crontab`() async {
        let home = await FakeSystem([.systemd, .crontab])
        await home.program.run("schedule", "on")
        home.breakSystemd("--user")
        let on = await home.program.run("schedule", "on")
        #expect(on.code == 1 && on.stderr.hasSuffix(", which systemd runs: Failed to do that: it is broken\n"))
        #expect(home.crontab == nil)
        let off = await home.program.run("schedule", "off")
        #expect(off.code == 1 && off.errorLines.count == 1)
        #expect(await home.units == [])
    }
}
