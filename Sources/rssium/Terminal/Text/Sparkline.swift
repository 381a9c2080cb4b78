/// Counts as a row of bars, one character each. The highest count has the highest bar, and only zero the lowest.
enum Sparkline {
    private static let bars = Array("▁▂▃▄▅▆▇█")

    static func text(of counts: [Int]) -> String {
        let most = max(1, counts.max() ?? 0)
        let highest = bars.count - 1
        // Rounded up.
        return String(counts.map { bars[(max(0, $0) * highest + most - 1) / most] })
    }
}
