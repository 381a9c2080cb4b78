/// So many feeds at once may be on the network; whoever has left it makes room for the next, though its document has
/// still to be read and stored.
final class TransferSlots: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
        var first = 0
    }

    private let state: Locked<State>

    init(_ count: Int) {
        state = Locked(State(free: count))
    }

    /// Runs the work when there is a slot, in the order of those who came.
    func use<Value: Sendable>(_ work: () async -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.free > 0 {
                    state.free -= 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
        let value = await work()
        let next: CheckedContinuation<Void, Never>? = state.withLock { state in
            guard state.first < state.waiting.count else {
                state.waiting.removeAll(keepingCapacity: true)
                state.first = 0
                state.free += 1
                return nil
            }
            state.first += 1
            return state.waiting[state.first - 1]
        }
        next?.resume()
        return value
    }
}
