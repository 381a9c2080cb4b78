import FeedCore
import Testing

@Suite struct TimestampTests {
    @Test(arguments: [
        (Int64(0), "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"),
        (-1, "1969-12-31T23:59:59Z"),
        (1_795_253_400, "2026-11-21T09:30:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
    ])
    func `a moment is written as RFC 3339 in UTC`(seconds: Int64, expected: String) {
        #expect(Timestamp(seconds: seconds).rfc3339 == expected)
    }

    @Test func `dates and times convert both ways over four centuries`() throws {
        for year in stride(from: 1900, through: 2300, by: 7) {
            for (month, day) in [(1, 1), (2, 28), (3, 1), (12, 31)] {
                let moment = try #require(
                    Timestamp(year: year, month: month, day: day, hour: 23, minute: 59, second: 58))
                let civil = moment.civil
                #expect((civil.year, civil.month, civil.day) == (year, month, day))
                #expect((civil.hour, civil.minute, civil.second) == (23, 59, 58))
            }
        }
    }

    @Test func `a date that does not exist is refused`() {
        #expect(Timestamp(year: 2026, month: 2, day: 29) == nil)
        #expect(Timestamp(year: 2026, month: 13, day: 1) == nil)
        #expect(Timestamp(year: 2026, month: 1, day: 1, hour: 25) == nil)
    }

    @Test func `sums and differences stay in range`() {
        let (first, last) = (Timestamp(seconds: .min), Timestamp(seconds: .max))
        #expect(last + 1 == last && last - .min == last)
        #expect(first - 1 == first && first + .min == first)
        #expect(last - first == .max && first - last == .min)
        #expect(Timestamp(seconds: -1) - Int64.min == last)
    }
}
