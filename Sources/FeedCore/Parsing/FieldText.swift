/// The small values of feeds as they are written in the wild: people, numbers, durations, texts.
enum FieldText {
    /// Text without the white space around it; nil where nothing is left.
    static func trimmed(_ bytes: [UInt8]) -> String? {
        guard let first = bytes.firstIndex(where: { $0 > 0x20 }), let last = bytes.lastIndex(where: { $0 > 0x20 })
        else { return nil }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }

    /// `joe@example.org (Joe)`, `Joe <joe@example.org>`, `joe@example.org`, `Joe`.
    static func person(_ bytes: [UInt8]) -> Author? {
        if let named = parts(of: bytes) { return named }
        guard let text = PlainLine.title(bytes) else { return nil }
        guard text.utf8.contains(UInt8(ascii: "@")) else {
            return Author(name: text)
        }
        for (open, close) in [("(", ")"), ("<", ">"), ("[", "]")] as [(Character, Character)] {
            guard text.last == close, let start = text.lastIndex(of: open) else { continue }
            let inside = PlainLine.clean(String(text[text.index(after: start)...].dropLast()))
            let before = PlainLine.clean(String(text[..<start]))
            let (name, email) = isAddress(inside) ? (before, inside) : (inside, before)
            return Author(name: name == email ? nil : name, email: email.map(withoutScheme))
        }
        if isAddress(text) { return Author(email: withoutScheme(text)) }
        if let space = text.firstIndex(of: " "), isAddress(String(text[..<space])) {
            return Author(
                name: PlainLine.clean(String(text[space...])), email: withoutScheme(String(text[..<space])))
        }
        return Author(name: text)
    }

    /// Bytes, seconds: a count that fits, or nothing.
    static func count(_ text: String?) -> Int64? {
        guard let text else { return nil }
        let digits = text.drop { $0 == " " || $0 == "\n" || $0 == "\t" }.prefix { $0.isASCII && $0.isNumber }
        guard let count = Int64(digits), count > 0 else { return nil }
        return count
    }

    /// `3600`, `59:30`, `1:02:03`, with fractions or without.
    static func duration(_ text: String?) -> Int64? {
        guard let text = text.flatMap(PlainLine.clean) else { return nil }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 3 else { return nil }
        var seconds: Int64 = 0
        for part in parts {
            // Fractions are dropped, behind a point or a comma.
            let whole = part.utf8.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: ",") }
            guard let number = UInt32(Substring(whole)), number < 1_000_000_000 else { return nil }
            seconds = seconds * 60 + Int64(number)
        }
        return seconds > 0 ? seconds : nil
    }

    /// A language tag, with the hyphen that some write as an underscore.
    static func language(_ text: String?) -> String? {
        guard let tag = text.flatMap(PlainLine.clean), tag.utf8.count <= 35 else { return nil }
        return String(decoding: tag.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }, as: UTF8.self)
    }

    /// Atom's `<name>` inside an author of RSS.
    private static func parts(of bytes: [UInt8]) -> Author? {
        bytes.withUnsafeBufferPointer { bytes in
            func part(_ start: StaticString) -> String? {
                guard let begin = bytes.end(of: start, from: 0),
                    let end = bytes.index(of: UInt8(ascii: "<"), from: begin)
                else { return nil }
                return PlainLine.title(Array(bytes[begin..<end]))
            }
            guard let name = part("<name>") else { return nil }
            return Author(name: name, email: part("<email>"))
        }
    }

    private static func isAddress(_ text: String?) -> Bool {
        guard let text else { return false }
        return text.utf8.contains(UInt8(ascii: "@")) && !text.utf8.contains(UInt8(ascii: " "))
    }

    private static func withoutScheme(_ address: String) -> String {
        address.lowercased().hasPrefix("mailto:") ? String(address.dropFirst(7)) : address
    }
}
