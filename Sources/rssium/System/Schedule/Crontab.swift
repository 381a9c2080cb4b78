internal import FeedCore

/// The user's crontab as bytes, with the entry of one schedule in it. The lines of others stay byte for byte.
struct Crontab: Equatable, Sendable {
    private(set) var bytes: [UInt8]
    /// The name that our entry gives its shell, which no line of others has.
    private let marker: [UInt8]

    /// - Parameter name: the name of the schedule.
    init(_ bytes: [UInt8], name: String) {
        self.bytes = bytes
        marker = Array("' \(Crontab.shellName(of: name)) ".utf8)
    }

    private static let shell = Array("/bin/sh -c '".utf8)

    private static func shellName(of name: String) -> String {
        "rssium-schedule" + name.dropFirst("rssium".count)
    }

    // MARK: The entry

    /// The line of a schedule, without its line break.
    ///
    /// The shell that `SHELL` in the crontab names only splits it into words; `/bin/sh` gets a fixed script, and the
    /// words of the schedule as arguments. Cron never retries, so the script does while the machine is offline, until
    /// the next time of the schedule.
    static func entry(_ schedule: Schedule) -> String {
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

    /// Our lines, each with its line break. A line that the user has commented out is the user's.
    private var own: [Range<Int>] { lines.filter { isOwn(bytes[$0]) } }

    private var lines: [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
            lines.append(start..<end)
            start = end
        }
        return lines
    }

    private func isOwn(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.first(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }) != UInt8(ascii: "#"),
            let shell = line.firstRange(of: Crontab.shell)
        else { return false }
        return line[shell.upperBound...].firstRange(of: marker) != nil
    }

    /// Replaces our entry, and removes further ones; appends the entry to a table without one.
    mutating func setEntry(_ entry: String) {
        let own = own
        guard let first = own.first else {
            append(entry)
            return
        }
        for line in own.dropFirst().reversed() { bytes.removeSubrange(line) }
        let endsHere = bytes[first].last == UInt8(ascii: "\n")
        let line = hasAddedBreak(first) ? Crontab.recordingAddedBreak(entry) : entry
        bytes.replaceSubrange(first, with: Array(line.utf8) + (endsHere ? [UInt8(ascii: "\n")] : []))
    }

    /// Removes what `setEntry` has added; false if the table has no entry of ours.
    mutating func removeEntry() -> Bool {
        let own = own
        for line in own.reversed() {
            // `append` ended the line before. That line break goes too, unless another line follows now.
            let drops = hasAddedBreak(line) && line.upperBound == bytes.count && line.lowerBound > 0
            bytes.removeSubrange((drops ? line.lowerBound - 1 : line.lowerBound)..<line.upperBound)
        }
        return !own.isEmpty
    }

    private mutating func append(_ entry: String) {
        let isOpen = bytes.last.map { $0 != UInt8(ascii: "\n") } ?? false
        if isOpen { bytes.append(UInt8(ascii: "\n")) }
        bytes += Array((isOpen ? Crontab.recordingAddedBreak(entry) : entry).utf8) + [UInt8(ascii: "\n")]
    }

    /// Two spaces before the command record that we added the line break before this line.
    private static func recordingAddedBreak(_ entry: String) -> String {
        entry.replacing(" /bin/sh ", with: "  /bin/sh ", maxReplacements: 1)
    }

    private func hasAddedBreak(_ line: Range<Int>) -> Bool {
        guard let shell = bytes[line].firstRange(of: Crontab.shell) else { return false }
        return bytes[line.lowerBound..<shell.lowerBound].suffix(2).elementsEqual("  ".utf8)
    }

    // MARK: Reading the entry

    /// The five time fields of our first entry; nil without an entry.
    var fields: String? {
        own.first.map { line in
            bytes[line].split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.prefix(5)
                .map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
        }
    }

    /// Whether our entry also runs on metered connections.
    var isMetered: Bool {
        own.first.map { bytes[$0].firstRange(of: Array(" \(Schedule.unmeteredOnly)".utf8)) == nil } ?? false
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
    func install(in surroundings: Surroundings) throws {
        // Not every cron can remove a crontab; then an empty one replaces it.
        if bytes.isEmpty, try CapturedOutput(of: ["crontab", "-r"], in: surroundings).exitStatus == 0 { return }
        let run = try CapturedOutput(of: ["crontab", "-"], in: surroundings, .init(bytes: bytes))
        guard run.exitStatus == 0 else { throw ScheduleError.refused("write the crontab", run.complaint) }
    }
}
