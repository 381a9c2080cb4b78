internal import FeedCore

/// Measures rssium beside the limits of the machine: `make bench`.
@main
enum Bench {
    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        do {
            switch words.first {
            case "part": try runPart(Array(words.dropFirst()))
            default:
                guard words.allSatisfy({ ["--quick", "--peers"].contains($0) }) else {
                    throw BenchError("usage: rssium-bench [--quick] [--peers]")
                }
                try run(isQuick: words.contains("--quick"), withPeers: words.contains("--peers"))
            }
        } catch {
            say("rssium-bench: \((error as? BenchError)?.message ?? "\(error)")", to: 2)
            exit(1)
        }
    }

    /// At once, so that each row is seen when it is measured.
    private static func say(_ text: String, to descriptor: Int32) {
        let bytes = Array((text + "\n").utf8)
        _ = write(descriptor, bytes, bytes.count)
    }

    private static func run(isQuick: Bool, withPeers: Bool) throws {
        let bench = try Workbench(isQuick: isQuick)
        say(ResultTable.head, to: 1)
        for workload in try bench.workloads(withPeers: withPeers) {
            let (ours, limit) = try workload.measure()
            say(ResultTable.row(workload, ours, limit), to: 1)
        }
        say(bench.note, to: 1)
    }

    private static func runPart(_ words: [String]) throws {
        guard let part = words.first.flatMap(Part.init) else { throw BenchError("no such part") }
        say(try part.run(Array(words.dropFirst())).line, to: 1)
    }
}
