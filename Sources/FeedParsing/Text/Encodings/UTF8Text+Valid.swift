extension UTF8Text {
    /// Whether the bytes are UTF-8, sixteen at a time.
    package static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        while true {
            index = bytes.endOfASCII(from: index)
            guard index < bytes.count else { return true }
            if index >= 3, index + 16 <= bytes.count {
                guard let end = endOfBlocks(bytes, from: index) else { return false }
                index = end
            } else {
                let (isValid, length) = character(bytes, at: index)
                guard isValid else { return false }
                index += length
            }
        }
    }

    /// The end of the last character that blocks of sixteen bytes have, up to one of ASCII alone; nil if they are invalid.
    /// All that comes before `start` is valid.
    private static func endOfBlocks(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var index = start
        repeat {
            guard isValidBlock(bytes, at: index) else { return nil }
            index += 16
        } while index + 16 <= bytes.count && bytes[index] >= 0x80
        // The last character may go on behind the block.
        for length in 1...3 where bytes[index - length] >= 0xC0 { return index - length }
        return index
    }

    /// Bytes with their first bit reversed: so the order of signed numbers, which processors compare faster, is theirs.
    private typealias Block = SIMD16<Int8>

    /// Whether each byte of a block may follow the bytes before it (Unicode, table 3-7).
    @inline(__always)
    private static func isValidBlock(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        let (block, before) = (block(bytes, index), block(bytes, index - 1))
        let goesOn =
            (before .> all(0xBF)) .| (self.block(bytes, index - 2) .> all(0xDF))
            .| (self.block(bytes, index - 3) .> all(0xEF))
        let isContinuation = (block & Block(repeating: -64)) .== Block(repeating: 0)
        let isNever = ((block & Block(repeating: -2)) .== all(0xC0)) .| (block .> all(0xF4))
        let isTooLong =
            ((before .== all(0xE0)) .& (block .< all(0xA0))) .| ((before .== all(0xF0)) .& (block .< all(0x90)))
        let isTooLarge =
            ((before .== all(0xED)) .& (block .> all(0x9F))) .| ((before .== all(0xF4)) .& (block .> all(0x8F)))
        let wrong = (goesOn .^ isContinuation) .| isNever .| isTooLong .| isTooLarge
        // `any` looks at one byte after the other.
        return unsafeBitCast(wrong, to: SIMD2<UInt64>.self) == SIMD2(repeating: 0)
    }

    @inline(__always)
    private static func block(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Block {
        UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: Block.self) ^ Block(repeating: -128)
    }

    @inline(__always)
    private static func all(_ byte: UInt8) -> Block { Block(repeating: Int8(bitPattern: byte ^ 0x80)) }
}

extension String {
    /// Text in UTF-8, in which invalid bytes become U+FFFD. `String(decoding:as:)` takes twice as long for text that is not
    /// ASCII.
    ///
    /// - Parameter isValid: whether the bytes are known to be valid.
    init(utf8 bytes: UnsafeBufferPointer<UInt8>, isValid: Bool = false) {
        #if compiler(>=6.2) && !canImport(Darwin)
            guard isValid || UTF8Text.isValid(bytes) else {
                self.init(decoding: bytes, as: UTF8.self)
                return
            }
            self.init(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: false))
        #else
            self.init(decoding: bytes, as: UTF8.self)
        #endif
    }
}
