/// Reads the text of a date from left to right; the order of its parts matters only where they are bare numbers.
struct DateParser {
    private var cursor: DateCursor
    private var parts = DateParts()
    /// What was read last belongs to the time of day: a sign begins an offset, a word is a zone.
    private var isAfterTime = false
    /// A `T` announces a time.
    private var isAfterT = false
    /// Words that nobody knows, before anything of a date; one is taken for a day of the week if a comma follows.
    private var strangeWords = 0
    private var isStrange = false

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        cursor = DateCursor(bytes)
    }

    mutating func read() -> DateParts {
        while let byte = cursor.peek(), !parts.isRefused {
            if DateCursor.digit(byte) != nil {
                readNumber()
            } else if DateCursor.isLetter(byte) {
                readWord()
            } else if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"), isOffset {
                readOffset()
            } else if byte == UInt8(ascii: "("), parts.isBegun {
                readComment()
            } else {
                if DateNormalizer.Mark.all.contains(byte) { readMark(byte) }
                cursor.index += 1
            }
        }
        return parts
    }

    // MARK: Numbers

    private mutating func readNumber() {
        let start = cursor.index
        let value = cursor.takeDigits()
        let count = cursor.index - start
        if count <= 2, readHour(value) { return }
        if readUnit(value, count) || readWeek(value, count) { return }
        let separator = cursor.peek()
        if separator == UInt8(ascii: "-") || separator == UInt8(ascii: "/") || separator == UInt8(ascii: "."),
            cursor.isDigit(at: cursor.index + 1)
        {
            if !parts.isBegun { return readNumericDate((value, count), after: start) }
            if separator == UInt8(ascii: "."), count <= 2, readHourAndMinute(value) { return }
        }
        take(value, count)
    }

    /// `10:11:12.5`, `10h11`, `10 Uhr`, `3 p.m.`
    private mutating func readHour(_ value: Int) -> Bool {
        let next = cursor.skippingBlanks(from: cursor.index)
        let hasSpaceForTime = next == cursor.index || parts.hasDate
        if next < cursor.bytes.count, cursor.bytes[next] == UInt8(ascii: ":"), hasSpaceForTime {
            let minute = parts.hasDate ? cursor.skippingBlanks(from: next + 1) : next + 1
            guard cursor.isDigit(at: minute) else { return false }
            cursor.index = minute
            readTime(hour: value)
            return true
        }
        if value <= 12, let half = cursor.takeHalfOfDay() {
            setTime(value, 0, 0)
            parts.isAfternoon = half
            return true
        }
        guard parts.hour == nil, let word = cursor.endOfHourWord(at: next) else { return false }
        cursor.index = word
        let minute = cursor.skippingBlanks(from: cursor.index)
        guard cursor.isDigit(at: minute), cursor.isDigit(at: minute + 1), !cursor.isDigit(at: minute + 2),
            !(cursor.isSeparator(at: minute + 2) && cursor.isDigit(at: minute + 3))
        else {
            setTime(value, 0, 0)
            return true
        }
        cursor.index = minute
        setTime(value, cursor.takeDigits(), 0)
        return true
    }

    private mutating func readTime(hour: Int) {
        let minute = cursor.takeDigits()
        var second = 0
        var count = 2
        while let mark = cursor.peek(), cursor.isDigit(at: cursor.index + 1),
            mark == UInt8(ascii: ":") || count > 2 && (mark == UInt8(ascii: ".") || mark == UInt8(ascii: ","))
                || count == 2 && mark == UInt8(ascii: ".")
        {
            cursor.index += 1
            let start = cursor.index
            let value = cursor.takeDigits()
            // What comes after the seconds are fractions, however they are marked; so is a half minute.
            if count == 2, mark == UInt8(ascii: ":") || cursor.index - start == 2 { second = value }
            count += 1
        }
        setTime(hour, minute, second)
        if let half = cursor.takeHalfOfDay() { parts.isAfternoon = half }
    }

    /// `10.11`, as Germans, Danes and Finns write a time.
    private mutating func readHourAndMinute(_ hour: Int) -> Bool {
        guard parts.hasDate, parts.hour == nil, cursor.isDigit(at: cursor.index + 2),
            !cursor.isDigit(at: cursor.index + 3)
        else { return false }
        cursor.index += 1
        readTime(hour: hour)
        return true
    }

    private mutating func setTime(_ hour: Int, _ minute: Int, _ second: Int) {
        parts.setTime(hour, minute, second)
        isAfterTime = true
        isAfterT = false
    }

    /// `2026-11-20`, `2026/11/20`, `2026-11`, `2026-325`, `20.11.2026`, `20/11/2026`, `11/20/2026`, `11/2026`.
    private mutating func readNumericDate(_ first: (value: Int, count: Int), after start: Int) {
        let separator = cursor.bytes[cursor.index]
        let second = cursor.takeNumber(behind: separator) ?? (0, 0)
        let third = cursor.takeNumber(behind: separator)
        // 1.2.3.4 is no date, and neither is v1.2.2026.
        let isLonger = cursor.peek() == separator && cursor.isDigit(at: cursor.index + 1) && !cursor.isOffsetWithColon
        let isPartOfName =
            start > 0 && (DateCursor.isLetter(cursor.bytes[start - 1]) || cursor.isSeparator(at: start - 1))
        beginDate()
        guard !isLonger, !isPartOfName else {
            parts.isRefused = true
            return
        }
        if let third { return setNumericDate(first, second, third, separator) }
        switch (first.count, second.count) {
        case (4, 3) where separator == UInt8(ascii: "-"):
            parts.year = first.value
            parts.setDayOfYear(second.value)
        case (4, 1...2) where separator != UInt8(ascii: "."):
            (parts.year, parts.month) = (first.value, second.value)
        case (1...2, 4):
            (parts.year, parts.month) = (second.value, first.value)
        default:
            parts.isRefused = true
        }
    }

    private mutating func setNumericDate(
        _ first: (value: Int, count: Int), _ second: (value: Int, count: Int), _ third: (value: Int, count: Int),
        _ separator: UInt8
    ) {
        let isSlash = separator == UInt8(ascii: "/")
        switch (first.count, second.count, third.count) {
        // Google once wrote 2003-012-31.
        case (4, 1...3, 1...2), (1...2, 1...2, 4), (2, 2, 2): break
        case (1...2, 1...2, 2) where isSlash: break
        default:
            parts.isRefused = true
            return
        }
        parts.setNumeric(first, second, third, separator: separator)
    }

    /// `2026-W47-5`, `2026W475`, `2026-W47`.
    private mutating func readWeek(_ year: Int, _ count: Int) -> Bool {
        var place = cursor.index
        if cursor.at(place) == UInt8(ascii: "-") { place += 1 }
        guard count == 4, !parts.isBegun, let letter = cursor.at(place), letter | 0x20 == UInt8(ascii: "w"),
            cursor.isDigit(at: place + 1), cursor.isDigit(at: place + 2)
        else { return false }
        cursor.index = place + 1
        let start = cursor.index
        var week = cursor.takeDigits()
        var day = 1
        if cursor.index - start == 3 { (week, day) = (week / 10, week % 10) }
        if cursor.peek() == UInt8(ascii: "-"), cursor.isDigit(at: cursor.index + 1),
            !cursor.isDigit(at: cursor.index + 2)
        {
            cursor.index += 1
            day = cursor.takeDigits()
        }
        beginDate()
        parts.year = year
        parts.setWeek(week, day: day)
        return true
    }

    /// A number with a mark behind it that says what it is.
    private mutating func readUnit(_ value: Int, _ count: Int) -> Bool {
        let place = cursor.skippingBlanks(from: cursor.index)
        guard let mark = cursor.at(place) else { return false }
        switch mark {
        case DateNormalizer.Mark.year:
            beginDate()
            parts.year = parts.era.map { $0 + value } ?? DateParts.full(value, count)
        case DateNormalizer.Mark.month where (1...12).contains(value):
            beginDate()
            parts.month = value
        case DateNormalizer.Mark.day where parts.day == nil && value <= 31:
            beginDate()
            parts.day = value
        case DateNormalizer.Mark.hour: setTime(value, 0, 0)
        case DateNormalizer.Mark.minute where parts.hour != nil: parts.setMinute(value)
        case DateNormalizer.Mark.second where parts.hour != nil: parts.setSecond(value)
        default: return false
        }
        cursor.index = place + 1
        return true
    }

    /// A number that stands alone.
    private mutating func take(_ value: Int, _ count: Int) {
        let isTime = parts.hasDate && parts.hour == nil
        switch count {
        case 1...2 where isAfterT && isTime: setTime(value, 0, 0)
        case 1...2:
            // Behind a whole date only the hour of `20 Nov 2026 15 +0100` means something.
            guard !parts.hasDate || parts.canHaveBareHour else { return }
            beginDate()
            parts.addSmall(value)
            isAfterTime = false
        case 3 where parts.year == nil && parts.month != nil:
            beginDate()
            parts.addYear(value, count)
        case 4 where isTime:
            setTime(value / 100, value % 100, 0)
        case 4 where parts.year == nil:
            beginDate()
            parts.addYear(value, count)
            isAfterTime = false
        case 6 where isTime: setTime(value / 10_000, value / 100 % 100, value % 100)
        case 7 where !parts.isBegun && (1900...2099).contains(value / 1000):
            beginDate()
            parts.year = value / 1000
            parts.setDayOfYear(value % 1000)
        case 8 where !parts.isBegun: setCompactDate(value)
        case 12 where !parts.isBegun:
            setCompactDate(value / 10_000)
            setTime(value / 100 % 100, value % 100, 0)
        case 14 where !parts.isBegun:
            setCompactDate(value / 1_000_000)
            setTime(value / 10_000 % 100, value / 100 % 100, value % 100)
        default: if !parts.hasDate { parts.isRefused = true }
        }
    }

    private mutating func setCompactDate(_ value: Int) {
        beginDate()
        guard (1900...2099).contains(value / 10_000) else {
            parts.isRefused = true
            return
        }
        parts.setCompactDate(value)
    }

    /// A part of a date follows: strange words before or within it make it prose.
    private mutating func beginDate() {
        if isStrange, !parts.hasDate { parts.isRefused = true }
    }

    // MARK: Words

    private mutating func readWord() {
        let start = cursor.index
        while let byte = cursor.peek(), DateCursor.isLetter(byte) { cursor.index += 1 }
        let word = UnsafeBufferPointer(rebasing: cursor.bytes[start..<cursor.index])
        if word.count == 1, word[0] | 0x20 == UInt8(ascii: "t"), parts.hasDate, parts.hour == nil {
            isAfterT = true
            return
        }
        if readZone(word, at: start) { return }
        switch DateWords.meaning(of: word) {
        case .month(let number)?:
            beginDate()
            if parts.month == nil || (parts.year == nil && parts.smallCount == 0) { parts.month = number }
            isAfterTime = false
        case .monthOrWeekday(let number, let day)?:
            parts.possibleMonth = parts.possibleMonth ?? number
            parts.weekday = parts.weekday ?? day
            isAfterTime = false
        case .weekday(let day)?: parts.weekday = parts.weekday ?? day
        case .filler?, .morning?, .afternoon?: break
        case nil: takeStrangeWord(start)
        }
    }

    private mutating func takeStrangeWord(_ start: Int) {
        // Zones that nobody knows.
        if isAfterTime { return }
        strangeWords += 1
        let isMarked = cursor.peek() == UInt8(ascii: ",") || cursor.peek() == UInt8(ascii: ".")
        isStrange = isStrange || strangeWords > 1 || !isMarked || parts.isBegun
    }

    private mutating func readZone(_ word: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        guard isAfterTime || (parts.hasDate && word.count > 1), let seconds = DateZones.offset(of: word) else {
            return false
        }
        let isUpper = word.allSatisfy { $0 & 0x20 == 0 }
        guard isAfterTime || isUpper else { return false }
        parts.setOffset(seconds, isNumber: false)
        isAfterTime = true
        return true
    }

    private mutating func readMark(_ mark: UInt8) {
        switch mark {
        case DateNormalizer.Mark.morning: parts.isAfternoon = false
        case DateNormalizer.Mark.afternoon: parts.isAfternoon = true
        case DateNormalizer.Mark.era..<DateNormalizer.Mark.era + UInt8(DateNormalizer.eras.count):
            parts.era = DateNormalizer.eras[Int(mark - DateNormalizer.Mark.era)]
        default: break
        }
    }

    /// RFC 822 comments say nothing, but for a zone that is named nowhere else.
    private mutating func readComment() {
        cursor.index += 1
        let start = cursor.index
        while let byte = cursor.peek(), byte != UInt8(ascii: ")") { cursor.index += 1 }
        if parts.hour != nil, parts.offset == nil,
            let seconds = DateZones.offset(of: UnsafeBufferPointer(rebasing: cursor.bytes[start..<cursor.index]))
        {
            parts.setOffset(seconds, isNumber: false)
        }
        cursor.index = min(cursor.index + 1, cursor.bytes.count)
    }

    // MARK: Offsets

    /// Whether the sign here begins an offset.
    private var isOffset: Bool {
        var end = cursor.index + 1
        if cursor.at(end) == UInt8(ascii: "-") { end += 1 }
        let start = end
        while cursor.isDigit(at: end) { end += 1 }
        guard end > start, end - start <= 4 else { return false }
        if isAfterTime { return cursor.at(end) != UInt8(ascii: ".") && cursor.at(end) != UInt8(ascii: "/") }
        return parts.hasDate && (end - start == 4 || cursor.isOffsetWithColon)
    }

    /// `+0100`, `+01:00`, `+1`, `+530`.
    private mutating func readOffset() {
        let sign = cursor.bytes[cursor.index] == UInt8(ascii: "-") ? -1 : 1
        cursor.index += 1
        if cursor.peek() == UInt8(ascii: "-") { cursor.index += 1 }
        let start = cursor.index
        var value = cursor.takeDigits()
        let count = cursor.index - start
        if count <= 2 {
            value *= 100
            if cursor.peek() == UInt8(ascii: ":"), cursor.isDigit(at: cursor.index + 1) {
                cursor.index += 1
                value += cursor.takeDigits()
                // Seconds, as in +01:00:00.
                if cursor.peek() == UInt8(ascii: ":"), cursor.isDigit(at: cursor.index + 1) {
                    cursor.index += 1
                    _ = cursor.takeDigits()
                }
            }
        }
        isAfterTime = true
        // From Baker Island to Kiribati; what is further away is a mistake.
        guard value / 100 <= 14, value % 100 < 60 else { return }
        parts.setOffset(sign * (value / 100 * 3600 + value % 100 * 60), isNumber: true)
    }
}
