/// A 64-bit hash that can be stored, because it is the same on every machine and in every version: XXH64 with seed 0
/// (https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md).
///
/// `of` gives the XXH64 of the bytes. `combine` adds each part and then its length as eight little-endian bytes.
public struct StableHash: Sendable {
    private var lanes = Lanes(
        first: StableHash.prime1 &+ StableHash.prime2, second: StableHash.prime2, third: 0,
        fourth: 0 &- StableHash.prime1)
    /// The bytes after the last whole stripe.
    private var rest = Stripe()
    private var length = 0

    /// A hash to which nothing has been added.
    public init() {}

    /// The hash so far, signed because SQLite stores signed integers.
    public var value: Int64 {
        var hash = length < StableHash.stripe ? StableHash.prime5 : lanes.merged
        hash &+= UInt64(length)
        withUnsafeBytes(of: rest) { rest in
            hash = StableHash.finish(hash, UnsafeRawBufferPointer(rebasing: rest[..<(length % StableHash.stripe)]))
        }
        return Int64(bitPattern: hash)
    }

    /// Adds bytes and their count, so that `ab` and `c` differ from `a` and `bc`.
    public mutating func combine(_ bytes: UnsafeRawBufferPointer) {
        append(bytes)
        combine(Int64(bytes.count))
    }

    /// Adds the UTF-8 of the text and its length in bytes.
    public mutating func combine(_ text: String) {
        var text = text
        text.withUTF8 { combine(UnsafeRawBufferPointer($0)) }
    }

    /// Adds the number as eight little-endian bytes.
    public mutating func combine(_ number: Int64) {
        withUnsafeBytes(of: number.littleEndian) { append($0) }
    }

    /// The XXH64 of the bytes.
    public static func of(_ bytes: [UInt8]) -> Int64 {
        var hash = StableHash()
        bytes.withUnsafeBytes { hash.append($0) }
        return hash.value
    }

    /// The XXH64 of the UTF-8 of the text.
    public static func of(_ text: String) -> Int64 {
        var hash = StableHash()
        var text = text
        text.withUTF8 { hash.append(UnsafeRawBufferPointer($0)) }
        return hash.value
    }

    // MARK: XXH64

    private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
    private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
    private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
    private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

    /// How many bytes the four lanes take at once.
    private static let stripe = 32

    private struct Stripe {
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    }

    private struct Lanes {
        var first, second, third, fourth: UInt64

        /// Takes a stripe.
        mutating func take(_ bytes: UnsafeRawPointer) {
            first = StableHash.round(first, StableHash.word(bytes, 0))
            second = StableHash.round(second, StableHash.word(bytes, 8))
            third = StableHash.round(third, StableHash.word(bytes, 16))
            fourth = StableHash.round(fourth, StableHash.word(bytes, 24))
        }

        var merged: UInt64 {
            let rotated =
                StableHash.rotate(first, 1) &+ StableHash.rotate(second, 7) &+ StableHash.rotate(third, 12)
                &+ StableHash.rotate(fourth, 18)
            return [first, second, third, fourth].reduce(rotated) { hash, lane in
                (hash ^ StableHash.round(0, lane)) &* StableHash.prime1 &+ StableHash.prime4
            }
        }
    }

    /// Adds bytes alone: it does not matter in which pieces they come.
    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        let held = length % StableHash.stripe
        length += bytes.count
        // The compiler keeps a copy in registers.
        var lanes = lanes
        var start = 0
        if held > 0 {
            start = min(StableHash.stripe - held, bytes.count)
            hold(bytes, from: 0, to: start, at: held)
            guard held + start == StableHash.stripe else { return }
            withUnsafeBytes(of: rest) { lanes.take($0.baseAddress!) }
        }
        guard let first = bytes.baseAddress else { return }
        var next = first + start
        let end = first + bytes.count
        while end - next >= StableHash.stripe {
            lanes.take(next)
            next += StableHash.stripe
        }
        self.lanes = lanes
        hold(bytes, from: next - first, to: bytes.count, at: 0)
    }

    /// Keeps bytes until there is a whole stripe.
    private mutating func hold(_ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int, at position: Int) {
        guard start < end else { return }
        withUnsafeMutableBytes(of: &rest) { rest in
            UnsafeMutableRawBufferPointer(rebasing: rest[position...])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        }
    }

    /// Mixes in the last bytes, which are fewer than a stripe.
    private static func finish(_ hash: UInt64, _ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash = hash
        var index = 0
        while index + 8 <= bytes.count {
            hash = rotate(hash ^ round(0, word(bytes.baseAddress!, index)), 27) &* prime1 &+ prime4
            index += 8
        }
        if index + 4 <= bytes.count {
            let half = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self))
            hash = rotate(hash ^ (UInt64(half) &* prime1), 23) &* prime2 &+ prime3
            index += 4
        }
        for byte in bytes[index...] { hash = rotate(hash ^ (UInt64(byte) &* prime5), 11) &* prime1 }
        hash = (hash ^ (hash >> 33)) &* prime2
        hash = (hash ^ (hash >> 29)) &* prime3
        return hash ^ (hash >> 32)
    }

    private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        rotate(lane &+ word &* prime2, 31) &* prime1
    }

    private static func rotate(_ word: UInt64, _ bits: UInt64) -> UInt64 { word &<< bits | word &>> (64 - bits) }

    private static func word(_ bytes: UnsafeRawPointer, _ offset: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
