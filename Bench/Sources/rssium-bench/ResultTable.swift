/// Formats the lines of the benchmark.
enum ResultTable {
    static func head(withBase: Bool) -> String {
        let names = ["workload", "rssium", "limit", "", "ratio", "allowed", "memory", "limit's"]
        return cells(withBase ? names + ["since"] : names) + "\n" + String(repeating: "-", count: withBase ? 138 : 130)
    }

    static func line(_ row: BenchReport.Row, base: BenchReport?) -> String {
        let cells = [
            row.name, time(row.ours), time(row.limit), row.limitName, decimal(row.ratio, places: 2) + " x",
            row.allowed + (row.isKept ? "" : " !"), megabytes(row.peak, from: row.floor),
            megabytes(row.limitPeak, from: row.floor),
        ]
        return self.cells(base.map { cells + [change(of: row, since: $0)] } ?? cells)
    }

    static func allowed(_ allowed: Workload.Allowed) -> String {
        var bounds: [String] = []
        if let times = allowed.times { bounds.append(decimal(times, places: 1) + " x") }
        if let seconds = allowed.seconds { bounds.append(time(seconds)) }
        if let memory = allowed.memory { bounds.append("\(memory >> 20) MiB") }
        return bounds.joined(separator: ", ")
    }

    /// How the ratio changed, in percent.
    private static func change(of row: BenchReport.Row, since base: BenchReport) -> String {
        guard let before = base.rows.first(where: { $0.id == row.id }), before.ratio > 0 else { return "new" }
        let percent = Int(((row.ratio / before.ratio - 1) * 100).rounded())
        return (percent > 0 ? "+" : "") + "\(percent) %"
    }

    private static func cells(_ cells: [String]) -> String {
        var line = padded(cells[0], 40) + aligned(cells[1], 9) + aligned(cells[2], 10) + "  " + padded(cells[3], 20)
        for (cell, width) in zip(cells.dropFirst(4), [8, 17, 12, 12, 8]) { line += aligned(cell, width) }
        return line
    }

    static func time(_ seconds: Double) -> String {
        seconds < 1
            ? decimal(seconds * 1000, places: seconds < 0.1 ? 2 : 0) + " ms" : decimal(seconds, places: 2) + " s"
    }

    /// - Parameter floor: the least that could be measured.
    static func megabytes(_ bytes: Int, from floor: Int) -> String {
        (bytes <= floor ? "≤ " : "") + decimal(Double(bytes) / Double(1 << 20), places: 1) + " MiB"
    }

    static func decimal(_ number: Double, places: Int) -> String {
        guard places > 0 else { return "\(Int(number.rounded()))" }
        let scale = places == 1 ? 10 : 100
        let scaled = Int((number * Double(scale)).rounded())
        let rest = "\(scaled % scale)"
        return "\(scaled / scale)." + String(repeating: "0", count: places - rest.count) + rest
    }

    static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 0))
    }

    static func aligned(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(width - text.count, 0)) + text
    }
}
