/// Finds the ends of runs of bytes that need no change. Most time of processing text goes here, so many bytes are
/// tested at once.
extension UnsafeBufferPointer<UInt8> {
    /// The end of plain text: text without control characters, `&` and U+0080 to U+00BF, in which each space is
    /// between two other characters.
    public func endOfPlainText(from start: Int, upTo end: Int) -> Int {
        var place = start
        // With the byte behind the block: a space at its end may be the first of two.
        while place + 17 <= end, isPlainWithSpaces(block(at: place), next: block(at: place + 1)) { place += 16 }
        // What is behind that space may not be plain.
        if place > start, self[place - 1] == 0x20 { place -= 1 }
        while place < end, isPlain(self[place]) || isSingleSpace(at: place, upTo: end) { place += 1 }
        return place
    }

    /// The end of ASCII.
    package func endOfASCII(from start: Int) -> Int {
        var place = start
        while place + 8 <= count, word(at: place) & tops == 0 { place += 8 }
        while place < count, self[place] < 0x80 { place += 1 }
        return place
    }

    /// The end of visible ASCII and spaces.
    public func endOfVisibleASCII(from start: Int, upTo end: Int) -> Int {
        var place = start
        while place + 8 <= end, areVisibleASCII(word(at: place)) { place += 8 }
        while place < end, self[place] >= 0x20 && self[place] < 0x7F { place += 1 }
        return place
    }

    private func word(at place: Int) -> UInt64 {
        UInt64(littleEndian: UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: place, as: UInt64.self))
    }

    /// Whether there is a space at `place`, followed by a plain byte.
    private func isSingleSpace(at place: Int, upTo end: Int) -> Bool {
        self[place] == 0x20 && place + 1 < end && isPlain(self[place + 1])
    }

    private func isPlain(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "&") || byte >= 0x80 && byte != 0xC2
    }

    private typealias Block = SIMD16<UInt8>

    private func block(at place: Int) -> Block {
        UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: place, as: Block.self)
    }

    /// Whether the bytes are plain, or spaces that are not next to each other.
    private func isPlainWithSpaces(_ block: Block, next: Block) -> Bool {
        let space = Block(repeating: 0x20)
        let others =
            (block .< space) .| (block .== Block(repeating: 0x7F)) .| (block .== Block(repeating: UInt8(ascii: "&")))
            .| (block .== Block(repeating: 0xC2)) .| ((block .== space) .& (next .== space))
        // `any` looks at one byte after the other.
        return unsafeBitCast(others, to: SIMD2<UInt64>.self) == SIMD2(repeating: 0)
    }

    private func areVisibleASCII(_ word: UInt64) -> Bool {
        controls(word) | equals(0x7F, word) | word & tops == 0
    }

    /// The top bit of each byte that equals `value`.
    private func equals(_ value: UInt64, _ word: UInt64) -> UInt64 {
        let difference = word ^ ones &* value
        return ~((difference & ~tops) &+ ~tops | difference | ~tops)
    }

    /// Top bits, at least one of which is set if any byte is a control character, and none if no byte is.
    private func controls(_ word: UInt64) -> UInt64 { (word &- ones &* 0x20) & ~word & tops }
}

private let ones: UInt64 = 0x0101_0101_0101_0101
private let tops = ones << 7
