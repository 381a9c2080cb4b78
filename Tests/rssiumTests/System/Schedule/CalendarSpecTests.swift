import FeedCore
import Testing

@testable import rssium

/// When a schedule looks.
@Suite struct CalendarSpecTests {
    private func table(_ every: String, _ place: UInt64 = 0) throws -> CalendarSpec {
        let seconds = try #require(DurationArgument.seconds(of: every))
        return try #require(CalendarSpec(every: seconds, seed: place))
    }

    private static let written: [(String, UInt64, String, String)] = [
        ("1m", 0, "* * * * *", "*-*-* *:*:00"),
        ("6m", 3, "4,10,16,22,28,34,40,46,52,58 * * * *", "*-*-* *:04,10,16,22,28,34,40,46,52,58:00"),
        ("15m", 3, "4,19,34,49 * * * *", "*-*-* *:04,19,34,49:00"),
        ("900s", 3, "4,19,34,49 * * * *", "*-*-* *:04,19,34,49:00"),
        ("30m", 28, "29,59 * * * *", "*-*-* *:29,59:00"),
        ("1h", 58, "59 * * * *", "*-*-* *:59:00"),
        ("60m", 59, "1 * * * *", "*-*-* *:01:00"),
        ("2h", 0, "1 0,2,4,6,8,10,12,14,16,18,20,22 * * *", "*-*-* 00,02,04,06,08,10,12,14,16,18,20,22:01:00"),
        ("2h", 66, "8 1,3,5,7,9,11,13,15,17,19,21,23 * * *", "*-*-* 01,03,05,07,09,11,13,15,17,19,21,23:08:00"),
        ("12h", 649, "1 11,23 * * *", "*-*-* 11,23:01:00"),
        ("1d", 1415, "59 23 * * *", "*-*-* 23:59:00"),
        ("24h", 1416, "1 0 * * *", "*-*-* 00:01:00"),
    ]

    @Test(arguments: written)
    func `it is written for cron and for systemd`(
        every: String, place: UInt64, fields: String, calendar: String
    ) throws {
        let table = try table(every, place)
        #expect(table.fields == fields && table.calendar == calendar)
    }

    private static let uneven: [(String, [String])] = [
        ("30s", ["1m"]), ("90s", ["1m", "2m"]), ("7m", ["6m", "10m"]), ("11m", ["10m", "12m"]),
        ("45m", ["30m", "1h"]), ("90m", ["1h", "2h"]), ("5h", ["4h", "6h"]), ("18h", ["12h", "1d"]),
        ("3d", ["1d"]), ("1w", ["1d"]), ("901s", ["15m", "20m"]),
    ]

    @Test(arguments: uneven)
    func `a period that divides neither hour nor day has neighbors that do`(every: String, nearest: [String]) throws {
        let seconds = try #require(DurationArgument.seconds(of: every))
        #expect(CalendarSpec(every: seconds, seed: 0) == nil)
        #expect(CalendarSpec.nearest(to: seconds).map(DurationArgument.text) == nearest)
    }

    @Test func `only a period of one minute includes the hour`() throws {
        let places = (0..<60).map { UInt64($0) } + [.max, .max - 1, 1 << 63]
        for period in CalendarSpec.periods.dropFirst() {
            for place in places {
                let table = try #require(CalendarSpec(every: Int64(period) * 60, seed: place))
                let minutes = table.fields.split(separator: " ")[0].split(separator: ",")
                #expect(!minutes.contains("0") && minutes.count == max(60 / period, 1), "\(table.fields)")
            }
        }
    }

    @Test func `it is read back from what was written`() throws {
        for period in CalendarSpec.periods {
            for place in [UInt64(0), 17, 12_345, .max] {
                let table = try #require(CalendarSpec(every: Int64(period) * 60, seed: place))
                #expect(CalendarSpec(period: table.period, start: table.start) == table)
            }
        }
    }

    @Test(arguments: ["1m", "15m", "1h", "6h", "1d"])
    func `the next time is within the period`(every: String) throws {
        let table = try table(every, 1_234_567)
        let minutes = table.fields.split(separator: " ")[0].split(separator: ",")
        for second in stride(from: Int64(0), to: 7200, by: 599) {
            // A day on which no clock is set.
            let now = Timestamp(seconds: 1_767_950_000 + second)
            let next = table.next(after: now)
            #expect(next > now && next - now <= Int64(table.period) * 60 && next.seconds % 60 == 0)
            #expect(every == "1m" || minutes.contains("\(LocalTime(next).minute)"))
        }
    }
}
