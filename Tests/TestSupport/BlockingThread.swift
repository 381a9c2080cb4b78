/// What blocks its thread, on a thread of its own: those of the pool of tasks are as few as the processors, and a test
/// that sits on one keeps others from going on.
public enum BlockingThread {
    public static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            ServerThread { continuation.resume(returning: body()) }.detach()
        }
    }
}

/// At most so many programs run for tests at once: else the one that a test waits for would come to nothing beside
/// hundreds. What is started without waiting for it is not counted: it may itself wait for what its test does next.
enum Turns {
    private static let limit = 4
    private static let state = Monitor((running: 0, waiting: [CheckedContinuation<Void, Never>]()))

    static func take<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            let isFree = state.change { state in
                if state.running < limit {
                    state.running += 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
        let result = await BlockingThread.run(body)
        let next = state.change { state -> CheckedContinuation<Void, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.running -= 1
            return nil
        }
        next?.resume()
        return result
    }
}
