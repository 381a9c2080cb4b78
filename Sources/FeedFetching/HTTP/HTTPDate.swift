extension Timestamp {
    /// Parses an HTTP date in any of its three forms (RFC 9110, section 5.6.7).
    init?(httpDate text: String) {
        let words = text.split(whereSeparator: { " ,-".contains($0) })
        switch words.count {
        case 6:
            // Sun, 06 Nov 1994 08:49:37 GMT, and the obsolete Sunday, 06-Nov-94 08:49:37 GMT
            self.init(day: words[1], month: words[2], year: words[3], time: words[4])
        case 5:
            // Sun Nov  6 08:49:37 1994
            self.init(day: words[2], month: words[1], year: words[4], time: words[3])
        default:
            return nil
        }
    }

    private init?(day: Substring, month: Substring, year: Substring, time: Substring) {
        let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { UInt16($0).map(Int.init) }
        guard let monthIndex = months.firstIndex(of: month.lowercased()), let day = UInt8(day),
            let writtenYear = UInt16(year), clock.count == 3, let hour = clock[0], let minute = clock[1],
            let second = clock[2]
        else { return nil }
        // Years of two digits are from 1970 to 2069.
        let century = year.utf8.count == 2 ? (writtenYear < 70 ? 2000 : 1900) : 0
        self.init(
            year: Int(writtenYear) + century, month: monthIndex + 1, day: Int(day), hour: hour, minute: minute,
            second: second)
    }
}
