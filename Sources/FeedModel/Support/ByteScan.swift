/// Finds the ends of runs of bytes that need no change. Most time of processing text goes here, so many bytes are
/// tested at once.
extension UnsafeBufferPointer<UInt8> {
    /// The end of plain text: text without control characters, `&` and U+0080 to U+00BF, in which each space is
    /// between two other characters.
    public func endOfPlainText(from start: Int, upTo end: Int) -> Int {
        var index = start
        // With the byte behind the block: a space at its end may be the first of two.
        while index + 17 <= end, isPlainWithSpaces(block(at: index), next: block(at: index + 1)) { index += 16 }
        // The byte after that space may not be plain.
        if index > start, self[index - 1] == 0x20 { index -= 1 }
        while index < end, isPlain(self[index]) || isSingleSpace(at: index, upTo: end) { index += 1 }
        return index
    }

    /// The end of ASCII.
    package func endOfASCII(from start: Int) -> Int {
        var index = start
        while index + 16 <= count, isASCII(at: index) { index += 16 }
        if index + 8 <= count, word(at: index) & tops == 0 { index += 8 }
        while index < count, self[index] < 0x80 { index += 1 }
        return index
    }

    /// The end of what has no control characters of ASCII.
    package func endBeforeControl(from start: Int) -> Int {
        var index = start
        while index + 16 <= count, isEmpty(block(at: index) .< Block(repeating: 0x20)) { index += 16 }
        if index + 8 <= count, controls(word(at: index)) == 0 { index += 8 }
        while index < count, self[index] >= 0x20 { index += 1 }
        return index
    }

    /// The end of visible ASCII and spaces.
    public func endOfVisibleASCII(from start: Int, upTo end: Int) -> Int {
        var index = start
        while index + 16 <= end, areVisibleASCII(block(at: index)) { index += 16 }
        if index + 8 <= end, areVisibleASCII(word(at: index)) { index += 8 }
        while index < end, self[index] >= 0x20 && self[index] < 0x7F { index += 1 }
        return index
    }

    /// The end of what has no `&`, and no space, control character or other character that no URI holds (RFC 3986,
    /// appendix A; brackets are left).
    package func endOfPlainURI(from start: Int) -> Int {
        var index = start
        while index + 16 <= count, isPlainURI(block(at: index)) { index += 16 }
        while index < count, isPlainURI(Block(repeating: self[index])) { index += 1 }
        return index
    }

    /// The end of what has no invisible character and no joiner.
    package func endOfVisible(from start: Int) -> Int {
        var index = start
        // Most texts are ASCII, which is faster to tell.
        while index + 16 <= count, isASCII(at: index) || isVisible(block(at: index)) { index += 16 }
        while index < count, !InvisibleCharacter.canBegin(with: self[index]) { index += 1 }
        return index
    }

    private func word(at index: Int) -> UInt64 {
        UInt64(littleEndian: UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// Whether sixteen bytes are ASCII.
    private func isASCII(at index: Int) -> Bool { (word(at: index) | word(at: index + 8)) & tops == 0 }

    /// Whether there is a space at `index`, followed by a plain byte.
    private func isSingleSpace(at index: Int, upTo end: Int) -> Bool {
        self[index] == 0x20 && index + 1 < end && isPlain(self[index + 1])
    }

    private func isPlain(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "&") || byte >= 0x80 && byte != 0xC2
    }

    private typealias Block = SIMD16<UInt8>

    private func block(at index: Int) -> Block {
        UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: index, as: Block.self)
    }

    /// Whether the bytes are plain, or spaces that are not next to each other.
    private func isPlainWithSpaces(_ block: Block, next: Block) -> Bool {
        let space = Block(repeating: 0x20)
        let others =
            (block .< space) .| (block .== Block(repeating: 0x7F)) .| (block .== Block(repeating: UInt8(ascii: "&")))
            .| (block .== Block(repeating: 0xC2)) .| ((block .== space) .& (next .== space))
        return isEmpty(others)
    }

    /// Whether the bytes are visible ASCII without `"`, `&`, `<`, `>`, `\`, `^`, `` ` ``, `{`, `|` and `}`. Two that differ
    /// in one bit are found by one comparison.
    private func isPlainURI(_ block: Block) -> Bool {
        let (bit1, bit2) = (block | Block(repeating: 0x02), block | Block(repeating: 0x04))
        var others = bit2 .== Block(repeating: UInt8(ascii: "&"))
        others .|= (bit1 .== Block(repeating: UInt8(ascii: ">")))
        others .|= (bit1 .== Block(repeating: UInt8(ascii: "^")))
        others .|= (block .== Block(repeating: UInt8(ascii: "`")))
        let (behindBrace, behindSpace) = (block &- Block(repeating: 0x7B), block &- Block(repeating: 0x21))
        others .|= (behindBrace .< Block(repeating: 3))
        return isEmpty(others .| (behindSpace .>= Block(repeating: 0x5E)))
    }

    /// Whether none of the bytes begins an invisible character: `InvisibleCharacter.canBegin`.
    private func isVisible(_ block: Block) -> Bool {
        let ofTwoBytes = (block .== Block(repeating: 0xC2)) .| (block .== Block(repeating: 0xCD))
        let ofThree = (block .== Block(repeating: 0xE1)) .| (block .== Block(repeating: 0xE2))
        return isEmpty(ofTwoBytes .| ofThree .| (block .== Block(repeating: 0xEF)))
    }

    /// Whether a comparison fits no byte. `any` looks at one byte after the other.
    private func isEmpty(_ mask: SIMDMask<SIMD16<Int8>>) -> Bool {
        unsafeBitCast(mask, to: SIMD2<UInt64>.self) == SIMD2(repeating: 0)
    }

    private func areVisibleASCII(_ block: Block) -> Bool {
        // In a range from 0 on, one comparison finds what is below and above it.
        isEmpty((block &- Block(repeating: 0x20)) .>= Block(repeating: 0x5F))
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

/// Characters of valid UTF-8 (RFC 3629).
extension RandomAccessCollection<UInt8> where Index == Int {
    /// The end of the character that begins at `index`.
    @inlinable package func endOfCharacter(at index: Int) -> Int {
        let byte = self[index]
        return Swift.min(index + (byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4), endIndex)
    }

    /// The only character.
    @inlinable package var character: UInt32 {
        func low(_ offset: Int) -> UInt32 { offset < count ? UInt32(self[startIndex + offset] & 0x3F) : 0 }
        let first = UInt32(self[startIndex])
        switch count {
        case 1: return first
        case 2: return (first & 0x1F) << 6 | low(1)
        case 3: return (first & 0x0F) << 12 | low(1) << 6 | low(2)
        default: return (first & 0x07) << 18 | low(1) << 12 | low(2) << 6 | low(3)
        }
    }
}

private let ones: UInt64 = 0x0101_0101_0101_0101
private let tops = ones << 7
