import TestSupport
import Testing

@testable import rssium

/// The entry of a crontab, and the lines around it.
@Suite struct CrontabTests {
    private static let others = "# mine\nMAILTO=ann@example.org\n0 5 * * * backup 100\\% \u{FF}\n"

    private func schedule(
        _ every: Int64 = 15, program: String = "/usr/bin/rssium", database: String = "/home/ann/rssium.db",
        config: String? = nil, isMetered: Bool = false
    ) throws -> Schedule {
        let table = try #require(CalendarSpec(every: every * 60, seed: 3))
        let place = ScheduleIdentity(database: database, config: config, name: "rssium")
        return try Schedule(table, of: program, for: place, isMetered: isMetered)
    }

    private func crontab(_ text: String) -> Crontab { Crontab(Array(text.utf8), name: "rssium") }

    private func text(_ table: Crontab) -> String { String(decoding: table.bytes, as: UTF8.self) }

    // MARK: The entry

    private static let paths = [
        "/a b", "/a%b%%c", "/it's", "/$HOME`id`$(id)", "/a\\b", "/a\\\\b\\", "/a\\%b\\'c", "/\"q\"", "/é ü", "/a;b#c!d",
        "/\\", "/%", "/'", "/x" + String(repeating: "y", count: 3000),
    ]

    /// What a cron makes of the command of a line before a shell sees it.
    enum Cron: CaseIterable {
        /// Those from Vixie's: `\%` is `%`.
        case percent
        /// Vixie's own: `\\` is a backslash too.
        case percentAndBackslash
        /// Those of BusyBox: all stays.
        case nothing

        func command(of line: String) -> String {
            let command = line.split(separator: " ", maxSplits: 5)[5]
            guard self != .nothing else { return String(command) }
            var result = ""
            var rest = command.unicodeScalars[...]
            while let character = rest.popFirst() {
                if character == "\\", let next = rest.popFirst() {
                    let isTaken = next == "%" || next == "\\" && self == .percentAndBackslash
                    if !isTaken { result.unicodeScalars.append(character) }
                    result.unicodeScalars.append(next)
                } else if character == "%" {
                    break
                } else {
                    result.unicodeScalars.append(character)
                }
            }
            return result
        }
    }

    @Test(arguments: Cron.allCases)
    func `with any cron the program gets its words unchanged`(cron: Cron) async throws {
        let program = Program()
        program.folder.write(program: "#!/bin/sh\nfor word; do printf '%s\\n' \"$word\"; done\n", to: "show")
        for path in Self.paths {
            let schedule = try schedule(program: program.folder.file("show"), database: path, config: path + "c")
            let command = cron.command(of: Crontab.command(schedule))
            #expect(await program.shell(command).lines == Array(schedule.words.dropFirst()), "\(path)")
        }
    }

    @Test func `the shell retries while the machine is offline, until the next time at most`() async throws {
        let program = Program()
        program.folder.write(
            program: "#!/bin/sh\nread left <left\necho \"$1\" >>calls\necho $((left-1)) >left\n"
                + "[ $left -gt 0 ] && exit 5\nexit 3\n", to: "rssium")
        program.folder.write(program: "#!/bin/sh\necho \"sleep $1\" >>calls\n", to: "sleep")
        let schedule = try schedule(program: program.folder.file("rssium"))
        let command = Cron.percent.command(of: Crontab.command(schedule))
        for (left, runs) in [(0, 1), (2, 3), (6, 7), (100, 7)] {
            await program.shell("rm -f calls; echo \(left) >left; PATH=.:$PATH; \(command)")
            let calls = await program.shell("cat calls").lines
            #expect(calls.filter { $0 == "--db" }.count == runs)
            #expect(calls.filter { $0 == "sleep 120" }.count == runs - 1)
        }
    }

    // MARK: The table

    @Test(arguments: [
        "", "0 5 * * * backup\n", "A=b\r\n0 5 * * * backup\r\n", "\n\n", "\n", "# only\n\n", others,
        "# rssium-schedule-12345678: every=15 start=4 metered=no sum=1\n* * * * * /bin/sh -c x rssium-schedule-12345678 /x\n",
    ])
    func `removing the entry restores every byte`(before: String) throws {
        var table = crontab(before)
        let entry = Crontab.entry(try schedule())
        table.setEntry(entry)
        #expect(text(table) == before + entry)
        let once = table
        table.setEntry(entry)
        #expect(table == once)
        #expect(table.installed?.note?.timetable.fields == "4,19,34,49 * * * *" && table.installed?.isEdited == false)
        table.setEntry(Crontab.entry(try schedule(60, isMetered: true)))
        #expect(table.installed?.note?.timetable.period == 60 && table.installed?.note?.isMetered == true)
        let isRemoved = table.removeEntry()
        #expect(isRemoved && text(table) == before && table.installed == nil)
        let isRemovedAgain = table.removeEntry()
        #expect(!isRemovedAgain && text(table) == before)
    }

    @Test func `an entry that was edited is known by its comment, and is replaced in place`() throws {
        let entry = Crontab.entry(try schedule())
        for edited in [
            entry.replacing("4,19,34,49", with: "*/5"), entry.replacing("every=15", with: "every=7"),
            entry.replacing("\n4,", with: "\n# 4,"),
        ] {
            var table = crontab("first\n\(edited)second")
            #expect(table.installed?.isEdited == true)
            table.setEntry(entry)
            #expect(text(table) == "first\n\(entry)second" && table.installed?.isEdited == false)
        }
    }

    @Test func `a line of others below the comment stays`() throws {
        let comment = Crontab.entry(try schedule()).split(separator: "\n")[0]
        var table = crontab("\(comment)\n0 5 * * * backup\n")
        #expect(table.installed?.isEdited == true)
        let isRemoved = table.removeEntry()
        #expect(isRemoved && text(table) == "0 5 * * * backup\n")
    }

    @Test(arguments: [
        ("no crontab for ann", true), ("crontab: no crontab for ann", true),
        ("crontab: can't open 'ann': No such file or directory", true), ("can't open your crontab file.", true),
        ("bcrontab: Fatal: Crontab does not exist", true),
        ("can't change directory to '/var/spool/cron/crontabs': No such file or directory", false),
        ("sh: /usr/lib/crontab.real: No such file or directory", false),
        ("You (ann) are not allowed to use this program (crontab)", false),
        ("crontabs/ann/: fdopen: Permission denied", false), ("", false),
    ])
    func `a missing crontab is told apart from other errors`(said: String, isNone: Bool) {
        #expect(Crontab.reportsNoCrontab(said) == isNone)
    }
}
