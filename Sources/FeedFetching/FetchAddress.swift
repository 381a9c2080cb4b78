internal import CCurl

/// A checked and normalised address, apart from the credentials that were in it.
public struct FetchAddress: Hashable, Sendable {
    /// Scheme and host in lower case, no default port, no dot segments, no fragment, ASCII only.
    public let url: WebAddress
    public private(set) var credentials: Credentials?
    /// The page or feed that names the address; nil where the user does.
    package var namer: WebAddress?
    /// A page or feed names it, and it is on another server than the address from the user.
    package var isElsewhere = false

    /// Parses `http`, `https`, `file` and `feed` addresses. Refuses an address without a scheme: see `guesses`.
    public init(_ text: String) throws(FetchError) {
        let text = FetchAddress.withoutFeedScheme(FetchAddress.trimmed(text))
        guard let scheme = FetchAddress.scheme(of: text) else {
            throw .address(text.isEmpty ? "the address is empty" : "the address has no scheme, such as https://")
        }
        let rest = text.dropFirst(scheme.utf8.count + 1)
        switch WebAddress.Scheme(rawValue: scheme) {
        case .file:
            self = try FetchAddress(file: rest)
        case .http, .https:
            // curl would take the beginning of the path for the host.
            guard rest.hasPrefix("//"), !rest.hasPrefix("///") else { throw .address("the address names no host") }
            let parts = try Parts()
            try parts.set(scheme + ":" + FetchAddress.escapedPath(of: rest))
            url = try parts.address()
            credentials = try parts.credentials()
        case .exec: throw .address(FetchAddress.programRefusal)
        case .saved, nil:
            throw .scheme(scheme)
        }
    }

    /// An address that a document names. It has no credentials: a document must not say which of the user's passwords goes
    /// where.
    package init(named text: String) throws(FetchError) {
        self = try FetchAddress(text)
        credentials = nil
    }

    /// The reason for refusing `exec:` in an address.
    public static let programRefusal = "an address cannot be a program; `rssium add --exec 'PROGRAM ARGS...'` adds one"

    /// The address of a local file, by its absolute path. `?`, `#` and `%` belong to the path.
    public init(path: String) throws(FetchError) {
        let escaped = FetchAddress.escaped(path) { "?#%".utf8.contains($0) }
        guard path.hasPrefix("/"), let url = WebAddress("file://" + escaped) else {
            throw .address("the path is not absolute")
        }
        self.url = url
        credentials = nil
    }

    /// A program that prints a feed, by its command line from the user.
    public init(program: String) throws(FetchError) {
        guard let url = WebAddress.ofProgram(program) else { throw .address("the program is not one line of text") }
        self.url = url
        credentials = nil
    }

    /// Resolves a `Location` (RFC 9110, section 10.2.2). Leaves out the credentials.
    public func resolving(_ location: String) throws(FetchError) -> FetchAddress {
        let text = FetchAddress.trimmed(location)
        guard !text.isEmpty else { throw .address("the address is empty") }
        if FetchAddress.scheme(of: text) != nil { return try FetchAddress(named: text) }
        if text.hasPrefix("//") { return try resolving(url.scheme.rawValue + ":" + text) }
        let parts = try Parts()
        try parts.set(url.text)
        let reference = text.prefix { $0 != "#" }
        if !reference.isEmpty { try parts.set(FetchAddress.escaped(reference)) }
        return FetchAddress(url: try parts.address(), credentials: nil)
    }

    /// Adds the credentials of another address with the same origin, unless this one has its own.
    public func with(_ others: Credentials?, of other: WebAddress) -> FetchAddress {
        guard credentials == nil, url.hasOrigin(of: other) else { return self }
        var address = self
        address.credentials = others
        return address
    }

    /// The addresses that the user may mean, the likeliest first: without a scheme, `https://` and then `http://`.
    public static func guesses(for text: String) -> [String] {
        let text = withoutFeedScheme(trimmed(text))
        if text.isEmpty { return [text] }
        if text.hasPrefix("//") { return ["https:" + text, "http:" + text] }
        return scheme(of: text) == nil ? ["https://" + text, "http://" + text] : [text]
    }

    private init(url: WebAddress, credentials: Credentials?) {
        self.url = url
        self.credentials = credentials
    }

    /// Parses what follows `file:` (RFC 8089). A host must be this machine.
    private init(file rest: Substring) throws(FetchError) {
        var path = rest.prefix { $0 != "#" && $0 != "?" }
        if path.hasPrefix("//") {
            path = path.dropFirst(2)
            let host = path.prefix { $0 != "/" }
            guard ["", "localhost", "127.0.0.1"].contains(host.lowercased()) else {
                throw .address("a file of another machine cannot be read")
            }
            path = path.dropFirst(host.count)
        }
        guard path.hasPrefix("/"), let url = WebAddress("file://" + FetchAddress.escaped(path)) else {
            throw .address("a file address needs an absolute path, such as file:///home")
        }
        self.url = url
        credentials = nil
    }
}

// MARK: - Text

extension FetchAddress {
    /// Removes what copying adds: spaces and `<>` around the address, and line breaks in it.
    private static func trimmed(_ text: String) -> String {
        let kept = text.unicodeScalars.filter { !["\t", "\n", "\r"].contains($0) }
        let start = kept.firstIndex { !margin.contains($0) } ?? kept.endIndex
        let end = kept.lastIndex { !margin.contains($0) }.map { kept.index(after: $0) } ?? start
        let isInBrackets = kept[start..<end].first == "<" && kept[start..<end].last == ">"
        return isInBrackets ? trimmed(String(kept[start..<end].dropFirst().dropLast())) : String(kept[start..<end])
    }

    /// Spaces, also those without a width, and the byte order mark.
    private static let margin: [Unicode.Scalar] = [" ", "\u{A0}", "\u{200B}", "\u{FEFF}"]

    /// Removes the `feed:` of links such as `feed:https://example.org` and `feed://example.org`; podcasts have others.
    package static func withoutFeedScheme(_ text: String) -> String {
        var rest = text[...]
        while let scheme = feedSchemes.first(where: { rest.prefix(8).lowercased().hasPrefix($0) }) {
            // `rss:8080` is a host.
            if rest.dropFirst(scheme.count).first?.isNumber == true { break }
            rest = rest.dropFirst(scheme.count)
            guard rest.hasPrefix("//") else { continue }
            // `feed://https://example.org`
            guard rest.dropFirst(2).prefix(4).lowercased() == "http" && rest.dropFirst(2).contains("://") else {
                return (scheme == "feeds:" ? "https:" : "http:") + rest
            }
            rest = rest.dropFirst(2)
        }
        return String(rest)
    }

    private static let feedSchemes = ["feed:", "feeds:", "rss:", "itpc:", "pcast:", "podcast:"]

    /// The scheme in lower case (RFC 3986, section 3.1). A host before a port (`localhost:8080`) is not a scheme.
    private static func scheme(of text: String) -> String? {
        guard let length = URISyntax.schemeLength(in: text.utf8) else { return nil }
        let port = text.utf8.dropFirst(length + 1).prefix { !"/?#".utf8.contains($0) }
        return port.isEmpty || !port.allSatisfy(ASCII.isDigit) ? text.prefix(length).lowercased() : nil
    }

    /// Leaves `//host` as it is, and escapes what follows.
    private static func escapedPath(of rest: Substring) -> String {
        let start = rest.dropFirst(2).firstIndex { "/?#".contains($0) } ?? rest.endIndex
        return rest[..<start] + escaped(rest[start...].prefix { $0 != "#" })
    }

    /// Percent-encodes spaces, control characters, quotes and non-ASCII characters. Leaves existing escapes.
    private static func escaped(_ text: some StringProtocol, and more: (UInt8) -> Bool = { _ in false }) -> String {
        URISyntax.percentEncoded(text) { "\"<>`".utf8.contains($0) || more($0) }
    }
}

// MARK: - curl's URL API

/// Takes an address apart with libcurl's URL API, so that we and curl never read it differently.
private struct Parts: ~Copyable {
    private let functions: UnsafePointer<rssium_curl>
    private let handle: OpaquePointer

    init() throws(FetchError) {
        let functions = try CurlLibrary.shared.get().functions
        guard let handle = functions.pointee.url() else { throw .library("libcurl has no memory left") }
        self.functions = functions
        self.handle = handle
    }

    deinit { functions.pointee.url_cleanup(handle) }

    /// Sets the address, or resolves a relative reference against it.
    func set(_ text: String) throws(FetchError) {
        let code = functions.pointee.url_set(handle, CURLUPART_URL, text, 0)
        guard code == CURLUE_OK else { throw .address(Parts.message(for: code)) }
    }

    func address() throws(FetchError) -> WebAddress {
        guard let scheme = try part(CURLUPART_SCHEME), let written = try part(CURLUPART_HOST),
            let host = Punycode.host(written)
        else { throw .address("the host name cannot be read") }
        let port = try part(CURLUPART_PORT, UInt32(CURLU_NO_DEFAULT_PORT)).map { ":" + $0 } ?? ""
        let path = try part(CURLUPART_PATH) ?? "/"
        let query = try part(CURLUPART_QUERY).map { "?" + $0 } ?? ""
        guard let address = WebAddress(scheme + "://" + host + port + path + query) else {
            throw .address("the address cannot be read")
        }
        return address
    }

    func credentials() throws(FetchError) -> Credentials? {
        guard let user = try part(CURLUPART_USER, UInt32(CURLU_URLDECODE)) else { return nil }
        return Credentials(user: user, password: try part(CURLUPART_PASSWORD, UInt32(CURLU_URLDECODE)) ?? "")
    }

    /// Nil if the address has no such part.
    private func part(_ part: CURLUPart, _ flags: UInt32 = 0) throws(FetchError) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        let code = functions.pointee.url_get(handle, part, &text, flags)
        defer { functions.pointee.free(text) }
        switch code {
        case CURLUE_OK: return text.map { String(cString: $0) }
        case CURLUE_NO_USER, CURLUE_NO_PASSWORD, CURLUE_NO_HOST, CURLUE_NO_PORT, CURLUE_NO_QUERY: return nil
        default: throw .address(Parts.message(for: code))
        }
    }

    private static func message(for code: CURLUcode) -> String {
        switch code {
        case CURLUE_BAD_PORT_NUMBER: "the address has an invalid port"
        case CURLUE_NO_HOST: "the address names no host"
        default: "the address cannot be read"
        }
    }
}
