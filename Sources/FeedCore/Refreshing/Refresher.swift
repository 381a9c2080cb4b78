/// Refreshes feeds side by side: fetches, parses, decides and stores each on its own.
public struct Refresher: Sendable {
    private let fetcher: Fetcher
    private let writer: StoreWriter
    private let settings: @Sendable (Feed) -> FeedSettings
    private let credentials: [FeedID: Credentials]
    private let jobs: Int
    private let isForced: Bool
    private let now: Timestamp
    /// When that was, for the clock that never jumps.
    private let start = SuspendingClock.now
    private let passwordCommands: [FeedID: String]
    private let askPassword: @Sendable (String) async -> Result<String, PasswordError>
    /// The servers that want to be left alone, those that said so in this run included.
    private let holds: Locked<[String: HostBackoff]>

    /// - Parameters:
    ///   - jobs: the most feeds that are on the network at once, as far as the system has connections for them.
    ///   - isForced: asks for every document anew, and servers too that ask to be left alone.
    ///   - passwordCommands: what knows the passwords of feeds of which only the name of a user is stored.
    ///   - askPassword: asks one of those commands. The feeds that need no password do not wait for it.
    ///   - settings: what holds for one feed.
    public init(
        _ store: consuming sending Store, fetcher: Fetcher, jobs: Int, isForced: Bool = false, at now: Timestamp,
        passwordCommands: [FeedID: String] = [:],
        askPassword: @escaping @Sendable (String) async -> Result<String, PasswordError>,
        settings: @escaping @Sendable (Feed) -> FeedSettings
    ) throws(StoreError) {
        credentials = try store.credentialsOfFeeds()
        holds = Locked(isForced ? [:] : try store.hostBackoffs())
        self.fetcher = fetcher
        self.jobs = min(jobs, FileDescriptorLimit.shared.transfers)
        // Half of those that are more than the network takes may wait to be written, and it is never idle.
        writer = StoreWriter(store, at: now, gathered: max(1, self.jobs / 4))
        self.isForced = isForced
        self.now = now
        self.passwordCommands = passwordCommands
        self.askPassword = askPassword
        self.settings = settings
    }

    /// Refreshes the feeds, and tells of each when it is stored. What cancelling the task stops is left `unfinished`.
    ///
    /// A feed without a way to its server is told last: only when another was answered is it this feed that failed.
    public func refresh(_ feeds: [Feed], progress: (RefreshProgress) -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await writer.indexWhileIdle() }
            await refreshAll(feeds, progress)
            group.cancelAll()
        }
    }

    private func refreshAll(_ feeds: [Feed], _ progress: (RefreshProgress) -> Void) async {
        var turns = HostScheduler(feeds.filter { passwordCommands[$0.id] == nil }) { settings($0).hostJobs }
        // Those that cannot be asked yet, by the command that knows their passwords.
        var closed = Dictionary(grouping: feeds.filter { passwordCommands[$0.id] != nil }) {
            passwordCommands[$0.id]
        }
        var passwords: [String: Result<String, PasswordError>] = [:]
        let slots = AsyncSemaphore(jobs)
        // While some are read and stored, the network has others.
        let jobsAtAll = jobs + (jobs + 1) / 2
        await withTaskGroup(of: Event.self) { group in
            var running = 0
            var network = OfflineDetector(hosts: Set(feeds.map(\.url.hostAndPort)).subtracting([""]).count)
            func fill() {
                let isDown = network.seemsDown(after: start.duration(to: .now))
                while running < jobsAtAll, !isDown, !Task.isCancelled, let feed = turns.next() {
                    running += 1
                    progress(.started(feed.id, title: feed.title))
                    let password = passwordCommands[feed.id].flatMap { passwords[$0] }
                    let ticket = slots.ticket()
                    group.addTask { .finished(await refresh(feed, password, slots, ticket)) }
                }
                // Nobody waits for a password that is of no use.
                if running == 0, isDown { group.cancelAll() }
            }
            for command in closed.keys.compactMap({ $0 }).sorted() {
                group.addTask { .password(command, await askPassword(command)) }
            }
            fill()
            while let event = await group.next() {
                guard case .finished(let outcome) = event else {
                    if case .password(let command, let password) = event {
                        passwords[command] = password
                        turns.add(closed.removeValue(forKey: command) ?? []) { settings($0).hostJobs }
                    }
                    fill()
                    continue
                }
                running -= 1
                let isReached = network.saw(outcome)
                turns.finished(outcome.feed, isReached: isReached)
                if isReached { progress(.finished(outcome)) }
                if network.isDoubtful {
                    network.isDoubtful = false
                    turns.preferReached()
                }
                if let hold = outcome.hold, !isForced {
                    let until = holds.withLock { $0[hold.host] ?? hold.time }.until
                    for feed in turns.remove(host: hold.host) { progress(.held(feed, until: until)) }
                }
                fill()
            }
            if !network.unreached.isEmpty { await writer.stopGathering() }
            for outcome in network.unreached {
                progress(.finished(network.isUp ? await fail(outcome) : outcome))
            }
        }
    }

    /// A document of more bytes takes too long to be made ready for the store once the run is to end.
    private static let quickLimit = 1 << 20

    private enum Event: Sendable {
        case finished(RefreshOutcome)
        case password(String, Result<String, PasswordError>)
    }

    /// The machine is not offline: it is this feed's server that cannot be reached.
    private func fail(_ unreached: RefreshOutcome) async -> RefreshOutcome {
        guard case .offline(let why) = unreached.result else { return unreached }
        let feed = unreached.feed
        var outcome = await writer.apply(
            FeedUpdate(
                of: feed, fetched: .failure(.connection(why)), parsed: nil, bodyHash: nil, settings: settings(feed),
                at: now))
        outcome.duration = unreached.duration
        return outcome
    }

    /// Ends what is still under way, and the thread of the network with it.
    public func stop() {
        fetcher.stop()
    }

    /// Now, in the course of the run: what a server asks for counts from its answer.
    private var moment: Timestamp { now + start.duration(to: .now).components.seconds }

    /// The story of one feed.
    private func refresh(
        _ feed: Feed, _ password: Result<String, PasswordError>?, _ slots: AsyncSemaphore, _ ticket: Int
    ) async -> RefreshOutcome {
        let settings = settings(feed)
        var (fetched, waited) = await slots.use(ticket) {
            let asked = SuspendingClock.now
            let fetched = await fetch(feed, password, settings)
            return (fetched, asked.duration(to: .now))
        }
        // The network has done its part: a large body is read when its turn has come.
        await fetched.readBody()
        let bytes = fetched.byteCount
        // What was read is not needed any more; its share of the memory, or its turn, is kept until that is stored.
        var body = ChangedBody(&fetched, knownHash: feed.refresh.bodyHash, limit: settings.byteLimit)
        if Task.isCancelled, body.isGivenUp || bytes > Refresher.quickLimit { fetched = .failure(.cancelled) }
        let update = FeedUpdate(
            of: feed, fetched: fetched, parsed: body.parsed.take(), bodyHash: body.hash, settings: settings, at: moment)
        if let hold = update.hold, !isForced {
            // At once, for those who are under way to it.
            holds.withLock { $0[hold.host] = $0[hold.host]?.joined(with: hold.time) ?? hold.time }
        }
        if case .failure(.disk(let why)) = fetched { return RefreshOutcome(update, .notStored(.noTemporaryFile(why))) }
        var outcome = await writer.apply(update)
        if case .failure? = password { outcome.lacksPassword = true }
        if case .response(let response) = fetched {
            // A file of this machine was read without HTTP.
            outcome.status = response.url.scheme == .file ? nil : response.status
            outcome.bytes = bytes
            outcome.duration = response.duration
        } else {
            outcome.duration = waited
        }
        return withExtendedLifetime(fetched) { outcome }
    }

    private func fetch(
        _ feed: Feed, _ password: Result<String, PasswordError>?, _ settings: FeedSettings
    ) async -> FeedUpdate.Fetched {
        var request = Request(
            url: feed.url, userAgent: settings.userAgent, timeout: settings.timeout, byteLimit: settings.byteLimit)
        request.credentials = credentials[feed.id]
        switch password {
        case .success(let password): request.credentials?.password = password
        case .failure(let error): return .failure(.password(error.message))
        case nil: break
        }
        request.headers = settings.headers
        request.proxy = settings.proxy
        request.heldUntil = { [holds, now] host in
            let hold = holds.withLock { $0[host] }
            return hold.flatMap { RefreshSchedule.what(of: $0, countsAt: now, longest: settings.maxHold)?.until }
        }
        request.validators = isForced ? nil : feed.refresh.conditions(at: now)
        do {
            return .response(try await fetcher.ask(request))
        } catch {
            return .failure(error)
        }
    }
}

/// What one hears of a refresh while it runs.
public enum RefreshProgress: Sendable {
    case started(FeedID, title: String)
    case finished(RefreshOutcome)
    /// Not asked, because its host has just asked to be left alone.
    case held(Feed, until: Timestamp)
}

/// Why there is no password for a feed, in words for the user.
public struct PasswordError: Error, Hashable, Sendable {
    public let message: String

    public init(_ message: String) {
        self.message = message
    }
}

extension RefreshState {
    /// A feed that answered nothing but 304 for so long is asked for its document once: some servers say 304 for ever.
    private static let longestUnchanged: Int64 = 8 * 86_400

    /// What to ask conditionally with; nil for a document in any case.
    func conditions(at now: Timestamp) -> Validators? {
        guard let lastBody, (0..<RefreshState.longestUnchanged).contains(now - lastBody) else { return nil }
        return validators
    }
}

extension FeedUpdate.Fetched {
    fileprivate var byteCount: Int {
        if case .response(let response) = self { response.body.count } else { 0 }
    }

    fileprivate mutating func readBody() async {
        guard case .response(var response) = self else { return }
        do throws(FetchError) {
            try await response.readBody()
            self = .response(response)
        } catch {
            self = .failure(error)
        }
    }

    fileprivate mutating func takeBody() -> [UInt8] {
        guard case .response(var response) = self else { return [] }
        let body = response.body
        response.body = []
        self = .response(response)
        return body
    }
}

/// The body of an answer, read as a feed where it is not the one that was read last.
private struct ChangedBody {
    var hash: Int64?
    var parsed: FeedUpdate.Parsed?
    /// It was not read to its end, because nobody wants it any more.
    var isGivenUp: Bool { if case .failure(.cancelled) = parsed { true } else { false } }

    init(_ fetched: inout FeedUpdate.Fetched, knownHash: Int64?, limit: Int) {
        let body = fetched.takeBody()
        guard case .response(let response) = fetched, [200, 203].contains(response.status) else { return }
        hash = StableHash.of(body)
        guard hash != knownHash else { return }
        do throws(ParseError) {
            parsed = .success(
                try FeedParser.parse(
                    consume body, base: response.url.text, charset: response.headers.charset,
                    limit: max(limit, FeedParser.defaultLimit)))
        } catch {
            parsed = .failure(error)
        }
    }
}
