/// Work that may block for long, on a thread of its own. If the time is up first, or the task is cancelled, the thread
/// is left alone with the objects that it works on.
package enum TimedWork<Value: Sendable>: Sendable {
    case done(Value)
    case late
    /// The system has no threads left.
    case noThread

    /// - Parameter work: gets a function that tells whether it is left alone.
    package static func result(
        within limit: Duration, _ work: @escaping @Sendable (_ isLeft: @escaping @Sendable () -> Bool) -> Value
    ) async -> TimedWork {
        let (answers, answer) = AsyncStream.makeStream(of: Value.self)
        let isLeft = Locked(false)
        let thread = SystemThread { answer.yield(work { isLeft.withLock { $0 } }) }
        guard let thread else { return .noThread }
        thread.detach()
        let value = await withTaskGroup(of: Void.self) { group in
            group.addTask {
                try? await Task.sleep(for: limit)
                answer.finish()
            }
            var iterator = answers.makeAsyncIterator()
            let value = await iterator.next()
            group.cancelAll()
            return value
        }
        isLeft.withLock { $0 = true }
        return value.map(TimedWork.done) ?? .late
    }
}
