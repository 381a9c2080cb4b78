import Testing

@testable import FeedCore

@Suite struct RefreshScheduleTests {
    private static let day: Int64 = 86_400
    private static let settings = FeedSettings(userAgent: "test")

    /// A feed that was refreshed now.
    private static func feed(_ change: (inout Feed) -> Void = { _ in }) -> Feed {
        var feed = Feed(id: FeedID(rawValue: 1), url: Sample.address("https://a.example/"))
        feed.refresh.lastAttempted = Sample.now
        feed.refresh.lastRefreshed = Sample.now
        feed.refresh.firstRefreshed = Sample.now - 365 * day
        feed.refresh.lastNews = Sample.now - day
        change(&feed)
        return feed
    }

    private func time(
        of feed: Feed, _ settings: FeedSettings = RefreshScheduleTests.settings, at now: Timestamp = Sample.now
    ) -> Timestamp? {
        RefreshSchedule(of: feed, settings: settings).time(at: now)
    }

    /// From the wait to a tenth more.
    private func expect(
        _ feed: Feed, waits least: Int64, _ settings: FeedSettings = RefreshScheduleTests.settings
    ) throws {
        let due = try #require(time(of: feed, settings))
        #expect((least...(least + least / 10)).contains(due - Sample.now))
        #expect(!RefreshSchedule(of: feed, settings: settings).isDue(at: due - 1))
        #expect(RefreshSchedule(of: feed, settings: settings).isDue(at: due))
    }

    @Test(
        arguments: [
            (nil, nil, nil, 3600), (nil, 60, nil, 3600), (nil, 7200, nil, 7200), (nil, nil, 9000, 9000),
            (nil, 7200, 9000, 9000), (nil, .max, nil, 7 * day), (nil, nil, .max, 7 * day),
            (600, nil, nil, 600),
            (600, 1200, nil, 1200), (1, 0, nil, 1), (30 * day, 60, nil, 30 * day), (nil, -5, -5, 3600),
        ] as [(Int64?, Int64?, Int64?, Int64)])
    func `the longer of the interval and the wait that the server asks for counts`(
        interval: Int64?, freshness: Int64?, hint: Int64?, least: Int64
    ) throws {
        let feed = Self.feed {
            $0.interval = interval
            $0.refresh.freshness = freshness
            $0.refresh.hints.interval = hint
        }
        try expect(feed, waits: least)
    }

    @Test func `a changed setting counts at once`() throws {
        var settings = Self.settings
        settings.interval = 7200
        try expect(Self.feed(), waits: 7200, settings)
        settings.maxHold = 3 * 3600
        try expect(Self.feed { $0.refresh.freshness = Self.day }, waits: 3 * 3600, settings)
    }

    @Test(
        arguments: [
            (31 * day, nil, 0, day), (29 * day, nil, 0, 3600), (31 * day, 900, 0, 900),
            (31 * day, nil, 1, day),
        ] as [(Int64, Int64?, Int, Int64)])
    func `a feed without news for a month is due daily, unless it has its own interval`(
        age: Int64, interval: Int64?, failures: Int, least: Int64
    ) throws {
        let feed = Self.feed {
            $0.refresh.lastNews = Sample.now - age
            $0.interval = interval
            $0.refresh.failures = failures
        }
        try expect(feed, waits: least)
    }

    @Test func `a feed that never had an article is quiet a month after it was first read`() throws {
        try expect(Self.feed { $0.refresh.lastNews = nil }, waits: Self.day)
        let young = Self.feed {
            $0.refresh.lastNews = nil
            $0.refresh.firstRefreshed = Sample.now - 29 * Self.day
        }
        try expect(young, waits: 3600)
    }

    @Test(
        arguments: [
            (3600, 5, day), (3600, 1000, day), (nil, 5, day), (60, 11, day), (day - 1, 1, day), (3 * day, 1, 3 * day),
            (31_622_400_000, 1000, 31_622_400_000),
        ] as [(Int64?, Int, Int64)])
    func `failures delay a feed for at most a day in all, or its interval`(
        interval: Int64?, failures: Int, most: Int64
    ) {
        for number in 0..<20 {
            var feed = Self.feed {
                $0.interval = interval
                $0.refresh.failures = failures
                // Without news it would be due daily, and a tenth later.
                $0.refresh.lastNews = Sample.now - 60 * Self.day
            }
            feed.url = Sample.address("https://a.example/\(number)")
            #expect(time(of: feed) == Sample.now + most)
        }
    }

    @Test func `the delay begins at the last failure that counts`() throws {
        let feed = Self.feed {
            $0.interval = 3600
            $0.refresh.failures = 1
            $0.refresh.lastFailure = Sample.now - 3000
        }
        #expect(try (7200 - 3000...7920 - 3000).contains(#require(time(of: feed)) - Sample.now))
    }

    @Test(
        arguments: [
            (nil, nil, 0, true), (nil, nil, 3599, false), (nil, nil, 3600, true), (900, nil, 899, false),
            (900, nil, 900, true), (nil, 7200, 7199, false), (nil, nil, -60, true),
        ] as [(Int64?, Int64?, Int64, Bool)])
    func `failures count once per interval`(own: Int64?, setting: Int64?, age: Int64, counts: Bool) {
        var settings = Self.settings
        if let setting { settings.interval = setting }
        let feed = Self.feed {
            $0.interval = own
            if age != 0 {
                $0.refresh.failures = 1
                $0.refresh.lastFailure = Sample.now - age
            }
        }
        #expect(RefreshSchedule(of: feed, settings: settings).countsFailure(at: Sample.now) == counts)
    }

    @Test func `a failure does not begin anew what a server has asked for`() throws {
        let feed = Self.feed {
            $0.refresh.lastRefreshed = Sample.now - 8 * Self.day
            $0.refresh.lastFailure = Sample.now
            $0.refresh.failures = 1
            $0.refresh.freshness = 7 * Self.day
        }
        try expect(feed, waits: 7200)
    }

    @Test func `a failed feed is not due sooner than its server asked for`() throws {
        let feed = Self.feed {
            $0.refresh.failures = 1
            $0.refresh.freshness = 2 * Self.day
        }
        try expect(feed, waits: 2 * Self.day)
    }

    @Test func `feeds spread over a tenth of the wait, each always alike`() throws {
        let waits = try (0..<200).map { number in
            var feed = Self.feed()
            feed.url = Sample.address("https://a.example/\(number)")
            let due = try #require(time(of: feed))
            #expect(time(of: feed) == due)
            return due - Sample.now - 3600
        }
        #expect(waits.allSatisfy { (0..<360).contains($0) })
        #expect(Set(waits.map { $0 / 36 }).count == 10)
    }

    // MARK: Hours and days

    /// A midnight.
    private static let monday = Timestamp(seconds: Sample.now.seconds / (7 * day) * 7 * day + 4 * day)

    private static func asked(at moment: Timestamp, _ hours: [Int] = [], _ days: [Int] = []) -> Feed {
        feed {
            $0.refresh.lastAttempted = moment
            $0.refresh.lastRefreshed = moment
            $0.refresh.lastNews = moment
            $0.refresh.hints.skipHours = hours.reduce(0) { $0 | 1 << UInt32($1) }
            $0.refresh.hints.skipDays = days.reduce(0) { $0 | 1 << UInt8($1) }
        }
    }

    @Test func `the hour of the run counts, even for a feed that has long been due`() {
        let feed = Self.asked(at: Self.monday, [9, 10])
        let due = RefreshSchedule(of: feed, settings: Self.settings)
        #expect(due.isDue(at: Self.monday + 8 * 3600) && !due.isDue(at: Self.monday + 9 * 3600 + 1800))
        #expect(time(of: feed, at: Self.monday + 9 * 3600 + 1800) == Self.monday + 11 * 3600)
        #expect(due.isDue(at: Self.monday + 11 * 3600))
    }

    @Test func `skipped hours and days count for no longer than the longest back-off after the last answer`() {
        let allButNoon = RefreshSchedule(
            of: Self.asked(at: Self.monday, (0..<24).filter { $0 != 12 }), settings: Self.settings)
        for day in 1..<7 {
            let night = Self.monday + Int64(day) * Self.day + 3 * 3600
            #expect(allButNoon.time(at: night) == night + 9 * 3600)
        }
        // All runs may be at night.
        #expect(allButNoon.isDue(at: Self.monday + 8 * Self.day + 3 * 3600))
        var settings = Self.settings
        settings.maxHold = Self.day
        let weekend = RefreshSchedule(of: Self.asked(at: Self.monday + 4 * Self.day, [], [0, 6]), settings: settings)
        #expect(!weekend.isDue(at: Self.monday + 5 * Self.day))
        #expect(weekend.isDue(at: Self.monday + 5 * Self.day + 3 * 3600))
        #expect(weekend.isDue(at: Self.monday + 6 * Self.day))
        let never = RefreshSchedule(of: Self.asked(at: Self.monday, Array(0..<24)), settings: Self.settings)
        #expect(!never.isDue(at: Self.monday + 7 * Self.day) && never.isDue(at: Self.monday + 8 * Self.day))
    }

    @Test(arguments: [(-1, false), (300, false), (900, true), (12 * 3600, true)] as [(Int64, Bool)])
    func `a refresh by a clock that was ahead delays no other one`(ahead: Int64, isDue: Bool) {
        let feed = Self.asked(at: Self.monday + ahead, [])
        #expect(RefreshSchedule(of: feed, settings: Self.settings).isDue(at: Self.monday) == isDue)
    }

    @Test func `skipped days do not begin when another wait ends`() {
        var feed = Self.asked(at: Self.monday, [], Array(0..<7))
        feed.refresh.freshness = 20 * Self.day
        let due = RefreshSchedule(of: feed, settings: Self.settings)
        #expect(!due.isDue(at: Self.monday + 7 * Self.day) && due.isDue(at: Self.monday + 8 * Self.day))
    }

    // MARK: Back-offs

    @Test(
        arguments: [
            (600, 0, true), (600, 599, true), (600, 600, false), (14 * day, 6 * day, true),
            (14 * day, 7 * day, false), (600, -3600, true), (600, -8 * day, false),
        ] as [(Int64, Int64, Bool)])
    func `a back-off lasts as long as the server asked for, up to the longest one`(
        asked: Int64, later: Int64, isHeld: Bool
    ) {
        let feed = Self.feed { $0.hold = HostBackoff(since: Sample.now, until: Sample.now + asked) }
        #expect((RefreshSchedule(of: feed, settings: Self.settings).backoff(at: Sample.now + later) != nil) == isHeld)
    }

    @Test func `a list shows the due time or the end of a back-off, and nothing for unscheduled feeds`() {
        let held = Self.feed { $0.hold = HostBackoff(since: Sample.now, until: Sample.now + Self.day) }
        #expect(held.timed(by: Self.settings, at: Sample.now).refresh.nextDue == Sample.now + Self.day)
        #expect(Self.feed().timed(by: Self.settings, at: Sample.now).refresh.nextDue == time(of: Self.feed()))
        var settings = Self.settings
        settings.isInBackground = false
        #expect(Self.feed().timed(by: settings, at: Sample.now).refresh.nextDue == nil)
        for feed in [Self.feed { $0.isPaused = true }, Self.feed { $0.isGone = true }] {
            #expect(feed.timed(by: Self.settings, at: Sample.now).refresh.nextDue == nil)
        }
    }

    @Test(arguments: [Int64.min, -1, 0, 1, 253_402_300_800, Int64.max])
    func `no stored number overflows`(value: Int64) {
        let feed = Self.feed {
            $0.interval = value
            $0.refresh.lastAttempted = Timestamp(seconds: value)
            $0.refresh.firstRefreshed = Timestamp(seconds: value)
            $0.lastArticle = Timestamp(seconds: value)
            $0.refresh.freshness = value
            $0.refresh.hints = RefreshHints(interval: value, skipHours: .max, skipDays: .max)
            $0.refresh.failures = Int(value)
            $0.refresh.lastFailure = value == 1 ? nil : Timestamp(seconds: value)
            $0.hold = HostBackoff(since: Timestamp(seconds: value), until: Timestamp(seconds: value))
        }
        for last in [Sample.now, Timestamp(seconds: value)] {
            var feed = feed
            feed.refresh.lastAttempted = last
            for maxHold in [3600, value] {
                var settings = Self.settings
                settings.maxHold = maxHold
                let timed = feed.timed(by: settings, at: Sample.now)
                #expect(timed.refresh.nextDue.map { $0.rfc3339.utf8.count } ?? 20 == 20)
                var wish = RefreshPlan.Wish()
                wish.isDue = true
                let plan = RefreshPlan(of: [feed], wish, at: Sample.now) { _ in settings }
                #expect(plan.feeds.count + plan.held.count <= 1)
            }
        }
    }
}

extension RefreshSchedule {
    fileprivate func isDue(at now: Timestamp) -> Bool { time(at: now).map { $0 <= now } ?? true }
}
