/// What machines that share state know a feed by: the URL by which it was first subscribed to, without what differs
/// between addresses of one place.
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
        let place = address.path.utf8.prefix { $0 != UInt8(ascii: "#") }
        let path = place.prefix { $0 != UInt8(ascii: "?") }
        let query = place[path.endIndex...]
        let isClosed = path.last == UInt8(ascii: "/")
        let open = Substring(isClosed ? path.dropLast() : path)
        exact = ExactText(String(host) + String(open) + String(Substring(query)))
    }

    /// The key of the address that the text is; nil if it is no `http` or `https` URL.
    public init?(of text: String) {
        guard let address = WebAddress(text) else { return nil }
        self.init(of: address)
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
