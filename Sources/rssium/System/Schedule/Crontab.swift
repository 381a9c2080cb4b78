internal import FeedCore

/// The user's crontab as bytes, with the entry of one schedule in it. The lines of others stay byte for byte.
struct Crontab: Equatable, Sendable {
    private(set) var bytes: [UInt8]
    private let name: String

    /// - Parameter name: the name of the schedule.
    init(_ bytes: [UInt8], name: String) {
        self.bytes = bytes
        self.name = name
    }

    /// Begins the comment above the entry of a schedule.
    private static func mark(of name: String) -> String { "# \(shellName(of: name)): " }

    private static func shellName(of name: String) -> String {
        "rssium-schedule" + name.dropFirst("rssium".count)
    }

    // MARK: The entry

    /// The two lines of a schedule: the comment, and its command.
    static func entry(_ schedule: Schedule) -> String {
        let command = command(schedule)
        return "\(mark(of: schedule.name))\(ScheduleNote(schedule, about: command).text)\n\(command)\n"
    }

    /// The shell that `SHELL` in the crontab names only splits it into words; `/bin/sh` gets a fixed script, and the
    /// words of the schedule as arguments. Cron never retries, so the script does while the machine is offline, until
    /// the next time of the schedule.
    static func command(_ schedule: Schedule) -> String {
        let tries = schedule.timetable.period / Schedule.retryMinutes
        let script =
            tries < 2
            ? #"exec "$@""#
            : #"n=\#(tries); while "$@"; [ $? -eq \#(ExitCode.offline.rawValue) ] && [ $((n-=1)) -gt 0 ]; "#
                + "do sleep \(Schedule.retryMinutes * 60); done"
        return "\(schedule.timetable.fields) /bin/sh -c '\(script)' \(shellName(of: schedule.name)) "
            + schedule.words.map(quoted).joined(separator: " ")
    }

    /// The word, quoted for any shell that cron may run the line with.
    ///
    /// To some crons `%` is a line break and `\%` a percent sign, to some `\\` is a backslash, and some know neither.
    /// So a percent sign is put outside of the quotes, where the shell drops its backslash if cron has not, and no
    /// backslash comes before a character that could give it a meaning.
    static func quoted(_ word: String) -> String {
        let isPlain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || "/._-+,@:".contains($0) }
        if !word.isEmpty, isPlain { return word }
        var result = "'"
        var afterBackslash = false
        for character in word.unicodeScalars {
            switch character {
            case "'": result += #"'\''"#
            case "%": result += "'\\\(character)'"
            case "\\":
                if afterBackslash { result += "''" }
                result.unicodeScalars.append(character)
            default: result.unicodeScalars.append(character)
            }
            afterBackslash = character == "\\"
        }
        return result + "'"
    }

    // MARK: The table

    /// The comment and the line below it, if that runs our schedule. Others' lines and those without the comment are not ours.
    private var own: (range: Range<Int>, note: Substring, command: String)? {
        let mark = Array(Crontab.mark(of: name).utf8)
        var start = 0
        while start < bytes.count {
            let end = endOfLine(at: start)
            if bytes[start..<end].starts(with: mark) {
                let note = text(start + mark.count..<end)
                let next = endOfLine(at: end)
                let command = text(end..<next)
                let isOurs = command.contains(" \(Crontab.shellName(of: name)) ")
                return (start..<(isOurs ? next : end), note[...], isOurs ? command : "")
            }
            start = end
        }
        return nil
    }

    /// The end of a line with its break.
    private func endOfLine(at start: Int) -> Int {
        bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
    }

    /// A line without its break.
    private func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// Replaces our entry, or appends it to a table without one.
    mutating func setEntry(_ entry: String) {
        if let own {
            bytes.replaceSubrange(own.range, with: entry.utf8)
        } else {
            if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
            bytes += entry.utf8
        }
    }

    /// Removes our entry; false if the table has none.
    mutating func removeEntry() -> Bool {
        guard let own else { return false }
        bytes.removeSubrange(own.range)
        return true
    }

    /// The content of our comment, and whether the user has edited the entry; nil without the comment.
    var installed: (note: ScheduleNote?, isEdited: Bool)? {
        own.map { own in
            let note = ScheduleNote(own.note)
            return (note, note?.fits(own.command) != true)
        }
    }
}

// MARK: - The program `crontab`

extension Crontab {
    /// The user's crontab; nil if the system has no cron. Throws where it cannot be read: taking it for an empty one
    /// would replace the entries of the user.
    ///
    /// - Parameter name: the name of the schedule.
    static func installed(name: String, in surroundings: Surroundings) throws -> Crontab? {
        let run: CapturedOutput
        do throws(ChildError) {
            // Messages in English, whatever the language of the user.
            run = try CapturedOutput(of: ["crontab", "-l"], in: surroundings, .init(variables: ["LC_ALL": "C"]))
        } catch {
            if error.isMissing { return nil }
            throw error
        }
        if run.exitStatus == 0 { return Crontab(run.bytes, name: name) }
        // Some crons say it on standard output; several lines there may be a crontab.
        let isShort = run.bytes.count { $0 == UInt8(ascii: "\n") } < 2
        guard isShort, run.exitStatus == 1, reportsNoCrontab(run.complaint) else {
            throw ScheduleError.refused("read the crontab", run.complaint)
        }
        return Crontab([], name: name)
    }

    /// How crons report that the user has no crontab yet: `no crontab for ann`, `Crontab does not exist`,
    /// `can't open 'ann': No such file or directory`, `can't open your crontab file`.
    static func reportsNoCrontab(_ complaint: String) -> Bool {
        let said = complaint.lowercased()
        return said.contains("no crontab") || said.contains("crontab does not exist")
            || said.contains("open your crontab") || said.contains("can't open '") && said.contains("no such file")
    }

    /// Replaces the user's crontab with this one.
    func install(_ context: borrowing Context) throws {
        let surroundings = context.surroundings
        // Not every cron can remove a crontab; then an empty one replaces it.
        if bytes.isEmpty, try CapturedOutput(of: ["crontab", "-r"], in: surroundings).exitStatus == 0 { return }
        // Not by a pipe: if this process is ended, `crontab` installs what has come, which may be nothing.
        let input: Int32
        do throws(FileError) {
            input = try UnnamedFile.open(with: bytes, in: context.paths.temporaryFolders)
        } catch {
            throw ScheduleError.refused("write the crontab", error.reason)
        }
        defer { close(input) }
        let run = try CapturedOutput(of: ["crontab", "-"], in: surroundings, .init(input: .file(input)))
        guard run.exitStatus == 0 else { throw ScheduleError.refused("write the crontab", run.complaint) }
    }
}
