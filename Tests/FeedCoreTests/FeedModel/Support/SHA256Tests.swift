import TestSupport
import Testing

@testable import FeedStore

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
        #expect(SHA256.of(Array(text.utf8)) == expected)
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
}
