/// Refreshes feeds side by side: fetches, parses, decides and stores each on its own.
public final class Refresher: Sendable {
    let fetcher: Fetcher
    let writer: StoreWriter
    let settings: @Sendable (Feed) -> FeedSettings
    let credentials: [FeedID: Credentials]
    let jobs: Int
    let programs: Int
    private let isForced: Bool
    private let now: Timestamp
    /// The same time on the clock that never jumps.
    let start = ContinuousClock.now
    let passwordCommands: [FeedID: String]
    let askPassword: @Sendable (String) async -> Result<Password, PasswordError>
    /// The back-offs of all runs, this one included; nil if the run ignores them.
    let backoffs: HostBackoffs?

    /// When the run is cancelled, a larger document is not stored any more: that takes too long.
    private static let lateByteLimit = 1 << 20

    /// - Parameters:
    ///   - jobs: the most feeds on the network at once, as far as the system has connections for them.
    ///   - programs: the most feeds with programs at once: each runs one or two.
    ///   - isForced: ignores validators and back-offs.
    ///   - passwordCommands: the commands that print the passwords of feeds with only a user name.
    ///   - askPassword: runs one of those commands. Feeds without a command do not wait for it.
    ///   - settings: the settings of one feed.
    public init(
        _ store: consuming sending Store, fetcher: Fetcher, jobs: Int, programs: Int = 4, isForced: Bool = false,
        at now: Timestamp,
        passwordCommands: [FeedID: String] = [:],
        askPassword: @escaping @Sendable (String) async -> Result<Password, PasswordError>,
        settings: @escaping @Sendable (Feed) -> FeedSettings
    ) throws(StoreError) {
        credentials = try store.credentialsOfFeeds()
        backoffs = isForced ? nil : HostBackoffs(try store.hostBackoffs(), at: now)
        self.fetcher = fetcher
        self.jobs = min(jobs, FileDescriptorLimit.shared.transfers)
        try store.checkpointRarely()
        // `RefreshLoop` runs twice `jobs` feeds. Half of the excess may wait for a common transaction, so the network
        // is never idle.
        writer = try StoreWriter(store, at: now, gathered: max(1, self.jobs / 2))
        self.programs = programs
        self.isForced = isForced
        self.now = now
        self.passwordCommands = passwordCommands
        self.askPassword = askPassword
        self.settings = settings
    }

    /// Refreshes the feeds, and reports each when it is stored. A cancelled task leaves the rest `unfinished`.
    ///
    /// A feed that cannot be reached is reported last: it has failed only if another feed was reached. Otherwise the
    /// machine is offline.
    public func refresh(_ feeds: [Feed], progress: (RefreshProgress) -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [writer] in await writer.indexWhileIdle() }
            var loop = RefreshLoop(of: feeds, by: self)
            await loop.run(progress)
            group.cancelAll()
        }
    }

    /// The machine is not offline: it is this feed's server that cannot be reached, or its program that has failed.
    func fail(_ unreached: RefreshOutcome) async -> RefreshOutcome {
        guard case .offline(let why) = unreached.result else { return unreached }
        let isProgram = unreached.feed.url.scheme == .exec
        let error: FetchError = isProgram ? .program(why) : .connection(why)
        var outcome = await writer.apply(update(.failure(error), of: unreached.feed))
        outcome.duration = unreached.duration
        return outcome
    }

    /// `now` is the time at the start of the run.
    private var currentTime: Timestamp { now + start.duration(to: .now).components.seconds }

    // MARK: One feed

    /// Refreshes one feed: fetches it on the network, then parses and stores what came.
    func refresh(
        _ feed: Feed, _ password: Result<Password, PasswordError>?, _ network: AsyncSemaphore, _ ticket: Int?
    ) async -> RefreshOutcome {
        var duration = Duration.zero
        let spentOnPassword = (try? password?.get())?.duration ?? .zero
        do throws(FetchError) {
            func timed() async -> Result<Response, FetchError> {
                let start = SuspendingClock.now
                defer { duration = start.duration(to: .now) }
                return await fetch(feed, password)
            }
            // A program needs no connection.
            let fetched = if let ticket { await network.withPermit(ticket, timed) } else { await timed() }
            // The run was cancelled before this feed got a permit.
            guard let result = consume fetched else { return RefreshOutcome(update(.failure(.cancelled), of: feed)) }
            let outcome = try await fetcher.withBody(of: try (consume result).get()) {
                await store($0, of: feed, spentBefore: spentOnPassword)
            }
            return await followMove(of: outcome, try? password?.get())
        } catch {
            var outcome = await store(error, of: feed)
            if case .failure = password { outcome.lacksPassword = true }
            if case .refused = error { outcome.isRefused = true }
            outcome.duration = duration
            return outcome
        }
    }

    private func fetch(
        _ feed: Feed, _ password: Result<Password, PasswordError>?
    ) async -> Result<Response, FetchError> {
        var request = Request(for: feed.url, settings(feed))
        request.credentials = credentials[feed.id]
        request.prefersFeeds = feed.xpaths == nil
        do throws(PasswordError) { try request.use(try password?.get()) } catch {
            return .failure(.password(error.message))
        }
        request.feed = (feed.id, feed.refresh.lastRefreshed)
        request.backoffs = backoffs
        if feed.url.isRemote { request.limitToPublicNetworks(unlessFrom: feed.url) }
        request.validators = isForced ? nil : feed.refresh.conditions(at: now)
        do throws(FetchError) { return .success(try await fetcher.fetchResponse(to: request)) } catch {
            return .failure(error)
        }
    }

    /// Parses and stores a response. `spentBefore` is the part of the feed's timeout that was used before the request.
    private func store(
        _ response: consuming Response, of feed: Feed, spentBefore: Duration
    ) async -> RefreshOutcome {
        writer.beginDocument()
        defer { writer.endDocument() }
        let byteCount = response.body.count
        let head = response.withoutBody
        var outcome: RefreshOutcome
        do throws(FetchError) {
            let settings = settings(feed)
            let changed = try await ChangedBody(
                of: response, feed, fetcher, settings, isForced: isForced, spentBefore: spentBefore,
                await writer.textHashes(of: feed.id))
            let move = changed.move(of: feed, from: head.url)
            if Task.isCancelled, changed.isCancelled || byteCount > Refresher.lateByteLimit { throw .cancelled }
            outcome = await writer.apply(update(.success(head), changed, of: feed))
            outcome.move = move.map { (to: $0, problem: nil) }
        } catch {
            outcome = await store(error, of: feed)
        }
        if outcome.result != .unfinished {
            // A local file and a program have no HTTP status.
            outcome.status = head.url.isRemote ? head.status : nil
            outcome.bytes = byteCount
        }
        outcome.duration = head.duration
        return outcome
    }

    /// Stores that a feed could not be fetched.
    func store(_ error: FetchError, of feed: Feed) async -> RefreshOutcome {
        let update = update(.failure(error), of: feed)
        switch error {
        // The program may need the network; the other feeds show whether there is one.
        case .program(let why) where feed.url.scheme == .exec: return RefreshOutcome(update, .offline(why))
        case .disk(let why): return RefreshOutcome(update, .notStored(.noTemporaryFile(why)))
        default: return await writer.apply(update)
        }
    }

    func update(
        _ fetched: Result<Response, FetchError>, _ body: consuming ChangedBody = ChangedBody(), of feed: Feed
    ) -> FeedUpdate {
        FeedUpdate(
            of: feed, fetched: fetched, parsed: body.parsed.take(), bodyHash: body.hash, settings: settings(feed),
            at: currentTime)
    }
}

/// The events of a running refresh.
public enum RefreshProgress: Sendable {
    case started(FeedID, title: String)
    case finished(RefreshOutcome)
    /// Left out, because its host has just asked for a back-off.
    case held(Feed, until: Timestamp)
}

extension RefreshState {
    /// After only 304 for so long, one request is unconditional: some servers answer 304 for ever.
    private static let longestUnchanged: Int64 = 8 * 86_400

    /// The validators for a conditional request; nil for an unconditional one.
    func conditions(at now: Timestamp) -> Validators? {
        // Some servers fail only if they get validators.
        guard failures < 2 else { return nil }
        // A body without a hash names a new address that has not served the feed yet, and is tried again.
        let longest = bodyHash == nil ? 86_400 : RefreshState.longestUnchanged
        guard let lastBody, (0..<longest).contains(now - lastBody) else { return nil }
        return validators
    }
}
