internal import FeedCore

/// The credentials of feeds, for pages and pictures of their own origin.
struct PagePasswords: Sendable {
    private let known: [FeedID: Credentials]
    private let commands: [FeedID: String]
    private let passwords: PasswordCommands

    init(_ known: [FeedID: Credentials], _ commands: [FeedID: String], _ passwords: PasswordCommands) {
        self.known = known
        self.commands = commands
        self.passwords = passwords
    }

    /// Those of one feed.
    init(
        of feed: Feed, _ settings: RefreshSettings, _ store: borrowing Store, _ context: borrowing Context
    ) throws(StoreError) {
        let known = try store.credentialsOfFeeds()
        self.init(
            known, context.settings.passwordCommands(for: [feed], known, settings.ownValues),
            PasswordCommands(in: context.surroundings, limit: settings.of(feed).timeout))
    }

    @Sendable func credentials(of feed: Feed) async -> Credentials? {
        guard var credentials = known[feed.id] else { return nil }
        if let command = commands[feed.id] {
            // An empty password would count as a failed login.
            guard case .success(let password) = await passwords.password(from: command) else { return nil }
            credentials.password = password.text
        }
        return credentials
    }
}
