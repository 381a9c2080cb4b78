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

    /// Nil unless the text is exactly as `text` writes it: `2026-11-22T07:10:21.123Z`.
    public init?(_ text: String) {
        var text = text
        guard text.utf8.count == DecisionTime.length, let time = text.withUTF8({ DecisionTime(in: $0, at: 0) }) else {
            return nil
        }
        self = time
    }

    /// The 24 bytes at `place`.
    init?(in bytes: UnsafeBufferPointer<UInt8>, at place: Int) {
        guard place + DecisionTime.length <= bytes.count else { return nil }
        /// Two digits; 100 where there are others.
        @inline(__always) func pair(_ offset: Int) -> Int {
            let (tens, ones) = (bytes[place + offset] &- 0x30, bytes[place + offset + 1] &- 0x30)
            return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : 100
        }
        @inline(__always) func has(_ sign: Unicode.Scalar, _ offset: Int) -> Bool {
            bytes[place + offset] == UInt8(ascii: sign)
        }
        let last = bytes[place + 22] &- 0x30
        let (century, year, tenths) = (pair(0), pair(2), pair(20))
        let (hour, minute, second) = (pair(11), pair(14), pair(17))
        guard has("-", 4), has("-", 7), has("T", 10), has(":", 13), has(":", 16), has(".", 19), has("Z", 23),
            (19...21).contains(century), year < 100, hour < 24, minute < 60, second < 60, tenths < 100, last < 10,
            let time = Timestamp(
                year: century * 100 + year, month: pair(5), day: pair(8), hour: hour, minute: minute, second: second),
            time.seconds >= 0
        else { return nil }
        milliseconds = time.seconds * 1000 + Int64(tenths * 10) + Int64(last)
    }

    /// `2026-11-22T07:10:21.123Z`.
    public var text: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    public var description: String { text }

    /// The time one millisecond later; the last one stays.
    public var next: DecisionTime { DecisionTime(milliseconds: milliseconds + 1) }

    public static func < (left: DecisionTime, right: DecisionTime) -> Bool { left.milliseconds < right.milliseconds }

    func append(to bytes: inout [UInt8]) {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        let civil = Timestamp(seconds: seconds).civil
        func put(_ number: Int, _ width: Int, _ end: Unicode.Scalar) {
            var divisor = width == 4 ? 1000 : width == 3 ? 100 : 10
            while divisor > 0 {
                bytes.append(UInt8(truncatingIfNeeded: 0x30 + number / divisor % 10))
                divisor /= 10
            }
            bytes.append(UInt8(ascii: end))
        }
        put(civil.year, 4, "-")
        put(civil.month, 2, "-")
        put(civil.day, 2, "T")
        put(civil.hour, 2, ":")
        put(civil.minute, 2, ":")
        put(civil.second, 2, ".")
        put(Int(rest), 3, "Z")
    }

    /// 1970-01-01T00:00:00.000Z.
    public static let first = DecisionTime(milliseconds: 0)

    static let length = 24
    /// 2199-12-31T23:59:59.999Z.
    private static let last: Int64 = 7_258_118_399_999
}
