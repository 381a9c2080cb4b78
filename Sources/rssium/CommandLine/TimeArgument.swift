internal import FeedCore

/// A TIME of the command line: a moment, or a whole day of the local calendar.
enum TimeArgument: Equatable {
    case moment(Timestamp)
    /// From its first second to that of the next day.
    case day(from: Timestamp, to: Timestamp)

    /// `--since`: the first second that is meant.
    var since: Timestamp {
        switch self {
        case .moment(let moment): moment
        case .day(let from, _): from
        }
    }

    /// `--until`: the first second that is no longer meant; a bare day is meant as a whole.
    var until: Timestamp {
        switch self {
        case .moment(let moment): moment
        case .day(_, let to): to
        }
    }

    /// `--before`: the first second that is no longer meant; a bare day is not meant itself.
    var before: Timestamp { since }

    /// Nil where the text is none of the forms.
    init?(_ text: String, now: Timestamp) {
        if text == "today" || text == "yesterday" {
            let local = LocalTime(now)
            let back = text == "today" ? 0 : -1
            self.init(year: local.year, month: local.month, day: local.day + back)
        } else if let age = DurationArgument.seconds(of: text) {
            self = .moment(now - age)
        } else {
            self.init(date: text)
        }
    }

    /// `2026-11-20`, and `2026-11-20T10:00[:00][Z|+01:00]`.
    private init?(date text: String) {
        var rest = Substring(text)
        guard let year = rest.takeDigits(4), rest.take("-"), let month = rest.takeDigits(2), rest.take("-"),
            let day = rest.takeDigits(2), Timestamp(year: year, month: month, day: day) != nil
        else { return nil }
        if rest.isEmpty {
            self.init(year: year, month: month, day: day)
            return
        }
        guard rest.take("T") || rest.take("t") || rest.take(" "), let hour = rest.takeDigits(2), rest.take(":"),
            let minute = rest.takeDigits(2)
        else { return nil }
        var second = 0
        if rest.take(":") {
            guard let given = rest.takeDigits(2) else { return nil }
            second = given
        }
        guard let utc = Timestamp(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { return nil }
        if rest.isEmpty {
            guard let local = LocalTime.timestamp(year, month, day, hour, minute, second) else { return nil }
            self = .moment(local)
        } else {
            guard let offset = rest.takeOffset(), rest.isEmpty else { return nil }
            self = .moment(utc - offset)
        }
    }

    /// A day of the local calendar, which may have 23 or 25 hours; `day` may lie outside its month.
    private init?(year: Int, month: Int, day: Int) {
        guard let from = LocalTime.timestamp(year, month, day), let to = LocalTime.timestamp(year, month, day + 1)
        else { return nil }
        self = .day(from: from, to: to)
    }
}

/// A DURATION of the command line and of the settings: `90s`, `15m`, `2h`, `3d`, `1w`.
enum DurationArgument {
    static func seconds(of text: String) -> Int64? {
        guard let unit = text.utf8.last else { return nil }
        let factor: Int64
        switch unit {
        case UInt8(ascii: "s"): factor = 1
        case UInt8(ascii: "m"): factor = 60
        case UInt8(ascii: "h"): factor = 3600
        case UInt8(ascii: "d"): factor = 86_400
        case UInt8(ascii: "w"): factor = 604_800
        default: return nil
        }
        guard let count = wholeNumber(text.dropLast()) else { return nil }
        // A thousand years: far enough, and no sum with it can overflow.
        return count > 31_622_400_000 / factor ? nil : count * factor
    }

    /// The shortest form: `3600` is `1h`, `5400` is `90m`.
    static func text(of seconds: Int64) -> String {
        guard seconds != 0 else { return "0s" }
        for (factor, unit) in [(Int64(604_800), "w"), (86_400, "d"), (3600, "h"), (60, "m")]
        where seconds % factor == 0 {
            return String(seconds / factor) + unit
        }
        return String(seconds) + "s"
    }
}

/// A SIZE of the command line and of the settings: `500K`, `32M`, `1G`, or bytes.
enum SizeArgument {
    static func bytes(of text: String) -> Int64? {
        let shift: Int64
        switch text.utf8.last {
        case UInt8(ascii: "K"), UInt8(ascii: "k"): shift = 10
        case UInt8(ascii: "M"), UInt8(ascii: "m"): shift = 20
        case UInt8(ascii: "G"), UInt8(ascii: "g"): shift = 30
        default: shift = 0
        }
        guard let count = wholeNumber(shift == 0 ? text[...] : text.dropLast()) else { return nil }
        return count > (1 << 40) >> shift ? nil : count << shift
    }
}

/// Nothing but digits.
private func wholeNumber(_ text: Substring) -> Int64? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int64(text) : nil
}

extension Substring {
    fileprivate mutating func take(_ character: Character) -> Bool {
        guard first == character else { return false }
        removeFirst()
        return true
    }

    fileprivate mutating func takeDigits(_ count: Int) -> Int? {
        let digits = prefix(count)
        guard digits.utf8.count == count, let number = wholeNumber(digits) else { return nil }
        removeFirst(count)
        return Int(number)
    }

    /// `Z`, `+01:00`, `+0100` or `+01`, in seconds.
    fileprivate mutating func takeOffset() -> Int64? {
        if take("Z") || take("z") { return 0 }
        let sign: Int64
        if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return nil }
        guard let hours = takeDigits(2), hours < 24 else { return nil }
        _ = take(":")
        guard !isEmpty else { return sign * Int64(hours) * 3600 }
        guard let minutes = takeDigits(2), minutes < 60 else { return nil }
        return sign * Int64(hours * 3600 + minutes * 60)
    }
}
