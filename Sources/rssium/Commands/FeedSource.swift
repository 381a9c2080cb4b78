internal import FeedCore

/// The operand for a feed or a page: an address, or the path of a local file.
struct FeedSource: Sendable {
    let addresses: [FetchAddress]

    init(_ address: FetchAddress) { self.init([address]) }

    init(_ addresses: [FetchAddress]) { self.addresses = addresses }

    /// Throws a `FetchError` if the address cannot be fetched.
    init(_ text: String, _ context: borrowing Context) throws {
        if let path = FeedSource.path(text, home: context.environment["HOME"]) {
            addresses = [try FetchAddress(path: path)]
        } else {
            addresses = try FetchAddress.guesses(for: text).map { try FetchAddress($0) }
        }
    }

    /// The likeliest address.
    var address: FetchAddress { addresses[0] }

    /// Whether any of the sources is fetched from the network.
    static func needNetwork(_ sources: [Result<FeedSource, any Error>]) -> Bool {
        sources.contains { if case .success(let source) = $0 { source.address.url.isRemote } else { false } }
    }

    /// The subscribed feed at one of the addresses.
    func known(in store: borrowing Store) throws(StoreError) -> Feed? {
        for address in addresses {
            if let feed = try store.subscription(at: address.url) { return feed }
        }
        return nil
    }

    /// The same addresses with the credentials of a feed of the same origin, unless they have their own.
    func with(_ credentials: Credentials?, of feed: WebAddress) -> FeedSource {
        FeedSource(addresses.map { $0.with(credentials, of: feed) })
    }

    /// The absolute path, if the text begins like a path or such a file exists; nil for an address.
    static func path(_ text: String, home: String?) -> String? {
        if text.hasPrefix("~/"), let home { return withoutDots(home + text.dropFirst()) }
        if text.hasPrefix("/") { return withoutDots(text) }
        // As for the shell, without a home `~` is a name like any other.
        let isPath = ["./", "../", "~/"].contains(where: text.hasPrefix)
        guard isPath || !text.contains("://") && access(text, F_OK) == 0, let folder = getcwd(nil, 0) else {
            return nil
        }
        defer { free(folder) }
        return FeedSource.withoutDots(String(cString: folder) + "/" + text)
    }

    /// Shortens `/a/./b/../c` to `/a/c`, so that a file has one address.
    private static func withoutDots(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }
}
