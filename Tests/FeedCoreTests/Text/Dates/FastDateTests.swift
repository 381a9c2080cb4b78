import Testing

@testable import FeedCore

@Suite struct FastDateTests {
    private static let mailDays = [
        "Fri, 20 Nov 2026", "Mon, 2 Nov 2026", "Sun, 02 Feb 1999", "Wed, 31 Dec 2025", "Thu, 29 Feb 2024",
        "Thu, 30 Feb 2024", "Fri, 0 Nov 2026", "Fri, 20 Nov 1850", "fri, 20 Nov 2026", "Fri, 20 nov 2026",
        "Fri,20 Nov 2026", "Fri, 20 Nov 26", "Fri, 20 November 2026", "Vendredi, 20 Nov 2026", "20 Nov 2026",
    ]
    private static let stampDays = [
        "2026-11-20", "1999-02-28", "2024-02-29", "2025-02-29", "2026-13-01", "2026-00-10", "1850-01-01", "2026-1-2",
    ]
    private static let times = ["06:00:00", "23:59:59", "24:00:00", "10:11:60", "10:61:12", "10:11", "1:02:03"]
    private static let mailZones = [
        " GMT", " +0000", " -0000", " +0530", " -0800", " +1400", " +1500", " +0160", " UT", " UTC", " Z", " EST", "",
        " GMT+1", " -08:00", " GMT ", " GMT\n", "GMT", " +0000 (UTC)",
    ]
    private static let stampZones = [
        "Z", "+00:00", "-08:00", "+05:30", "+0530", ".5Z", ".123456+01:00", ".Z", "", "+15:00", "z", "Z ", "Z+01:00",
        "ZZ",
    ]

    private static let mailDates = mailDays.flatMap { day in
        times.flatMap { time in mailZones.map { "\(day) \(time)\($0)" } }
    }
    private static let stamps = stampDays.flatMap { day in
        times.flatMap { time in ["T", "t", " "].flatMap { join in stampZones.map { day + join + time + $0 } } }
    }

    @Test func `the fast path and the parser read a date the same`() {
        for written in FastDateTests.mailDates + FastDateTests.stamps {
            Array(written.utf8).withUnsafeBufferPointer { bytes in
                guard let date = FastDate.parse(bytes) else { return }
                #expect(date == DateParser.parse(Array(bytes)), "\(written)")
            }
        }
    }

    @Test(arguments: [
        ("Fri, 20 Nov 2026 06:07:08 GMT", "2026-11-20T06:07:08Z"),
        ("Mon, 2 Nov 2026 06:07:08 -0800\n", "2026-11-02T14:07:08Z"),
        ("2026-11-20T06:07:08Z", "2026-11-20T06:07:08Z"), ("2026-11-20T06:07:08.123+05:30", "2026-11-20T00:37:08Z"),
    ])
    func `the two layouts of nearly all dates take the fast path`(written: String, expected: String) {
        #expect(Array(written.utf8).withUnsafeBufferPointer { FastDate.parse($0) }?.rfc3339 == expected)
    }

    @Test(arguments: [
        "", "2026-11-20", "2026-11-20T06:07:08", "Fri, 20 Nov 2026 06:07:08", "Fri, 20 Nov 2026 06:07:08 G",
    ])
    func `a text that ends too soon does not take the fast path`(written: String) {
        #expect(Array(written.utf8).withUnsafeBufferPointer { FastDate.parse($0) } == nil)
    }
}
