/// Pseudo-random numbers from a seed (xorshift64*).
public struct Dice: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = (seed + 1) &* 0x9E37_79B9_7F4A_7C15 }

    public mutating func next() -> UInt64 {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return state &* 0x2545_F491_4F6C_DD1D
    }

    /// A number from 0 up to the number of sides, exclusive.
    public mutating func roll(_ sides: Int) -> Int { Int(next() >> 33) % sides }

    /// So many random bytes.
    public mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(roll(256)) } }
}
