internal import FeedModel

/// Runs blocking code on a thread of its own. The pool of tasks has only as many threads as processors, so a test that
/// blocks one stops other tests.
public enum BlockingThread {
    public static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        guard let result = await SystemThread.value(of: body) else { preconditionFailure("no thread can be made") }
        return result
    }
}

extension SystemThread {
    /// A thread that the tests cannot do without.
    static func started(_ body: @escaping @Sendable () -> Void) -> SystemThread {
        guard let thread = SystemThread(body) else { preconditionFailure("no thread can be made") }
        return thread
    }
}

/// Limits how many programs run for tests at once, so that each gets enough of the processors. Programs that a test
/// does not wait for are not counted: they may themselves wait for the next step of their test.
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
