/// Dates as feeds write them: RFC 822, RFC 3339, W3CDTF, and the ways they are got wrong.
enum FeedDate {
    /// The moment that a text means; nil where it means none. Without a zone it is UTC.
    static func read(_ text: some StringProtocol) -> Timestamp? {
        var text = String(text)
        return text.withUTF8 { read($0) }
    }

    static func read(_ bytes: [UInt8]) -> Timestamp? {
        bytes.withUnsafeBufferPointer { read($0) }
    }

    private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Timestamp? {
        // No date is longer; a hostile one costs nothing.
        var parts = DateParts(UnsafeBufferPointer(rebasing: bytes.prefix(100)))
        return parts.read()
    }
}

/// The parts of a date, gathered from left to right; their order matters only where they are bare numbers.
private struct DateParts {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    private var year: Int?
    private var month: Int?
    private var day: Int?
    private var hour: Int?
    private var minute = 0
    private var second = 0
    private var isAfternoon: Bool?
    /// Seconds east of Greenwich.
    private var offset: Int?
    private var moment: Timestamp?

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    mutating func read() -> Timestamp? {
        while let byte = peek() {
            if DateParts.isDigit(byte) {
                readNumber()
            } else if HTMLTag.isLetter(byte) || byte >= 0x80 {
                readWord()
            } else if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"), hour != nil, isDigit(at: index + 1) {
                readOffset()
            } else if byte == UInt8(ascii: "("), let close = bytes[index...].firstIndex(of: UInt8(ascii: ")")) {
                index = close + 1
            } else {
                index += 1
            }
        }
        return moment ?? composed
    }

    private var composed: Timestamp? {
        guard let year else { return nil }
        var hour = self.hour ?? 0
        if let isAfternoon, (1...12).contains(hour) { hour = hour % 12 + (isAfternoon ? 12 : 0) }
        // 24:00 is the midnight that ends the day; 24:30 is met too.
        let isNextDay = hour == 24
        guard
            let date = Timestamp(
                year: year, month: month ?? 1, day: day ?? 1, hour: isNextDay ? 0 : hour, minute: minute,
                second: second)
        else { return nil }
        return date + Int64((isNextDay ? 86_400 : 0) - (offset ?? 0))
    }

    // MARK: Numbers

    private mutating func readNumber() {
        let start = index
        let value = readDigits()
        let count = index - start
        guard count <= 14 else { return }
        switch peek() {
        case UInt8(ascii: ":") where count <= 2 && hour == nil && isDigit(at: index + 1):
            readTime(hour: value)
        case UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "."):
            guard isDigit(at: index + 1), year == nil, day == nil, month == nil, count <= 4 else {
                return take(value, count)
            }
            readNumericDate(first: value, count)
        default:
            take(value, count)
        }
    }

    private mutating func readTime(hour: Int) {
        self.hour = hour
        index += 1
        minute = readDigits()
        if peek() == UInt8(ascii: ":"), isDigit(at: index + 1) {
            index += 1
            second = readDigits()
        }
        // Fractions of a second are dropped.
        if peek() == UInt8(ascii: ".") || peek() == UInt8(ascii: ","), isDigit(at: index + 1) {
            index += 1
            _ = readDigits()
        }
    }

    /// `2026-11-20`, `2026/11/20`, `2026-325`, `20.11.2026`, `20/11/2026`, `11/20/2026`.
    private mutating func readNumericDate(first: Int, _ firstCount: Int) {
        let separator = bytes[index]
        index += 1
        let secondStart = index
        let second = readDigits()
        let secondCount = index - secondStart
        var third: (value: Int, count: Int)?
        if peek() == separator, isDigit(at: index + 1) {
            index += 1
            let start = index
            third = (readDigits(), 0)
            third?.count = index - start
        }
        if firstCount == 4 {
            year = first
            if secondCount == 3, third == nil { return setDayOfYear(second) }
            month = second
            day = third?.value
        } else if let third {
            setDayMonth(first, second, separator: separator)
            year = full(third.value, third.count)
            // 03-12-31: the year first, as in ISO 8601.
            if separator == UInt8(ascii: "-"), third.count == 2, firstCount == 2, second <= 12 {
                (year, month, day) = (full(first, 2), second, third.value)
            }
        }
    }

    /// Americans write the month first, and only a number above 12 shows who wrote.
    private mutating func setDayMonth(_ first: Int, _ second: Int, separator: UInt8) {
        let isMonthFirst = separator == UInt8(ascii: "/") ? first <= 12 : second > 12
        month = isMonthFirst ? first : second
        day = isMonthFirst ? second : first
    }

    private mutating func setDayOfYear(_ number: Int) {
        guard let year, let start = Timestamp(year: year, month: 1, day: 1), (1...366).contains(number) else { return }
        let date = (start + Int64(number - 1) * 86_400).civil
        (month, day) = (date.month, date.day)
    }

    /// A number that stands alone.
    private mutating func take(_ value: Int, _ count: Int) {
        let isAfterDate = year != nil && month != nil && hour == nil
        switch count {
        case 1, 2:
            if day == nil, value <= 31, value > 0 {
                day = value
            } else if year == nil {
                year = full(value, count)
            } else if hour == nil, value <= 24, index > count, bytes[index - count - 1] | 0x20 == UInt8(ascii: "t") {
                hour = value
            }
        case 3:
            // Years counted from 1900, as old scripts did.
            if year == nil { year = 1900 + value }
        case 4 where isAfterDate && day != nil:
            (hour, minute) = (value / 100, value % 100)
        case 4:
            if year == nil { year = value }
        case 6 where isAfterDate:
            (hour, minute, second) = (value / 10_000, value / 100 % 100, value % 100)
        case 8:
            setCompactDate(value)
        case 9, 10:
            moment = Timestamp(seconds: Int64(value))
        case 12:
            setCompactDate(value / 10_000)
            (hour, minute) = (value / 100 % 100, value % 100)
        case 13:
            moment = Timestamp(seconds: Int64(value) / 1000)
        case 14:
            setCompactDate(value / 1_000_000)
            (hour, minute, second) = (value / 10_000 % 100, value / 100 % 100, value % 100)
        default:
            break
        }
    }

    private mutating func setCompactDate(_ value: Int) {
        guard year == nil else { return }
        (year, month, day) = (value / 10_000, value / 100 % 100, value % 100)
    }

    /// RFC 5322, 4.3: two digits are of this century or the last.
    private func full(_ year: Int, _ count: Int) -> Int {
        guard count <= 3 else { return year }
        return year < 70 ? 2000 + year : 1900 + year
    }

    // MARK: Words and zones

    private mutating func readWord() {
        let start = index
        while let byte = peek(), HTMLTag.isLetter(byte) || byte >= 0x80 { index += 1 }
        let word = String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
        if let number = DateWords.months[word] {
            if month == nil { month = number }
        } else if word == "am" || word == "pm" {
            isAfternoon = word == "pm"
        } else if word == "a" || word == "p", peek() == UInt8(ascii: ".") {
            // a.m., p.m.
            isAfternoon = word == "p"
            index += 1
            while let byte = peek(), HTMLTag.isLetter(byte) { index += 1 }
        } else if hour != nil, let seconds = DateWords.zones[word] {
            if offset == nil { offset = seconds }
            readOffsetAfterName(word)
        }
    }

    /// `GMT+1`, `UTC+01:00`.
    private mutating func readOffsetAfterName(_ name: String) {
        guard name == "gmt" || name == "utc" || name == "ut" || name == "z" else { return }
        guard peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-"), isDigit(at: index + 1) else { return }
        offset = nil
        readOffset()
    }

    /// `+0100`, `+01:00`, `+1`, `+530`.
    private mutating func readOffset() {
        let sign = bytes[index] == UInt8(ascii: "-") ? -1 : 1
        index += 1
        let start = index
        var value = readDigits()
        let count = index - start
        if count <= 2 {
            value *= 100
            if peek() == UInt8(ascii: ":"), isDigit(at: index + 1) {
                index += 1
                value += readDigits()
            }
        }
        guard offset == nil || offset == 0, value / 100 <= 14, value % 100 < 60, count <= 4 else { return }
        offset = sign * (value / 100 * 3600 + value % 100 * 60)
    }

    // MARK: Bytes

    private func peek() -> UInt8? { index < bytes.count ? bytes[index] : nil }

    private func isDigit(at place: Int) -> Bool { place < bytes.count && DateParts.isDigit(bytes[place]) }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    private mutating func readDigits() -> Int {
        var value = 0
        while let byte = peek(), DateParts.isDigit(byte) {
            value = min(value, 1 << 50) * 10 + Int(byte - UInt8(ascii: "0"))
            index += 1
        }
        return value
    }
}

/// The words of dates, in lower case.
private enum DateWords {
    /// Full and short names of the months.
    static let months: [String: Int] = {
        var months: [String: Int] = [:]
        for names in [english] {
            for (index, written) in names.enumerated() {
                for name in written.split(separator: " ") { months[String(name)] = index + 1 }
            }
        }
        return months
    }()

    private static let english = [
        "january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
        "september sep sept", "october oct", "november nov", "december dec",
    ]

    /// Seconds east of Greenwich.
    static let zones: [String: Int] = {
        let hours: [(String, Double)] = [
            ("ut", 0), ("utc", 0), ("gmt", 0), ("z", 0), ("wet", 0), ("west", 1), ("bst", 1), ("ist", 5.5),
            ("cet", 1), ("cest", 2), ("met", 1), ("mest", 2), ("mez", 1), ("mesz", 2), ("eet", 2), ("eest", 3),
            ("msk", 3), ("msd", 4), ("jst", 9), ("kst", 9), ("hkt", 8), ("sgt", 8), ("awst", 8), ("acst", 9.5),
            ("aest", 10), ("aedt", 11), ("nzst", 12), ("nzdt", 13), ("nst", -3.5), ("ndt", -2.5), ("brt", -3),
            ("art", -3), ("ast", -4), ("adt", -3), ("at", -4), ("est", -5), ("edt", -4), ("et", -5), ("cst", -6),
            ("cdt", -5), ("ct", -6), ("mst", -7), ("mdt", -6), ("mt", -7), ("pst", -8), ("pdt", -7), ("pt", -8),
            ("akst", -9), ("akdt", -8), ("hst", -10),
        ]
        var zones: [String: Int] = [:]
        for (name, offset) in hours { zones[name] = Int(offset * 3600) }
        // The letters of RFC 822, 5.1: A to M are west of Greenwich, N to Y east; there is no J.
        for (index, letter) in "abcdefghiklm".enumerated() { zones[String(letter)] = -(index + 1) * 3600 }
        for (index, letter) in "nopqrstuvwxy".enumerated() where letter != "t" {
            zones[String(letter)] = (index + 1) * 3600
        }
        return zones
    }()
}
