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
            let scheme = Scheme(rawValue: WebAddress.lowercased(text[..<colon])),
            text.utf8[colon...].starts(with: "://".utf8),
            text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else { return nil }
        self.scheme = scheme
        self.text = text.utf8.starts(with: scheme.rawValue.utf8) ? text : scheme.rawValue + text[colon...]
        if scheme == .file {
            guard path.utf8.first == UInt8(ascii: "/") else { return nil }
        } else {
            guard !hostRange.isEmpty else { return nil }
        }
    }

    public var description: String { text }

    /// The host in lower case, without port; empty for a local file.
    public var host: String { WebAddress.lowercased(text[hostRange]) }

    /// Scheme, host and port, such as `https://example.org:443`: what credentials belong to.
    public var origin: String { scheme.rawValue + "://" + hostAndPort }

    /// Host and port, such as `example.org:443`: what the limits for one host count by.
    public var hostAndPort: String {
        guard scheme != .file else { return "" }
        let bytes = text.utf8
        let end = hostRange.upperBound
        let authorityEnd = bytes[end...].firstIndex(where: WebAddress.endsAuthority) ?? bytes.endIndex
        let port = text[end..<authorityEnd]
        guard port.utf8.count > 1, port.utf8.first == UInt8(ascii: ":") else {
            return host + (scheme == .https ? ":443" : ":80")
        }
        return host + port
    }

    /// What follows the host: path, query and fragment; for a local file the path, still percent-encoded.
    public var path: String {
        text.utf8[authorityStart...].firstIndex(where: WebAddress.endsAuthority).map { String(text[$0...]) } ?? ""
    }

    // By bytes: these are asked for several times a feed, and characters take a hundred times as long.

    private var authorityStart: String.Index {
        text.utf8.index(text.startIndex, offsetBy: scheme.rawValue.utf8.count + 3)
    }

    /// Where the host stands, an IPv6 address with its brackets.
    private var hostRange: Range<String.Index> {
        let rest = text.utf8[authorityStart...]
        var authority = rest.prefix { !WebAddress.endsAuthority($0) }
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) { authority = authority[authority.index(after: at)...] }
        if authority.first == UInt8(ascii: "["), let close = authority.firstIndex(of: UInt8(ascii: "]")) {
            return authority.startIndex..<authority.index(after: close)
        }
        let end = authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
        return authority.startIndex..<end
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    /// Most hosts are in lower case already.
    private static func lowercased(_ text: Substring) -> String {
        let isLower = text.utf8.allSatisfy { $0 < 0x80 && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        return isLower ? String(text) : text.lowercased()
    }
}
