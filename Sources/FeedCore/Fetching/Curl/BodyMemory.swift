/// Keeps the bodies of responses until they are read: small ones in memory, large ones, or too many at once, in
/// temporary files without a name.
///
/// So no transfer waits for another, however slow that one is, and memory stays small whatever the servers send.
final class BodyMemory: Sendable {
    /// A body up to this size is always kept in memory.
    static let smallLimit = 128 << 10
    /// The most bytes of one body that are kept in memory.
    private static let largeLimit = 2 << 20
    /// The most bytes that all bodies that are not small take in memory together.
    private static let defaultLimit = 8 << 20

    /// One task at a time works on a body that was in a file: parsing takes several times its size.
    let largeBodies = AsyncSemaphore(permits: 1)
    private let folders: [String]
    private let limit: Int
    private let freeMemory: @Sendable () -> Void
    private let used = Locked(0)

    /// - Parameters:
    ///   - folders: where temporary files may be created, the best first.
    ///   - freeMemory: gives memory back to the system after the work on a large body.
    init(folders: [String], limit: Int = defaultLimit, freeMemory: @escaping @Sendable () -> Void = {}) {
        self.folders = folders
        self.limit = limit
        self.freeMemory = freeMemory
    }

    func newFile(byteLimit: Int) throws(FetchError) -> BodyFile {
        try BodyFile(in: folders, byteLimit: byteLimit)
    }

    /// Runs `work` with the response and all of its body. Reading, parsing and storing a body belong into `work`: then
    /// one large body at a time is in memory. `work` must not wait for another response.
    func withBody<Value: Sendable>(
        of response: consuming Response, _ work: (consuming Response) async -> Value
    ) async throws(FetchError) -> Value {
        guard let file = response.file else {
            let share = response.share
            let value = await work(consume response)
            // The work uses the memory to its end.
            return withExtendedLifetime(share) { value }
        }
        let head = consume response
        let result = await largeBodies.withPermit { () async -> Result<Value, FetchError> in
            defer { freeMemory() }
            do throws(FetchError) {
                return .success(await work(try head.withBody(from: file)))
            } catch {
                return .failure(error)
            }
        }
        guard let result else { throw .cancelled }
        return try result.get()
    }

    fileprivate func reserve(_ count: Int) -> Bool {
        used.withLock { used in
            guard used + count <= limit else { return false }
            used += count
            return true
        }
    }

    fileprivate func release(_ count: Int) {
        used.withLock { $0 -= count }
    }

    /// The part of the budget that one body in memory uses. It is given back with the response.
    final class Share: Sendable {
        private let memory: BodyMemory
        private let used = Locked(0)

        init(of memory: BodyMemory) { self.memory = memory }

        deinit { memory.release(used.withLock { $0 }) }

        /// Whether the budget has room for so many more bytes.
        func grow(by count: Int) -> Bool {
            used.withLock { used in
                guard used + count <= BodyMemory.largeLimit, memory.reserve(count) else { return false }
                used += count
                return true
            }
        }
    }
}
