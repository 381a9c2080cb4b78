/// The lines that the benchmark prints.
enum ResultTable {
    static var head: String {
        line("workload", "rssium", "limit", "", "ratio", "memory", "limit's")
            + "\n" + String(repeating: "-", count: 110)
    }

    static func row(_ workload: Workload, _ ours: Measurement, _ limit: Measurement) -> String {
        line(
            workload.name, time(ours.seconds), time(limit.seconds), workload.limit.name,
            decimal(ours.seconds / limit.seconds, places: 2) + " x", megabytes(ours.peak), megabytes(limit.peak))
    }

    private static func line(
        _ name: String, _ ours: String, _ limit: String, _ limitName: String, _ ratio: String, _ peak: String,
        _ limitPeak: String
    ) -> String {
        padded(name, 38) + aligned(ours, 10) + aligned(limit, 10) + "  " + padded(limitName, 20) + aligned(ratio, 8)
            + aligned(peak, 11) + aligned(limitPeak, 11)
    }

    private static func time(_ seconds: Double) -> String {
        seconds < 1
            ? decimal(seconds * 1000, places: seconds < 0.1 ? 2 : 0) + " ms" : decimal(seconds, places: 2) + " s"
    }

    private static func megabytes(_ bytes: Int) -> String {
        (bytes <= Child.floor ? "≤ " : "") + decimal(Double(bytes) / 1e6, places: 1) + " MB"
    }

    private static func decimal(_ number: Double, places: Int) -> String {
        guard places > 0 else { return "\(Int(number.rounded()))" }
        let scale = places == 1 ? 10 : 100
        let scaled = Int((number * Double(scale)).rounded())
        let rest = "\(scaled % scale)"
        return "\(scaled / scale)." + String(repeating: "0", count: places - rest.count) + rest
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 0))
    }

    private static func aligned(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(width - text.count, 0)) + text
    }
}
