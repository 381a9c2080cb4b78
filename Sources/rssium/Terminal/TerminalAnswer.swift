/// Parses the answers of a terminal to `TerminalQuery`, piece by piece as they arrive. It skips keys that the user
/// types in between.
struct TerminalAnswer {
    private(set) var capabilities = TerminalCapabilities()
    /// Whether the answer to the last question has arrived, which every terminal knows.
    private(set) var isComplete = false
    /// The beginning of an answer that has not arrived whole.
    private var rest: [UInt8] = []

    private static let escape: UInt8 = 0x1B

    mutating func append(_ bytes: some Sequence<UInt8>) {
        rest += bytes
        var index = 0
        while index < rest.count {
            guard rest[index] == Self.escape else {
                index += 1
                continue
            }
            guard let end = end(from: index) else { break }
            parse(Array(rest[index..<end]))
            index = end
        }
        rest.removeFirst(index)
    }

    /// The end of the escape sequence that begins at `start`; nil if it has not arrived.
    private func end(from start: Int) -> Int? {
        guard start + 1 < rest.count else { return nil }
        switch rest[start + 1] {
        case UInt8(ascii: "["):
            return rest[(start + 2)...].firstIndex { (0x40...0x7E).contains($0) }.map { $0 + 1 }
        case UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "]"), UInt8(ascii: "^"):
            let close = rest.indices.dropFirst(start + 2).first { index in
                rest[index] == 0x07 || rest[index] == UInt8(ascii: "\\") && rest[index - 1] == Self.escape
            }
            return close.map { $0 + 1 }
        default: return start + 2
        }
    }

    private mutating func parse(_ sequence: [UInt8]) {
        let text = String(decoding: sequence.dropFirst(2), as: UTF8.self)
        switch sequence[1] {
        case UInt8(ascii: "[") where text.hasPrefix("?") && text.hasSuffix("c"):
            // Primary device attributes; the fourth is sixel graphics.
            capabilities.knowsSixel = text.dropFirst().dropLast().split(separator: ";").dropFirst().contains("4")
            isComplete = true
        case UInt8(ascii: "[") where text.hasPrefix("6;") && text.hasSuffix("t"):
            let numbers = text.dropLast().split(separator: ";").compactMap { Int($0) }
            if numbers.count == 3 { capabilities.cell = .init(width: numbers[2], height: numbers[1]) }
        case UInt8(ascii: "_"): capabilities.knowsKitty = text.hasPrefix("Gi=\(TerminalQuery.kittyID);OK")
        case UInt8(ascii: "P") where text.hasPrefix(">|"):
            capabilities.knowsITerm = ["iTerm2", "WezTerm", "mintty"].contains { text.dropFirst(2).hasPrefix($0) }
        default: break
        }
    }
}
