internal import FeedCore

/// A feed that is to be looked for, one of several side by side.
struct FeedSourceLookup: Sendable {
    /// Where to look; or why not to.
    private let subject: Result<FeedSource, any Error>

    init(_ subject: Result<FeedSource, any Error>) {
        self.subject = subject
    }

    /// What came of one, and which it is of all.
    struct Found: Sendable {
        let place: Int
        let result: Result<FoundFeed, any Error>
    }

    /// Looks for all of them, and tells of each as soon as it is found.
    ///
    /// - Parameter command: what knows the passwords that are missing.
    static func run(
        _ searches: [FeedSourceLookup], with finder: FeedFinder, command: String?, jobs: Int,
        _ tell: @escaping @Sendable (Found) -> Void
    ) async {
        let passwords = PasswordCommands()
        await withTaskGroup(of: Void.self) { group in
            for (place, search) in searches.enumerated() {
                if place >= jobs { await group.next() }
                group.addTask {
                    tell(Found(place: place, result: await search.run(with: finder, passwords, command)))
                }
            }
        }
    }

    private func run(
        with finder: FeedFinder, _ passwords: PasswordCommands, _ command: String?
    ) async -> Result<FoundFeed, any Error> {
        do {
            return .success(
                try await subject.get().find(with: finder, passwords: passwords, command: command))
        } catch {
            return .failure(error)
        }
    }

    /// Puts what was found in the order in which it was asked for.
    struct Line {
        private var next = 0
        private var early: [Int: Found] = [:]
        private var passed: Set<Int> = []

        /// Takes what was found, and gives what is next.
        mutating func take(_ found: Found) -> [Found] {
            var ready: [Found] = []
            if found.place != next, case .success(let feed) = found.result, feed.isLarge {
                // Those before it may be waiting for their turn.
                ready.append(found)
                passed.insert(found.place)
            } else {
                early[found.place] = found
            }
            while true {
                if let found = early.removeValue(forKey: next) {
                    ready.append(found)
                } else if passed.remove(next) == nil {
                    return ready
                }
                next += 1
            }
        }
    }
}
