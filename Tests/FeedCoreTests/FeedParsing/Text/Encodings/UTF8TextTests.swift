import TestSupport
import Testing

@testable import FeedParsing

@Suite struct UTF8TextTests {
    /// Parts of characters, whole ones, and bytes that no text has.
    private static let parts: [[UInt8]] = [
        [0x61], [0x20], [0xC3], [0xE2], [0xE2, 0x80], [0xF0, 0x9F], [0x80], [0xBF], [0xC0], [0xC1, 0x81], [0xF5],
        [0xFF],
        [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80],
    ]
    private static let characters = ["a", "é", "я", "中", "€", "😀", "plain text of ASCII ", "\u{D7FF}", "\u{10FFFF}"]

    @Test(arguments: 0..<UInt64(8)) func `bytes are valid where the standard library says so`(seed: UInt64) {
        var dice = Dice(seed: seed)
        for _ in 0..<500 {
            var bytes: [UInt8] = []
            for _ in 0..<dice.roll(40) { bytes += UTF8TextTests.characters[dice.roll(9)].utf8 }
            if dice.roll(2) == 0 {
                bytes.insert(contentsOf: UTF8TextTests.parts[dice.roll(16)], at: dice.roll(bytes.count + 1))
            }
            let isValid = String(validating: bytes, as: UTF8.self) != nil
            #expect(bytes.withUnsafeBufferPointer { UTF8Text.isValid($0) } == isValid, "\(bytes)")
            let text = bytes.withUnsafeBufferPointer { String(utf8: $0) }
            #expect(text == String(decoding: bytes, as: UTF8.self) && text.utf8.count >= bytes.count)
        }
    }
}
