internal import FeedCore

/// Writes text, code and addresses so that Markdown reads them back unchanged.
enum MarkdownText {
    /// The text with a backslash before each character that may be syntax.
    ///
    /// - Parameters:
    ///   - isAtLineStart: a block could begin here.
    ///   - isInLink: an address is text: a link cannot contain another one (CommonMark 6.3).
    static func escaped(_ text: String, isAtLineStart: Bool = false, isInLink: Bool = false) -> String {
        let bytes = Array(text.utf8)
        guard isAtLineStart || bytes.contains(where: { isSpecial($0) }) else { return text }
        var written: [UInt8] = []
        written.reserveCapacity(bytes.count + bytes.count / 8)
        var index = isAtLineStart ? copyLineStart(of: bytes, to: &written) : 0
        var searchedUntil = 0
        while index < bytes.count {
            let isWordStart = index == 0 || !ASCII.isLetterOrDigit(bytes[index - 1])
            if !isInLink, bytes[index] == UInt8(ascii: "h"), isWordStart, index >= searchedUntil {
                let address = address(in: bytes[index...])
                searchedUntil = index + address.count
                if address.contains(where: isSpecial), isAutolink(String(decoding: address, as: UTF8.self)) {
                    written += [UInt8(ascii: "<")] + address + [UInt8(ascii: ">")]
                    index = address.endIndex
                    continue
                }
            }
            if isSyntax(at: index, in: bytes) { written.append(UInt8(ascii: "\\")) }
            written.append(bytes[index])
            index += 1
        }
        return String(decoding: written, as: UTF8.self)
    }

    /// Escapes what would begin a heading, a list, a quotation or a table, or underline a heading. Returns where the rest
    /// of the line begins.
    private static func copyLineStart(of bytes: [UInt8], to written: inout [UInt8]) -> Int {
        let digits = bytes.prefix(9).prefix(while: ASCII.isDigit)
        written += digits
        guard bytes.indices.contains(digits.count) else { return digits.count }
        let next = bytes[digits.count]
        let isSyntax = digits.isEmpty ? "#>+-=:|".utf8.contains(next) : ".)".utf8.contains(next)
        if isSyntax { written += [UInt8(ascii: "\\"), next] }
        return digits.count + (isSyntax ? 1 : 0)
    }

    private static func isSyntax(at index: Int, in bytes: [UInt8]) -> Bool {
        switch bytes[index] {
        case UInt8(ascii: "&"): return beginsEntity(bytes[index...])
        case UInt8(ascii: "_"):
            // Within a word, as in `snake_case`, it is text.
            return index == 0 || index + 1 == bytes.count || !ASCII.isLetterOrDigit(bytes[index - 1])
                || !ASCII.isLetterOrDigit(bytes[index + 1])
        default: return isSpecial(bytes[index])
        }
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "["),
            UInt8(ascii: "]"), UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// The web address that begins here, without the punctuation after it: escapes would change it.
    private static func address(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard bytes.starts(with: "http://".utf8) || bytes.starts(with: "https://".utf8) else { return [] }
        var address = bytes.prefix(2000).prefix { $0 > 0x20 && $0 < 0x7F && !"<>\"".utf8.contains($0) }
        while let last = address.last, ".,;:!?'*_~)]".utf8.contains(last) {
            // It may close a parenthesis of the address.
            if last == UInt8(ascii: ")"), hasBalancedParentheses(address) { break }
            address.removeLast()
        }
        return address
    }

    /// The text without line ends and zero-width spaces.
    static func inOneLine(_ text: String) -> String {
        var text = text
        guard text.withUTF8({ bytes in bytes.contains { $0 < 0x20 || $0 == 0xE2 } }) else { return text }
        var line = ""
        for scalar in text.unicodeScalars where scalar != "\u{200B}" {
            let isBreak = scalar.value < 0x20 || scalar == "\u{2028}" || scalar == "\u{2029}"
            line.unicodeScalars.append(isBreak ? " " : scalar)
        }
        return line
    }

    /// Whether the link can be written as its address in angle brackets.
    static func isAutolink(_ text: String, of address: String) -> Bool {
        address == text ? isAutolink(text) : address == "mailto:" + text && isMailAddress(text)
    }

    /// CommonMark 6.5: a scheme, and no character that ends it. Entities count there too, and cannot be escaped.
    static func isAutolink(_ address: String) -> Bool {
        let bytes = address.utf8
        let scheme = bytes.prefix { $0 != UInt8(ascii: ":") }
        guard (2...32).contains(scheme.count), scheme.count < bytes.count, scheme.allSatisfy(ASCII.isLetter) else {
            return false
        }
        guard bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") })
        else { return false }
        return !bytes.indices.contains { bytes[$0] == UInt8(ascii: "&") && beginsEntity(bytes[$0...]) }
    }

    private static func isMailAddress(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        return parts.count == 2
            && parts.allSatisfy { part in
                !part.isEmpty && part.allSatisfy { ASCII.isLetterOrDigit($0) || $0 == UInt8(ascii: ".") || $0 == 0x2D }
            }
            && parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
                .allSatisfy { !$0.isEmpty && $0.first != 0x2D && $0.last != 0x2D }
    }

    /// Code between runs of backticks, of a length that no run in the code has (CommonMark, "Code spans").
    static func code(_ code: String) -> String {
        let runs = Set(code.utf8.split { $0 != UInt8(ascii: "`") }.map(\.count))
        let length = (1...).first { !runs.contains($0) } ?? 1
        let fence = String(repeating: "`", count: length)
        let ends = [code.utf8.first, code.utf8.last]
        // CommonMark removes one space at each end.
        let isPadded = ends.contains(UInt8(ascii: "`")) || ends == [0x20, 0x20]
        return isPadded ? "\(fence) \(code) \(fence)" : fence + code + fence
    }

    /// An address for the parentheses of a link.
    static func destination(_ address: String) -> String {
        let isBalanced = hasBalancedParentheses(address.utf8)
        let bytes = Array(address.utf8)
        var written: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case 0...0x20, 0x7F, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "`"):
                written.append(UInt8(ascii: "%"))
                written += [byte >> 4, byte & 15].map { UInt8(ascii: "0") + $0 + ($0 > 9 ? 7 : 0) }
            case UInt8(ascii: "\\"):
                written += [byte, byte]
            case UInt8(ascii: "("), UInt8(ascii: ")"):
                if !isBalanced { written.append(UInt8(ascii: "\\")) }
                written.append(byte)
            case UInt8(ascii: "&"):
                written.append(byte)
                if beginsEntity(bytes[index...]) { written += Array("amp;".utf8) }
            default:
                written.append(byte)
            }
        }
        return written.isEmpty ? "<>" : String(decoding: written, as: UTF8.self)
    }

    private static func hasBalancedParentheses(_ address: some Sequence<UInt8>) -> Bool {
        var depth = 0
        for byte in address {
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth -= 1 }
            // CommonMark allows a limit.
            if depth < 0 || depth > 8 { return false }
        }
        return depth == 0
    }

    /// Whether an entity begins here, such as `&copy;` or `&#169;`.
    private static func beginsEntity(_ bytes: some Collection<UInt8>) -> Bool {
        var name = bytes.dropFirst()
        if name.first == UInt8(ascii: "#") { name = name.dropFirst() }
        let end = name.prefix(40).drop { ASCII.isLetterOrDigit($0) }
        return end.first == UInt8(ascii: ";")
    }
}
