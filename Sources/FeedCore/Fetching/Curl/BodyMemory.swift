/// Where the bodies of answers are kept until they are read: small ones in memory, and the others, as soon as they
/// become too many or too large, in files without a name.
///
/// So no transfer ever waits for another, however slowly that one gets on, and memory stays small whatever comes. What
/// is in a file is read when its turn has come, one at a time.
final class BodyMemory: Sendable {
    /// Kept in memory in any case.
    static let smallLimit = 128 << 10
    /// More of one body is not kept in memory.
    private static let largeLimit = 2 << 20
    /// What all bodies that are not small may take of the memory together.
    private static let usualLimit = 8 << 20

    let turns: LargeBodyPermit
    private let folders: [String]
    private let limit: Int
    private let taken = Locked(0)

    /// - Parameters:
    ///   - folders: where files may be made, the best first.
    ///   - whenRead: called when what was read from a file is stored, before the next one's turn.
    init(folders: [String], limit: Int = usualLimit, whenRead: @escaping @Sendable () -> Void) {
        self.folders = folders
        self.limit = limit
        turns = LargeBodyPermit(whenEnded: whenRead)
    }

    /// A file for a body that is not to be kept in memory.
    func newFile(byteLimit: Int) throws(FetchError) -> BodyFile {
        try BodyFile(in: folders, byteLimit: byteLimit)
    }

    fileprivate func take(_ count: Int) -> Bool {
        taken.withLock { taken in
            guard taken + count <= limit else { return false }
            taken += count
            return true
        }
    }

    fileprivate func giveBack(_ count: Int) {
        taken.withLock { $0 -= count }
    }

    /// What a body in memory has of the room that all share. It is given back when nobody holds it any more: whoever
    /// wants the memory to stay counted until a body is stored keeps this as long.
    final class Share: Sendable {
        private let store: BodyMemory
        private let taken = Locked(0)

        init(of store: BodyMemory) { self.store = store }

        deinit { store.giveBack(taken.withLock { $0 }) }

        /// False where there is no room for so many bytes more.
        func grow(by count: Int) -> Bool {
            taken.withLock { taken in
                guard taken + count <= BodyMemory.largeLimit, store.take(count) else { return false }
                taken += count
                return true
            }
        }
    }
}
