/// Where reading stands in the text of a date, and what lies ahead.
struct DateCursor {
    let bytes: UnsafeBufferPointer<UInt8>
    var index = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    func peek() -> UInt8? { index < bytes.count ? bytes[index] : nil }

    func at(_ place: Int) -> UInt8? { place < bytes.count ? bytes[place] : nil }

    func isDigit(at place: Int) -> Bool { at(place).flatMap(DateCursor.digit) != nil }

    func isLetter(at place: Int) -> Bool { at(place).map(DateCursor.isLetter) ?? false }

    func isSeparator(at place: Int) -> Bool {
        switch at(place) {
        case UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "-"): true
        default: false
        }
    }

    func skippingBlanks(from start: Int) -> Int {
        var place = start
        while let byte = at(place), byte == 0x20 || (0x09...0x0D).contains(byte) { place += 1 }
        return place
    }

    mutating func takeDigits() -> Int {
        var value = 0
        while let byte = peek(), let digit = DateCursor.digit(byte) {
            value = min(value, 1 << 50) * 10 + digit
            index += 1
        }
        return value
    }

    static func digit(_ byte: UInt8) -> Int? {
        let digit = byte &- UInt8(ascii: "0")
        return digit < 10 ? Int(digit) : nil
    }

    static func isLetter(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (byte | 0x20) &- UInt8(ascii: "a") < 26
    }

    /// A number with the sign that is looked for before it.
    mutating func takeNumber(behind separator: UInt8) -> (value: Int, count: Int)? {
        guard peek() == separator, isDigit(at: index + 1) else { return nil }
        index += 1
        let start = index
        let value = takeDigits()
        return (value, index - start)
    }

    // MARK: Words of time

    /// `am`, `PM`, `a.m.`, `p. m.`, `a`, `μ.μ.`: true for the afternoon.
    mutating func takeHalfOfDay() -> Bool? {
        var place = skippingBlanks(from: index)
        guard let (isAfternoon, length) = half(at: place) else { return nil }
        let isAttached = place == index
        place += length
        let afterLetter = place
        if at(place) == UInt8(ascii: ".") { place = skippingBlanks(from: place + 1) }
        if let length = letterM(at: place), !isLetter(at: place + length) {
            index = place + length
            return isAfternoon
        }
        if length == 1, isAttached, !isLetter(at: afterLetter), bytes[afterLetter - 1] & 0x20 != 0 {
            index = afterLetter
            return isAfternoon
        }
        return takeWordOfHalf(from: skippingBlanks(from: index))
    }

    private mutating func takeWordOfHalf(from start: Int) -> Bool? {
        var end = start
        while isLetter(at: end) { end += 1 }
        switch DateWords.meaning(of: UnsafeBufferPointer(rebasing: bytes[start..<end])) {
        case .morning?:
            index = end
            return false
        case .afternoon?:
            index = end
            return true
        default: return nil
        }
    }

    private func half(at place: Int) -> (isAfternoon: Bool, length: Int)? {
        switch at(place) {
        case UInt8(ascii: "a"), UInt8(ascii: "A"): (false, 1)
        case UInt8(ascii: "p"), UInt8(ascii: "P"): (true, 1)
        // π and μ.
        case 0xCF where at(place + 1) == 0x80: (false, 2)
        case 0xCE where at(place + 1) == 0xBC: (true, 2)
        case UInt8(ascii: "d"), UInt8(ascii: "D"): (false, 0)
        default: nil
        }
    }

    private func letterM(at place: Int) -> Int? {
        switch at(place) {
        case UInt8(ascii: "m"), UInt8(ascii: "M"): 1
        case 0xCE where at(place + 1) == 0xBC: 2
        default: nil
        }
    }

    /// The end of a word that says that the number before it is an hour.
    func endOfHourWord(at start: Int) -> Int? {
        guard let letter = at(start).map({ $0 | 0x20 }), letter == UInt8(ascii: "h") || letter == UInt8(ascii: "u")
        else { return nil }
        if letter == UInt8(ascii: "h") { return isLetter(at: start + 1) ? nil : start + 1 }
        let isUhr =
            at(start + 1).map { $0 | 0x20 } == UInt8(ascii: "h") && at(start + 2).map { $0 | 0x20 } == UInt8(ascii: "r")
        return isUhr && !isLetter(at: start + 3) ? start + 3 : nil
    }

    /// `+01:00`, which XML Schema puts behind a date too.
    var isOffsetWithColon: Bool {
        isDigit(at: index + 1) && isDigit(at: index + 2) && at(index + 3) == UInt8(ascii: ":") && isDigit(at: index + 4)
    }
}
