/// The user's crontab as bytes, with the entry of one schedule in it. What others have written is never touched.
struct Crontab: Equatable, Sendable {
    private(set) var bytes: [UInt8]
    /// What only our lines have: the name that the shell of the entry is given.
    private let marker: [UInt8]

    /// - Parameter name: that of the schedule.
    init(_ bytes: [UInt8], name: String) {
        self.bytes = bytes
        marker = Array("' \(Crontab.mark(name)) ".utf8)
    }

    private static let shell = Array("/bin/sh -c '".utf8)

    private static func mark(_ name: String) -> String {
        "rssium-schedule" + name.dropFirst("rssium".count)
    }

    // MARK: The entry

    /// The line without its end.
    ///
    /// Whatever `SHELL` the crontab sets only splits it into words; `/bin/sh` gets a script in which nothing of the
    /// user's stands, and the rest as arguments. Cron starts nothing again, so the script does where the machine is
    /// offline, until the next entry comes.
    static func entry(_ schedule: Schedule) -> String {
        let tries = schedule.timetable.period / Schedule.retryMinutes
        let script =
            tries < 2
            ? #"exec "$@""#
            : #"n=\#(tries); while "$@"; [ $? -eq \#(ExitCode.offline.rawValue) ] && [ $((n-=1)) -gt 0 ]; "#
                + "do sleep \(Schedule.retryMinutes * 60); done"
        return "\(schedule.timetable.fields) /bin/sh -c '\(script)' \(mark(schedule.name)) "
            + schedule.words.map(quoted).joined(separator: " ")
    }

    /// A word for the shell that cron runs the line with, whichever that is.
    ///
    /// Some crons take `%` for a line break and `\%` for it, some take `\\` for a backslash, and some know neither: so
    /// a percent sign stands outside of the quotes, where the shell drops its backslash if cron has not, and no
    /// backslash stands before a character that could give it a meaning. So does `!`, by which a C shell goes back in
    /// its history.
    static func quoted(_ word: String) -> String {
        if !word.isEmpty, word.utf8.allSatisfy({ isPlain($0) }) { return word }
        var result = "'"
        var afterBackslash = false
        for character in word.unicodeScalars {
            switch character {
            case "'": result += #"'\''"#
            case "%", "!": result += "'\\\(character)'"
            case "\\":
                if afterBackslash { result += "''" }
                result.unicodeScalars.append(character)
            default: result.unicodeScalars.append(character)
            }
            afterBackslash = character == "\\"
        }
        return result + "'"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "/._-+,@:".utf8.contains(byte)
        }
    }

    // MARK: The table

    /// The lines that are ours, each with its end. A line that somebody has made a comment is theirs.
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

    /// Puts the entry in the place of the one that is there, and of any further one, else at the end.
    mutating func set(_ entry: String) {
        let own = own
        guard let first = own.first else {
            append(entry)
            return
        }
        for line in own.dropFirst().reversed() { bytes.removeSubrange(line) }
        let endsHere = bytes[first].last == UInt8(ascii: "\n")
        let line = hasAddedBreak(first) ? Crontab.withMark(entry) : entry
        bytes.replaceSubrange(first, with: Array(line.utf8) + (endsHere ? [UInt8(ascii: "\n")] : []))
    }

    /// Takes out what `set` has put in; false where there was nothing of it.
    mutating func remove() -> Bool {
        let own = own
        for line in own.reversed() {
            // The line before had no end until we gave it one. Once there is a line behind, it needs that.
            let drops = hasAddedBreak(line) && line.upperBound == bytes.count && line.lowerBound > 0
            bytes.removeSubrange((drops ? line.lowerBound - 1 : line.lowerBound)..<line.upperBound)
        }
        return !own.isEmpty
    }

    private mutating func append(_ entry: String) {
        let isOpen = bytes.last.map { $0 != UInt8(ascii: "\n") } ?? false
        if isOpen { bytes.append(UInt8(ascii: "\n")) }
        bytes += Array((isOpen ? Crontab.withMark(entry) : entry).utf8) + [UInt8(ascii: "\n")]
    }

    /// Two blanks before the command say that the end of the line before is ours too.
    private static func withMark(_ entry: String) -> String {
        entry.replacing(" /bin/sh ", with: "  /bin/sh ", maxReplacements: 1)
    }

    private func hasAddedBreak(_ line: Range<Int>) -> Bool {
        guard let shell = bytes[line].firstRange(of: Crontab.shell) else { return false }
        return bytes[line.lowerBound..<shell.lowerBound].suffix(2).elementsEqual("  ".utf8)
    }

    // MARK: What it says

    /// The fields of time of the first entry; nil where there is none.
    var fields: String? {
        own.first.map { line in
            bytes[line].split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.prefix(5)
                .map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
        }
    }

    /// Whether the entry runs on a connection that costs money too.
    var isMetered: Bool {
        own.first.map { bytes[$0].firstRange(of: Array(" \(Schedule.unmeteredOnly)".utf8)) == nil } ?? false
    }
}
