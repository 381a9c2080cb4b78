/// The fields that a refresh depends on. Pure.
extension HTTPHeaders {
    /// The same with another charset than the server declares.
    func with(charset: String) -> HTTPHeaders {
        let others = fields.filter { $0.name.lowercased() != "content-type" }
        return HTTPHeaders(others + [Field(name: "Content-Type", value: "text/plain; charset=\(charset)")])
    }

    /// The charset that the server declares (RFC 9110, section 8.3.2).
    public var charset: String? {
        guard let type = self["Content-Type"] else { return nil }
        for parameter in HTTPHeaders.split(type, at: ";").dropFirst() {
            if let value = HTTPHeaders.value(of: "charset", in: parameter), !value.isEmpty { return value }
        }
        return nil
    }

    /// Whether the server declares plain text.
    public var isPlainText: Bool {
        self["Content-Type"].flatMap { HTTPHeaders.split($0, at: ";").first }?.lowercased() == "text/plain"
    }

    /// How many seconds from now the response stays fresh (RFC 9111, section 4.2): `max-age` less `Age`, else `Expires`
    /// less `Date`; 0 if it must not be cached; nil if the server does not say.
    public func freshness(at now: Timestamp) -> Int64? {
        let directives = values(of: "Cache-Control").flatMap { HTTPHeaders.split($0, at: ",") }
        let names = directives.map { $0.lowercased() }
        if names.contains("no-cache") || names.contains("no-store") { return 0 }
        for directive in directives {
            guard let written = HTTPHeaders.value(of: "max-age", in: directive) else { continue }
            // RFC 9111, section 4.2.1: an invalid value counts as stale.
            guard let seconds = HTTPHeaders.seconds(written) else { return 0 }
            let age = self["Age"].flatMap { HTTPHeaders.seconds($0) } ?? 0
            return max(0, seconds - age)
        }
        guard let expires = self["Expires"] else { return nil }
        guard let until = Timestamp(httpDate: expires) else { return 0 }
        return max(0, until - (date ?? now))
    }

    /// The back-off in seconds from now (RFC 9110, section 10.2.3). A date counts from the server's own clock, if its
    /// `Date` tells it.
    public func retryAfter(at now: Timestamp) -> Int64? {
        guard let written = self["Retry-After"] else { return nil }
        if let seconds = HTTPHeaders.seconds(written) { return seconds }
        return Timestamp(httpDate: written).map { max(0, $0 - (date ?? now)) }
    }

    /// The first unknown content coding (RFC 9110, section 8.4.1), such as `utf-8`.
    var unknownCoding: String? {
        values(of: "Content-Encoding").flatMap { HTTPHeaders.split($0, at: ",") }
            .first { !$0.isEmpty && !HTTPHeaders.codings.contains($0.lowercased()) }
            .map { String($0.prefix(40)) }
    }

    /// The name of gzip, if that is the content coding.
    var gzipCoding: String? {
        self["Content-Encoding"].flatMap { ["gzip", "x-gzip"].contains($0.lowercased()) ? $0 : nil }
    }

    private static let codings: Set<String> = [
        "gzip", "x-gzip", "deflate", "compress", "x-compress", "br", "zstd", "identity", "none",
    ]

    /// The time on the server's clock.
    public var date: Timestamp? { self["Date"].flatMap { Timestamp(httpDate: $0) } }

    /// Parses digits. A number that is too large counts as 68 years (RFC 9111, section 1.2.2).
    private static func seconds(_ text: String) -> Int64? { number(text).map { min($0, 1 << 31) } }

    /// Parses digits. A number that is too large counts as the largest.
    static func number(_ text: String) -> Int64? {
        !text.isEmpty && text.utf8.allSatisfy { ASCII.isDigit($0) } ? Int64(text) ?? .max : nil
    }

    /// The value of `name=value` or `name="value"`, and of `charset:gbk`, which servers send, too.
    private static func value(of name: String, in parameter: String) -> String? {
        guard let equals = parameter.firstIndex(where: { $0 == "=" || $0 == ":" }),
            trimmed(parameter[..<equals]).lowercased() == name
        else { return nil }
        let value = trimmed(parameter[parameter.index(after: equals)...])
        return value.filter { $0 != "\"" && $0 != "'" }
    }

    /// The parts of a list, trimmed. Ignores separators in quotes.
    private static func split(_ text: String, at separator: Character) -> [String] {
        var parts = [""]
        var isQuoted = false
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            if character == separator && !isQuoted {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts.map { trimmed($0) }
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        let spaces: Set<Character> = [" ", "\t"]
        let start = text.drop { spaces.contains($0) }
        let end = start.lastIndex { !spaces.contains($0) }
        return end.map { String(start[...$0]) } ?? ""
    }
}
