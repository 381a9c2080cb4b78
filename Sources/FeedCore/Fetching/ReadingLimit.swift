/// Limits how long a document is read, apart from how long it took to come.
enum ReadingLimit {
    /// A shorter document is read in a moment: the time grows linearly with the length.
    private static let shortLength = 1 << 20

    /// The value of `work`, or `tooLongToRead` if the time is up first: `work` is then cancelled, and must end soon.
    ///
    /// - Parameters:
    ///   - byteCount: the length of the document.
    ///   - timeout: for all of the feed; `spent` is the part of it that was used.
    static func result<Value: Sendable>(
        _ byteCount: Int, within timeout: Duration, spent: Duration, _ work: @escaping @Sendable () -> Value
    ) async -> Result<Value, FetchError> {
        guard byteCount > shortLength else { return .success(work()) }
        let (value, isLate) = await withTaskGroup(of: Value?.self) { group in
            group.addTask { work() }
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
}
