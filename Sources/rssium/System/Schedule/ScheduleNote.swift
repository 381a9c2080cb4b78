internal import FeedCore

/// A note of what `rssium schedule on` installed, as a comment beside it:
/// `every=15 start=4 metered=no sum=0f1e2d3c4b5a6978`. No other part of the installed files is read.
struct ScheduleNote: Equatable, Sendable {
    let timetable: CalendarSpec
    let isMetered: Bool
    /// A checksum of the commented entry, which tells whether the user has edited it.
    private let sum: String

    init(_ schedule: Schedule, about installed: String) {
        timetable = schedule.timetable
        isMetered = !schedule.words.contains(Schedule.unmeteredOnly)
        sum = ScheduleNote.sum(of: installed)
    }

    var text: String {
        "every=\(timetable.period) start=\(timetable.start) metered=\(isMetered ? "yes" : "no") sum=\(sum)"
    }

    /// Nil for a text of another form.
    init?(_ text: Substring) {
        let values = text.split(separator: " ").map { $0.split(separator: "=").last.map(String.init) ?? "" }
        guard values.count == 4, let period = Int(values[0]), let start = Int(values[1]),
            let timetable = CalendarSpec(period: period, start: start)
        else { return nil }
        self.timetable = timetable
        isMetered = values[2] == "yes"
        sum = values[3]
        guard self.text == text else { return nil }
    }

    func fits(_ installed: String) -> Bool { sum == ScheduleNote.sum(of: installed) }

    private static func sum(of text: String) -> String {
        UInt64(bitPattern: StableHash.of(text)).padded(to: 16, radix: 16)
    }
}
