internal import FeedCore

/// Finds what an operand means. If its address has a user name without a password, a command prints the password.
struct FeedLookup: Sendable {
    let finder: FeedFinder
    private let passwords: PasswordCommands
    private let command: String?

    /// - Parameter settings: those with the command.
    init(_ finder: FeedFinder, _ settings: Settings, in surroundings: Surroundings) {
        self.finder = finder
        passwords = PasswordCommands(in: surroundings, limit: finder.settings.timeout)
        command = settings.text(.refreshPasswordCommand)
    }

    /// Finds the feed.
    func feed(of source: FeedSource) async throws(FeedFinderError) -> FoundFeed {
        try await finder(for: source).find(source.addresses)
    }

    /// Finds the article of the web page.
    func article(of source: FeedSource) async throws(FeedFinderError) -> (article: PageArticle, url: WebAddress) {
        try await finder(for: source).findArticle(at: source.addresses)
    }

    /// The finder with the password of the address.
    private func finder(for source: FeedSource) async throws(FeedFinderError) -> FeedFinder {
        var finder = finder
        if source.address.credentials?.password.isEmpty == true, let command {
            let answer = await passwords.password(from: command)
            if Task.isCancelled { throw .fetch(.cancelled) }
            do { finder.password = try answer.get() } catch { throw .fetch(.password(error.message)) }
        }
        return finder
    }
}

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
    static func run(
        _ lookups: [FeedSourceLookup], with lookup: FeedLookup, jobs: Int, _ report: @escaping @Sendable (Found) -> Void
    ) async {
        await withTaskGroup(of: Void.self) { group in
            for (place, source) in lookups.enumerated() {
                if place >= jobs { await group.next() }
                group.addTask { report(Found(place: place, result: await source.run(with: lookup))) }
            }
        }
    }

    private func run(with lookup: FeedLookup) async -> Result<FoundFeed, any Error> {
        do {
            return .success(try await lookup.feed(of: source.get()))
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
