import Testing

@testable import FeedModel

/// Bytes are tested sixteen or eight at a time, so each kind of byte is tried at each place of several blocks.
@Suite struct ByteScanTests {
    /// The rule itself, one byte after the other.
    private func endOfPlainText(_ bytes: [UInt8], from start: Int) -> Int {
        func isPlain(_ byte: UInt8) -> Bool {
            switch byte {
            case ...0x20, 0x7F, UInt8(ascii: "&"), 0xC2: false
            default: true
            }
        }
        var place = start
        while place < bytes.count {
            let isSpace = bytes[place] == 0x20 && place + 1 < bytes.count && isPlain(bytes[place + 1])
            guard isPlain(bytes[place]) || isSpace else { return place }
            place += 1
        }
        return place
    }

    @Test(arguments: 0...UInt8.max)
    func `plain text ends at the same byte wherever that stands`(byte: UInt8) {
        for length in 1...52 {
            for place in 0..<length {
                var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: length)
                bytes[place] = byte
                let end = bytes.withUnsafeBufferPointer { $0.endOfPlainText(from: 0, upTo: length) }
                #expect(end == endOfPlainText(bytes, from: 0))
            }
        }
    }

    @Test(arguments: [" ", "  ", " &", "& ", " \n", "\u{A0}", " \u{A0}", "é", " é", "\u{7F} ", "   "])
    func `spaces are plain between other characters, wherever they stand`(signs: String) {
        for place in 0...50 {
            let bytes = Array(
                (String(repeating: "ab ", count: 17).prefix(place) + signs + "cd ef gh ij kl mn op qr").utf8)
            for start in 0..<min(20, bytes.count) {
                let end = bytes.withUnsafeBufferPointer { $0.endOfPlainText(from: start, upTo: bytes.count) }
                #expect(end == endOfPlainText(bytes, from: start))
            }
        }
    }

    @Test(arguments: 0...UInt8.max)
    func `visible text and text without controls end at the same byte wherever that stands`(byte: UInt8) {
        for length in [20, 40] {
            for place in 0..<length {
                var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: length)
                bytes[place] = byte
                bytes.withUnsafeBufferPointer {
                    let isVisible = !InvisibleCharacter.canBegin(with: byte)
                    #expect($0.endOfVisible(from: 0) == (isVisible ? length : place))
                    #expect($0.endBeforeControl(from: 0) == (byte >= 0x20 ? length : place))
                }
            }
        }
    }

    @Test(arguments: 0...UInt8.max)
    func `visible ASCII ends at the same byte wherever that stands`(byte: UInt8) {
        let isVisible = 0x20..<0x7F ~= byte
        for place in 0..<40 {
            var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 40)
            bytes[place] = byte
            bytes.withUnsafeBufferPointer {
                #expect($0.endOfVisibleASCII(from: 0, upTo: 40) == (isVisible ? 40 : place))
                #expect($0.endOfASCII(from: 0) == (byte < 0x80 ? 40 : place))
            }
        }
    }
}
