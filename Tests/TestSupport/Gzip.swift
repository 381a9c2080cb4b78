/// Makes bodies with a content coding, without a compressor.
public enum Gzip {
    /// The uncompressed bytes in the gzip format (RFC 1951, section 3.2.4; RFC 1952).
    public static func stored(_ bytes: [UInt8]) -> [UInt8] {
        precondition(bytes.count <= 0xFFFF, "one block holds no more")
        let count = UInt16(bytes.count)
        let block: [UInt8] = [1] + littleEndian(count) + littleEndian(~count) + bytes
        return header + block + littleEndian(checksum(of: bytes)) + littleEndian(UInt32(bytes.count))
    }

    /// A decompression bomb: at least so many zeros in a thousandth of their length. No reader gets to its checksum.
    public static func zeros(_ count: Int) -> [UInt8] {
        // RFC 1951, section 3.2.6: the literal 0, then matches of 258 bytes one byte back, and the end.
        var bits: [UInt8] = [1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0]
        let match: [UInt8] = [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0]
        for _ in 0...(count / 258) { bits += match }
        bits += [UInt8](repeating: 0, count: 7)
        var bytes = [UInt8](repeating: 0, count: bits.count / 8 + 1)
        for (index, bit) in bits.enumerated() { bytes[index / 8] |= bit << UInt8(index % 8) }
        return header + bytes + [UInt8](repeating: 0, count: 8)
    }

    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

    private static func littleEndian(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    private static func checksum(of bytes: [UInt8]) -> UInt32 {
        var sum = ~UInt32(0)
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
