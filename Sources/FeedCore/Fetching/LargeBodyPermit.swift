/// Large documents are read one at a time, in the order of those who came: each takes several times its size while it
/// is read. Whoever has the turn keeps it until what was read is stored, and must not wait for anybody meanwhile.
final class LargeBodyPermit: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [(id: UInt64, continuation: CheckedContinuation<ReadingTurn?, Never>)] = []
        var lastID: UInt64 = 0
    }

    private let state = Locked(State())
    private let whenEnded: @Sendable () -> Void

    init(whenEnded: @escaping @Sendable () -> Void = {}) {
        self.whenEnded = whenEnded
    }

    var hasWaiting: Bool { state.withLock { !$0.waiting.isEmpty } }

    /// The turn, once it has come; nil where the task was cancelled before.
    func next() async -> ReadingTurn? {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isFree = state.withLock { state in
                    if state.isTaken {
                        state.waiting.append((id, continuation))
                    } else {
                        state.isTaken = true
                    }
                    return !state.waiting.contains { $0.id == id }
                }
                if isFree { continuation.resume(returning: ReadingTurn(of: self)) }
                // Cancelled just before there was anything to cancel.
                if Task.isCancelled { giveUp(id) }
            }
        } onCancel: {
            giveUp(id)
        }
    }

    private func giveUp(_ id: UInt64) {
        let continuation = state.withLock { state in
            state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0).continuation }
        }
        continuation?.resume(returning: nil)
    }

    fileprivate func end() {
        whenEnded()
        let continuation = state.withLock { state -> CheckedContinuation<ReadingTurn?, Never>? in
            guard !state.waiting.isEmpty else {
                state.isTaken = false
                return nil
            }
            return state.waiting.removeFirst().continuation
        }
        continuation?.resume(returning: ReadingTurn(of: self))
    }
}

/// The turn of somebody to read a large document. It ends when nobody holds it any more.
final class ReadingTurn: Sendable {
    private let turns: LargeBodyPermit

    fileprivate init(of turns: LargeBodyPermit) { self.turns = turns }

    deinit { turns.end() }
}
