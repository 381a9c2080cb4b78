/// Limits the time to read a document to what fetching left of the feed's timeout.
enum ReadingLimit {
    /// A shorter document is read in a moment: the time grows linearly with the length.
    private static let shortLength = 1 << 20

    /// The value of `work`, or `tooLongToRead` if the time is up first: `work` is then cancelled.
    ///
    /// - Parameters:
    ///   - byteCount: the length of the document.
    ///   - timeout: for all of the feed; `spent` is the part of it that was used.
    ///   - isLong: the work may take long for any document. It runs on a thread of its own, so that others are read
    ///     meanwhile. Other work must end soon when it is cancelled.
    static func result<Value: Sendable>(
        _ byteCount: Int, within timeout: Duration, spent: Duration, isLong: Bool = false,
        _ work: @escaping @Sendable (_ mustStop: @escaping @Sendable () -> Bool) -> Value
    ) async -> Result<Value, FetchError> {
        if isLong { return await resultOfLongWork(within: timeout, spent: spent, work) }
        guard byteCount > shortLength else { return .success(work { Task.isCancelled }) }
        let (value, isLate) = await withTaskGroup(of: Value?.self) { group in
            group.addTask { work { Task.isCancelled } }
            group.addTask {
                try? await Task.sleep(for: timeout - spent)
                return nil
            }
            var (value, isLate): (Value?, Bool) = (nil, false)
            while let ended = await group.next() {
                if let ended { value = ended } else { isLate = value == nil && !Task.isCancelled }
                group.cancelAll()
            }
            return (value, isLate)
        }
        guard !isLate, let value else { return .failure(isLate ? .tooLongToRead(timeout) : .cancelled) }
        return .success(value)
    }

    /// If the time is up first, this leaves the thread alone, with the objects that it works on: libxml2 cannot be
    /// stopped while it evaluates an XPath.
    private static func resultOfLongWork<Value: Sendable>(
        within timeout: Duration, spent: Duration,
        _ work: @escaping @Sendable (_ mustStop: @escaping @Sendable () -> Bool) -> Value
    ) async -> Result<Value, FetchError> {
        switch await TimedWork.result(within: timeout - spent, work) {
        case .done(let value): .success(value)
        case .late: .failure(Task.isCancelled ? .cancelled : .tooLongToRead(timeout))
        case .noThread: .failure(.program("the system has no threads left"))
        }
    }
}
