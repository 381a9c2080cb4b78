/// The words and the offsets of a date.
extension DateParser {
    mutating func readWord(_ token: DateToken) {
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
    func isZone(at position: Int) -> Bool {
        if let sign = tokens.punctuation(at: position), let next = tokens.number(at: position + 1) {
            return "+-".utf8.contains(sign) && next.count == 4 && !next.isSpaced
        }
        return position < tokens.count && tokens[position].kind == .word
            && zone(at: position, isBehindTime: true) != nil
    }

    /// The offset of a zone behind a time of day: a word of its own in capitals, or in small letters at the end.
    func zone(at position: Int, isBehindTime: Bool) -> Int? {
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
    mutating func readOffset(sign: Int) {
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
}
