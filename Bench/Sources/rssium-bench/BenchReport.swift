internal import FeedCore

/// The rows of one run, as they are kept in files: `FILE.json` for a later run to compare with, `FILE.md` to be read.
struct BenchReport {
    struct Row {
        let name: String
        let limitName: String
        /// In seconds, as `limit`.
        let ours: Double
        let limit: Double
        let ratio: Double
        let spread: Double
        /// In bytes, as `limitPeak`.
        let peak: Int
        let limitPeak: Int
        /// The least that could be measured then.
        var floor = 0
        var allowed = ""
        var isKept = true

        /// Two rows may have one name, and different limits.
        var id: String { name + "\t" + limitName }
    }

    var rows: [Row] = []

    /// A row whose runs lie further apart, as a share of their median, says little.
    private static let loudSpread = 0.25

    /// What to say at the end if the machine was busy; nil if it was not.
    var warning: String? {
        let loud = rows.filter { $0.spread > BenchReport.loudSpread }
        guard loud.count * 4 > rows.count else { return nil }
        return "the machine was busy: in \(loud.count) of \(rows.count) rows the runs lie more than 25 % apart"
    }
}

extension BenchReport.Row {
    init(_ workload: Workload, _ result: Comparison) {
        let allowed = workload.allowed
        name = workload.name
        limitName = workload.limit.name
        (ours, limit, ratio, spread) = (result.ours, result.limit, result.ratio, result.spread)
        (peak, limitPeak, floor) = (result.peak, result.limitPeak, Child.floor)
        self.allowed = ResultTable.allowed(allowed)
        isKept =
            allowed.times.map { result.ratio <= $0 } ?? true
            && allowed.seconds.map { result.ours <= $0 } ?? true
            && allowed.memory.map { result.peak <= $0 } ?? true
    }
}

// MARK: - Files

extension BenchReport {
    /// A row a line. Names are our own, without a character that JSON escapes.
    var json: String {
        let lines = rows.map { row in
            #"{"workload":"\#(row.name)","limit":"\#(row.limitName)","ours_s":\#(row.ours),"limit_s":\#(row.limit),"#
                + #""ratio":\#(row.ratio),"spread":\#(row.spread),"allowed":"\#(row.allowed)","kept":\#(row.isKept),"#
                + #""peak_bytes":\#(row.peak),"limit_peak_bytes":\#(row.limitPeak)}"#
        }
        return "[\n" + lines.joined(separator: ",\n") + "\n]\n"
    }

    var markdown: String {
        "| workload | rssium | beside it | ratio | allowed | memory |\n" + "| --- | --- | --- | --- | --- | --- |\n"
            + rows.map { row in
                "| \(row.name) | \(ResultTable.time(row.ours)) | \(ResultTable.time(row.limit)) \(row.limitName) "
                    + "| \(ResultTable.decimal(row.ratio, places: 2)) × | \(row.allowed.replacing(" x", with: " ×"))\(row.isKept ? "" : " **!**") "
                    + "| \(ResultTable.megabytes(row.peak, from: row.floor)) |\n"
            }.joined()
    }

    init(readingFrom path: String) throws {
        guard let values = try? JSONReader.read(Files.read(path)).array else {
            throw BenchError("\(path) is not a table of an earlier run: it is FILE.json, as `make bench` writes it")
        }
        rows = try values.map { value in
            guard let row = Row(value) else { throw BenchError("\(path) has a row without a name or a ratio") }
            return row
        }
    }
}

extension BenchReport.Row {
    fileprivate init?(_ value: JSONValue) {
        func number(_ name: String) -> Double? {
            switch value[name] {
            case .number(let number): number
            case .integer(let number): Double(number)
            default: nil
            }
        }
        guard let name = value["workload"]?.string, let limitName = value["limit"]?.string, let ratio = number("ratio")
        else { return nil }
        self.init(
            name: name, limitName: limitName, ours: number("ours_s") ?? 0, limit: number("limit_s") ?? 0, ratio: ratio,
            spread: number("spread") ?? 0, peak: 0, limitPeak: 0)
    }
}

/// What else the machine does.
enum Load {
    /// What to say before the first row if other programs run; nil on a quiet machine.
    static var warning: String? {
        var loads = [0.0]
        guard getloadavg(&loads, 1) == 1, loads[0] > 0.5 else { return nil }
        return "the machine is busy (load \(ResultTable.decimal(loads[0], places: 1))): "
            + "trust the ratios less, and run it again when it is quiet"
    }
}
