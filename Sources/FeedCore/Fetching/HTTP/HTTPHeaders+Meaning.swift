/// What the fields say that a refresh decides by. Pure: what depends on the time is given it.
extension HTTPHeaders {
    /// The media type in lower case, without its parameters: `text/html`.
    public var mediaType: String? {
        guard let type = self["Content-Type"]?.prefix(while: { $0 != ";" }) else { return nil }
        let trimmed = HTTPHeaders.trimmed(type).lowercased()
        return trimmed.isEmpty ? nil : trimmed
    }

    /// The encoding that the server says the body has (RFC 9110, section 8.3.2), as it wrote it.
    public var charset: String? {
        guard let type = self["Content-Type"] else { return nil }
        for parameter in HTTPHeaders.split(type, at: ";").dropFirst() {
            if let value = HTTPHeaders.value(of: "charset", in: parameter), !value.isEmpty { return value }
        }
        return nil
    }

    /// For how many seconds from now the answer wants to be kept (RFC 9111, section 4.2): `max-age` less `Age`, else
    /// `Expires` less `Date`; 0 where it wants to be asked for each time; nil where it says nothing.
    public func freshness(at now: Timestamp) -> Int64? {
        let directives = values(of: "Cache-Control").flatMap { HTTPHeaders.split($0, at: ",") }
        let names = directives.map { $0.lowercased() }
        if names.contains("no-cache") || names.contains("no-store") { return 0 }
        for directive in directives {
            guard let written = HTTPHeaders.value(of: "max-age", in: directive) else { continue }
            // RFC 9111, section 4.2.1: what cannot be read counts as stale.
            guard let seconds = HTTPHeaders.seconds(written) else { return 0 }
            let age = self["Age"].flatMap { HTTPHeaders.seconds($0) } ?? 0
            return max(0, seconds - age)
        }
        guard let expires = self["Expires"] else { return nil }
        guard let until = Timestamp(httpDate: expires) else { return 0 }
        return max(0, until - (date ?? now))
    }

    /// For how many seconds from now the server wants to be left alone (RFC 9110, section 10.2.3). A date counts from
    /// the server's own clock, where it says what that shows.
    public func retryAfter(at now: Timestamp) -> Int64? {
        guard let written = self["Retry-After"] else { return nil }
        if let seconds = HTTPHeaders.seconds(written) { return seconds }
        return Timestamp(httpDate: written).map { max(0, $0 - (date ?? now)) }
    }

    /// The first content coding (RFC 9110, section 8.4.1) that is none, such as `utf-8`; nil where all are known.
    var unknownCoding: String? {
        values(of: "Content-Encoding").flatMap { HTTPHeaders.split($0, at: ",") }
            .first { !$0.isEmpty && !HTTPHeaders.codings.contains($0.lowercased()) }
            .map { String($0.prefix(40)) }
    }

    private static let codings: Set<String> = [
        "gzip", "x-gzip", "deflate", "compress", "x-compress", "br", "zstd", "identity", "none",
    ]

    /// What the server's clock showed.
    public var date: Timestamp? { self["Date"].flatMap { Timestamp(httpDate: $0) } }

    /// Digits only; more than fit are taken for 68 years (RFC 9111, section 1.2.2).
    private static func seconds(_ text: String) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return min(Int64(text) ?? .max, 1 << 31)
    }

    /// The value of `name=value` or `name="value"`.
    private static func value(of name: String, in parameter: String) -> String? {
        guard let equals = parameter.firstIndex(of: "="),
            trimmed(parameter[..<equals]).lowercased() == name
        else { return nil }
        let value = trimmed(parameter[parameter.index(after: equals)...])
        return value.filter { $0 != "\"" && $0 != "'" }
    }

    /// The parts of a list, without the blanks around them. A separator within quotes separates nothing.
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
        let blanks: Set<Character> = [" ", "\t"]
        let start = text.drop { blanks.contains($0) }
        let end = start.lastIndex { !blanks.contains($0) }
        return end.map { String(start[...$0]) } ?? ""
    }
}
