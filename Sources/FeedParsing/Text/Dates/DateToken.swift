/// A number, a word or a punctuation character of a date.
struct DateToken {
    enum Kind: Equatable {
        case number, word
        case punctuation(UInt8)
    }

    let kind: Kind
    let range: Range<Int>
    /// The value of a number, from its first 18 digits.
    let value: Int
    /// White space precedes it.
    let isSpaced: Bool

    var count: Int { range.count }
    var isAttached: Bool { !isSpaced && range.lowerBound > 0 }

    static func split(_ bytes: [UInt8]) -> [DateToken] {
        var tokens: [DateToken] = []
        // `Fri, 20 Nov 2026 10:11:12 +0100` has eleven.
        tokens.reserveCapacity(16)
        var position = 0
        var isSpaced = false
        while position < bytes.count {
            let start = position
            var value = 0
            let kind: Kind
            if ASCII.isDigit(bytes[position]) {
                kind = .number
                while position < bytes.count, ASCII.isDigit(bytes[position]) {
                    if position - start < 18 { value = value * 10 + Int(bytes[position] - UInt8(ascii: "0")) }
                    position += 1
                }
            } else if isLetter(bytes[position]) {
                kind = .word
                while position < bytes.count, isLetter(bytes[position]) { position += 1 }
            } else {
                position += 1
                isSpaced = isSpaced || bytes[start] <= 0x20
                if bytes[start] <= 0x20 { continue }
                kind = .punctuation(bytes[start])
            }
            tokens.append(DateToken(kind: kind, range: start..<position, value: value, isSpaced: isSpaced))
            isSpaced = false
        }
        return tokens
    }

    private static func isLetter(_ byte: UInt8) -> Bool { byte >= 0x80 || ASCII.isLetter(byte) }
}
