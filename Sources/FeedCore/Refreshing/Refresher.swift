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
    private let passwords: [FeedID: Result<String, PasswordError>]
    /// The servers that want to be left alone, those that said so in this run included.
    private let holds: Locked<[String: HostHold]>

    /// - Parameters:
    ///   - jobs: the most feeds that are on the network at once, as far as the system has connections for them.
    ///   - isForced: asks for every document anew, and servers too that ask to be left alone.
    ///   - passwords: for feeds of which only the name of a user is stored.
    ///   - settings: what holds for one feed.
    public init(
        _ store: consuming sending Store, fetcher: Fetcher, jobs: Int, isForced: Bool = false, at now: Timestamp,
        passwords: [FeedID: Result<String, PasswordError>] = [:], settings: @escaping @Sendable (Feed) -> FeedSettings
    ) throws(StoreError) {
        credentials = try store.credentialsOfFeeds()
        holds = Locked(isForced ? [:] : try store.hostHolds())
        writer = StoreWriter(store, at: now)
        self.fetcher = fetcher
        self.jobs = min(jobs, DescriptorRoom.shared.transfers)
        self.isForced = isForced
        self.now = now
        self.passwords = passwords
        self.settings = settings
    }

    /// Refreshes the feeds, and tells of each when it is stored. What cancelling the task stops is left `unfinished`.
    ///
    /// A feed without a way to its server is told last: only when another was answered is it this feed that failed.
    public func refresh(_ feeds: [Feed], progress: (RefreshProgress) -> Void) async {
        var turns = HostTurns(feeds) { settings($0).hostJobs }
        let slots = TransferSlots(jobs)
        // While some are read and stored, the network has others.
        let jobsAtAll = jobs + (jobs + 1) / 2
        await withTaskGroup(of: RefreshOutcome.self) { group in
            var running = 0
            var network = NetworkWatch()
            func fill() {
                while running < jobsAtAll, !network.seemsDown, !Task.isCancelled, let feed = turns.next() {
                    running += 1
                    progress(.started(feed))
                    group.addTask { await refresh(feed, slots) }
                }
            }
            fill()
            while let outcome = await group.next() {
                running -= 1
                turns.finished(outcome.feed)
                if network.saw(outcome) { progress(.finished(outcome)) }
                if let hold = outcome.hold, !isForced {
                    holds.withLock { $0[hold.host] = hold.time }
                    for feed in turns.remove(host: hold.host) { progress(.held(feed, until: hold.time.until)) }
                }
                fill()
            }
            for outcome in network.unreached {
                progress(.finished(network.isUp ? await fail(outcome) : outcome))
            }
        }
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
    private func refresh(_ feed: Feed, _ slots: TransferSlots) async -> RefreshOutcome {
        let settings = settings(feed)
        var (fetched, waited) = await slots.use {
            let asked = SuspendingClock.now
            let fetched = await fetch(feed, settings)
            return (fetched, asked.duration(to: .now))
        }
        let bytes = fetched.byteCount
        // What was read is not needed any more; its share of the memory is kept until what was read is stored.
        var body = NewBody(&fetched, knownHash: feed.refresh.bodyHash, limit: settings.byteLimit)
        let update = FeedUpdate(
            of: feed, fetched: fetched, parsed: body.parsed.take(), bodyHash: body.hash, settings: settings, at: moment)
        var outcome = await writer.apply(update)
        if case .response(let response) = fetched {
            outcome.status = response.status
            outcome.bytes = bytes
            outcome.duration = response.duration
        } else {
            outcome.duration = waited
        }
        return withExtendedLifetime(fetched) { outcome }
    }

    private func fetch(_ feed: Feed, _ settings: FeedSettings) async -> FeedUpdate.Fetched {
        var request = Request(
            url: feed.url, userAgent: settings.userAgent, timeout: settings.timeout, byteLimit: settings.byteLimit)
        request.credentials = credentials[feed.id]
        switch passwords[feed.id] {
        case .success(let password): request.credentials?.password = password
        case .failure(let error): return .failure(.password(error.message))
        case nil: break
        }
        request.headers = settings.headers
        request.proxy = settings.proxy
        request.heldHosts = holds.withLock { $0 }.compactMapValues {
            NextDue.what(of: $0, countsAt: now, longest: settings.maxHold)?.until
        }
        request.validators = isForced ? nil : feed.refresh.conditions(at: now)
        do {
            return .response(try await fetcher.fetch(request))
        } catch {
            return .failure(error)
        }
    }
}

/// What one hears of a refresh while it runs.
public enum RefreshProgress: Sendable {
    case started(Feed)
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

    fileprivate mutating func takeBody() -> [UInt8] {
        guard case .response(var response) = self else { return [] }
        let body = response.body
        response.body = []
        self = .response(response)
        return body
    }
}

/// The body of an answer, read as a feed where it is not the one that was read last.
private struct NewBody {
    var hash: Int64?
    var parsed: FeedUpdate.Parsed?

    init(_ fetched: inout FeedUpdate.Fetched, knownHash: Int64?, limit: Int) {
        let body = fetched.takeBody()
        guard case .response(let response) = fetched, [200, 203].contains(response.status) else { return }
        hash = StableHash.of(body)
        guard hash != knownHash else { return }
        do throws(ParseError) {
            parsed = .success(
                try FeedParser.parse(
                    consume body, base: response.url.text, charset: response.headers.charset,
                    limit: max(limit, FeedParser.usualLimit)))
        } catch {
            parsed = .failure(error)
        }
    }
}

/// Notices that the machine is offline, so that the run ends soon: when several feeds had no way out and not one was
/// answered or refused.
private struct NetworkWatch {
    /// The feeds without a way out.
    private(set) var unreached: [RefreshOutcome] = []
    private(set) var isUp = false

    var seemsDown: Bool { !isUp && unreached.count >= 4 }

    /// False where it is not yet known what the outcome means.
    mutating func saw(_ outcome: RefreshOutcome) -> Bool {
        switch outcome.result {
        case .offline:
            unreached.append(outcome)
            return false
        case .unfinished: return true
        default:
            // A local file is there without a network.
            if outcome.feed.url.scheme != .file { isUp = true }
            return true
        }
    }
}
