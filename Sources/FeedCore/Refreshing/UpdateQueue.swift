/// The updates that wait for the writer of a refresh, and the outcomes of those that it has written.
struct UpdateQueue {
    /// What the task of an update does next.
    enum Turn {
        /// It waits for others, for a while, and then writes them all.
        case first
        /// It waits until another one has written it.
        case following
        /// It fills the queue, and writes it.
        case last
    }

    typealias Entry = (ticket: Int, update: Boxed<FeedUpdate>)

    private var lastTicket = 0
    /// Grows with each update that comes, and with each batch that is taken.
    private(set) var changes = 0
    private var entries: [Entry] = []
    private var bytes = 0
    private var outcomes: [Int: RefreshOutcome] = [:]
    private var waiting: [Int: CheckedContinuation<RefreshOutcome, Never>] = [:]
    /// How many updates may share a transaction.
    private var gathered: Int
    /// The most updates that may still come: when they are all here, none waits.
    var expected = Int.max

    /// The most bytes of text that one transaction takes in before it is committed.
    private static let byteLimit = 8 << 20

    init(gathered: Int) { self.gathered = gathered }

    var isEmpty: Bool { entries.isEmpty }

    /// From now on, each update is the last one.
    mutating func stopGathering() {
        gathered = 1
    }

    mutating func append(_ update: FeedUpdate) -> (ticket: Int, Turn) {
        lastTicket += 1
        changes += 1
        entries.append((lastTicket, Boxed(wrappedValue: update)))
        bytes += update.size
        if entries.count >= min(gathered, expected) || bytes >= UpdateQueue.byteLimit { return (lastTicket, .last) }
        return (lastTicket, entries.count == 1 ? .first : .following)
    }

    /// Removes the first updates, up to and including the one that exceeds the size limit.
    mutating func takeBatch() -> [Entry] {
        changes += 1
        var size = 0
        let end = entries.firstIndex { entry in
            defer { size += entry.update.wrappedValue.size }
            return size > UpdateQueue.byteLimit
        }
        let batch = Array(entries[..<(end ?? entries.endIndex)])
        entries.removeFirst(batch.count)
        bytes -= batch.reduce(0) { $0 + $1.update.wrappedValue.size }
        return batch
    }

    mutating func takeOutcome(_ ticket: Int) -> RefreshOutcome? {
        outcomes.removeValue(forKey: ticket)
    }

    /// Returns the outcome of an update if it is there already; otherwise the continuation receives it.
    mutating func wait(
        for ticket: Int, _ continuation: CheckedContinuation<RefreshOutcome, Never>
    ) -> RefreshOutcome? {
        if let outcome = takeOutcome(ticket) { return outcome }
        waiting[ticket] = continuation
        return nil
    }

    /// Keeps an outcome for the task of its update, or returns the continuation that is to receive it.
    mutating func put(_ outcome: RefreshOutcome, of ticket: Int) -> CheckedContinuation<RefreshOutcome, Never>? {
        if let continuation = waiting.removeValue(forKey: ticket) { return continuation }
        outcomes[ticket] = outcome
        return nil
    }
}
