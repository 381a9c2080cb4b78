/// One refresh of many feeds: which feed begins next, and what the end of one means for the others.
struct RefreshLoop {
    enum Event: Sendable {
        case finished(RefreshOutcome)
        case password(String, Result<Password, PasswordError>)
    }

    private let refresher: Refresher
    private let network: AsyncSemaphore
    private var feeds: HostQueue<Feed>
    /// Feeds with programs have a queue of their own, because programs may be slow.
    private var programs: HostQueue<Feed>
    /// The feeds that wait for a password, by its command.
    private var locked: [String: [Feed]] = [:]
    private var passwords: [String: Result<Password, PasswordError>] = [:]
    /// How many connections in a row each host has refused.
    private var refusals: [String: Int] = [:]
    private var detector: OfflineDetector
    /// Feeds that this run tries again: the user changed their filter or XPaths during the fetch.
    private var repeated: Set<FeedID> = []

    /// After this many refused connections in a row, the host's other feeds are not tried.
    private static let refusalsUntilLeft = 3

    init(of feeds: [Feed], by refresher: Refresher) {
        self.refresher = refresher
        network = AsyncSemaphore(permits: refresher.jobs)
        // The network stays busy while other feeds are parsed and stored.
        self.feeds = HostQueue(feedLimit: refresher.jobs * 2)
        // While one program waits for its server, another can run.
        programs = HostQueue(feedLimit: refresher.programs * 2)
        detector = OfflineDetector(hosts: Set(feeds.map { $0.url.hostAndPort }).subtracting([""]).count)
        for feed in feeds {
            if let command = refresher.passwordCommands[feed.id] {
                locked[command, default: []].append(feed)
            } else {
                append(feed)
            }
        }
    }

    private mutating func append(_ feed: Feed) {
        let share = refresher.settings(feed).hostJobs
        if feed.runsProgram { programs.append(feed, share: share) } else { feeds.append(feed, share: share) }
    }

    /// Refreshes all feeds.
    mutating func run(_ progress: (RefreshProgress) -> Void) async {
        await withTaskGroup(of: Event.self) { group in
            for command in locked.keys.sorted() {
                group.addTask { [refresher] in .password(command, await refresher.askPassword(command)) }
            }
            start(in: &group, progress)
            while let event = await group.next() {
                await handle(event, progress)
                start(in: &group, progress)
            }
        }
        await reportUnreached(progress)
    }

    /// Begins the feeds whose turn it is.
    private mutating func start(in group: inout TaskGroup<Event>, _ progress: (RefreshProgress) -> Void) {
        let isDown = detector.seemsDown(after: refresher.start.duration(to: .now))
        while !Task.isCancelled, let feed = nextFeed(isDown) {
            progress(.started(feed.id, title: feed.title))
            refresher.writer.expectUpdates(feeds.running + programs.running)
            let password = refresher.passwordCommands[feed.id].flatMap { passwords[$0] }
            let ticket = feed.url.scheme == .exec ? nil : network.ticket()
            group.addTask { [refresher, network] in
                .finished(await refresher.refresh(feed, password, network, ticket))
            }
        }
        // No feed needs the pending passwords.
        if isDown, feeds.running + programs.running == 0 { group.cancelAll() }
    }

    /// The next feed that may begin: without a network, of those that have no host.
    private mutating func nextFeed(_ isDown: Bool) -> Feed? {
        isDown ? feeds.next(at: "") ?? programs.next(at: "") : feeds.next() ?? programs.next()
    }

    private mutating func handle(_ event: Event, _ progress: (RefreshProgress) -> Void) async {
        switch event {
        case .password(let command, let password):
            passwords[command] = password
            for feed in locked.removeValue(forKey: command) ?? [] { append(feed) }
        case .finished(let outcome):
            let isReached = detector.note(outcome)
            if outcome.feed.runsProgram {
                programs.finish(outcome.feed, isWarm: isReached)
            } else {
                feeds.finish(outcome.feed, isWarm: isReached)
            }
            refresher.writer.expectUpdates(feeds.running + programs.running)
            if let edited = await feedToRepeat(after: outcome) {
                append(edited)
            } else if isReached {
                progress(.finished(outcome))
            }
            await countRefusals(outcome, progress)
            if detector.isDoubtful {
                detector.isDoubtful = false
                feeds.preferReached()
            }
            holdHost(after: outcome, progress)
        }
    }

    /// Returns the feed as it is now if the user changed its filter or XPaths during the fetch. The run tries it again
    /// once. Credentials and headers belong to an address, so a feed that has moved waits for the next run.
    private mutating func feedToRepeat(after outcome: RefreshOutcome) async -> Feed? {
        guard case .dropped = outcome.result, !Task.isCancelled,
            let feed = await refresher.writer.feed(outcome.feed.id), feed.url == outcome.feed.url, !feed.isPaused
        else { return nil }
        return repeated.insert(feed.id).inserted ? feed : nil
    }

    /// Ends the waiting feeds of a host that refuses connections.
    private mutating func countRefusals(_ outcome: RefreshOutcome, _ progress: (RefreshProgress) -> Void) async {
        guard outcome.isRefused || !refusals.isEmpty else { return }
        let host = outcome.feed.url.hostAndPort
        refusals[host] = outcome.isRefused ? refusals[host, default: 0] + 1 : nil
        guard refusals[host] == RefreshLoop.refusalsUntilLeft, case .failed(let why) = outcome.result else { return }
        let (refresher, waiting) = (refresher, feeds.removeWaiting(at: host))
        // At once, so that they share transactions.
        refresher.writer.expectUpdates(feeds.running + programs.running + waiting.count)
        await withTaskGroup(of: RefreshOutcome.self) { group in
            for feed in waiting { group.addTask { await refresher.store(.refused(why), of: feed) } }
            for await outcome in group { progress(.finished(outcome)) }
        }
    }

    /// Leaves out the waiting feeds of a host that has asked for a back-off.
    private mutating func holdHost(after outcome: RefreshOutcome, _ progress: (RefreshProgress) -> Void) {
        guard let requested = outcome.backoff, let backoffs = refresher.backoffs else { return }
        let until = (backoffs.all[requested.host] ?? requested.time).until
        for feed in feeds.removeFeeds(of: requested.host) + programs.removeFeeds(of: requested.host) {
            progress(.held(feed, until: until))
        }
    }

    private func reportUnreached(_ progress: (RefreshProgress) -> Void) async {
        if !detector.unreached.isEmpty { refresher.writer.stopGathering() }
        for outcome in detector.unreached {
            progress(.finished(detector.isOffline ? outcome : await refresher.fail(outcome)))
        }
    }
}

extension HostQueue<Feed> {
    init(feedLimit: Int) {
        self.init(limit: feedLimit, host: { $0.url.hostAndPort }, isFavorite: { $0.isFavorite })
    }

    /// Gives the hosts first turns that answered most recently, in this run or before.
    mutating func preferReached() {
        sortHosts { $0.refresh.lastRefreshed?.seconds ?? .min }
    }

    /// Removes the waiting feeds of a host, and those that were redirected to it the last time.
    mutating func removeFeeds(of host: String) -> [Feed] {
        removeWaiting(at: host) + removeWaiting { $0.refresh.answeredHost == host }
    }
}
