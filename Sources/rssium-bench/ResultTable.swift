/// Formats the lines of the benchmark.
enum ResultTable {
    static var head: String {
        line("workload", "rssium", "limit", "", "ratio", "allowed", "memory", "limit's")
            + "\n" + String(repeating: "-", count: 130)
    }

    static func row(_ workload: Workload, _ result: Comparison) -> String {
        let allowed = workload.allowed
        var bounds: [String] = []
        if let times = allowed.times { bounds.append(decimal(times, places: 1) + " x") }
        if let seconds = allowed.seconds { bounds.append(time(seconds)) }
        if let memory = allowed.memory { bounds.append("\(memory >> 20) MiB") }
        let isKept =
            allowed.times.map { result.ratio <= $0 } ?? true
            && allowed.seconds.map { result.ours <= $0 } ?? true
            && allowed.memory.map { result.peak <= $0 } ?? true
        return line(
            workload.name, time(result.ours), time(result.limit), workload.limit.name,
            decimal(result.ratio, places: 2) + " x", bounds.joined(separator: ", ") + (isKept ? "" : " !"),
            megabytes(result.peak), megabytes(result.limitPeak))
    }

    private static func line(
        _ name: String, _ ours: String, _ limit: String, _ limitName: String, _ ratio: String, _ allowed: String,
        _ peak: String, _ limitPeak: String
    ) -> String {
        padded(name, 40) + aligned(ours, 9) + aligned(limit, 10) + "  " + padded(limitName, 20) + aligned(ratio, 8)
            + aligned(allowed, 17) + aligned(peak, 12) + aligned(limitPeak, 12)
    }

    static func time(_ seconds: Double) -> String {
        seconds < 1
            ? decimal(seconds * 1000, places: seconds < 0.1 ? 2 : 0) + " ms" : decimal(seconds, places: 2) + " s"
    }

    private static func megabytes(_ bytes: Int) -> String {
        (bytes <= Child.floor ? "≤ " : "") + decimal(Double(bytes) / Double(1 << 20), places: 1) + " MiB"
    }

    private static func decimal(_ number: Double, places: Int) -> String {
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
