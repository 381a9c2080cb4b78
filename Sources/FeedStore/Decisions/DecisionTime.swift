/// A time to the millisecond, from 1970 to 2199: when something was decided.
///
/// Its text is RFC 3339 in UTC and always has 24 characters, so that the order of texts is the order of times.
public struct DecisionTime: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
    public let milliseconds: Int64

    /// Times before 1970 and after 2199 become the first and the last one.
    public init(milliseconds: Int64) {
        self.milliseconds = min(max(milliseconds, 0), DecisionTime.last)
    }

    public init(_ time: Timestamp) {
        // Seconds beyond the range of the milliseconds are far beyond 2199.
        self.init(milliseconds: min(max(time.seconds, 0), DecisionTime.last / 1000 + 1) * 1000)
    }

    /// The whole seconds.
    public var timestamp: Timestamp { Timestamp(seconds: milliseconds / 1000) }

    /// Nil unless the text is exactly as `text` writes it: `2026-11-22T07:10:21.123Z`.
    public init?(_ text: String) {
        var text = text
        let found = text.withUTF8 { bytes -> Int64? in
            let form: StaticString = "0000-00-00T00:00:00.000Z"
            guard bytes.count == form.utf8CodeUnitCount else { return nil }
            for (index, byte) in bytes.enumerated() {
                let sign = form.utf8Start[index]
                guard sign == UInt8(ascii: "0") ? ASCII.isDigit(byte) : byte == sign else { return nil }
            }
            func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { 10 * $0 + Int($1 & 15) } }
            let (year, hour, second) = (number(0..<4), number(11..<13), number(17..<19))
            guard (1970...2199).contains(year), hour < 24, second < 60 else { return nil }
            let time = Timestamp(
                year: year, month: number(5..<7), day: number(8..<10), hour: hour, minute: number(14..<16),
                second: second)
            return time.map { $0.seconds * 1000 + Int64(number(20..<23)) }
        }
        guard let found else { return nil }
        milliseconds = found
    }

    /// `2026-11-22T07:10:21.123Z`.
    public var text: String {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return "\(Timestamp(seconds: seconds).rfc3339.dropLast()).\(String(1000 + rest).dropFirst())Z"
    }

    public var description: String { text }

    /// The time one millisecond later; the last one stays.
    public var next: DecisionTime { DecisionTime(milliseconds: milliseconds + 1) }

    /// The time of a decision that replaces one of this time: later, whatever the clocks say.
    public func replaced(at now: DecisionTime) -> DecisionTime { max(now, next) }

    public static func < (left: DecisionTime, right: DecisionTime) -> Bool { left.milliseconds < right.milliseconds }

    /// 1970-01-01T00:00:00.000Z.
    public static let first = DecisionTime(milliseconds: 0)
    /// 2199-12-31T23:59:59.999Z.
    private static let last: Int64 = 7_258_118_399_999
}
