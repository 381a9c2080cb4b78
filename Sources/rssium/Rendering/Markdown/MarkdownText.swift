/// Writes text, code and addresses so that Markdown reads them back unchanged.
enum MarkdownText {
    /// - Parameters:
    ///   - isAtLineStart: a block could begin here.
    ///   - isLink: a bracket would end the text of the link.
    ///   - isWholeLine: nothing else is on the line.
    static func escaped(_ text: String, isAtLineStart: Bool, isLink: Bool, isWholeLine: Bool = false) -> String {
        var text = text
        let escaped: String? = text.withUTF8 { bytes in
            guard isAtLineStart || bytes.contains(where: { isSpecial[Int($0)] }) else { return nil }
            var escape = MarkdownEscape(bytes: bytes, isLink: isLink, isWholeLine: isWholeLine)
            if isAtLineStart { escape.copyLineStart() }
            escape.copyRest()
            return String(decoding: escape.written, as: UTF8.self)
        }
        return escaped ?? text
    }

    /// Whether it repeats one delimiter, perhaps with spaces.
    static func isDelimiterRun(_ text: some Sequence<UInt8>) -> Bool {
        var delimiter: UInt8?
        for byte in text where byte != 0x20 {
            guard byte == delimiter || delimiter == nil && "*_~".utf8.contains(byte) else { return false }
            delimiter = byte
        }
        return delimiter != nil
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
        guard (2...32).contains(scheme.count), scheme.count < bytes.count, scheme.allSatisfy(isLetter) else {
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
                !part.isEmpty
                    && part.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: ".") || $0 == 0x2D }
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

    static func hasBalancedParentheses(_ address: some Sequence<UInt8>) -> Bool {
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
    static func beginsEntity(_ bytes: some Collection<UInt8>) -> Bool {
        var name = bytes.dropFirst()
        if name.first == UInt8(ascii: "#") { name = name.dropFirst() }
        let end = name.prefix(40).drop { isLetter($0) || isDigit($0) }
        return end.first == UInt8(ascii: ";")
    }

    static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// The bytes that may be syntax within a line; `h` may begin an address.
    static let isSpecial: [Bool] = {
        var table = Array(repeating: false, count: 256)
        for byte in "\\`*_[]<&~h".utf8 { table[Int(byte)] = true }
        return table
    }()
}
