/// Reads dates as feeds write them: RFC 822, RFC 3339, W3CDTF, ISO 8601, and what programs get wrong about them.
///
/// Ambiguous dates are read so:
/// - A month is a whole word; of two, the one beside the day counts. A zone stands behind a time of day.
/// - A missing or unknown time zone is UTC. Of a name and a number (`MST-0700`) the number counts.
/// - Zone names that several countries use are those of RFC 822 (section 5.1), else the most common ones: `CST` is
///   North America's, `IST` India's, `BST` Britain's. Single letters have RFC 822's signs: `A` is an hour behind UTC.
/// - Two-digit years up to 49 are in this century; three digits count from 1900 (RFC 2822, section 4.3).
/// - `11/10/2026` has the month first, `11.10.2026` and `11-10-2026` the day. A number above 12 decides, else an English
///   or French weekday that fits only one order, else what `DateOrder` knows of the document. `03-12-31` begins with the
///   year. Such a weekday also tells whether `jui` is June or July.
/// - A missing day is the first of the month, a missing month January, a missing time midnight.
/// - A leap second is the first second of the next minute; `24:00` is the start of the next day.
///
/// Years run from 100 to 9999 (programs write `0001-01-01` for "no date"); a year without month and day from 1900 to
/// 2099. A day that its month does not have is refused.
package enum FeedDate {
    /// Returns nil if the text is not a date.
    package static func parse(_ text: some StringProtocol) -> Timestamp? {
        parse(Array(text.utf8))
    }

    package static func parse(_ bytes: [UInt8]) -> Timestamp? {
        var order = DateOrder()
        return parse(bytes, noting: &order)
    }

    /// - Parameter order: that of the document.
    static func parse(_ bytes: [UInt8], noting order: inout DateOrder) -> Timestamp? {
        bytes.withUnsafeBufferPointer { parse($0, &order) }
    }

    private static func parse(_ bytes: UnsafeBufferPointer<UInt8>, _ order: inout DateOrder) -> Timestamp? {
        let start = bytes.firstIndex { $0 > UInt8(ascii: " ") } ?? bytes.endIndex
        // No date is longer, so a hostile one costs no more than this.
        let bytes = UnsafeBufferPointer(rebasing: bytes[start...].prefix(160))
        if let date = FastDate.parse(bytes) ?? unixTime(bytes) { return date }
        return DateParser.parse(bytes.allSatisfy { $0 < 0x80 } ? Array(bytes) : normalized(bytes), noting: &order)
    }

    /// Reads one bare number: seconds, milliseconds or microseconds since 1970.
    private static func unixTime(_ bytes: UnsafeBufferPointer<UInt8>) -> Timestamp? {
        let digits = bytes.prefix { ASCII.isDigit($0) }
        let rest = bytes[digits.endIndex...]
        let fraction = rest.first == UInt8(ascii: ".") ? rest.dropFirst().prefix { ASCII.isDigit($0) } : rest.prefix(0)
        guard let value = Int64(String(decoding: digits, as: UTF8.self)),
            bytes[max(digits.endIndex, fraction.endIndex)...].allSatisfy({ $0 <= UInt8(ascii: " ") })
        else { return nil }
        switch digits.count {
        case 9, 10: return Timestamp(seconds: value)
        case 13: return Timestamp(seconds: value / 1000)
        case 16: return Timestamp(seconds: value / 1_000_000)
        default: return nil
        }
    }

    /// The text with letters folded, wide punctuation in ASCII, and the units of Korean, Japanese and Chinese dates as
    /// the separators that other languages write: `2026년 11월 20일 오후 3:11` becomes `2026- 11- 20  PM 3:11`.
    private static func normalized(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var previous: Unicode.Scalar = " "
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            switch (previous, scalar) {
            case ("오", "전"), ("午", "前"), ("上", "午"): result += Array("AM ".utf8)
            case ("오", "후"), ("午", "後"), ("下", "午"): result += Array("PM ".utf8)
            case (_, "年"), (_, "년"), (_, "月"), (_, "월"), (_, "\u{2010}"..."\u{2015}"), (_, "\u{2212}"):
                result.append(UInt8(ascii: "-"))
            case (_, "時"), (_, "时"), (_, "点"), (_, "시"), (_, "分"), (_, "분"): result.append(UInt8(ascii: ":"))
            case (_, "\u{300}"..."\u{36F}"): break
            case _ where scalar.value >= 0x2E80: result.append(UInt8(ascii: " "))
            case _ where scalar.isASCII || scalar.properties.isAlphabetic: CaseFolding.append(scalar, to: &result)
            default: result.append(UInt8(ascii: " "))
            }
            previous = scalar
        }
        return result
    }
}
