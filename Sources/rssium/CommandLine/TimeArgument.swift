internal import FeedCore

/// A TIME of the command line: an instant, or a day, week or month of the local calendar.
enum TimeArgument: Equatable {
    case instant(Timestamp)
    /// From its first second to the first second after it.
    case period(from: Timestamp, to: Timestamp)

    /// For `--since`: the first second in the range.
    var since: Timestamp {
        switch self {
        case .instant(let instant): instant
        case .period(let from, _): from
        }
    }

    /// For `--until`: the first second after the range, which includes the whole of a period.
    var until: Timestamp {
        switch self {
        case .instant(let instant): instant
        case .period(_, let to): to
        }
    }

    /// For `--before`: the first second after the range, which excludes a period.
    var before: Timestamp { since }

    static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

    /// Nil where the text has none of the forms.
    init?(_ text: String, now: Timestamp) {
        if let named = TimeArgument(word: text.lowercased(), now: LocalTime(now)) {
            self = named
        } else if text.hasPrefix("@"), let seconds = wholeNumber(text.dropFirst()) {
            self = .instant(Timestamp(seconds: seconds))
        } else if let age = DurationArgument.seconds(of: text) ?? DurationArgument.seconds(ago: text.lowercased()) {
            self = .instant(now - age)
        } else {
            self.init(date: text)
        }
    }

    private init?(word: String, now: LocalTime) {
        let day: Int
        var length = 1
        switch word {
        case "today": day = now.day
        case "yesterday": day = now.day - 1
        // From Monday to Sunday (ISO 8601).
        case "last week": (day, length) = (now.day - (now.weekday + 6) % 7 - 7, 7)
        case "last month":
            self.init(from: (now.year, now.month - 1, 1), to: (now.year, now.month, 1))
            return
        default:
            // The last such day, which may be today.
            guard let weekday = TimeArgument.weekdays.firstIndex(of: word) else { return nil }
            day = now.day - (now.weekday + 7 - weekday) % 7
        }
        self.init(from: (now.year, now.month, day), to: (now.year, now.month, day + length))
    }

    /// `2026-11`, `2026-11-20`, and `2026-11-20T10:00[:00[.000]][Z|+01:00]`.
    private init?(date text: String) {
        var rest = Substring(text)
        guard let year = rest.takeDigits(4), rest.take("-"), let month = rest.takeDigits(2) else { return nil }
        if rest.isEmpty, Timestamp(year: year, month: month, day: 1) != nil {
            self.init(from: (year, month, 1), to: (year, month + 1, 1))
            return
        }
        guard rest.take("-"), let day = rest.takeDigits(2), Timestamp(year: year, month: month, day: day) != nil else {
            return nil
        }
        if rest.isEmpty {
            self.init(from: (year, month, day), to: (year, month, day + 1))
            return
        }
        guard rest.take("T") || rest.take("t") || rest.take(" "), let hour = rest.takeDigits(2), rest.take(":"),
            let minute = rest.takeDigits(2), let second = rest.takeSeconds(),
            let utc = Timestamp(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { return nil }
        if rest.isEmpty {
            guard let local = LocalTime.timestamp(year, month, day, hour, minute, second) else { return nil }
            self = .instant(local)
        } else {
            guard let offset = rest.takeOffset(), rest.isEmpty else { return nil }
            self = .instant(utc - offset)
        }
    }

    /// Days of the local calendar, which may have 23 or 25 hours. Months and days beyond their range carry over.
    private init?(from: (year: Int, month: Int, day: Int), to: (year: Int, month: Int, day: Int)) {
        guard let first = LocalTime.timestamp(from.year, from.month, from.day),
            let end = LocalTime.timestamp(to.year, to.month, to.day)
        else { return nil }
        self = .period(from: first, to: end)
    }
}

/// A DURATION of the command line and of the settings: `90s`, `15m`, `2h`, `1h30m`, `3d`, `1w`, `1mo` (30 days), `1y` (365
/// days).
enum DurationArgument {
    static func seconds(of text: String) -> Int64? {
        let limit = FeedEdit.Interval.allowed.upperBound
        var (rest, sum, last) = (text[...], Int64(0), Int64.max)
        repeat {
            let digits = rest.prefix { ("0"..."9").contains($0) }
            rest.removeFirst(digits.count)
            let unit = rest.prefix { !("0"..."9").contains($0) }
            rest.removeFirst(unit.count)
            guard let count = wholeNumber(digits), let factor = units.first(where: { $0.name == unit })?.seconds,
                factor < last, count <= limit / factor
            else { return nil }
            (sum, last) = (sum + count * factor, factor)
        } while !rest.isEmpty
        return sum > limit ? nil : sum
    }

    /// An age in words, as other programs write it: `1 day ago`, `2 weeks ago`.
    static func seconds(ago text: String) -> Int64? {
        let words = text.split(separator: " ")
        guard words.count == 3, words[2] == "ago", wholeNumber(words[0]) != nil else { return nil }
        let name = words[1].hasSuffix("s") ? words[1].dropLast() : words[1]
        let unit = name == "month" ? "mo" : String(name.prefix(1))
        guard ["second", "minute", "hour", "day", "week", "month", "year"].contains(name) else { return nil }
        return seconds(of: words[0] + unit)
    }

    /// The duration in its largest whole unit: `3600` is `1h`, `5400` is `90m`.
    static func text(of seconds: Int64) -> String {
        guard seconds != 0 else { return "0s" }
        // Months and years have no exact length.
        for unit in units.dropFirst(2) where seconds % unit.seconds == 0 {
            return String(seconds / unit.seconds) + unit.name
        }
        return String(seconds) + "s"
    }

    /// Not written into the loop: the compiler would unroll it, with instructions in an order that depends on the folder
    /// that the program is built in.
    private static let units: [(name: String, seconds: Int64)] = [
        ("y", 31_536_000), ("mo", 2_592_000), ("w", 604_800), ("d", 86_400), ("h", 3600), ("m", 60), ("s", 1),
    ]
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

/// The number, where the text consists of digits.
private func wholeNumber(_ text: Substring) -> Int64? {
    text.isDigits ? Int64(text) : nil
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

    /// The seconds after a minute, without their fraction; 0 if the text has no seconds. Nil for a colon without them.
    fileprivate mutating func takeSeconds() -> Int? {
        guard take(":") else { return 0 }
        guard let seconds = takeDigits(2) else { return nil }
        guard take(".") || take(",") else { return seconds }
        let fraction = prefix { $0.isASCII && $0.isNumber }
        removeFirst(fraction.count)
        return fraction.isEmpty ? nil : seconds
    }

    /// The UTC offset in seconds, from `Z`, `+01:00`, `+0100` or `+01`.
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
