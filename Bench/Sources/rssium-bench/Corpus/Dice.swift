internal import FeedCore

/// Pseudo-random numbers, the same in each run (SplitMix64).
struct Dice {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    mutating func happens(oneIn count: Int) -> Bool { next() % UInt64(count) == 0 }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }

    /// A log-normal number: most are near the median, a few far above it, as the sizes of feeds and articles are.
    mutating func size(median: Double, spread: Double, within range: ClosedRange<Int>) -> Int {
        let unit = 1 / Double(UInt64(1) << 53)
        let (first, second) = (Double(next() >> 11) * unit + unit, Double(next() >> 11) * unit)
        let normal = (-2 * log(first)).squareRoot() * cos(2 * Double.pi * second)
        return min(max(Int(median * exp(spread * normal)), range.lowerBound), range.upperBound)
    }
}
