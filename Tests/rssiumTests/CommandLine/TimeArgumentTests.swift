import FeedCore
import Testing

@testable import rssium

@Suite struct TimeArgumentTests {
    let now = Timestamp(seconds: 1_795_253_400)

    @Test(arguments: [
        ("2026-11-20T10:00Z", "2026-11-20T10:00:00Z"), ("2026-11-20T10:00:07Z", "2026-11-20T10:00:07Z"),
        ("2026-11-20T10:00+02:00", "2026-11-20T08:00:00Z"), ("2026-11-20T10:00-0330", "2026-11-20T13:30:00Z"),
        ("2026-11-20T10:00+01", "2026-11-20T09:00:00Z"), ("90s", "2026-11-21T09:28:30Z"),
        ("15m", "2026-11-21T09:15:00Z"), ("2h", "2026-11-21T07:30:00Z"), ("3d", "2026-11-18T09:30:00Z"),
        ("1w", "2026-11-14T09:30:00Z"), ("1y", "2025-11-21T09:30:00Z"), ("@1795253400", "2026-11-21T09:30:00Z"),
        ("1h30m", "2026-11-21T08:00:00Z"), ("1mo", "2026-10-22T09:30:00Z"), ("1 day ago", "2026-11-20T09:30:00Z"),
        ("2 Weeks ago", "2026-11-07T09:30:00Z"), ("3 months ago", "2026-08-23T09:30:00Z"),
        ("30 minutes ago", "2026-11-21T09:00:00Z"), ("@0", "1970-01-01T00:00:00Z"),
        ("2026-11-20T10:00:07.123Z", "2026-11-20T10:00:07Z"),
        ("2026-11-20T10:00:07,5+02:00", "2026-11-20T08:00:07Z"),
    ])
    func `an instant is parsed`(text: String, expected: String) throws {
        let time = try #require(TimeArgument(text, now: now))
        #expect([time.since.rfc3339, time.until.rfc3339, time.before.rfc3339] == [expected, expected, expected])
    }

    @Test func `a bare day is a whole day of the local calendar`() throws {
        let time = try #require(TimeArgument("2026-11-20", now: now))
        #expect(time.since == LocalTime.timestamp(2026, 11, 20))
        #expect(time.until == LocalTime.timestamp(2026, 11, 21) && time.before == time.since)
    }

    @Test func `a time without a zone is local`() throws {
        let time = try #require(TimeArgument("2026-11-20T10:30", now: now))
        #expect(time.since == LocalTime.timestamp(2026, 11, 20, 10, 30))
        #expect(LocalTime(time.since).dateAndTime == "2026-11-20 10:30")
    }

    @Test func `today and yesterday are adjacent days`() throws {
        let today = try #require(TimeArgument("today", now: now))
        let yesterday = try #require(TimeArgument("yesterday", now: now))
        #expect(today.since <= now && now < today.until)
        #expect(yesterday.until == today.since)
    }

    // `now` is a Saturday, in every zone.
    @Test(
        arguments: [
            ("2026-11", (2026, 11, 1), (2026, 12, 1)), ("2026-12", (2026, 12, 1), (2027, 1, 1)),
            ("last week", (2026, 11, 9), (2026, 11, 16)), ("last month", (2026, 10, 1), (2026, 11, 1)),
            ("saturday", (2026, 11, 21), (2026, 11, 22)), ("Monday", (2026, 11, 16), (2026, 11, 17)),
            ("sunday", (2026, 11, 15), (2026, 11, 16)),
        ] as [(String, (Int, Int, Int), (Int, Int, Int))])
    func `a month, a week and a day of the week are periods of the local calendar`(
        text: String, from: (Int, Int, Int), to: (Int, Int, Int)
    ) throws {
        let time = try #require(TimeArgument(text, now: now))
        #expect(time.since == LocalTime.timestamp(from.0, from.1, from.2))
        #expect(time.until == LocalTime.timestamp(to.0, to.1, to.2) && time.before == time.since)
    }

    @Test(arguments: [
        "", "tomorrow", "2026", "2026-02-30", "2026-13-01", "2026-1-1", "2026-11-20T", "2026-11-20T25:00",
        "2026-11-20T10:00+", "2026-11-20T10:00Zulu", "2026-11-20T10:00+25:00", "-2h", "2 h", "h", "2x", "1.5h", "@",
        "@-1",
        "@1x", "2026-11-", "2026-13", "2026-11-20T10:00:07.Z", "last day", "mon", "30m1h", "1h2h", "1h30", "h30m",
        "1 day",
        "day ago", "1 dime ago", "-1 day ago", "999y999y", "1003y", "1002y12mo",
        "99999999999999999999s", "٣d",
    ])
    func `text that is not a time is refused`(text: String) {
        #expect(TimeArgument(text, now: now) == nil)
    }

    @Test(arguments: [
        ("90s", 90), ("15m", 900), ("2h", 7200), ("3d", 259_200), ("1w", 604_800), ("1w2d", 777_600),
        ("1y1mo", 34_128_000), ("0s", 0),
    ])
    func `a duration is parsed`(text: String, seconds: Int64) {
        #expect(DurationArgument.seconds(of: text) == seconds)
    }

    @Test(arguments: [
        (90, "90s"), (900, "15m"), (3600, "1h"), (5400, "90m"), (259_200, "3d"), (604_800, "1w"), (0, "0s"),
    ])
    func `a duration is written in its largest whole unit`(seconds: Int64, text: String) {
        #expect(DurationArgument.text(of: seconds) == text)
    }

    @Test(arguments: [("500K", 512_000), ("32M", 33_554_432), ("1G", 1_073_741_824), ("10", 10), ("1k", 1024)])
    func `a size is parsed`(text: String, bytes: Int64) {
        #expect(SizeArgument.bytes(of: text) == bytes)
    }

    @Test(arguments: ["", "K", "1T", "-1K", "1.5M", "99999999999G", "1 K"])
    func `text that is not a size is refused`(text: String) {
        #expect(SizeArgument.bytes(of: text) == nil)
    }
}
