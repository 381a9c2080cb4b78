/// An absolute `http`, `https` or `file` URL, checked when it is made, or the program that prints a feed.
///
/// It has no credentials: `FetchAddress` takes them out before.
public struct WebAddress: Hashable, Sendable, CustomStringConvertible {
    /// The URL as it is written and stored.
    public let text: String
    public let scheme: Scheme

    /// The schemes that can be fetched.
    public enum Scheme: String, Sendable {
        case http, https, file
        /// A program. No text is read as such an address: only the user names programs.
        case exec
        /// The pages that the user saved: no document is fetched for them.
        case saved
    }

    /// The address of the built-in feed of saved pages. No text is read as this address.
    public static let saved = WebAddress(text: "saved:", scheme: .saved)

    /// A program that prints a feed, shown as `exec:PROGRAM ARGS…`. Nil for a line without a word, or with control
    /// characters.
    ///
    /// - Parameter program: the command line, from the user or from a file that the user trusts.
    public static func ofProgram(_ program: String) -> WebAddress? {
        let isLine = program.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
        guard isLine, program.contains(where: { $0 != " " }) else { return nil }
        return WebAddress(text: programPrefix + program, scheme: .exec)
    }

    private static let programPrefix = "exec:"

    /// The command line of the program that prints the feed.
    public var program: String? {
        scheme == .exec ? String(text.dropFirst(WebAddress.programPrefix.count)) : nil
    }

    /// A server has the document, and not this machine.
    public var isRemote: Bool { scheme == .http || scheme == .https }

    /// The URL of a feed as it is stored. Nil if it cannot be read.
    public static func stored(_ text: String) -> WebAddress? {
        WebAddress(text) ?? (text == saved.text ? saved : nil)
    }

    /// Nil unless the text is an absolute URL of a known scheme, with a host, without spaces and control characters.
    public init?(_ text: String) {
        var text = text
        guard let (scheme, isLowercase) = text.withUTF8({ WebAddress.scheme(of: $0) }) else { return nil }
        self.scheme = scheme
        self.text = isLowercase ? text : scheme.rawValue + Substring(text.utf8.dropFirst(scheme.rawValue.utf8.count))
        if scheme == .file {
            guard path.utf8.first == UInt8(ascii: "/") else { return nil }
        } else {
            guard !withBytes(authority).host.isEmpty else { return nil }
        }
    }

    private init(text: String, scheme: Scheme) {
        self.text = text
        self.scheme = scheme
    }

    /// Stands for a stored URL that cannot be read. No host has this name (RFC 6761, section 6.4).
    public static let unreadable = WebAddress(text: "https://address.invalid/", scheme: .https)

    public var description: String { text }

    /// The host in lower case, without port; empty for what no server has.
    public var host: String {
        hasAuthority ? withBytes { WebAddress.lowercased($0[authority($0).host], before: "") } : ""
    }

    /// Whether scheme, host and port are the same: credentials belong to them.
    public func hasOrigin(of other: WebAddress) -> Bool {
        self == other || scheme == other.scheme && hostAndPort == other.hostAndPort
    }

    /// Host and port, such as `example.org:443`: limits and back-offs belong to it.
    public var hostAndPort: String {
        guard isRemote else { return "" }
        return withBytes { bytes in
            let (host, end) = authority(bytes)
            return end - host.upperBound > 1 && bytes[host.upperBound] == UInt8(ascii: ":")
                ? WebAddress.lowercased(bytes[host.lowerBound..<end], before: "")
                : WebAddress.lowercased(bytes[host], before: scheme == .https ? ":443" : ":80")
        }
    }

    /// The part after the host: path, query and fragment; for a local file the path, still percent-encoded.
    public var path: String {
        hasAuthority ? withBytes { String(decoding: $0[authority($0).end...], as: UTF8.self) } : ""
    }

    /// Whether `://` follows the scheme.
    private var hasAuthority: Bool { scheme != .exec && scheme != .saved }

    // By bytes: each is used several times a feed, and characters take a hundred times as long.

    private typealias Bytes = UnsafeBufferPointer<UInt8>

    private func withBytes<Result>(_ body: (Bytes) -> Result) -> Result {
        var text = text
        return text.withUTF8(body)
    }

    /// The scheme, and whether it is written in lower case. Nil unless it is an absolute URL of a known scheme without
    /// spaces and control characters.
    private static func scheme(of bytes: Bytes) -> (Scheme, isLowercase: Bool)? {
        let scheme: Scheme
        switch bytes.index(of: UInt8(ascii: ":"), from: 0) {
        case 4 where bytes.hasLetters("http", at: 0): scheme = .http
        case 5 where bytes.hasLetters("https", at: 0): scheme = .https
        case 4 where bytes.hasLetters("file", at: 0): scheme = .file
        default: return nil
        }
        let length = scheme.rawValue.utf8.count
        guard bytes.has("://", at: length), hasNoSpace(bytes) else { return nil }
        return (scheme, bytes[..<length].allSatisfy(ASCII.isLowercase))
    }

    /// Whether there are no spaces and control characters.
    private static func hasNoSpace(_ bytes: Bytes) -> Bool {
        // Most are visible ASCII, which is faster to tell.
        if bytes.endOfVisibleASCII(from: 0, upTo: bytes.count) == bytes.count {
            return bytes.index(of: UInt8(ascii: " "), from: 0) == nil
        }
        return bytes.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }

    /// The range of the host, an IPv6 address with its brackets, and where the authority ends.
    private func authority(_ bytes: Bytes) -> (host: Range<Int>, end: Int) {
        var start = scheme.rawValue.utf8.count + 3
        var colon: Int?
        var end = start
        while end < bytes.count, !WebAddress.endsAuthority(bytes[end]) {
            if bytes[end] == UInt8(ascii: "@") {
                start = end + 1
                colon = nil
            } else if colon == nil, bytes[end] == UInt8(ascii: ":") {
                colon = end
            }
            end += 1
        }
        if start < end, bytes[start] == UInt8(ascii: "["),
            let close = bytes[start..<end].firstIndex(of: UInt8(ascii: "]"))
        {
            return (start..<close + 1, end)
        }
        return (start..<(colon ?? end), end)
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    /// The bytes in lower case, and the ending.
    private static func lowercased(_ bytes: Slice<Bytes>, before ending: StaticString) -> String {
        var isASCII = true
        let count = bytes.count + ending.utf8CodeUnitCount
        let text = String(unsafeUninitializedCapacity: count) { text in
            var index = 0
            for byte in bytes {
                text[index] = ASCII.lowercased(byte)
                isASCII = isASCII && byte < 0x80
                index += 1
            }
            for offset in 0..<ending.utf8CodeUnitCount { text[index + offset] = ending.utf8Start[offset] }
            return count
        }
        return isASCII ? text : text.lowercased()
    }
}
