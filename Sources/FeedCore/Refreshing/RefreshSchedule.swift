/// When a feed is due again. Pure.
///
/// The time is computed anew each time, from the last attempt or the last failure that counts, so that a changed setting
/// counts at once, and a wrong clock does no lasting harm.
struct RefreshSchedule {
    private static let day: Int64 = 86_400
    /// After so long without a new article, a feed is quiet.
    private static let quietTime = 30 * day
    /// A thousand years: no sum with it can overflow.
    private static let longest = 366_000 * day

    private let url: WebAddress
    /// The feed's own interval.
    private let ownInterval: Int64?
    private let times: Times
    private let hold: HostBackoff?
    /// The interval of feeds without their own.
    private let standardInterval: Int64
    private let maxHold: Int64

    /// What counts of a refresh state. All of that would be copied for each feed.
    private struct Times {
        let lastAttempted, lastFailure, lastRefreshed, lastNews: Timestamp?
        let failures: Int
        let freshness: Int64?
        let hints: RefreshHints

        init(_ state: RefreshState) {
            (lastAttempted, lastFailure) = (state.lastAttempted, state.lastFailure)
            (lastRefreshed, lastNews) = (state.lastRefreshed, state.lastNews ?? state.firstRefreshed)
            (failures, freshness, hints) = (state.failures, state.freshness, state.hints)
        }
    }

    /// - Parameter state: instead of the feed's own.
    init(of feed: Feed, _ state: RefreshState? = nil, settings: FeedSettings) {
        (url, ownInterval, hold) = (feed.url, feed.interval, feed.hold)
        times = Times(state ?? feed.refresh)
        (standardInterval, maxHold) = (settings.interval, settings.maxHold)
    }

    /// When the feed is due. Nil for now: it was never tried, or a wrong clock has put the last attempt, or the next one, too
    /// far ahead.
    func time(at now: Timestamp) -> Timestamp? {
        guard let last = times.lastFailure ?? times.lastAttempted, !last.isFromWrongClock(at: now) else { return nil }
        let (ownWait, requestedWait) = (ownWait(after: last), requestedWait)
        // What a server asks for begins with what it sent, and not anew with each failure.
        let answered = min(times.lastRefreshed ?? last, last)
        let due = max(last + ownWait, answered + requestedWait)
        guard due - now <= max(maxHold, ownWait, requestedWait) else { return nil }
        return allowed(from: max(due, now), due: due, last: max(due, answered + requested(.max)))
    }

    /// Whether to count a failure. Failures count once per interval, so that a user who tries again and again does not
    /// delay the feed.
    func countsFailure(at now: Timestamp) -> Bool {
        guard let last = times.lastFailure else { return true }
        // A time in the future is from a wrong clock.
        return last > now || now - last >= interval
    }

    /// The back-off of the feed's server; nil without one.
    func backoff(at now: Timestamp) -> HostBackoff? { hold?.counting(at: now, longest: maxHold) }

    // MARK: Rules

    /// Limited, because the database may hold any number.
    private var interval: Int64 { min(max(1, ownInterval ?? standardInterval), RefreshSchedule.longest) }

    /// The wait without what the server asks for.
    private func ownWait(after last: Timestamp) -> Int64 {
        var wait = interval
        // A quiet feed is due once a day, unless the user has set an interval.
        if ownInterval == nil, let news = times.lastNews, last - news > RefreshSchedule.quietTime {
            wait = max(wait, RefreshSchedule.day)
        }
        guard times.failures > 0 else { return spread(wait) }
        // Each failure in a row doubles the wait, up to a day in all, or to the interval if that is longer.
        let (longest, doublings) = (max(RefreshSchedule.day, interval), Int64(min(times.failures, 20)))
        let delay = interval > longest >> doublings ? longest : interval << doublings
        return min(spread(max(wait, delay)), longest)
    }

    /// The wait in seconds that the response headers and the feed ask for.
    private var requestedWait: Int64 { requested(max(times.freshness ?? 0, times.hints.interval ?? 0)) }

    /// The wait that remains of what a server asks for.
    private func requested(_ seconds: Int64) -> Int64 { spread(max(0, min(seconds, maxHold, RefreshSchedule.longest))) }

    /// Up to a tenth longer, depending on the feed's address, so that feeds are not all due at once.
    private func spread(_ seconds: Int64) -> Int64 {
        guard seconds > 0 else { return seconds }
        let share = Int64(UInt64(bitPattern: StableHash.of(url.text)) % 1000)
        let tenth = seconds / 10
        return seconds + tenth / 1000 * share + tenth % 1000 * share / 1000
    }

    /// The first time from `start` on outside of the feed's skipped hours and days; `due` if `start` is outside of them.
    /// They count up to `last`: else a feed would never be fetched by runs that are all in skipped hours.
    private func allowed(from start: Timestamp, due: Timestamp, last: Timestamp) -> Timestamp {
        guard start < last, isSkipped(start) else { return due }
        // A week has all hours and days.
        let end = min(last, start + 7 * RefreshSchedule.day)
        var hour = Timestamp(seconds: start.seconds - start.civil.secondsOfHour)
        while hour + 3600 < end {
            hour = hour + 3600
            if !isSkipped(hour) { return hour }
        }
        return last
    }

    private func isSkipped(_ time: Timestamp) -> Bool {
        let hints = times.hints
        guard hints.skipHours != 0 || hints.skipDays != 0 else { return false }
        let civil = time.civil
        return hints.skipHours >> UInt32(civil.hour) & 1 == 1 || hints.skipDays >> UInt8(civil.weekday) & 1 == 1
    }
}

extension Timestamp.Civil { fileprivate var secondsOfHour: Int64 { Int64(minute * 60 + second) } }

extension Feed {
    /// Limits the back-off by the settings, as the feed's state needs it.
    public mutating func limitHold(by settings: FeedSettings, at now: Timestamp) {
        guard self.hold != nil else { return }
        self.hold = RefreshSchedule(of: self, settings: settings).backoff(at: now)
    }

    /// The feed with its due time and its back-off by these settings, as lists show them.
    public func timed(by settings: FeedSettings, at now: Timestamp) -> Feed {
        let due = RefreshSchedule(of: self, settings: settings)
        var feed = self
        feed.hold = due.backoff(at: now)
        // A sync refreshes the feeds of an account.
        let isScheduled = !feed.isPaused && !feed.isGone && settings.isInBackground && feed.isFetchedHere
        feed.refresh.nextDue = isScheduled ? [due.time(at: now), feed.hold?.until].compactMap { $0 }.max() : nil
        return feed
    }
}
