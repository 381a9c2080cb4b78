internal import FeedCore

/// Finds the feed or page that an operand names. If its address has a user name without a password, a command prints the password.
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

    typealias Found = (index: Int, result: Result<FoundFeed, any Error>)

    /// Finds the feeds of all sources side by side, and reports each result as soon as it is known, with the index of its
    /// source.
    func feeds(of sources: [Result<FeedSource, any Error>], jobs: Int, _ tell: (Found) -> Void) async {
        await HostQueue(sources.indices, limit: jobs).run { index -> Result<FoundFeed, any Error> in
            do { return .success(try await feed(of: sources[index].get())) } catch { return .failure(error) }
        } each: { _, index, result in
            tell((index, result))
            return true
        }
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
