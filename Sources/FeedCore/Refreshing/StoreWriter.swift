/// The only writer of a refresh: gathers the updates of feeds, and stores each whole or not at all.
///
/// Updates that arrive within 10 ms share a transaction: for a feed without news, a transaction costs as much as all the
/// rest of storing it.
actor StoreWriter {
    /// SQLite waits for disks and for other programs, so it does not run on the threads of the task pool.
    private let executor: ThreadExecutor
    private let store: Store
    private let now: Timestamp
    /// The tasks of the updates wait here and not in the actor: a task takes the thread of the writer only to write.
    private nonisolated let queue: Locked<UpdateQueue>
    /// How many documents were begun, and how many are being read: the machine is busy, however quiet the network is.
    private nonisolated let documents = Locked((begun: 0, open: 0))

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
        self.store = store
        self.now = now
        queue = Locked(UpdateQueue(gathered: gathered))
        self.gatheringTime = gatheringTime
        self.idleTime = idleTime
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// So many feeds are being refreshed: no update waits for more than theirs.
    nonisolated func expectUpdates(_ count: Int) {
        queue.withLock { $0.expected = count }
    }

    /// From now on, writes each update at once.
    nonisolated func stopGathering() {
        queue.withLock { $0.stopGathering() }
    }

    /// How long the expressions of a rule may take from now on.
    func setPatternBudget(_ budget: PatternBudget, of rule: RuleID) {
        store.database.matchers.setBudget(budget, of: rule)
    }

    /// The feed as it is now. Nil if it was removed, or cannot be read.
    func feed(_ id: FeedID) -> Feed? { try? store.feed(withID: id) ?? nil }

    /// The hashes of the texts of a feed's articles, by the hashes of their drafts. Without them, every text is read.
    func textHashes(of id: FeedID) -> [Int64: Int64] { (try? store.textHashes(of: id)) ?? [:] }

    /// Stores an update. Returns its outcome once it is committed.
    ///
    /// The update that fills the queue writes the whole queue. Otherwise the first update writes the queue after its
    /// wait. Neither suspends while it writes, so no update stays behind.
    nonisolated func apply(_ update: FeedUpdate) async -> RefreshOutcome {
        let (ticket, turn) = queue.withLock { $0.append(update) }
        switch turn {
        case .following:
            return await withCheckedContinuation { continuation in
                let outcome = queue.withLock { $0.wait(for: ticket, continuation) }
                if let outcome { continuation.resume(returning: outcome) }
            }
        case .first:
            // A cancelled run does not wait.
            try? await Task.sleep(for: gatheringTime)
            return await write(ticket)
        case .last: return await write(ticket)
        }
    }

    /// Writes the queue until it has the outcome of an update.
    private func write(_ ticket: Int) -> RefreshOutcome {
        while true {
            if let outcome = queue.withLock({ $0.takeOutcome(ticket) }) { return outcome }
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
            let (changes, begun) = (queue.withLock { $0.changes }, documents.withLock { $0.begun })
            do { try await Task.sleep(for: idleTime) } catch { return }
            while queue.withLock({ $0.changes == changes && $0.isEmpty }), documents.withLock({ $0 == (begun, 0) }),
                !Task.isCancelled
            {
                // On an error, such as another writer, the next search indexes the rest.
                guard let count = try? store.indexSome(.idle) else { return }
                if count == 0 { break }
                await Task.yield()
            }
        }
    }

    private func writeBatch() {
        let batch = queue.withLock { $0.takeBatch() }
        for (entry, outcome) in zip(batch, write(batch.map(\.update))) {
            queue.withLock { $0.put(outcome, of: entry.ticket) }?.resume(returning: outcome)
        }
    }

    /// Writes without savepoints first, because a savepoint keeps a copy of each page that a feed touches. If one feed
    /// fails, rolls back and writes all again, each feed in its savepoint.
    private func write(_ updates: [Boxed<FeedUpdate>]) -> [RefreshOutcome] {
        do {
            return try transaction { statements in
                try updates.map { try store.store($0.wrappedValue, with: statements, at: now) }
            }
        } catch .busy {
            // Another program has the database for longer than we wait.
            return updates.map { RefreshOutcome($0.wrappedValue, .notStored(.busy)) }
        } catch {
            return writeInSavepoints(updates)
        }
    }

    private func writeInSavepoints(_ updates: [Boxed<FeedUpdate>]) -> [RefreshOutcome] {
        do {
            return try transaction { statements in
                try updates.map { try write($0.wrappedValue, with: statements) }
            }
        } catch {
            return updates.map { RefreshOutcome($0.wrappedValue, .notStored(error)) }
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
