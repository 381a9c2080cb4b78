internal import FeedCore

/// Converts and checks the text of a value.
extension ValueKind {
    /// Why a value is wrong, to follow the name of the option: `expects a whole number from 1, not "-1"`.
    struct Mismatch: Error, Equatable {
        let message: String
    }

    func value(of text: String, now: Timestamp) throws(Mismatch) -> Arguments.Value {
        switch self {
        case .feed, .article, .category, .label, .view, .account, .setting, .command, .query, .text:
            return .text(text)
        case .url, .path:
            guard !text.isEmpty else { throw mismatch(self == .url ? "a URL" : "a path", text) }
            return .text(text)
        case .time:
            guard let time = TimeArgument(text, now: now) else {
                throw mismatch("a time such as 2026-11-20, 2026-11-20T10:00, today or 2h", text)
            }
            return .time(time, typed: text)
        case .duration:
            guard let seconds = DurationArgument.seconds(of: text), seconds > 0 else {
                throw mismatch("a duration such as 90s, 15m, 2h, 3d or 1w", text)
            }
            return .duration(seconds)
        case .size:
            guard let bytes = SizeArgument.bytes(of: text), bytes > 0 else {
                throw mismatch("a size such as 500K, 32M or 1G", text)
            }
            return .size(bytes)
        case .yesNo:
            guard text == "yes" || text == "no" else { throw mismatch("yes or no", text) }
            return .text(text)
        case .mailAddress:
            guard MailAddress(text) != nil else { throw mismatch("one address such as ann@example.org", text) }
            return .text(text)
        case .mailAddresses:
            guard MailAddress.list(text) != nil else { throw mismatch("addresses such as ann@example.org", text) }
            return .text(text)
        case .fileName:
            guard DownloadName(text) != nil else {
                let fields = DownloadName.Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
                throw mismatch("a name with none but these fields: \(fields)", text)
            }
            return .text(text)
        case .commandLine:
            // The message does not quote the value, which may contain a secret.
            guard ShellWords.split(text)?.isEmpty == false else {
                throw mismatch("a program and its arguments, with all quotes closed", text.isEmpty ? "" : "***")
            }
            return .text(text)
        case .proxy:
            // The message does not quote the value, which may contain a secret.
            guard ValueKind.isProxy(text) else {
                throw mismatch("a proxy such as socks5://localhost:9050", text.isEmpty ? "" : "***")
            }
            return .text(text)
        case .header:
            // The message does not quote the value, which may contain a secret.
            guard ValueKind.isHeader(text) else { throw mismatch("a header line such as 'Name: value'", "***") }
            return .text(text)
        case .number(let range):
            guard let number = ValueKind.wholeNumber(text), range.contains(number) else {
                throw mismatch("a whole number \(ValueKind.words(range))", text)
            }
            return .number(number)
        case .limit(let range, let words):
            if words.contains(text) { return .text(text) }
            guard let number = ValueKind.wholeNumber(text), range.contains(number) else {
                let other = ValueKind.alternatives(words)
                throw mismatch("a whole number \(ValueKind.words(range)), or \(other)", text)
            }
            return .number(number)
        case .choice(let names):
            guard names.contains(text) else {
                let hint = SpellingSuggestion.hint(forValue: text, among: names)
                throw mismatch(ValueKind.alternatives(names), text, hint: hint)
            }
            return .text(text)
        case .fields(let names):
            return .list(try fields(of: text, among: names))
        }
    }

    private static func words(_ range: ClosedRange<Int>) -> String {
        "from \(range.lowerBound)" + (range.upperBound == .max ? "" : " to \(range.upperBound)")
    }

    private func fields(of text: String, among names: [String]) throws(Mismatch) -> [String] {
        let wanted = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
        for name in wanted where !names.contains(name) {
            throw Mismatch(
                message: "expects names of fields, not \"\(name)\"; the fields are \(names.joined(separator: ","))")
        }
        return wanted
    }

    private func mismatch(_ expected: String, _ text: String, hint: String = "") -> Mismatch {
        Mismatch(message: "expects \(expected), not \"\(text)\"" + hint)
    }

    private static func alternatives(_ names: [String]) -> String {
        guard names.count > 1, let last = names.last else { return names.joined() }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }

    /// A token, a colon and a value without control characters (RFC 9110, section 5).
    private static func isHeader(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon != text.startIndex else { return false }
        let isToken = text.utf8[..<colon].allSatisfy { byte in
            (0x21..<0x7F).contains(byte) && !"()<>@,;\\\"/[]?={}".utf8.contains(byte)
        }
        return isToken && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    /// `[scheme://][user:password@]host[:port]`, with a scheme that curl knows.
    private static func isProxy(_ text: String) -> Bool {
        guard text.unicodeScalars.allSatisfy({ !$0.properties.isWhitespace && $0.value >= 0x20 && $0.value != 0x7F })
        else { return false }
        var rest = text[...]
        if let colon = rest.firstIndex(of: ":"), rest[colon...].hasPrefix("://") {
            let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]
            guard schemes.contains(rest[..<colon].lowercased()) else { return false }
            rest = rest[colon...].dropFirst(3)
        }
        if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
        if rest.hasSuffix("/") { rest.removeLast() }
        if rest.hasPrefix("["), let close = rest.firstIndex(of: "]") {
            return isPort(rest[rest.index(after: close)...])
        }
        let host = rest.prefix { $0 != ":" }
        return !host.isEmpty && !host.contains { "/?#[]".contains($0) } && isPort(rest[host.endIndex...])
    }

    /// Empty, or a colon and a 16-bit number.
    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || text.first == ":" && text.dropFirst().allSatisfy(\.isNumber) && UInt16(text.dropFirst()) != nil
    }

    /// Digits, with a minus sign or not. `Int` would also accept a plus sign.
    private static func wholeNumber(_ text: String) -> Int? {
        text.hasPrefix("+") ? nil : Int(text)
    }
}
