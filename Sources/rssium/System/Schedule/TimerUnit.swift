/// The two files that systemd wants of a schedule: what is run, and when.
struct TimerUnit: Equatable, Sendable {
    let schedule: Schedule

    init(_ schedule: Schedule) { self.schedule = schedule }

    /// By which our files are known.
    private static let header = "# Written by `rssium schedule on`; `rssium schedule off` removes it.\n"

    var timer: String {
        let spread = max(schedule.timetable.period * 6, 1)
        return TimerUnit.header + """

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

    /// Not `oneshot`: with that, systemd before version 254 refuses RestartForceExitStatus=. 3 and 4 are runs in which
    /// feeds failed or another refresh was at work, 143 one that was stopped; 5 found the machine offline, and is
    /// tried again, since systemd cannot tell a user's units when there is a network. Whatever hangs is ended long
    /// after its own limit of time.
    var service: String {
        TimerUnit.header + """

            [Unit]
            Description=Refresh the feeds of rssium
            Documentation=man:rssium(1)
            StartLimitIntervalSec=0

            [Service]
            Type=simple
            ExecStart=\(TimerUnit.command(schedule.words))
            SuccessExitStatus=3 4 143
            RestartForceExitStatus=\(ExitCode.offline.rawValue)
            RestartSec=\(Schedule.retryMinutes)min
            RuntimeMaxSec=15min
            UMask=0077
            Nice=10

            """
    }

    // MARK: Words

    /// The program and its arguments as a line of a unit. The path of a program must not have quotes or backslashes
    /// there, so such a one is started by the shell, as an argument that it does not look into.
    static func command(_ words: [String]) -> String {
        let isPlain = words.first.map { !$0.contains { "\"'\\$".contains($0) } } ?? true
        let words = isPlain ? words : ["/bin/sh", "-c", #"exec "$0" "$@""#] + words
        return words.map(quoted).joined(separator: " ")
    }

    /// Quotes and backslashes as in C; `%` begins a specifier and `$` a variable unless they are doubled
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

    // MARK: What a file says

    static func isOurs(_ text: String) -> Bool { text.hasPrefix(header) }

    /// The calendar event of a timer.
    static func calendar(of timer: String) -> String? {
        let key = "OnCalendar="
        return timer.split(separator: "\n").last { $0.hasPrefix(key) }.map { String($0.dropFirst(key.count)) }
    }

    /// Whether a service runs on a connection that costs money too.
    static func isMetered(_ service: String) -> Bool { !service.contains(" \(Schedule.unmeteredOnly)\n") }
}
