import Testing

@testable import rssium

/// The files for systemd.
@Suite struct TimerUnitTests {
    private func unit(_ every: Int64 = 15, isMetered: Bool = false) throws -> TimerUnit {
        let table = try #require(CalendarSpec(every: every * 60, seed: 3))
        let place = ScheduleIdentity(database: "/home/ann/rssium.db", config: nil)
        return TimerUnit(try Schedule(table, of: "/usr/bin/rssium", for: place, isMetered: isMetered))
    }

    @Test func `the timer runs at its minutes, and makes up for missed runs`() throws {
        let lines = try unit().timer.split(separator: "\n")
        for line in ["OnCalendar=*-*-* *:04,19,34,49:00", "Persistent=true", "WantedBy=timers.target"] {
            #expect(lines.contains { $0 == line }, "\(line)")
        }
    }

    @Test func `the service is retried while the machine is offline, and a failed feed is no failure`() throws {
        let lines = try unit().service.split(separator: "\n")
        let words = "/usr/bin/rssium --db /home/ann/rssium.db refresh --due --quiet --time-limit 5m --unmetered-only"
        for line in [
            "ExecStart=" + words, "SuccessExitStatus=3 4 143", "RestartForceExitStatus=5", "RestartSec=2min",
            "StartLimitIntervalSec=0", "RuntimeMaxSec=15min", "UMask=0077",
        ] {
            #expect(lines.contains { $0 == line }, "\(line)")
        }
    }

    @Test(arguments: [
        ("/a/b", "/a/b"), ("/a b", "\"/a b\""), ("/100%h", "/100%%h"), ("/$HOME", "/$$HOME"), ("", "\"\""),
        ("/it's", "\"/it's\""), ("/a\"b\\c", #""/a\"b\\c""#), ("/é", "\"/é\""), (";", "\";\""), ("/a;b", "\"/a;b\""),
        ("/a\\", #""/a\\""#),
    ])
    func `a word is quoted`(word: String, quoted: String) {
        #expect(TimerUnit.quoted(word) == quoted)
    }

    @Test func `the timer says what is installed, and an edited file is noticed`() throws {
        let unit = try unit(360, isMetered: true)
        let (note, isEdited) = TimerUnit.installed(timer: unit.timer, service: unit.service)
        #expect(note?.timetable == unit.schedule.timetable && note?.isMetered == true && !isEdited)
        let service = unit.service.replacing("Nice=10", with: "Nice=19")
        #expect(TimerUnit.installed(timer: unit.timer, service: service).isEdited)
        let timer = unit.timer.replacing("OnCalendar=", with: "OnCalendar=Mon ")
        #expect(TimerUnit.installed(timer: timer, service: unit.service).isEdited)
        #expect(TimerUnit.isOurs(unit.timer) && !TimerUnit.isOurs("[Unit]\n" + unit.timer))
    }
}
