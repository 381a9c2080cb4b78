/// Numbers that look random and come again from the same seed (xorshift64*).
public struct Dice: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = (seed + 1) &* 0x9E37_79B9_7F4A_7C15 }

    public mutating func next() -> UInt64 {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return state &* 0x2545_F491_4F6C_DD1D
    }

    /// From 0 on, one for each side.
    public mutating func roll(_ sides: Int) -> Int { Int(next() >> 33) % sides }
}

/// What tests that try chance begin with: another number in each run, and on request that of an earlier one.
public enum Seed {
    /// The variable `RSSIUM_SEED`, else chosen anew; the test says it, so that a failure can be had again.
    public static func ofThisRun(for test: String) -> UInt64 {
        let seed = Program.inherited("RSSIUM_SEED").flatMap(UInt64.init) ?? UInt64.random(in: 0..<1_000_000)
        print("\(test): RSSIUM_SEED=\(seed) repeats what chance did here")
        return seed
    }
}
