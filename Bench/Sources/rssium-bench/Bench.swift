internal import FeedCore

/// Compares rssium with the limits of the machine: `make bench`.
@main
enum Bench {
    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        do {
            switch words.first {
            case "part": try runPart(Array(words.dropFirst()))
            default:
                let options = try Options(words)
                let bench = try Workbench(isQuick: options.isQuick)
                if let path = options.instructions {
                    return try Instructions.run(on: bench, beside: path, keeps: options.keeps) { say($0, to: 1) }
                }
                if let warning = Load.warning { say(warning, to: 2) }
                if options.showsGrowth {
                    try Growth.run(on: bench) { say($0, to: 1) }
                } else {
                    try run(on: bench, options)
                }
            }
        } catch {
            say("rssium-bench: \((error as? BenchError)?.message ?? "\(error)")", to: 2)
            exit(1)
        }
    }

    /// Unbuffered, so that each row appears when it is measured.
    private static func say(_ text: String, to descriptor: Int32) {
        let bytes = Array((text + "\n").utf8)
        _ = write(descriptor, bytes, bytes.count)
    }

    private static func run(on bench: borrowing Workbench, _ options: Options) throws {
        let base = try options.base.map { try BenchReport(readingFrom: $0) }
        var report = BenchReport()
        say(ResultTable.head(withBase: base != nil), to: 1)
        func measure(_ workloads: [Workload]) throws {
            for workload in workloads {
                let row = BenchReport.Row(workload, try workload.measure())
                report.rows.append(row)
                say(ResultTable.line(row, base: base), to: 1)
            }
        }
        try measure(try bench.starts())
        let listed = try bench.listed("listed", feeds: bench.isQuick ? 100 : 1000, articlesEach: 100)
        let feeds = try bench.listed("feeds", feeds: bench.isQuick ? 1000 : 5000, articlesEach: bench.isQuick ? 10 : 20)
        let many = try bench.listed("many", feeds: feeds.feeds, articlesEach: bench.isQuick ? 50 : 200)
        try measure(bench.lists(over: listed, many: many, feeds: feeds))
        try measure(try bench.searches(over: listed))
        try measure(try bench.marks(over: listed))
        try measure(try bench.mails(of: listed))
        try measure(try bench.syncs(of: listed))
        try measure(try bench.downloads())
        try measure(try bench.exchanges(of: feeds))
        let served = try FeedFolder(bench.path("served"), .ofAllSizes, count: bench.isQuick ? 100 : 1000)
        try measure(try bench.parts(served))
        try measure(try bench.refreshes(served))
        // Last: its output is long, and the memory of this process counts as memory of each child.
        try measure(try bench.reads())
        if options.withPeers { try measure(try bench.peers(served)) }
        say("refreshed, parsed and stored: \(served.summary); ! is more than allowed", to: 1)
        if let warning = report.warning { say(warning, to: 2) }
        if let path = options.output {
            try Files.write(report.json, to: path + ".json")
            try Files.write(report.markdown, to: path + ".md")
            say("the table is in \(path).md and \(path).json", to: 1)
        }
    }

    private static func runPart(_ words: [String]) throws {
        guard let part = words.first.flatMap(Part.init) else { throw BenchError("no such part") }
        say(try part.run(Array(words.dropFirst())).line, to: 1)
    }
}

/// The options of the benchmark.
private struct Options {
    private(set) var isQuick = false
    private(set) var withPeers = false
    private(set) var showsGrowth = false
    /// The file of the instructions that were counted before.
    private(set) var instructions: String?
    /// Writes that file.
    private(set) var keeps = false
    /// The JSON of an earlier run, to compare with.
    private(set) var base: String?
    /// Where the table goes as JSON and as Markdown, without the ending.
    private(set) var output: String?

    init(_ words: [String]) throws {
        var words = words[...]
        while let word = words.popFirst() {
            switch word {
            case "--quick": isQuick = true
            case "--peers": withPeers = true
            case "--growth": showsGrowth = true
            case "--instructions": instructions = words.popFirst()
            case "--keep": keeps = true
            case "--base": base = words.popFirst()
            case "--output": output = words.popFirst()
            default:
                throw BenchError(
                    "usage: rssium-bench [--instructions FILE [--keep]] [--quick] [--peers] [--growth] [--base FILE.json] [--output FILE]"
                )
            }
        }
    }
}
