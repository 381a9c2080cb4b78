/// Reads a date part by part, from left to right. The order of the parts matters only where they are bare numbers.
struct DateParser {
    let tokens: DateTokens
    var index = 0

    var year: Int?
    var month: Int?
    var day: Int?
    var hour: Int?
    var minute = 0
    var second = 0
    var isAfternoon: Bool?
    /// Seconds east of Greenwich.
    var offset: Int?
    var isOffsetNumeric = false
    /// Counted from Sunday, which is 0.
    var weekday: Int?
    /// Numbers of one or two digits whose meaning their order decides, at the end.
    var smallNumbers: [Int] = []
    var isYearFirst = false
    /// Day and month are numbers that fit either way.
    var isOrderOpen = false
    /// The numbers before the year in a date with slashes.
    var slashed: (first: Int, second: Int)?
    /// `mar` is March, or Tuesday in French, Italian and Spanish: another month replaces it.
    var isMonthTentative = false
    /// The month is beside a number, or before all numbers.
    var (isMonthBesideNumber, isMonthFirst) = (false, false)
    /// `jui` is June or July.
    var isJuneOrJuly = false
    /// The last token was part of the time of day: a sign begins an offset, a word is a zone.
    var isAfterTime = false
    /// A `T` announces a time.
    var isAfterT = false
    var isRefused = false

    /// - Parameters:
    ///   - bytes: ASCII, and letters folded by `CaseFolding`.
    ///   - order: learns what the date says about the others of its document.
    static func parse(_ bytes: [UInt8], noting order: inout DateOrder) -> Timestamp? {
        var parser = DateParser(bytes)
        while parser.index < parser.tokens.count, !parser.isRefused { parser.readToken() }
        guard !parser.isRefused, let date = parser.timestamp else { return nil }
        parser.note(date, in: &order)
        return date
    }

    private init(_ bytes: [UInt8]) {
        tokens = DateTokens(bytes)
    }

    private mutating func readToken() {
        let token = tokens[index]
        index += 1
        switch token.kind {
        case .number: readNumber(token)
        case .word: readWord(token)
        case .punctuation(UInt8(ascii: "+")): readOffset(sign: 1)
        case .punctuation(UInt8(ascii: "-")): readOffset(sign: -1)
        case .punctuation: break
        }
    }

    // MARK: Numbers

    private mutating func readNumber(_ token: DateToken) {
        if tokens.isWeekday(token, before: index) { return }
        if token.count <= 2, tokens.punctuation(at: index) == UInt8(ascii: ":"),
            let minute = tokens.number(at: index + 1)
        {
            index += 2
            return readTime(hour: token.value, minute: minute.value)
        }
        if token.value <= 12, tokens.dayHalf(at: index) != nil { return setTime(token.value, 0, 0) }
        // `20. marraskuuta 2026 klo 10.11`: Danes, Finns and Germans.
        if hasDate, hour == nil, token.count <= 2, let minute = part(behind: UInt8(ascii: ".")), minute.count == 2 {
            index += 2
            return readTime(hour: token.value, minute: minute.value)
        }
        if hour == nil, token.count <= 2, let (minute, length) = tokens.minuteOfHour(at: index) {
            index += length
            return readTime(hour: token.value, minute: minute)
        }
        if hasMonthAlone, token.isSpaced, tokens.isDate(token, before: index) { month = nil }
        if !isBegun, let separator = tokens.punctuation(at: index), "-/.".utf8.contains(separator),
            let second = part(behind: separator), token.count > 2 || !tokens.isMonth(behind: index + 2)
        {
            return readNumericDate(token, second, separator)
        }
        setBareNumber(token)
    }

    /// The number behind a separator, with no space around it.
    private func part(behind separator: UInt8) -> DateToken? {
        guard tokens.punctuation(at: index) == separator, !tokens[index].isSpaced,
            let next = tokens.number(at: index + 1), !next.isSpaced
        else { return nil }
        return next
    }

    /// Reads what follows `10:11`: seconds, and fractions however they are separated.
    private mutating func readTime(hour: Int, minute: Int) {
        var second = 0
        var count = 0
        while let separator = tokens.punctuation(at: index), let next = tokens.number(at: index + 1),
            separator == UInt8(ascii: ":")
                || !next.isSpaced && (separator == UInt8(ascii: ".") || separator == UInt8(ascii: ","))
        {
            if count == 0, separator == UInt8(ascii: ":") || next.count == 2 { second = next.value }
            count += 1
            index += 2
        }
        setTime(hour, minute, second)
    }

    private mutating func setTime(_ hour: Int, _ minute: Int, _ second: Int) {
        // Some dates have a midnight before their time: `2026-11-20 00:00:00.0 10:11:12.0`.
        if self.hour == nil || self.hour == 0 && self.minute == 0 && self.second == 0 {
            (self.hour, self.minute, self.second) = (hour, minute, second)
        }
        isAfterTime = true
        isAfterT = false
    }

    /// Reads `2026-11-20`, `2026/11`, `20.11.2026`, `11/20/26`, `11/2026`.
    private mutating func readNumericDate(_ first: DateToken, _ second: DateToken, _ separator: UInt8) {
        let isBehindText = first.isAttached && index > 1
        index += 2
        let third = part(behind: separator)
        if third != nil { index += 2 }
        // `1.2.3.4` and `v1.2.2026` are versions. `2026-11-20-05:00` is a date with an offset.
        let isLonger = part(behind: separator) != nil && tokens.punctuation(at: index + 2) != UInt8(ascii: ":")
        isRefused = isLonger || isBehindText
        let isSlash = separator == UInt8(ascii: "/")
        switch (first.count, second.count, third?.count ?? 0) {
        // Google once wrote 2003-012-31.
        case (4, 1...3, 1...2): (year, month, day) = (first.value, second.value, third?.value)
        case (1...2, 1...2, 4), (2, 2, 2),
            (1...2, 1...2, 2) where isSlash:
            setNumericDate(first, second, third?.value ?? 0, third?.count ?? 0, separator)
        case (4, 1...2, 0) where separator != UInt8(ascii: "."): (year, month) = (first.value, second.value)
        case (1...2, 4, 0): (year, month) = (second.value, first.value)
        default: isRefused = true
        }
    }

    private mutating func setNumericDate(
        _ first: DateToken, _ second: DateToken, _ third: Int, _ thirdCount: Int, _ separator: UInt8
    ) {
        let isYearFirst =
            first.count == 2 && thirdCount == 2
            && (first.value > 31 || separator == UInt8(ascii: "-") && third <= 31)
        if isYearFirst {
            (year, month, day) = (DateParser.fullYear(first.value, 2), second.value, third)
        } else {
            year = DateParser.fullYear(third, thirdCount)
            if separator == UInt8(ascii: "/") { slashed = (first.value, second.value) }
            setDayAndMonth(first.value, second.value, isMonthFirst: separator == UInt8(ascii: "/"))
        }
    }

    mutating func setDayAndMonth(_ first: Int, _ second: Int, isMonthFirst: Bool) {
        isOrderOpen = first <= 12 && second <= 12
        let isMonthFirst = isOrderOpen ? isMonthFirst : first <= 12
        (month, day) = isMonthFirst ? (first, second) : (second, first)
    }

    private mutating func setBareNumber(_ token: DateToken) {
        let isTime = hasDate && hour == nil
        let value = token.value
        switch token.count {
        case 1...2 where isAfterT && isTime: setTime(value, 0, 0)
        case 1...2:
            guard !hasDate, !isEndOfRange else { return }
            smallNumbers.append(value)
            isAfterTime = false
        case 4 where isTime: if isAfterT || isZone(at: index) { setTime(value / 100, value % 100, 0) }
        case 4 where year == nil, 3 where year == nil && month != nil:
            isYearFirst = smallNumbers.isEmpty
            year = DateParser.fullYear(value, token.count)
            isAfterTime = false
        case 6 where isTime: setTime(value / 10_000, value / 100 % 100, value % 100)
        case 8 where !isBegun: setCompactDate(value)
        case 14 where !isBegun:
            setCompactDate(value / 1_000_000)
            setTime(value / 10_000 % 100, value / 100 % 100, value % 100)
        default: isRefused = !hasDate
        }
    }

    /// Whether the last token ends a range of days, of which the first counts: `June 3-5, 2020`, `3.-5. Juni 2020`.
    private var isEndOfRange: Bool {
        guard smallNumbers.count == 1, tokens.punctuation(at: index - 2) == UInt8(ascii: "-") else { return false }
        return month == nil ? tokens.isMonth(behind: index) : tokens.number(from: index, by: 1)?.count == 4
    }

    /// `20261120`.
    private mutating func setCompactDate(_ value: Int) {
        (year, month, day) = (value / 10_000, value / 100 % 100, value % 100)
        isRefused = !(1900...2099).contains(value / 10_000)
    }
}
