import Testing

@testable import FeedCore

/// Dates of RFC 822, RFC 3339 and their like, and what programs get wrong about them. `FeedDateLanguageTests` has the names.
@Suite struct FeedDateTests {
    /// Many ways to write one moment.
    private static let moments: [String: [String]] = [
        "2026-11-20T10:11:12Z": [
            "2026-11-20T10:11:12Z", "2026-11-20t10:11:12z", "2026-11-20T10:11:12", "2026-11-20T10:11:12+00:0",
            "2026-11-20 at 10:11:12", "2026-011-20T10:11:12Z", "20261120T101112Z", "2026 11 20 10:11:12",
            "Fri, 20 Nov 2026 10:11:12 GMT", "Fri, 20 Nov 2026 10:11:12 00",
            "Fri Nov 20 2026 10:11:12 GMT+0000 (Coordinated Universal Time)",
            "  Fri ,  20   Nov 2026\n10:11:12   UT ", "Fri, 20 Nov 2026 10:11:12GMT",
            "Fri, 20 Nov, 2026 10:11:12 GMT", "Mon, 20 Nov 2026 10:11:12 GMT", "Fri, 20 Nov 2026 10:11:12:345 GMT",
            "Fri, 20 NOV 2026 10:11:12 gmt", "Fri, 20th Nov 2026 10:11:12 GMT", "November, 20 Nov 2026 10:11:12 GMT",
            "Friday, 20-Nov-26 10:11:12 GMT", "Fri Nov 20 10:11:12 2026", "Fri Nov 20 10:11:12 XYZ 2026",
            "11/20/26 10:11:12", "20-11-2026 10:11:12", "1795169472", "1795169472.25", "1795169472000",
            "1795169472000000", "Published: Fri, 20 Nov 2026 10:11:12 GMT",
            "Fri, 20 Nov 2026 10:11:12 GMT by Jane Doe, 3 comments", "2026-11-20T10:11:12Zextra",
        ],
        "2026-11-20T09:11:12Z": [
            "2026-11-20T10:11:12.345678+01:00", "2026-11-20T10:11:12+01", "2026-11-20 00:00:00.0 10:11:12.0 +0100",
            "20261120101112 +0100", "Fri, 20 Nov 2026 10:11:12 +0100", "Fri, 20 Nov 2026 10:11:12 (CET)",
            "Fri Nov 20 10:11:12 +0100 2026", "Fri Nov 20 10:11:12 2026 +0100",
        ],
        "2026-11-20T10:11:00Z": [
            "2026-11-20T10:11Z", "2026/11/20 10:11", "2026.11.20 10:11", "2026. 11. 20. 10:11",
            "Fri, 20, Nov 2026 10:11", "Nov. 20, 2026, 10:11 a. m.", "20.11.2026 10:11", "20.11.2026 10.11",
            "10:11, 20 Nov 2026", "20\u{A0}Nov\u{202F}2026 10:11", "20 Nov 2026 \u{2013} 10:11",
        ],
        "2026-11-20T04:41:12Z": ["2026-11-20T10:11:12 +0530", "Fri, 20 Nov 2026 10:11:12 +530"],
        "2026-11-20T15:11:12Z": [
            "2026-11-20T10:11:12-05:00Z", "2026-11-20T10:11:12:-0500", "2026-11-20T10:11:12-05:00:00",
            "2026-11-20T10:11:12\u{2212}05:00", "2026-11-20 T 10:11:12-05:00", "Fri, 20 Nov 2026 10:11:12 --0500",
            "Fri, 20 Nov 2026 10:11:12-0500", "Fri, 20 Nov 2026 10:11:12 -05", "Fri, 20 Nov 26 10:11:12 EST",
            "Fri, Nov 20 2026 10:11:12 -0500",
        ],
        "2026-11-20T00:00:00Z": [
            "2026-11-20", "2026-11-20Z", "20261120", "2026-Nov-20", "Fri, 20 Nov 2026", "the 20th of November, 2026",
            "20.11.26", "20/11/2026", "20 Nov 2026, 5 comments", "\u{200E}20/11/2026", "<20 Nov 2026>",
        ],
        "2026-01-02T03:04:05Z": ["2026-1-2T3:04:05Z", "Fri, 2 Jan 2026 3:4:5 GMT"],
        "2026-11-01T00:00:00Z": ["2026-11", "Nov. 2026", "11/2026"],
        "2026-11-20T09:11:00Z": ["20261120T1011+0100", "10:11 20.11.2026 +0100"],
        "2026-11-20T22:11:00Z": ["Friday, November 20, 2026 10:11 PM", "Nov. 20, 2026, 10:11 p.m."],
        "2026-11-10T00:00:00Z": ["11/10/2026", "Tue, 10.11.2026"],
        "2026-10-11T00:00:00Z": ["11.10.2026", "11-10-2026", "Sun, 11/10/2026"],
        "2017-01-01T00:00:00Z": ["2016-12-31T23:59:60Z", "2017-01-01T00:59:60+01:00"],
    ]

    /// One way each.
    private static let dates = [
        ("2026-11-20T10Z", "2026-11-20T10:00:00Z"), ("2026-11-20T10:11-0500", "2026-11-20T15:11:00Z"),
        ("2026-11-20 10:11:12 -00:20", "2026-11-20T10:31:12Z"), ("2026-11-20+01:00", "2026-11-19T23:00:00Z"),
        ("2026", "2026-01-01T00:00:00Z"), ("03-12-31", "2003-12-31T00:00:00Z"),
        ("20 Nov 2026 10:11 -0800 (PST)", "2026-11-20T18:11:00Z"),
        ("Thu, 01 Jan 98 00:00:00 GMT", "1998-01-01T00:00:00Z"), ("01 Jan 49 00:00 GMT", "2049-01-01T00:00:00Z"),
        ("01 Jan 50 00:00 GMT", "1950-01-01T00:00:00Z"), ("Wed, 31 Dec 103 10:00:00 GMT", "2003-12-31T10:00:00Z"),
        ("Fri Nov 20 10:11:12 PST 2026", "2026-11-20T18:11:12Z"),
        ("Nov 20, 2026 at 3 PM EST", "2026-11-20T20:00:00Z"), ("Nov 20, 2026 3pm", "2026-11-20T15:00:00Z"),
        ("Sept. 5, 2026 12:04 am", "2026-09-05T00:04:00Z"), ("Sept 5 2026 12:04 pm", "2026-09-05T12:04:00Z"),
        ("98 Nov 20", "1998-11-20T00:00:00Z"), ("Sat, 11 04 2020 08:51:49 +0100", "2020-04-11T07:51:49Z"),
        ("Wed, 11 04 2020 08:51:49 +0100", "2020-11-04T07:51:49Z"), ("03 Apr 02 1500 GMT", "2002-04-03T15:00:00Z"),
        ("2017-06-13T03:18:00+00:0", "2017-06-13T03:18:00Z"),
        ("Mon, 21 Jan 2008 8:56 am PST", "2008-01-21T16:56:00Z"),
        ("Mon, 21 Oct 2002 14:04:23 -05:00", "2002-10-21T19:04:23Z"),
        ("2002-12-31T192030+01:00", "2002-12-31T18:20:30Z"), ("2026-11-20T24:00:00Z", "2026-11-21T00:00:00Z"),
        ("2000-02-29", "2000-02-29T00:00:00Z"), ("0103-12-13T18:30:02Z", "0103-12-13T18:30:02Z"),
        ("Thu, 04 Jul 1776 10:11:12 GMT", "1776-07-04T10:11:12Z"), ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
        ("1969-12-31T23:59:59Z", "1969-12-31T23:59:59Z"), ("3 May 2020, updated 5 May 2021", "2020-05-03T00:00:00Z"),
        ("May 3, 2020 - 1500 words", "2020-05-03T00:00:00Z"), ("May 3, 2020 - 1015 views", "2020-05-03T00:00:00Z"),
        ("026, 26 Mar 2023 22:43:38 +0000", "2023-03-26T22:43:38Z"),
        ("3 May 20 1500 words", "2020-05-03T00:00:00Z"), ("3 May 2020 1500 -0100", "2020-05-03T16:00:00Z"),
    ]

    @Test(arguments: moments.flatMap { moment in moment.value.map { ($0, moment.key) } } + dates)
    func `a date that a feed may hold is read`(written: String, expected: String) {
        #expect(FeedDate.parse(written)?.rfc3339 == expected)
    }

    @Test(arguments: [
        ("GMT", 0), ("UT", 0), ("UTC", 0), ("Z", 0), ("z", 0), ("Nowhere", 0), ("GMT+1", 60), ("GMT-07:00", -420),
        ("GMT +0100", 60), ("UTC+02:00", 120), ("UTC-03:30", -210), ("UTC+5:30", 330), ("MST-0700", -420),
        ("MST -07:00", -420), ("-0700 MST", -420), ("+0100 GMT", 60), ("EST", -300), ("EDT", -240), ("CST", -360),
        ("CDT", -300), ("MST", -420), ("MDT", -360), ("PST", -480), ("PDT", -420), ("est", -300), ("ET", -300),
        ("CT", -360), ("MT", -420), ("PT", -480), ("AT", -240), ("AKST", -540), ("HST", -600), ("NST", -210),
        ("WET", 0), ("WEST", 60), ("BST", 60), ("CET", 60), ("CEST", 120), ("MET", 60), ("MEST", 120), ("MEZ", 60),
        ("MESZ", 120), ("EET", 120), ("EEST", 180), ("MSK", 180), ("IST", 330), ("SGT", 480), ("HKT", 480),
        ("JST", 540), ("KST", 540), ("AEST", 600), ("AEDT", 660), ("ACST", 570), ("AWST", 480), ("NZST", 720),
        ("NZDT", 780), ("BRT", -180), ("SAST", 120), ("A", -60), ("I", -540), ("K", -600), ("M", -720), ("N", 60),
        ("Y", 720), ("J", 0), ("Etc/GMT", 0), ("+0000", 0), ("-0000", 0), ("+1400", 840), ("-1200", -720),
        ("+9999", 0), ("+2500", 0), ("+0199", 0), ("et", 0), ("h", 0),
    ])
    func `a zone is read as its minutes east of Greenwich`(zone: String, minutes: Int) {
        let moment = Timestamp(seconds: 1_795_169_472 - Int64(minutes) * 60)
        #expect(FeedDate.parse("Fri, 20 Nov 2026 10:11:12 \(zone)") == moment)
    }

    @Test(arguments: [
        "", " ", "\n", "::", "+", "-", "()", "(", ")", "yesterday", "never", "n/a", "null", "10:11:12", "Fri", "20 Nov",
        "Nov 20", "11/20", "20.11.", "insert published date here", "sometime in January", "sometime in 2026",
        // Impossible
        "2026-13-01", "2026-00-10", "2026-11-00", "2026-02-30", "2025-02-29", "1900-02-29", "31 February 2026",
        "Fri, 31 Nov 2026 10:11:12 GMT", "32 Nov 2026", "99 Jun 2009 12:00:00 GMT", "31.04.2026", "13/13/2026",
        "Fri, 20 Nov 2026 25:11:12 GMT", "2026-11-20T10:61:00Z", "2026-11-20T10:11:61Z", "2026-366", "2026-000",
        "2026-W54-1", "2026-W00-1", "2026-W47-8", "Fri, 16 zzz 2026 11:47:32 GMT", "Fri, Nov x 2026 11:47:32 GMT",
        "Fri, 16 Nov zz 11:47:32", "2026-xx-27", "-11-20T10:11:12Z", "11-20T10:11:12-05:00",
        // Out of range
        "0000-00-00 00:00:00", "0000-01-01", "0001-01-01T00:00:00Z", "0026-11-20", "10000-01-01", "12026-11-20",
        "Fri, 20 Nov 0000 10:11:12 GMT", "9999-12-31T23:59:59-05:00", "99999999999999999999", "-62135596800", "0",
        "1234", "3500", "00000000", "99999999", "11111111111111",
        // Numbers that are no dates
        "1", "42", "2026.5", "1.2.3", "10.4.13", "v1.2.2026", "version 10.12.2026", "1.2.3.4", "10.12.20.26",
        "192.168.2.26", "2026-11-20-21", "12/5", "3.14", "12345", "123456", "+49 30 1234567", "555-0100", "Q4 2026",
        "Chapter 12", "Windows 10 October 2020 Update", "In 2026 we shipped 12 versions by May", "Summer 2026",
        "I bought 3 apples and 4 pears in May 2020", "ISBN 978-3-16-148410-0", "20 Nov foo 2026", "5 of 10",
    ])
    func `a text that is not a date is refused`(written: String) {
        #expect(FeedDate.parse(written) == nil)
    }

    @Test func `invalid bytes and endless texts are read or refused at once`() {
        #expect(FeedDate.parse([0xFF, 0xFE, 0x80]) == nil)
        #expect(FeedDate.parse(Array("Fri, 20 N\u{1}ov".utf8) + [0xC3]) == nil)
        #expect(FeedDate.parse([0xD0] + Array(", 20 Nov 2026".utf8))?.rfc3339 == "2026-11-20T00:00:00Z")
        #expect(FeedDate.parse("20 Nov 2026" + String(repeating: " ", count: 1_000_000))?.civil.day == 20)
        #expect(FeedDate.parse(String(repeating: "1", count: 1_000_000)) == nil)
        #expect(FeedDate.parse(String(repeating: "(", count: 1_000_000)) == nil)
        #expect(FeedDate.parse(String(repeating: "\n", count: 1000) + "20 Nov 2026")?.civil.month == 11)
    }

    @Test func `a time written in RFC 3339 is read as the same time`() {
        // From the year 100 to the year 9999, in steps that are no multiple of anything.
        for seconds in stride(from: Int64(-59_011_459_200), through: 253_402_300_799, by: 123_456_789) {
            let moment = Timestamp(seconds: seconds)
            #expect(FeedDate.parse(moment.rfc3339) == moment)
        }
    }

    /// Elsewhere, a word that is one is something else.
    @Test(arguments: [
        ("15.01.2024 | Met Office", "2024-01-15T00:00:00Z"), ("15 Jan 2024 EST", "2024-01-15T00:00:00Z"),
        ("15 Jan 2024, Art", "2024-01-15T00:00:00Z"), ("15 Jan 2024 10:11 MST3K", "2024-01-15T10:11:00Z"),
        ("15 Jan 2024 10:11 Met Office", "2024-01-15T10:11:00Z"), ("15 Jan 2024 10:11 A walk", "2024-01-15T10:11:00Z"),
        ("15 Jan 2024 10:11 in Modern ART", "2024-01-15T10:11:00Z"),
        ("10:11 AM, Jan 15, 2024 EST", "2024-01-15T15:11:00Z"),
        ("15 Jan 2024 10:11 EST by Ada", "2024-01-15T15:11:00Z"), ("15 Jan 2024 1011 EST", "2024-01-15T15:11:00Z"),
    ])
    func `a zone is a word in capitals behind a time of day`(written: String, expected: String) {
        #expect(FeedDate.parse(written)?.rfc3339 == expected)
    }
}
