import Testing

@testable import rssium

/// The files for systemd.
@Suite struct TimerUnitTests {
    private func unit(
        _ every: Int64 = 15, program: String = "/usr/bin/rssium", database: String = "/home/ann/rssium.db",
        isMetered: Bool = false
    ) throws -> TimerUnit {
        let table = try #require(CalendarSpec(every: every * 60, seed: 3))
        let place = ScheduleIdentity(database: database, config: nil)
        return TimerUnit(try Schedule(table, of: program, for: place, isMetered: isMetered))
    }

    @Test func `the timer runs at its minutes, and makes up for missed runs`() throws {
        #expect(
            try unit().timer == """
                # Written by `rssium schedule on`; `rssium schedule off` removes it.

                [Unit]
                Description=Refresh the feeds of rssium every 15m

                [Timer]
                OnCalendar=*-*-* *:04,19,34,49:00
                RandomizedDelaySec=90
                Persistent=true

                [Install]
                WantedBy=timers.target

                """)
    }

    @Test func `the service is retried while the machine is offline, and a failed feed is no failure`() throws {
        #expect(
            try unit().service == """
                # Written by `rssium schedule on`; `rssium schedule off` removes it.

                [Unit]
                Description=Refresh the feeds of rssium
                Documentation=man:rssium(1)
                StartLimitIntervalSec=0

                [Service]
                Type=simple
                ExecStart=/usr/bin/rssium --db /home/ann/rssium.db refresh --due --quiet --time-limit 5m --unmetered-only
                SuccessExitStatus=3 4 143
                RestartForceExitStatus=5
                RestartSec=2min
                RuntimeMaxSec=15min
                UMask=0077
                Nice=10

                """)
    }

    @Test(arguments: [
        ("/a/b", "/a/b"), ("/a b", "\"/a b\""), ("/100%h", "/100%%h"), ("/$HOME", "/$$HOME"), ("", "\"\""),
        ("/it's", "\"/it's\""), ("/a\"b\\c", #""/a\"b\\c""#), ("/é", "\"/é\""), (";", "\";\""), ("/a;b", "\"/a;b\""),
        ("/a\\", #""/a\\""#),
    ])
    func `a word is quoted`(word: String, quoted: String) {
        #expect(TimerUnit.quoted(word) == quoted)
    }

    @Test(arguments: ["/a\"b/rssium", "/a'b/rssium", "/a\\b/rssium", "/a$b/rssium"])
    func `a shell starts a program whose path systemd does not accept`(program: String) {
        #expect(
            TimerUnit.command([program, "x"])
                == "/bin/sh -c \"exec \\\"$$0\\\" \\\"$$@\\\"\" \(TimerUnit.quoted(program)) x")
    }

    @Test func `the units are read back`() throws {
        let unit = try unit(360, isMetered: true)
        #expect(TimerUnit.isOurs(unit.timer) && TimerUnit.isOurs(unit.service))
        #expect(TimerUnit.calendar(of: unit.timer) == unit.schedule.timetable.calendar)
        #expect(TimerUnit.isMetered(unit.service))
        #expect(try !TimerUnit.isMetered(self.unit().service))
        #expect(!TimerUnit.isOurs("[Unit]\n" + unit.timer))
        #expect(TimerUnit.calendar(of: "[Timer]\n") == nil)
    }
}
