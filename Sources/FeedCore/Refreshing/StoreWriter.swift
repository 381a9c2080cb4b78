/// The only writer of a refresh: gathers the updates of feeds, and stores each whole or not at all.
///
/// Updates that arrive within 10 ms share a transaction: for a feed without news, a transaction costs as much as all the
/// rest of storing it.
actor StoreWriter {
    /// SQLite waits for disks and for other programs, so it does not run on the threads of the task pool.
    private let executor: ThreadExecutor
    private let store: Store
    private let now: Timestamp
    private var queue: [(ticket: Int, update: FeedUpdate)] = []
    private var queuedBytes = 0
    private var outcomes: [Int: RefreshOutcome] = [:]
    private var waiting: [Int: CheckedContinuation<RefreshOutcome, Never>] = [:]
    private var lastTicket = 0
    private var gathered: Int
    /// How many documents were begun, and how many are being read: the machine is busy, however quiet the network is.
    private nonisolated let documents = Locked((begun: 0, open: 0))

    /// The most bytes of text that one transaction takes in before it is committed.
    private static let batchLimit = 8 << 20
    /// How long the first update of a transaction waits for others.
    private let gatheringTime: Duration
    /// How long the network must bring nothing before the writer indexes.
    private let idleTime: Duration

    /// - Parameters:
    ///   - gathered: how many updates may share a transaction.
    ///   - gatheringTime: how long the first of them waits for the others.
    init(
        _ store: consuming sending Store, at now: Timestamp, gathered: Int = 1,
        within gatheringTime: Duration = .milliseconds(10), idleTime: Duration = .milliseconds(300)
    ) throws(StoreError) {
        guard let executor = ThreadExecutor() else {
            throw .cannotOpen(path: store.path, why: "the system has no threads left")
        }
        self.executor = executor
        store.database.setPatternBudget(.ofRules)
        self.store = store
        self.now = now
        self.gathered = gathered
        self.gatheringTime = gatheringTime
        self.idleTime = idleTime
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// From now on, writes each update at once.
    func stopGathering() {
        gathered = 1
    }

    /// How long the expressions of rules may take from now on.
    func setPatternBudget(_ budget: PatternBudget) {
        store.database.setPatternBudget(budget)
    }

    /// The feed as it is now. Nil if it was removed, or cannot be read.
    func feed(_ id: FeedID) -> Feed? { try? store.feed(withID: id) ?? nil }

    /// Stores an update. Returns its outcome once it is committed.
    ///
    /// The update that fills the queue writes the whole queue. Otherwise the first update writes the queue after its
    /// wait. Neither suspends while it writes, so no update stays behind.
    func apply(_ update: FeedUpdate) async -> RefreshOutcome {
        lastTicket += 1
        let ticket = lastTicket
        queue.append((ticket, update))
        queuedBytes += update.size
        if queue.count < gathered, queuedBytes < StoreWriter.batchLimit {
            guard queue.count == 1 else { return await withCheckedContinuation { waiting[ticket] = $0 } }
            // A cancelled run does not wait.
            try? await Task.sleep(for: gatheringTime)
        }
        while true {
            if let outcome = outcomes.removeValue(forKey: ticket) { return outcome }
            writeBatch()
        }
    }

    nonisolated func beginDocument() {
        documents.withLock { $0 = ($0.begun + 1, $0.open + 1) }
    }

    nonisolated func endDocument() {
        documents.withLock { $0.open -= 1 }
    }

    /// Adds stored articles to the search index while the network is idle, until it is cancelled. It indexes a few at a
    /// time, so that updates need not wait long.
    func indexWhileIdle() async {
        while !Task.isCancelled {
            let (ticket, begun) = (lastTicket, documents.withLock { $0.begun })
            do { try await Task.sleep(for: idleTime) } catch { return }
            while ticket == lastTicket, queue.isEmpty, documents.withLock({ $0 == (begun, 0) }), !Task.isCancelled {
                // On an error, such as another writer, the next search indexes the rest.
                guard let count = try? store.indexSome(.idle) else { return }
                if count == 0 { break }
                await Task.yield()
            }
        }
    }

    /// Writes the first updates of the queue, up to and including the one that exceeds the size limit.
    private func writeBatch() {
        var size = 0
        let end = queue.firstIndex { entry in
            defer { size += entry.update.size }
            return size > StoreWriter.batchLimit
        }
        let batch = Array(queue[..<(end ?? queue.endIndex)])
        queue.removeFirst(batch.count)
        queuedBytes -= batch.reduce(0) { $0 + $1.update.size }
        for (entry, outcome) in zip(batch, write(batch.map(\.update))) {
            if let waiting = waiting.removeValue(forKey: entry.ticket) {
                waiting.resume(returning: outcome)
            } else {
                outcomes[entry.ticket] = outcome
            }
        }
    }

    /// Writes without savepoints first, because a savepoint keeps a copy of each page that a feed touches. If one feed
    /// fails, rolls back and writes all again, each feed in its savepoint.
    private func write(_ updates: [FeedUpdate]) -> [RefreshOutcome] {
        do {
            return try transaction { statements in
                try updates.map { try store.store($0, with: statements, at: now) }
            }
        } catch .busy {
            // Another program has the database for longer than we wait.
            return updates.map { RefreshOutcome($0, .notStored(.busy)) }
        } catch {
            return writeInSavepoints(updates)
        }
    }

    private func writeInSavepoints(_ updates: [FeedUpdate]) -> [RefreshOutcome] {
        do {
            return try transaction { statements in
                try updates.map { try write($0, with: statements) }
            }
        } catch {
            return updates.map { RefreshOutcome($0, .notStored(error)) }
        }
    }

    private func transaction(
        _ body: (borrowing ArticleStatements) throws -> [RefreshOutcome]
    ) throws(StoreError) -> [RefreshOutcome] {
        try store.transaction { try body(try store.articleStatements()) }
    }

    private func write(
        _ update: FeedUpdate, with statements: borrowing ArticleStatements
    ) throws(StoreError) -> RefreshOutcome {
        do {
            return try store.savepoint { try store.store(update, with: statements, at: now) }
        } catch {
            // A full disk rolls back the whole transaction: then no feed of it is stored.
            guard store.database.isInTransaction else { throw error }
            return RefreshOutcome(update, error == .cancelled ? .unfinished : .notStored(error))
        }
    }
}
