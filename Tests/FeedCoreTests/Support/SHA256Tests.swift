import TestSupport
import Testing

@testable import FeedCore

@Suite struct SHA256Tests {
    /// The examples of FIPS 180-4 and of the NIST's page of example values.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
    ])
    func `it is the hash of the standard`(text: String, expected: String) {
        #expect(hex(SHA256.of(Array(text.utf8))) == expected)
    }

    @Test func `a million letters have the hash of the standard`() {
        var hash = SHA256()
        for _ in 0..<100 { hash.update([UInt8](repeating: UInt8(ascii: "a"), count: 10_000)) }
        #expect(hex(hash.finish()) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    /// Around the ends of blocks, where the length has place in the last one or has not.
    @Test(arguments: [
        (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
        (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
        (63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"),
        (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
        (65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"),
        (119, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"),
        (120, "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c"),
    ])
    func `odd lengths have the right padding`(count: Int, expected: String) {
        #expect(hex(SHA256.of([UInt8](repeating: UInt8(ascii: "a"), count: count))) == expected)
    }

    @Test func `the pieces in which bytes arrive do not matter`() {
        var dice = Dice(seed: 3)
        let bytes = (0..<2000).map { _ in UInt8(dice.roll(256)) }
        let whole = SHA256.of(bytes)
        for _ in 0..<50 {
            var hash = SHA256()
            var start = 0
            while start < bytes.count {
                let end = min(bytes.count, start + dice.roll(200))
                hash.update(Array(bytes[start..<end]))
                start = end
            }
            #expect(hash.finish() == whole)
        }
    }

    private func hex(_ bytes: [UInt8]) -> String {
        var digits: [UInt8] = []
        for byte in bytes { LowercaseHex.append(UInt64(byte), digits: 2, to: &digits) }
        return String(decoding: digits, as: UTF8.self)
    }
}
