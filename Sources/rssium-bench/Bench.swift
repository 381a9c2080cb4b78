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
                guard words.allSatisfy({ ["--quick", "--peers", "--growth"].contains($0) }) else {
                    throw BenchError("usage: rssium-bench [--quick] [--peers] [--growth]")
                }
                let bench = try Workbench(isQuick: words.contains("--quick"))
                if words.contains("--growth") {
                    try Growth.run(on: bench) { say($0, to: 1) }
                } else {
                    try run(on: bench, withPeers: words.contains("--peers"))
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

    private static func run(on bench: borrowing Workbench, withPeers: Bool) throws {
        say(ResultTable.head, to: 1)
        func measure(_ workloads: [Workload]) throws {
            for workload in workloads { say(ResultTable.row(workload, try workload.measure()), to: 1) }
        }
        try measure(try bench.starts())
        let listed = try bench.listed("listed", feeds: bench.isQuick ? 100 : 1000, articlesEach: 100)
        let feeds = try bench.listed("feeds", feeds: bench.isQuick ? 1000 : 5000, articlesEach: bench.isQuick ? 10 : 20)
        let many = try bench.listed("many", feeds: feeds.feeds, articlesEach: bench.isQuick ? 50 : 200)
        try measure(bench.lists(over: listed, many: many, feeds: feeds))
        try measure(try bench.searches(over: listed))
        try measure(try bench.marks(over: listed))
        try measure(try bench.exchanges(of: feeds))
        let served = try FeedFolder(bench.path("served"), .ofAllSizes, count: bench.isQuick ? 100 : 1000)
        try measure(try bench.parts(served))
        try measure(try bench.refreshes(served))
        // Last: its output is long, and the memory of this process counts as memory of each child.
        try measure(try bench.reads())
        if withPeers { try measure(try bench.peers(served)) }
        say("refreshed, parsed and stored: \(served.summary); ! is more than allowed", to: 1)
    }

    private static func runPart(_ words: [String]) throws {
        guard let part = words.first.flatMap(Part.init) else { throw BenchError("no such part") }
        say(try part.run(Array(words.dropFirst())).line, to: 1)
    }
}
