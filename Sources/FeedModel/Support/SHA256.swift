/// SHA-256 (FIPS 180-4, section 6.2) of bytes that arrive in pieces.
public struct SHA256: Sendable {
    private var state = State()
    /// The bytes after the last whole block.
    private var rest: [UInt8] = []
    private var length: UInt64 = 0

    public init() { rest.reserveCapacity(SHA256.block) }

    /// Adds bytes.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        length += UInt64(bytes.count)
        var start = 0
        if !rest.isEmpty {
            start = min(SHA256.block - rest.count, bytes.count)
            rest.append(contentsOf: bytes[..<start])
            guard rest.count == SHA256.block else { return }
            rest.withUnsafeBytes { state.take($0) }
            rest.removeAll(keepingCapacity: true)
        }
        let end = start + (bytes.count - start) / SHA256.block * SHA256.block
        if end > start { state.take(UnsafeRawBufferPointer(rebasing: bytes[start..<end])) }
        if end < bytes.count { rest.append(contentsOf: bytes[end...]) }
    }

    /// Adds bytes.
    public mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

    /// The hash of what has been added, as 64 hexadecimal digits. More may be added after it.
    public func finish() -> String {
        var state = state
        // A one, zeros up to the last eight bytes of a block, and the length in bits (section 5.1.1).
        var end = rest + [0x80]
        let zeros = (2 * SHA256.block - 8 - end.count) % SHA256.block
        end += [UInt8](repeating: 0, count: zeros)
        end += (0..<8).map { UInt8(truncatingIfNeeded: (length << 3) >> (56 - 8 * UInt64($0))) }
        end.withUnsafeBytes { state.take($0) }
        return state.words.hexadecimal
    }

    /// The hash of the bytes.
    public static func of(_ bytes: [UInt8]) -> String {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finish()
    }

    private static let block = 64

    /// The eight working variables (section 5.3.3).
    private struct State {
        private var a: UInt32 = 0x6A09_E667
        private var b: UInt32 = 0xBB67_AE85
        private var c: UInt32 = 0x3C6E_F372
        private var d: UInt32 = 0xA54F_F53A
        private var e: UInt32 = 0x510E_527F
        private var f: UInt32 = 0x9B05_688C
        private var g: UInt32 = 0x1F83_D9AB
        private var h: UInt32 = 0x5BE0_CD19

        var words: [UInt32] { [a, b, c, d, e, f, g, h] }

        /// Takes whole blocks.
        mutating func take(_ blocks: UnsafeRawBufferPointer) {
            SHA256.constants.withUnsafeBufferPointer { constants in
                withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
                    var position = 0
                    while position < blocks.count {
                        SHA256.fill(schedule, from: blocks, at: position)
                        mix(schedule, constants)
                        position += SHA256.block
                    }
                }
            }
        }

        private mutating func mix(
            _ schedule: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>
        ) {
            var (a, b, c, d, e, f, g, h) = (a, b, c, d, e, f, g, h)
            var round = 0
            // Eight rounds at once: then each variable has its place again, and none is moved.
            while round < 64 {
                @inline(__always) func word(_ offset: Int) -> UInt32 {
                    schedule[round &+ offset] &+ constants[round &+ offset]
                }
                turn(a, b, c, &d, e, f, g, &h, word(0))
                turn(h, a, b, &c, d, e, f, &g, word(1))
                turn(g, h, a, &b, c, d, e, &f, word(2))
                turn(f, g, h, &a, b, c, d, &e, word(3))
                turn(e, f, g, &h, a, b, c, &d, word(4))
                turn(d, e, f, &g, h, a, b, &c, word(5))
                turn(c, d, e, &f, g, h, a, &b, word(6))
                turn(b, c, d, &e, f, g, h, &a, word(7))
                round &+= 8
            }
            self.a &+= a
            self.b &+= b
            self.c &+= c
            self.d &+= d
            self.e &+= e
            self.f &+= f
            self.g &+= g
            self.h &+= h
        }
    }

    /// The message schedule of a block.
    @inline(__always) private static func fill(
        _ schedule: UnsafeMutableBufferPointer<UInt32>, from bytes: UnsafeRawBufferPointer, at position: Int
    ) {
        for index in 0..<16 {
            schedule[index] = UInt32(
                bigEndian: bytes.loadUnaligned(fromByteOffset: position + 4 * index, as: UInt32.self))
        }
        for index in 16..<64 {
            let (early, late) = (schedule[index - 15], schedule[index - 2])
            let sigma0 = rotated(early, 7) ^ rotated(early, 18) ^ early &>> 3
            let sigma1 = rotated(late, 17) ^ rotated(late, 19) ^ late &>> 10
            schedule[index] = schedule[index - 16] &+ sigma0 &+ schedule[index - 7] &+ sigma1
        }
    }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes (section 4.2.2).
    private static let constants: [UInt32] = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
        0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
        0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
        0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
        0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
        0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
        0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
        0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
    ]
}

@inline(__always) private func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    word &>> bits | word &<< (32 &- bits)
}

/// A round of the compression; the new first variable takes the place of the last one.
@inline(__always) private func turn(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32, _ h: inout UInt32,
    _ word: UInt32
) {
    let sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    let sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
    let first = h &+ sum1 &+ (g ^ (e & (f ^ g))) &+ word
    d = d &+ first
    h = first &+ sum0 &+ ((a & b) | (c & (a | b)))
}
