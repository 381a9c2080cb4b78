/// Copies a text into Markdown, with a backslash before each character that would be syntax there.
struct MarkdownEscape {
    /// How far it looks for the end of an address, and of a run of one character.
    private static let maxAddressLength = 2000
    private static let maxRunLength = 8

    private let bytes: UnsafeBufferPointer<UInt8>
    private let isLink: Bool
    private let isWholeLine: Bool
    private(set) var written: [UInt8] = []
    private var index = 0
    /// No address begins before here.
    private var searchedUntil = 0

    init(bytes: UnsafeBufferPointer<UInt8>, isLink: Bool, isWholeLine: Bool) {
        self.bytes = bytes
        self.isLink = isLink
        self.isWholeLine = isWholeLine
        written.reserveCapacity(bytes.count + bytes.count / 8)
    }

    private func byte(at place: Int) -> UInt8? { bytes.indices.contains(place) ? bytes[place] : nil }

    private mutating func copy(escaped: Bool = false) {
        if escaped { written.append(UInt8(ascii: "\\")) }
        written.append(bytes[index])
        index += 1
    }

    // MARK: - Line starts

    /// Escapes what would begin a heading, a list, a quotation or a rule, or underline a heading.
    mutating func copyLineStart() {
        while byte(at: index) == 0x20 { index += 1 }
        guard let first = byte(at: index) else { return }
        switch first {
        case UInt8(ascii: "#"):
            let rest = bytes[index...].drop { $0 == first }
            if rest.startIndex - index < 7, rest.first ?? 0x20 == 0x20 { copy(escaped: true) }
        case UInt8(ascii: ">"):
            copy(escaped: true)
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            if byte(at: index + 1) ?? 0x20 == 0x20 || isRestOnly("-:| ") { copy(escaped: true) }
        case UInt8(ascii: ":"), UInt8(ascii: "|"):
            if isRestOnly("-:| ") { copy(escaped: true) }
        case UInt8(ascii: "="):
            if isRestOnly("= ") { copy(escaped: true) }
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            copyNumber()
        case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"):
            // Of a line of delimiters only the first needs an escape.
            guard isWholeLine, MarkdownText.isDelimiterRun(bytes[index...]) else { break }
            copy(escaped: true)
            while index < bytes.count { copy() }
        default: break
        }
    }

    private func isRestOnly(_ characters: String) -> Bool {
        bytes[index...].allSatisfy { characters.utf8.contains($0) }
    }

    private mutating func copyNumber() {
        let start = index
        while let digit = byte(at: index), MarkdownText.isDigit(digit) { copy() }
        guard index - start < 10, let end = byte(at: index) else { return }
        let isDelimiter = end == UInt8(ascii: ".") || end == UInt8(ascii: ")")
        if isDelimiter, byte(at: index + 1) ?? 0x20 == 0x20 { copy(escaped: true) }
    }

    // MARK: - Text

    mutating func copyRest() {
        let isSpecial = MarkdownText.isSpecial
        while index < bytes.count {
            let start = index
            while index < bytes.count, !isSpecial[Int(bytes[index])] { index += 1 }
            written.append(contentsOf: bytes[start..<index])
            guard index < bytes.count else { return }
            let byte = bytes[index]
            if byte == UInt8(ascii: "h"), !isLink, copyAddress() { continue }
            copy(escaped: isSyntax(byte, at: index))
        }
    }

    private func isSyntax(_ byte: UInt8, at place: Int) -> Bool {
        let next = self.byte(at: place + 1)
        switch byte {
        case UInt8(ascii: "\\"):
            // Only before punctuation, which the next span may begin with.
            return next.map { $0 < 0x80 && $0 != 0x20 && !isWord($0) } ?? true
        case UInt8(ascii: "["): return true
        case UInt8(ascii: "]"): return isLink
        case UInt8(ascii: "*"), UInt8(ascii: "~"): return !isBetweenSpaces(place)
        case UInt8(ascii: "_"): return !isWithinWord(place) && !isBetweenSpaces(place)
        case UInt8(ascii: "<"):
            guard let next else { return true }
            return MarkdownText.isLetter(next) || "/!?".utf8.contains(next)
        case UInt8(ascii: "&"): return MarkdownText.beginsEntity(bytes[place...])
        case UInt8(ascii: "h"): return false
        default: return true
        }
    }

    private func isWord(_ byte: UInt8) -> Bool { MarkdownText.isLetter(byte) || MarkdownText.isDigit(byte) }

    /// Whether the run has spaces on both sides, as in `2 * 3`.
    private func isBetweenSpaces(_ place: Int) -> Bool {
        let byte = bytes[place]
        let before = bytes[max(place - Self.maxRunLength, 0)..<place].last { $0 != byte }
        return before == 0x20 && bytes[place...].prefix(Self.maxRunLength).first { $0 != byte } == 0x20
    }

    /// Whether it is between letters, as in `snake_case`.
    private func isWithinWord(_ place: Int) -> Bool {
        guard place > 0, isWord(bytes[place - 1]), let next = byte(at: place + 1) else { return false }
        return isWord(next)
    }

    /// Copies a web address in angle brackets where escapes would change it.
    private mutating func copyAddress() -> Bool {
        let rest = bytes[index...]
        guard index >= searchedUntil else { return false }
        guard rest.starts(with: "http://".utf8) || rest.starts(with: "https://".utf8) else { return false }
        // A backslash before it would escape the bracket.
        guard index == 0 || !(isWord(bytes[index - 1]) || bytes[index - 1] == UInt8(ascii: "\\")) else { return false }
        var address = rest.prefix(Self.maxAddressLength).prefix { $0 > 0x20 && $0 < 0x7F && !"<>\"".utf8.contains($0) }
        searchedUntil = address.endIndex
        while let last = address.last, ".,;:!?'*_~)]".utf8.contains(last) {
            // It may close a parenthesis of the address.
            if last == UInt8(ascii: ")"), MarkdownText.hasBalancedParentheses(address) { break }
            address.removeLast()
        }
        let needed = address.indices.contains { MarkdownText.isSpecial[Int(bytes[$0])] && isSyntax(bytes[$0], at: $0) }
        guard needed, MarkdownText.isAutolink(String(decoding: address, as: UTF8.self)) else { return false }
        written.append(UInt8(ascii: "<"))
        written += address
        written.append(UInt8(ascii: ">"))
        index = address.endIndex
        return true
    }
}
