/// A point in time: whole seconds since 1970-01-01T00:00:00Z, without leap seconds.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Seconds since 1970, UTC; negative before it.
    public let seconds: Int64

    public init(seconds: Int64) { self.seconds = seconds }

    /// Whether the time, at which something was done, is so far ahead that the clock must have been wrong. Clocks differ a
    /// little, and are set back.
    package func isFromWrongClock(at now: Timestamp) -> Bool { self - now > 600 }

    /// A time of the proleptic Gregorian calendar in UTC; nil if a part is out of range.
    ///
    /// `24:00:00` is the start of the next day (ISO 8601), a leap second is the second before it.
    public init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Timestamp.days(inMonth: month, of: year),
            (0...23).contains(hour) || (hour == 24 && minute == 0 && second == 0),
            (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        let days = Timestamp.daysSince1970(year: year, month: month, day: day)
        seconds = days * 86_400 + Int64(hour * 3600 + minute * 60 + min(second, 59))
    }

    /// `2026-11-20T10:00:00Z` (RFC 3339 in UTC). A year has four digits there: times beyond are shown as the first or the
    /// last second that has them.
    public var rfc3339: String { String(unsafeUninitializedCapacity: 20, initializingUTF8With: writeRFC3339) }

    /// Appends the bytes of `rfc3339`.
    package func appendRFC3339(to bytes: inout [UInt8]) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { buffer in
            let count = writeRFC3339(to: buffer)
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[..<count]))
        }
    }

    /// Digit by digit, for speed: a list has thousands.
    private func writeRFC3339(to buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let civil = min(max(self, Timestamp.first), Timestamp.last).civil
        var count = 0
        func put(_ number: Int, _ width: Int, _ end: Unicode.Scalar) {
            var rest = number
            for index in (count..<count + width).reversed() {
                buffer[index] = UInt8(0x30 + rest % 10)
                rest /= 10
            }
            buffer[count + width] = UInt8(ascii: end)
            count += width + 1
        }
        put(civil.year, 4, "-")
        put(civil.month, 2, "-")
        put(civil.day, 2, "T")
        put(civil.hour, 2, ":")
        put(civil.minute, 2, ":")
        put(civil.second, 2, "Z")
        return count
    }

    /// The day in UTC, counted from 1970.
    package var day: Int64 { Timestamp.floorDivide(seconds, by: 86_400).quotient }

    /// Date and time of day in UTC; `weekday` is 0 for Sunday.
    public var civil: Civil {
        let (days, rest) = Timestamp.floorDivide(seconds, by: 86_400)
        // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": years that begin in March.
        let (era, dayOfEra) = Timestamp.floorDivide(days + 719_468, by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return Civil(
            year: Int(yearOfEra + era * 400 + (month <= 2 ? 1 : 0)), month: Int(month),
            day: Int(dayOfYear - (153 * shifted + 2) / 5 + 1), hour: Int(rest / 3600), minute: Int(rest % 3600 / 60),
            second: Int(rest % 60), weekday: Int(Timestamp.floorDivide(days + 4, by: 7).remainder))
    }

    /// A date and a time of day.
    public struct Civil: Hashable, Sendable {
        public let year, month, day, hour, minute, second, weekday: Int
    }

    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.seconds < right.seconds }
    /// The time so many seconds later, limited to the range of `Int64`.
    public static func + (time: Timestamp, seconds: Int64) -> Timestamp {
        Timestamp(seconds: time.seconds.addingWithinBounds(seconds))
    }
    /// The time so many seconds earlier, limited to the range of `Int64`.
    public static func - (time: Timestamp, seconds: Int64) -> Timestamp {
        Timestamp(seconds: time.seconds.subtractingWithinBounds(seconds))
    }
    /// Seconds from the right one to the left one, limited to the range of `Int64`.
    public static func - (left: Timestamp, right: Timestamp) -> Int64 {
        left.seconds.subtractingWithinBounds(right.seconds)
    }

    /// The first and the last second of the years 1 to 9999.
    package static let first = Timestamp(seconds: -62_135_596_800)
    package static let last = Timestamp(seconds: 253_402_300_799)

    private static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int64 {
        let year = Int64(month <= 2 ? year - 1 : year)
        let (era, yearOfEra) = floorDivide(year, by: 400)
        let dayOfYear = (153 * Int64(month > 2 ? month - 3 : month + 9) + 2) / 5 + Int64(day) - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func floorDivide(_ value: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

extension Int64 {
    /// The sum, limited to the range of `Int64`: a time from a feed can be any number, and must not trap.
    fileprivate func addingWithinBounds(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    fileprivate func subtractingWithinBounds(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : difference
    }
}

extension Duration {
    package var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
