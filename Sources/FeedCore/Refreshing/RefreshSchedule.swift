/// When a schedule asks a feed again: pure.
///
/// It is worked out anew each time from what is known of the last attempt, so that a setting that has changed counts
/// at once, and a clock that was wrong does no lasting harm.
struct RefreshSchedule {
    private static let day: Int64 = 86_400
    /// How long a feed brings nothing new before it counts as a quiet one.
    private static let quietTime = 30 * day
    /// A thousand years: far enough, and no sum with it can overflow.
    private static let longest = 366_000 * day

    private let feed: Feed
    private let settings: FeedSettings

    init(of feed: Feed, settings: FeedSettings) {
        self.feed = feed
        self.settings = settings
    }

    /// Whether its time has come. Whether its server is to be left alone is another matter.
    func hasCome(at now: Timestamp) -> Bool {
        time(at: now).map { $0 <= now } ?? true
    }

    /// Nil for at once: it was never asked, or its time lies so far ahead that the clock must have been wrong.
    func time(at now: Timestamp) -> Timestamp? {
        guard let last = feed.refresh.lastAttempted else { return nil }
        let wait = wait(after: last)
        let due = last + wait
        guard due - now <= max(settings.maxHold, wait) else { return nil }
        return allowed(from: max(due, now), due: due)
    }

    /// Until when the server is to be left alone; nil where it need not be.
    func hold(at now: Timestamp) -> HostBackoff? {
        feed.hold.flatMap { RefreshSchedule.what(of: $0, countsAt: now, longest: settings.maxHold) }
    }

    /// What of a hold still counts; nil where it is over.
    static func what(of hold: HostBackoff, countsAt now: Timestamp, longest: Int64) -> HostBackoff? {
        var hold = hold
        hold.until = min(hold.until, hold.since + longest)
        // It was made by a clock that was wrong.
        guard hold.until > now, hold.until - now <= longest else { return nil }
        return hold
    }

    // MARK: Rules

    /// What is stored may be anything: more than a thousand years is for ever, and less than a second is at once.
    private var interval: Int64 { min(max(1, feed.interval ?? settings.interval), RefreshSchedule.longest) }

    private func wait(after last: Timestamp) -> Int64 {
        spread(max(ownWait(after: last), min(asked, settings.maxHold, RefreshSchedule.longest)))
    }

    /// What is waited whatever the server asks for.
    private func ownWait(after last: Timestamp) -> Int64 {
        var wait = interval
        // A feed without news for a month is asked once a day, unless somebody wants it otherwise.
        if feed.interval == nil, let news = feed.refresh.lastNews ?? feed.refresh.firstRefreshed,
            last - news > RefreshSchedule.quietTime
        {
            wait = max(wait, RefreshSchedule.day)
        }
        guard feed.refresh.failures > 0 else { return wait }
        // Twice as long after each failure in a row, up to a day or the interval if that is longer.
        let (longest, doublings) = (max(RefreshSchedule.day, interval), min(feed.refresh.failures, 20))
        return max(
            wait, interval > longest >> Int64(doublings) ? longest : interval << Int64(doublings))
    }

    /// Seconds that the server wants to be left alone after an answer: what its header and what its document say.
    private var asked: Int64 { max(0, feed.refresh.freshness ?? 0, feed.refresh.hints.interval ?? 0) }

    /// Up to a tenth longer, by the feed's own address, so that feeds do not all come at once.
    private func spread(_ seconds: Int64) -> Int64 {
        let share = Int64(UInt64(bitPattern: StableHash.of(feed.url.text)) % 1000)
        let tenth = seconds / 10
        return seconds + tenth / 1000 * share + tenth % 1000 * share / 1000
    }

    /// The first moment that is in none of the hours and days that the feed wants to be spared; `due` itself where that
    /// has passed and now is a good time. Hours that leave no time at all count as long as a server may hold a feed.
    private func allowed(from start: Timestamp, due: Timestamp) -> Timestamp {
        guard isSkipped(start) else { return due }
        let limit = due + settings.maxHold
        // Hours and days come again each week.
        var hour = Timestamp(seconds: start.seconds - start.civil.secondsOfHour)
        for _ in 0..<(7 * 24) {
            hour = hour + 3600
            if hour >= limit { break }
            if !isSkipped(hour) { return hour }
        }
        return limit
    }

    private func isSkipped(_ moment: Timestamp) -> Bool {
        let hints = feed.refresh.hints
        guard hints.skipHours != 0 || hints.skipDays != 0 else { return false }
        let civil = moment.civil
        return hints.skipHours >> UInt32(civil.hour) & 1 == 1
            || hints.skipDays >> UInt8(civil.weekday) & 1 == 1
    }
}

extension Timestamp.Civil {
    fileprivate var secondsOfHour: Int64 { Int64(minute * 60 + second) }
}

extension Store {
    /// Brings the stored times, which the view `feeds` shows, up to what is set now.
    public func retime(
        _ feeds: [Feed], by settings: (Feed) -> FeedSettings, at now: Timestamp
    ) throws(StoreError) {
        let times = feeds.map { feed in
            let due = RefreshSchedule(of: feed, settings: settings(feed)).time(at: now)
            return (feed: feed, due: settings(feed).isInBackground ? due : nil)
        }
        try saveNextDue(
            times.filter { $0.feed.refresh.nextDue != $0.due }.map {
                (feed: $0.feed.id, time: $0.due)
            })
    }
}

extension Feed {
    /// Leaves of its hold what counts with these settings: what of `timed` a state is made of.
    public mutating func limitHold(by settings: FeedSettings, at now: Timestamp) {
        guard hold != nil else { return }
        hold = RefreshSchedule(of: self, settings: settings).hold(at: now)
    }

    /// The feed with its next time and its hold as they are with these settings: what lists show of it.
    public func timed(by settings: FeedSettings, at now: Timestamp) -> Feed {
        let due = RefreshSchedule(of: self, settings: settings)
        var feed = self
        feed.hold = due.hold(at: now)
        let isAsked = !isPaused && !isGone && settings.isInBackground
        feed.refresh.nextDue =
            isAsked ? [due.time(at: now), feed.hold?.until].compactMap { $0 }.max() : nil
        return feed
    }
}
