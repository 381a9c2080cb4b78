extension UTF8Text {
    /// Whether the bytes are UTF-8, sixteen at a time.
    package static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var place = 0
        while true {
            place = bytes.endOfASCII(from: place)
            guard place < bytes.count else { return true }
            if place >= 3, place + 16 <= bytes.count {
                guard let end = endOfBlocks(bytes, from: place) else { return false }
                place = end
            } else {
                let (isValid, length) = character(bytes, at: place)
                guard isValid else { return false }
                place += length
            }
        }
    }

    /// The end of the last character that blocks of sixteen bytes have, up to one of ASCII alone; nil if they are invalid.
    /// All that comes before `start` is valid.
    private static func endOfBlocks(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var place = start
        repeat {
            guard isValidBlock(bytes, at: place) else { return nil }
            place += 16
        } while place + 16 <= bytes.count && bytes[place] >= 0x80
        // The last character may go on behind the block.
        for length in 1...3 where bytes[place - length] >= 0xC0 { return place - length }
        return place
    }

    /// Bytes with their first bit reversed: so the order of signed numbers, which processors compare faster, is theirs.
    private typealias Block = SIMD16<Int8>

    /// Whether each byte of a block may follow the bytes before it (Unicode, table 3-7).
    @inline(__always)
    private static func isValidBlock(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
        let (block, before) = (block(bytes, place), block(bytes, place - 1))
        let goesOn =
            (before .> all(0xBF)) .| (self.block(bytes, place - 2) .> all(0xDF))
            .| (self.block(bytes, place - 3) .> all(0xEF))
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
    private static func block(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Block {
        UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: place, as: Block.self) ^ Block(repeating: -128)
    }

    @inline(__always)
    private static func all(_ byte: UInt8) -> Block { Block(repeating: Int8(bitPattern: byte ^ 0x80)) }
}

extension String {
    /// Text in UTF-8, in which invalid bytes become U+FFFD. `String(decoding:as:)` takes twice as long for text that is not
    /// ASCII.
    init(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        #if compiler(>=6.2) && !canImport(Darwin)
            guard UTF8Text.isValid(bytes) else {
                self.init(decoding: bytes, as: UTF8.self)
                return
            }
            self.init(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: false))
        #else
            self.init(decoding: bytes, as: UTF8.self)
        #endif
    }
}
