/// An absolute `http`, `https` or `file` address, checked on its way in.
///
/// It holds no credentials: those are taken out by `FetchAddress` and kept apart.
public struct WebAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address as it is written and stored.
    public let text: String
    public let scheme: Scheme

    public enum Scheme: String, Sendable {
        case http, https, file
    }

    /// Nil when the text is no absolute address of a known scheme, names no host, or has blanks or control characters.
    public init?(_ text: String) {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
            let scheme = Scheme(rawValue: text[..<colon].lowercased()),
            text[colon...].hasPrefix("://"),
            text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else { return nil }
        self.scheme = scheme
        self.text = scheme.rawValue + text[colon...]
        if scheme == .file {
            guard path.utf8.first == UInt8(ascii: "/") else { return nil }
        } else {
            guard !host.isEmpty else { return nil }
        }
    }

    public var description: String { text }

    /// The host in lower case, without port; empty for a local file.
    public var host: String {
        let authority = authorityText
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            return authority[...end].lowercased()
        }
        return authority.prefix { $0 != ":" }.lowercased()
    }

    /// Scheme, host and port, such as `https://example.org:443`: what credentials belong to.
    public var origin: String { scheme.rawValue + "://" + hostAndPort }

    /// Host and port, such as `example.org:443`: what the limits for one host count by.
    public var hostAndPort: String {
        guard scheme != .file else { return "" }
        let authority = authorityText
        let host = self.host
        let rest = authority.dropFirst(host.count)
        let port = rest.hasPrefix(":") && rest.count > 1 ? String(rest.dropFirst()) : nil
        return host + ":" + (port ?? (scheme == .https ? "443" : "80"))
    }

    /// What follows the host: path, query and fragment; for a local file the path, still percent-encoded.
    public var path: String {
        let rest = text.dropFirst(scheme.rawValue.count + 3)
        return rest.firstIndex(where: { "/?#".contains($0) }).map { String(rest[$0...]) } ?? ""
    }

    private var authorityText: Substring {
        let rest = text.dropFirst(scheme.rawValue.count + 3)
        let authority = rest.prefix { !"/?#".contains($0) }
        return authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    }
}
