/// Limits how many tasks do something at once. The others wait in the order of their tickets.
public final class AsyncSemaphore: Sendable {
    private struct State {
        var ticketCount = 0
        /// Tickets below this number have a permit, have had one, or are abandoned.
        var admitted: Int
        var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
        /// The tickets of tasks that were cancelled before they got a permit.
        var abandoned: Set<Int> = []

        mutating func admitNext() -> CheckedContinuation<Bool, Never>? {
            repeat { admitted += 1 } while abandoned.contains(admitted - 1)
            return waiting.removeValue(forKey: admitted - 1)
        }
    }

    private let state: Locked<State>

    /// - Parameter permits: how many tasks may do it at once.
    public init(permits: Int) {
        state = Locked(State(admitted: permits))
    }

    var hasWaiting: Bool { state.withLock { !$0.waiting.isEmpty } }

    /// A place in the order. Each ticket must be used once, or those behind it wait for ever.
    ///
    /// Tasks do not begin in the order in which they are created, so their creator takes the tickets.
    package func ticket() -> Int {
        state.withLock { state in
            defer { state.ticketCount += 1 }
            return state.ticketCount
        }
    }

    /// Runs `work` with a permit. Returns nil if the task is cancelled before it gets one.
    public func withPermit<Value: Sendable>(_ work: () async -> Value) async -> Value? {
        await withPermit(ticket(), work)
    }

    /// The same for a place in the order.
    package func withPermit<Value: Sendable>(_ ticket: Int, _ work: () async -> Value) async -> Value? {
        let isAdmitted = await withTaskCancellationHandler {
            await waitForPermit(ticket)
        } onCancel: {
            abandon(ticket)
        }
        guard isAdmitted else { return nil }
        let value = await work()
        state.withLock { $0.admitNext() }?.resume(returning: true)
        return value
    }

    private func waitForPermit(_ ticket: Int) async -> Bool {
        await withCheckedContinuation { continuation in
            let isAdmitted: Bool? = state.withLock { state in
                // First: a permit passes over an abandoned ticket.
                if state.abandoned.contains(ticket) { return false }
                if ticket < state.admitted { return true }
                state.waiting[ticket] = continuation
                return nil
            }
            if let isAdmitted { continuation.resume(returning: isAdmitted) }
        }
    }

    private func abandon(_ ticket: Int) {
        let continuation = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard ticket >= state.admitted else { return nil }
            state.abandoned.insert(ticket)
            return state.waiting.removeValue(forKey: ticket)
        }
        continuation?.resume(returning: false)
    }
}
