/// So many feeds at once may be on the network; whoever has left it makes room for the next, though its document has
/// still to be read and stored.
final class AsyncSemaphore: Sendable {
    private struct State {
        var tickets = 0
        /// Tickets below this one may be on the network, or have been.
        var admitted: Int
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state: Locked<State>

    init(_ count: Int) {
        state = Locked(State(admitted: count))
    }

    /// A place in the line, to be used in any case: tasks do not begin in the order in which they were made.
    func ticket() -> Int {
        state.withLock { state in
            defer { state.tickets += 1 }
            return state.tickets
        }
    }

    /// Runs the work when it is its turn.
    func use<Value: Sendable>(_ ticket: Int, _ work: () async -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            let isAdmitted = state.withLock { state in
                if ticket >= state.admitted { state.waiting[ticket] = continuation }
                return ticket < state.admitted
            }
            if isAdmitted { continuation.resume() }
        }
        let value = await work()
        let next = state.withLock { state in
            state.admitted += 1
            return state.waiting.removeValue(forKey: state.admitted - 1)
        }
        next?.resume()
        return value
    }
}
