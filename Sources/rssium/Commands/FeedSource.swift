internal import FeedCore

/// What somebody types where a feed or a page is meant: an address, or the path of a local file.
struct FeedSource: Sendable {
    let addresses: [FetchAddress]

    /// Throws a `FetchError` where it is no address that can be fetched.
    init(_ text: String, _ context: borrowing Context) throws {
        if let path = FeedSource.path(text, home: context.environment["HOME"]) {
            addresses = [try FetchAddress(path: path)]
        } else {
            addresses = try FetchAddress.guesses(for: text).map { try FetchAddress($0) }
        }
    }

    /// The likeliest one.
    var address: FetchAddress { addresses[0] }

    /// The feed that is subscribed to at one of the addresses.
    func known(in store: borrowing Store) throws(StoreError) -> Feed? {
        for address in addresses {
            if let feed = try store.feed(at: address.url) { return feed }
        }
        return nil
    }

    /// Finds the feed. Where the address has the name of a user and no password, the command is asked for it; nil where
    /// none is set.
    func find(
        with finder: FeedFinder, passwords: PasswordCommands, command: String?
    ) async throws(FeedFinderError) -> FoundFeed {
        var finder = finder
        if address.credentials?.password.isEmpty == true, let command {
            let answer = await passwords.password(from: command)
            if Task.isCancelled { throw .fetch(.cancelled) }
            do { finder.password = try answer.get() } catch { throw .fetch(.password(error.message)) }
        }
        return try await finder.find(addresses)
    }

    /// The absolute path, where it begins as one or is there; nil for an address.
    static func path(_ text: String, home: String?) -> String? {
        if text.hasPrefix("~/"), let home { return withoutDots(home + text.dropFirst()) }
        if text.hasPrefix("/") { return withoutDots(text) }
        guard text.hasPrefix("./") || text.hasPrefix("../") || (!text.contains("://") && access(text, F_OK) == 0),
            let folder = getcwd(nil, 0)
        else { return nil }
        defer { free(folder) }
        return FeedSource.withoutDots(String(cString: folder) + "/" + text)
    }

    /// `/a/./b/../c` is `/a/c`: the same file has one address.
    private static func withoutDots(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }
}
