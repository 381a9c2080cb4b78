import FeedCore
import Testing

@Suite struct StableHashTests {
    /// From the sanity test of the reference implementation (xxHash, tests/sanity_test_vectors.h), and its well-known
    /// values of short texts.
    @Test(
        arguments: [
            ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999),
            ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
        ] as [(String, UInt64)])
    func `a text is hashed by XXH64`(text: String, expected: UInt64) {
        #expect(UInt64(bitPattern: StableHash.of(text)) == expected)
        #expect(UInt64(bitPattern: StableHash.of(Array(text.utf8))) == expected)
    }

    @Test(
        arguments: [(1, 0xE934_A84A_DB05_2768), (14, 0x8282_DCC4_994E_35C8), (222, 0xB641_AE8C_B691_C174)]
            as [(Int, UInt64)])
    func `the hash matches the vectors of the specification`(length: Int, expected: UInt64) {
        #expect(UInt64(bitPattern: StableHash.of(sanityBuffer(length))) == expected)
    }

    /// The bytes of the reference's sanity test.
    private func sanityBuffer(_ length: Int) -> [UInt8] {
        var generator: UInt64 = 2_654_435_761
        return (0..<length).map { _ in
            defer { generator &*= 11_400_714_785_074_694_797 }
            return UInt8(generator >> 56)
        }
    }
}
