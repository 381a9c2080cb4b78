/// A row of the table: what rssium does, and the limit of the machine for the same thing.
struct Workload {
    let name: String
    let runs: Int
    let ours: Contender
    let limit: Contender
    /// What each run has to come to, so that nothing is measured that was not done.
    var expected: String?
    /// Both have to come to the same.
    var agrees = false
}

/// One side of a row.
struct Contender {
    let name: String
    /// The program and its arguments.
    let arguments: [String]
    var environment: [String] = []
    var timing = Timing.wholeProgram
    /// Puts things in their place before each run.
    var prepare: () throws -> Void = {}
    /// What a run came to, from its output; nil where that cannot be told.
    var result: (String) throws -> String? = { _ in nil }

    enum Timing {
        /// From the start of the program to its end.
        case wholeProgram
        /// What the program says that it took, without what it had to prepare.
        case told
    }

    /// A part of this program, run in a process of its own.
    static func part(_ part: Part, named name: String, _ paths: [String], prepare: @escaping () throws -> Void = {})
        -> Contender
    {
        Contender(
            name: name, arguments: [CommandLine.arguments[0], "part", part.rawValue] + paths, timing: .told,
            prepare: prepare, result: { Part.Result($0).map { "\($0.articles)" } })
    }

    /// Runs a part for what it leaves behind, and gives the number of its articles.
    func articles() throws -> Int {
        guard let told = Part.Result(try Child(arguments).output) else { throw BenchError("\(name) told nothing") }
        return told.articles
    }

    func run() throws -> Measurement {
        try prepare()
        let child = try Child(arguments, environment: environment)
        let seconds: Double
        switch timing {
        case .wholeProgram: seconds = child.seconds
        case .told:
            guard let told = Part.Result(child.output) else { throw BenchError("\(name) told no time") }
            seconds = told.seconds
        }
        return Measurement(seconds: seconds, peak: child.peak, result: try result(child.output))
    }
}

/// What one run took.
struct Measurement {
    let seconds: Double
    /// Bytes of memory.
    let peak: Int
    let result: String?
}

extension Workload {
    /// Runs both sides in turn, after one run of each that does not count, and gives their medians.
    func measure() throws -> (ours: Measurement, limit: Measurement) {
        var (ours, limit): ([Measurement], [Measurement]) = ([], [])
        var expected = expected
        for run in 0...runs {
            // Whoever comes second finds the caches warm: so they take turns in that, too.
            for contender in run.isMultiple(of: 2) ? [self.ours, self.limit] : [self.limit, self.ours] {
                let measurement = try contender.run()
                if let expected, let result = measurement.result, result != expected {
                    throw BenchError("\(contender.name) came to \(result), and \(expected) was expected")
                }
                if agrees { expected = expected ?? measurement.result }
                guard run > 0 else { continue }
                if contender.name == self.ours.name { ours.append(measurement) } else { limit.append(measurement) }
            }
        }
        return (Workload.median(ours), Workload.median(limit))
    }

    private static func median(_ measurements: [Measurement]) -> Measurement {
        let sorted = measurements.sorted { $0.seconds < $1.seconds }
        return Measurement(
            seconds: sorted[sorted.count / 2].seconds, peak: measurements.map(\.peak).max() ?? 0, result: nil)
    }
}
