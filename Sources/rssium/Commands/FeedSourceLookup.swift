internal import FeedCore

/// Looks for the feed that one operand of a command means.
struct FeedSourceLookup: Sendable {
    /// Where to look, or why the operand is refused.
    private let source: Result<FeedSource, any Error>

    init(_ source: Result<FeedSource, any Error>) {
        self.source = source
    }

    var usesNetwork: Bool { if case .success(let source) = source { source.address.url.isRemote } else { false } }

    /// The result for one operand, and the index of the operand.
    struct Found: Sendable {
        let place: Int
        let result: Result<FoundFeed, any Error>
    }

    /// Runs all lookups side by side, and reports each result as soon as it is known.
    ///
    /// - Parameter command: prints missing passwords.
    static func run(
        _ lookups: [FeedSourceLookup], with finder: FeedFinder, _ passwords: PasswordCommands, command: String?,
        jobs: Int, _ report: @escaping @Sendable (Found) -> Void
    ) async {
        await withTaskGroup(of: Void.self) { group in
            for (place, lookup) in lookups.enumerated() {
                if place >= jobs { await group.next() }
                group.addTask {
                    report(Found(place: place, result: await lookup.run(with: finder, passwords, command)))
                }
            }
        }
    }

    private func run(
        with finder: FeedFinder, _ passwords: PasswordCommands, _ command: String?
    ) async -> Result<FoundFeed, any Error> {
        do {
            return .success(
                try await source.get().find(with: finder, passwords: passwords, command: command))
        } catch {
            return .failure(error)
        }
    }

    /// Puts the results into the order of the operands.
    struct OrderedResults {
        private var next = 0
        private var early: [Int: Found] = [:]

        /// Adds a result. Returns the results that are now next in order.
        mutating func append(_ found: Found) -> [Found] {
            early[found.place] = found
            var ready: [Found] = []
            while let found = early.removeValue(forKey: next) {
                ready.append(found)
                next += 1
            }
            return ready
        }
    }
}
