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
}

/// The seed of random tests: new in each run, or that of an earlier run.
public enum Seed {
    /// The variable `RSSIUM_SEEDS`: how many histories a simulation tries.
    public static var count: Int? { Program.inherited("RSSIUM_SEEDS").flatMap(Int.init) }

    /// The variable `RSSIUM_SEED`.
    public static var chosen: UInt64? { Program.inherited("RSSIUM_SEED").flatMap(UInt64.init) }

    /// The variable `RSSIUM_SEED`, else a random number. A failing test prints it, so that the failure can be repeated.
    public static func ofThisRun(for test: String) -> UInt64 {
        let seed = chosen ?? UInt64.random(in: 0..<1_000_000)
        print("\(test): RSSIUM_SEED=\(seed) repeats what chance did here")
        return seed
    }
}
