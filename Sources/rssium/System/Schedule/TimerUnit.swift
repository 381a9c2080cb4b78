/// The two unit files of a schedule for systemd: the timer and the service.
struct TimerUnit: Equatable, Sendable {
    let schedule: Schedule

    init(_ schedule: Schedule) { self.schedule = schedule }

    /// The first line, by which we know our own files.
    private static let header = "# Written by `rssium schedule on`; `rssium schedule off` removes it.\n"

    /// The second line says what is installed.
    var timer: String {
        TimerUnit.header + "# \(ScheduleNote(schedule, about: body + service).text)\n" + body
    }

    private var body: String {
        let spread = max(schedule.timetable.period * 6, 1)
        return """

            [Unit]
            Description=Refresh the feeds of rssium every \(schedule.timetable.every)

            [Timer]
            OnCalendar=\(schedule.timetable.calendar)
            RandomizedDelaySec=\(min(spread, 900))
            Persistent=true

            [Install]
            WantedBy=timers.target

            """
    }

    /// Not `oneshot`: with that, systemd before version 254 refuses RestartForceExitStatus=. Exit status 3 means that
    /// feeds failed, 4 that another refresh is running, 143 that the run was stopped, 5 that the machine is offline.
    /// Only that one is retried: systemd does not tell units of a user when the network comes up. RuntimeMaxSec= ends a
    /// run that hangs long after its own time limit.
    var service: String {
        TimerUnit.header + """

            [Unit]
            Description=Refresh the feeds of rssium
            Documentation=man:rssium(1)
            StartLimitIntervalSec=0

            [Service]
            Type=simple
            ExecStart=\(schedule.words.map(TimerUnit.quoted).joined(separator: " "))
            SuccessExitStatus=3 4 143
            RestartForceExitStatus=\(ExitCode.offline.rawValue)
            RestartSec=\(Schedule.retryMinutes)min
            RuntimeMaxSec=15min
            UMask=0077
            Nice=10

            """
    }

    // MARK: Words

    /// Escapes quotes and backslashes as in C, and doubles `%` and `$`, which begin a specifier and a variable
    /// (systemd.service, "Command lines").
    static func quoted(_ word: String) -> String {
        var result = ""
        for character in word.unicodeScalars {
            switch character {
            case "\"", "\\": result += "\\"
            case "%", "$": result.unicodeScalars.append(character)
            default: break
            }
            result.unicodeScalars.append(character)
        }
        let isBare = !word.isEmpty && word.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"'\\;".utf8.contains($0) }
        return isBare ? result : "\"\(result)\""
    }

    // MARK: Reading unit files

    static func isOurs(_ text: String) -> Bool { text.hasPrefix(header) }

    /// The note in our timer, and whether the user has edited one of the files.
    static func installed(timer: String, service: String) -> (note: ScheduleNote?, isEdited: Bool) {
        let rest = timer.dropFirst(header.count)
        let line = rest.prefix { $0 != "\n" }
        let note = ScheduleNote(line.dropFirst("# ".count))
        return (note, note?.fits(String(rest.dropFirst(line.count + 1)) + service) != true)
    }
}
