internal import FeedCore

/// Text as the user typed it.
enum ArgumentText {
    /// The text as an error message quotes it: shortened if it is long.
    static func shown(_ text: String) -> String {
        text.count > 60 ? text.prefix(60) + "…" : text
    }

    /// The number of an id: digits and nothing else.
    static func id(_ text: String) -> Int64? {
        guard text.isDigits, let number = Int64(text), number > 0 else { return nil }
        return number
    }
}

extension StringProtocol {
    /// The text without white space at both ends.
    var trimmed: String {
        var rest = self[...]
        while let first = rest.first, first.isWhitespace { rest.removeFirst() }
        while let last = rest.last, last.isWhitespace { rest.removeLast() }
        return String(rest)
    }

    /// Whether it is one or more ASCII digits and nothing else.
    var isDigits: Bool { !isEmpty && utf8.allSatisfy(ASCII.isDigit) }
}

extension String {
    /// Replaces each `{name}` for which there is a value. Values are not looked at again.
    func fillingBraces(_ value: (String) -> String?) -> String {
        var filled = ""
        var rest = self[...]
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
            filled += rest[..<open]
            rest = rest[open...]
            if let close = rest.firstIndex(of: "}"), let text = value(String(rest[..<close].dropFirst())) {
                filled += text
                rest = rest[rest.index(after: close)...]
            } else {
                filled += "{"
                rest = rest.dropFirst()
            }
        }
        return filled + rest
    }
}
