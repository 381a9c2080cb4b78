/// A 64-bit hash that is the same on every machine and in every version, so that it can be stored (FNV-1a, folded
/// over eight bytes at a time with the multiplier and the final mix of xxHash64).
public struct StableHash: Sendable {
    private var state: UInt64 = 0x9E37_79B1_85EB_CA87

    public init() {}

    /// The hash so far, as SQLite stores integers.
    public var value: Int64 {
        var mixed = state
        mixed = (mixed ^ (mixed >> 33)) &* 0xC2B2_AE3D_27D4_EB4F
        mixed = (mixed ^ (mixed >> 29)) &* 0x1656_67B1_9E37_79F9
        return Int64(bitPattern: mixed ^ (mixed >> 32))
    }

    /// Adds bytes, and their count: so `ab` and `c` differ from `a` and `bc`.
    public mutating func combine(_ bytes: UnsafeRawBufferPointer) {
        var index = 0
        while index + 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            add(UInt64(littleEndian: word))
            index += 8
        }
        var last: UInt64 = 0
        while index < bytes.count {
            last = last << 8 | UInt64(bytes[index])
            index += 1
        }
        add(last)
        add(UInt64(bytes.count))
    }

    public mutating func combine(_ text: String) {
        var text = text
        text.withUTF8 { combine(UnsafeRawBufferPointer($0)) }
    }

    public mutating func combine(_ number: Int64) {
        add(UInt64(bitPattern: number))
    }

    public static func of(_ bytes: [UInt8]) -> Int64 {
        var hash = StableHash()
        bytes.withUnsafeBytes { hash.combine($0) }
        return hash.value
    }

    public static func of(_ text: String) -> Int64 {
        var hash = StableHash()
        hash.combine(text)
        return hash.value
    }

    private mutating func add(_ word: UInt64) {
        state = (state ^ word) &* 0x9FB2_1C65_1E98_DF25
        state ^= state >> 32
    }
}
