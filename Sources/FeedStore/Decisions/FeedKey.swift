/// The key of a feed on machines that share state: the URL of the first subscription, without the parts that differ
/// between addresses of one feed.
public struct FeedKey: Hashable, Comparable, Sendable, CustomStringConvertible {
    private let exact: ExactText

    public var text: String { exact.text }
    public var description: String { text }

    /// The URL without scheme, credentials, `www.`, default port, fragment and the slash that ends the path; the host in
    /// lower case; the query as it is. Nil for a local file.
    public init?(of address: WebAddress) {
        guard address.scheme != .file else { return nil }
        var host = Substring(address.hostAndPort)
        let port = address.scheme == .https ? ":443" : ":80"
        if host.utf8.reversed().starts(with: port.utf8.reversed()) {
            host = host[..<host.utf8.index(host.endIndex, offsetBy: -port.utf8.count)]
        }
        if host.utf8.starts(with: FeedKey.www.utf8) {
            let name = host[host.utf8.index(host.startIndex, offsetBy: FeedKey.www.utf8.count)...]
            if let first = name.utf8.first, first != UInt8(ascii: ":") { host = name }
        }
        let target = address.path.utf8.prefix { $0 != UInt8(ascii: "#") }
        let path = target.prefix { $0 != UInt8(ascii: "?") }
        let query = target[path.endIndex...]
        let isClosed = path.last == UInt8(ascii: "/")
        let open = Substring(isClosed ? path.dropLast() : path)
        exact = ExactText(String(host) + String(open) + String(Substring(query)))
    }

    /// The key of the address that the text is; nil if it is no `http` or `https` URL.
    public init?(of text: String) {
        guard let address = WebAddress(text) else { return nil }
        self.init(of: address)
    }

    /// The whole URL: the key of a feed whose other key another feed of the database has. Nil for a local file.
    init?(exactly address: WebAddress) {
        guard address.isRemote else { return nil }
        exact = ExactText(address.text)
    }

    /// Whether the key is a whole URL, perhaps with a number behind `#`.
    var isExact: Bool { text.hasPrefix("http://") || text.hasPrefix("https://") }

    /// The keys that a feed at this URL may have, the first ones before the others: a database has each only once.
    static func choices(at address: WebAddress) -> [FeedKey] {
        guard let natural = FeedKey(of: address), let exact = FeedKey(exactly: address) else { return [] }
        return [natural, exact] + (2...9).map { FeedKey(exact: ExactText("\(exact)#\($0)")) }
    }

    /// The key that the feed's URL gives, exact if this key is. Keys whose URLs give the same key are of one feed.
    func address(of url: String) -> FeedKey? {
        WebAddress(url).flatMap { isExact ? FeedKey(exactly: $0) : FeedKey(of: $0) }
    }

    /// A key as it was written. Nil if it is empty, longer than 4 KiB, or has spaces or control characters.
    public init?(written text: String) {
        guard !text.isEmpty, text.utf8.count <= FeedKey.longest, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else {
            return nil
        }
        exact = ExactText(text)
    }

    /// The key of the saved pages, whose marks are shared.
    static let saved = FeedKey(exact: ExactText(WebAddress.saved.text))

    private init(exact: ExactText) { self.exact = exact }

    public static func < (left: FeedKey, right: FeedKey) -> Bool { left.exact < right.exact }

    private static let www = "www."
    /// The most bytes of a key or a URL.
    static let longest = 4096
}
