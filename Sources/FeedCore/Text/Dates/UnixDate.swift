/// Dates that are one bare number: seconds, milliseconds and finer since 1970.
enum UnixDate {
    /// - Returns: nil where the text is more than a number, or one that is no such date.
    static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Timestamp? {
        var value: Int64 = 0
        var count = 0
        var index = 0
        while index < bytes.count, let digit = DateCursor.digit(bytes[index]) {
            guard count < 18 else { return nil }
            value = value * 10 + Int64(digit)
            count += 1
            index += 1
        }
        guard count >= 9 else { return nil }
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            index += 1
            while index < bytes.count, DateCursor.digit(bytes[index]) != nil { index += 1 }
        }
        guard bytes[index...].allSatisfy({ $0 <= UInt8(ascii: " ") }) else { return nil }
        switch count {
        case 9, 10: return Timestamp(seconds: value)
        // Twelve digits are a date and a time where they can be: 202611201000.
        case 12: return UnixDate.civil(value, digitsOfTime: 4) ?? Timestamp(seconds: value / 1000)
        case 13: return Timestamp(seconds: value / 1000)
        case 14: return UnixDate.civil(value, digitsOfTime: 6)
        case 16: return Timestamp(seconds: value / 1_000_000)
        default: return nil
        }
    }

    /// `20261120` with `1000` or `100000` behind it.
    private static func civil(_ value: Int64, digitsOfTime: Int) -> Timestamp? {
        let time = Int(digitsOfTime == 4 ? value % 10_000 * 100 : value % 1_000_000)
        var parts = DateParts()
        parts.setCompactDate(Int(digitsOfTime == 4 ? value / 10_000 : value / 1_000_000))
        parts.setTime(time / 10_000, time / 100 % 100, time % 100)
        guard let year = parts.year, (1900...2099).contains(year) else { return nil }
        return parts.moment
    }
}
