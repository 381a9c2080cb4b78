/// Which servers a request may reach that was not chosen by the user, but by a feed: those of the public Internet, and
/// those of the place where the feed itself is from.
///
/// A name says nothing about where it leads (DNS rebinding), so the address of each connection is checked, too.
struct NetworkLimit: Hashable, Sendable {
    private let feed: WebAddress
    /// The feed is a file or a program of this machine, or served by it.
    private let isFromThisMachine: Bool

    init(feed: WebAddress) {
        self.feed = feed
        let host = feed.host
        isFromThisMachine =
            host.isEmpty || NetworkLimit.isThisMachine(host)
            || NetworkAddress(literal: host)?.isLoopback ?? false
    }

    /// Whether the URL may be asked for wherever it leads: its server has the feed itself.
    func trusts(_ url: WebAddress) -> Bool { url.hasOrigin(of: feed) }

    /// Whether an answer of the host tells that this machine has a network.
    static func isFar(_ host: String) -> Bool {
        NetworkAddress(literal: host)?.isPublic ?? !isLocalName(host)
    }

    /// Whether a password of `.netrc` may go to the URL: that of the feed's own host, and not by http where the feed is not.
    func mayHavePassword(_ url: WebAddress) -> Bool {
        url.hasOrigin(of: feed) || url.scheme == .https && url.host == feed.host
    }

    /// Whether a server of this address may be asked for the URL.
    func allows(_ address: NetworkAddress, for url: WebAddress) -> Bool {
        address.isPublic || isFromThisMachine && address.isLoopback || isFeedServer(url)
    }

    /// Whether a proxy, which resolves the name, may be asked for the URL.
    func allowsByName(_ url: WebAddress) -> Bool {
        if let address = NetworkAddress(literal: url.host) { return allows(address, for: url) }
        return !NetworkLimit.isLocalName(url.host) || isFeedServer(url)
            || isFromThisMachine && NetworkLimit.isThisMachine(url.host)
    }

    /// The server of the feed may have a private address, because the user chose it. The owner of a public name
    /// can make it lead to a private address; then the URL must have the feed's port, which that owner reaches with the
    /// feed itself, or a certificate for the name.
    private func isFeedServer(_ url: WebAddress) -> Bool {
        guard !url.host.isEmpty, url.host == feed.host else { return false }
        return url.scheme == .https || url.hasOrigin(of: feed) || NetworkLimit.isLocalName(url.host)
            || NetworkAddress(literal: url.host) != nil
    }

    private static func isThisMachine(_ host: String) -> Bool {
        let name = withoutDot(host)
        return name == "localhost" || name.hasSuffix(".localhost")
    }

    /// Domains that the public DNS does not have (RFC 6761, RFC 6762 with its appendix G, RFC 8375).
    private static let localDomains = [
        ".localhost", ".localdomain", ".local", ".internal", ".intranet", ".private", ".corp", ".home", ".lan",
        ".home.arpa",
    ]

    /// A name that only a local network can have: without a dot, or of such a domain.
    private static func isLocalName(_ host: String) -> Bool {
        let name = withoutDot(host)
        return !name.utf8.contains(UInt8(ascii: "."))
            || localDomains.contains { name.hasSuffix($0) }
    }

    private static func withoutDot(_ host: String) -> String {
        host.utf8.last == UInt8(ascii: ".") ? String(host.dropLast()) : host
    }
}
