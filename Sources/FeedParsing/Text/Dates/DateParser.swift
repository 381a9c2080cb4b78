/// Reads a date part by part, from left to right. The order of the parts matters only where they are bare numbers.
struct DateParser {
    private let tokens: DateTokens
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
    private var isOffsetNumeric = false
    /// Counted from Sunday, which is 0.
    private var weekday: Int?
    /// Numbers of one or two digits whose meaning their order decides, at the end.
    private var smallNumbers: [Int] = []
    private var isYearFirst = false
    /// Day and month are numbers that fit either way.
    private var isOrderOpen = false
    /// The numbers before the year in a date with slashes.
    private var slashed: (first: Int, second: Int)?
    /// `mar` is March, or Tuesday in French, Italian and Spanish: another month replaces it.
    private var isMonthTentative = false
    /// The month is beside a number, or before all numbers.
    private var (isMonthBesideNumber, isMonthFirst) = (false, false)
    /// `jui` is June or July.
    private var isJuneOrJuly = false
    /// The last token was part of the time of day: a sign begins an offset, a word is a zone.
    private var isAfterTime = false
    /// A `T` announces a time.
    private var isAfterT = false
    private var isRefused = false

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

    private mutating func setDayAndMonth(_ first: Int, _ second: Int, isMonthFirst: Bool) {
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

    // MARK: Words

    private mutating func readWord(_ token: DateToken) {
        let letters = tokens.letters(at: index - 1)
        if letters.count == 1, ASCII.lowercased(letters[letters.startIndex]) == UInt8(ascii: "t"), hasDate, hour == nil
        {
            isAfterT = true
            return
        }
        if let half = tokens.dayHalf(at: index - 1),
            hour != nil || tokens.punctuation(at: index + 1) == UInt8(ascii: ":")
        {
            isAfternoon = half.isAfternoon
            index += half.length - 1
            return
        }
        let isBehindTime =
            isAfterTime || hour != nil && letters.count > 1 && index > 1 && tokens.number(at: index - 2) != nil
        if hasDate || isAfterTime, let seconds = zone(at: index - 1, isBehindTime: isBehindTime) {
            setOffset(seconds, isNumeric: false)
            return
        }
        let word = ASCII.lowercased(letters)
        switch DateWord(word) {
        case .month(let number)?:
            if month == nil || isMonthTentative || isNearer {
                if isMonthTentative { weekday = weekday ?? 2 }
                (month, isMonthTentative, isJuneOrJuly) = (number, word == "mar", word == "jui")
                (isMonthBesideNumber, isMonthFirst) = (isBesideNumber, year == nil && smallNumbers.isEmpty)
            }
            isAfterTime = false
        case .weekday(let day)?: weekday = weekday ?? day
        case .filler?: break
        case nil:
            // An unknown word behind the date or the time is a comment or a zone. Before it, the first word may be a
            // weekday with a comma or a period; everything else is prose.
            let isWeekday =
                index == 1
                && (tokens.punctuation(at: index) == UInt8(ascii: ",")
                    || tokens.punctuation(at: index) == UInt8(ascii: "."))
            isRefused = !isAfterTime && !hasDate && !isWeekday
            // `10:11 at the Met`
            if hasDate { isAfterTime = false }
        }
    }

    /// Whether the month of the last token is nearer to the day and the year than the one before it: `Jens Mai, 22 October
    /// 2019`, `Ada June, October 22, 2019`.
    private var isNearer: Bool {
        if !isMonthBesideNumber { return isBesideNumber }
        let isBetween = tokens.number(from: index - 2, by: -1) != nil && tokens.number(from: index, by: 1)?.count == 4
        return isMonthFirst && year == nil && smallNumbers.count == 1 && isBetween
    }

    /// Whether a number is beside the last token.
    private var isBesideNumber: Bool {
        tokens.number(from: index - 2, by: -1) != nil || tokens.number(from: index, by: 1) != nil
    }

    /// Whether a zone or an offset is at a position. Elsewhere four digits behind a date are another year, or count
    /// something: `2 May 2020, updated 5 May 2021`.
    private func isZone(at position: Int) -> Bool {
        if let sign = tokens.punctuation(at: position), let next = tokens.number(at: position + 1) {
            return "+-".utf8.contains(sign) && next.count == 4 && !next.isSpaced
        }
        return position < tokens.count && tokens[position].kind == .word
            && zone(at: position, isBehindTime: true) != nil
    }

    /// The offset of a zone behind a time of day: a word of its own in capitals, or in small letters at the end.
    private func zone(at position: Int, isBehindTime: Bool) -> Int? {
        let letters = tokens.letters(at: position)
        let isLast = position + 1 >= tokens.count
        let isCapital = letters.allSatisfy { ASCII.isCapital($0) }
        guard let seconds = TimeZones.offset(of: letters) else { return nil }
        // Of UTC, nothing changes.
        if seconds == 0 { return 0 }
        let isApart = isLast || tokens[position + 1].isSpaced || tokens[position + 1].kind != .number
        let isWord = letters.count == 1 && !isLast && tokens[position + 1].kind == .word
        return isApart && !isWord && isBehindTime && (isCapital || isLast) ? seconds : nil
    }

    // MARK: Offsets

    /// Reads `+0100`, `+01:00`, `+1`, `+530`. Elsewhere the sign is a hyphen.
    private mutating func readOffset(sign: Int) {
        guard let digits = tokens.number(at: index), !digits.isSpaced, digits.count <= 4 else { return }
        let minutes = tokens.punctuation(at: index + 1) == UInt8(ascii: ":") ? tokens.number(at: index + 2) : nil
        guard isAfterTime || hasDate && (digits.count == 4 || minutes != nil) else { return }
        index += 1
        var value = digits.value
        if digits.count <= 2 {
            value = value * 100 + (minutes?.value ?? 0)
            if minutes != nil { index += 2 }
            // Seconds, as in +01:00:00.
            if minutes != nil, tokens.punctuation(at: index) == UInt8(ascii: ":"), tokens.number(at: index + 1) != nil {
                index += 2
            }
        }
        isAfterTime = true
        // Kiribati is 14 hours ahead; a larger offset is a mistake.
        guard value / 100 <= 14, value % 100 < 60 else { return }
        setOffset(sign * (value / 100 * 3600 + value % 100 * 60), isNumeric: true)
    }

    /// A number counts more than a name; of several names or numbers the first counts.
    private mutating func setOffset(_ seconds: Int, isNumeric: Bool) {
        if offset == nil || isNumeric && !isOffsetNumeric { (offset, isOffsetNumeric) = (seconds, isNumeric) }
        isAfterTime = true
    }

    // MARK: The result

    private var hasMonthAlone: Bool { month != nil && year == nil && smallNumbers.isEmpty }

    private var isBegun: Bool { year != nil || month != nil && !isMonthTentative || !smallNumbers.isEmpty }

    /// The parts make a day.
    private var hasDate: Bool {
        month != nil && (year == nil ? smallNumbers.count > 1 : day != nil || !smallNumbers.isEmpty)
    }

    private var timestamp: Timestamp? {
        var parser = self
        parser.assignSmallNumbers()
        guard let year = parser.year else { return nil }
        if parser.month == nil {
            guard hour == nil, smallNumbers.isEmpty, (1900...2099).contains(year) else { return nil }
        } else if parser.day == nil, hour != nil {
            return nil
        }
        return parser.timestamp(year, parser.month ?? 1, parser.day ?? 1)
    }

    private mutating func assignSmallNumbers() {
        guard day == nil, let first = smallNumbers.first else { return }
        let second = smallNumbers.dropFirst().first
        switch (year, month, second) {
        case (_?, nil, let second?) where isYearFirst: (month, day) = (first, second)
        case (_?, nil, let second?): setDayAndMonth(first, second, isMonthFirst: false)
        case (nil, _?, let second?) where first > 31: (year, day) = (DateParser.fullYear(first, 2), second)
        case (nil, _?, let second?): (day, year) = (first, DateParser.fullYear(second, 2))
        case (_, _?, _): day = first
        default: break
        }
    }

    private func timestamp(_ year: Int, _ month: Int, _ day: Int) -> Timestamp? {
        var (month, day) = (month, day)
        if let weekday, let other = isOrderOpen ? (day, month) : isJuneOrJuly ? (7, day) : nil,
            Timestamp(year: year, month: month, day: day)?.civil.weekday != weekday,
            Timestamp(year: year, month: other.0, day: other.1)?.civil.weekday == weekday
        {
            (month, day) = other
        }
        return moment(year, month, day)
    }

    /// That day at the time that the date has.
    private func moment(_ year: Int, _ month: Int, _ day: Int) -> Timestamp? {
        var hour = self.hour ?? 0
        if let isAfternoon, (1...12).contains(hour) { hour = hour % 12 + (isAfternoon ? 12 : 0) }
        // 24:00 is the midnight that ends the day; 24:30 occurs too.
        let isNextDay = hour == 24
        guard (0...60).contains(second), year >= 100,
            let date = Timestamp(
                year: year, month: month, day: day, hour: isNextDay ? 0 : hour, minute: minute, second: min(second, 59))
        else { return nil }
        let result = date + Int64((isNextDay ? 86_400 : 0) + (second == 60 ? 1 : 0) - (offset ?? 0))
        return (Timestamp.first...Timestamp.last).contains(result) ? result : nil
    }

    /// Notes the order of day and month: a number above 12 or the weekday decides.
    private func note(_ date: Timestamp, in order: inout DateOrder) {
        guard let (first, second) = slashed, first != second, let year else { return }
        guard isOrderOpen, let other = moment(year, second, first) else { return order.note(isDayFirst: first > 12) }
        func fits(_ month: Int, _ day: Int) -> Bool {
            weekday != nil && Timestamp(year: year, month: month, day: day)?.civil.weekday == weekday
        }
        if fits(first, second) != fits(second, first) {
            order.note(isDayFirst: date == other)
        } else {
            order.note(date, dayFirst: other, hasDayHalf: isAfternoon != nil)
        }
    }

    /// RFC 2822, section 4.3.
    private static func fullYear(_ year: Int, _ digitCount: Int) -> Int {
        switch digitCount {
        case ...2: year < 50 ? 2000 + year : 1900 + year
        case 3: 1900 + year
        default: year
        }
    }
}
