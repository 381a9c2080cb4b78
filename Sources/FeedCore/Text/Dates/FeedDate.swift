/// Dates as feeds write them: RFC 822, RFC 3339, W3CDTF, ISO 8601, and the ways they are got wrong.
///
/// What can be read in two ways is read so:
/// - No zone, or one that nobody knows: UTC. Of a name and a number (`MST-0700`) the number counts, as the offset that
///   it is.
/// - Names of zones that several countries use are those of RFC 822 (section 5.1) and else the most common ones: `CST` is
///   North America's, `IST` India's, `BST` Britain's. Single letters have RFC 822's signs: `A` is an hour behind.
/// - Two-digit years up to 49 are of this century, three digits count from 1900 (RFC 2822, section 4.3).
/// - `11/10/2026` has the month first, `11.10.2026` and `11-10-2026` the day; a number above 12 decides, else a weekday
///   that fits only one of the two. `03-12-31` begins with the year.
/// - Without a day it is the first of the month, without a month the first of January, without a time midnight.
/// - A leap second is the first second of the next minute, `24:00` the start of the next day.
///
/// Years from 100 to 9999 are read (what programs write for no date at all, as `0001-01-01`, is none), a year that
/// stands alone from 1900 to 2099. A day that its month does not have is no date.
enum FeedDate {
    /// The moment that a text means; nil where it means none.
    static func read(_ text: some StringProtocol) -> Timestamp? {
        var text = String(text)
        return text.withUTF8 { read($0) }
    }

    static func read(_ bytes: [UInt8]) -> Timestamp? {
        bytes.withUnsafeBufferPointer { read($0) }
    }

    private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Timestamp? {
        let start = bytes.firstIndex { $0 > UInt8(ascii: " ") } ?? bytes.endIndex
        // No date is longer; a hostile one costs nothing.
        let bytes = UnsafeBufferPointer(rebasing: bytes[start...].prefix(160))
        if let usual = FastDate.read(bytes) { return usual }
        if DateNormalizer.isPlain(bytes) { return moment(in: bytes) }
        return DateNormalizer.plain(bytes).withUnsafeBufferPointer { moment(in: $0) }
    }

    private static func moment(in bytes: UnsafeBufferPointer<UInt8>) -> Timestamp? {
        if let moment = UnixDate.read(bytes) { return moment }
        var reader = DateParser(bytes)
        return reader.read().moment
    }
}
