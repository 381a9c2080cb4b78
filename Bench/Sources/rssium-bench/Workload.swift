/// A row of the table: a task for rssium, and the limit of the machine for the same task.
struct Workload {
    let name: String
    let runs: Int
    let ours: Contender
    let limit: Contender
    var allowed = Allowed()
    /// The result that each run must have, so that no failed run is measured.
    var expected: String?
    /// Both sides must have the same result.
    var agrees = false

    /// The target for rssium.
    struct Allowed {
        /// A multiple of the limit.
        var times: Double?
        /// Seconds, independent of the limit.
        var seconds: Double?
        /// Peak memory in bytes.
        var memory: Int?
        var measure = Measure.time
    }

    enum Measure {
        /// Wall-clock time.
        case time
        /// Processor time.
        case processor
    }
}

/// One side of a row: one or more programs that run one after another.
struct Contender {
    let name: String
    var steps: [Step]
    /// Prepares each run.
    var prepare: () throws -> Void = {}
    /// The result of a run, from the output of its last step; nil if the output has none.
    var result: (String) throws -> String? = { _ in nil }

    struct Step {
        /// The program and its arguments.
        let arguments: [String]
        var environment: [String] = []
        /// The file for standard input.
        var input: String?
        var timing = Timing.wholeProgram
    }

    enum Timing {
        /// The time from the start of the program to its end.
        case wholeProgram
        /// The time that the program itself reports, without its preparations.
        case told
    }

    /// A part of this program, in a process of its own.
    static func part(
        _ part: Part, named name: String, _ paths: [String], timing: Timing = .told,
        prepare: @escaping () throws -> Void = {}
    ) -> Contender {
        Contender(
            name: name, steps: [.part(part, paths, timing)], prepare: prepare,
            result: { Part.Result($0).map { "\($0.articles)" } })
    }

    /// Runs a part for its side effects, and returns the number of its articles.
    func articles() throws -> Int {
        guard let told = Part.Result(try Child(steps[0].arguments).output) else {
            throw BenchError("\(name) told nothing")
        }
        return told.articles
    }

    func run() throws -> Measurement {
        try prepare()
        var (seconds, processor, peak, output) = (0.0, 0.0, 0, "")
        for step in steps {
            let child = try Child(step.arguments, environment: step.environment, input: step.input)
            switch step.timing {
            case .wholeProgram:
                seconds += child.seconds
                processor += child.processor
            case .told:
                guard let told = Part.Result(child.output) else { throw BenchError("\(name) told no time") }
                seconds += told.seconds
                processor += told.processor
            }
            peak = max(peak, child.peak)
            output = child.output
        }
        return Measurement(seconds: seconds, processor: processor, peak: peak, result: try result(output))
    }
}

extension Contender.Step {
    static func part(_ part: Part, _ paths: [String], _ timing: Contender.Timing = .told) -> Contender.Step {
        Contender.Step(arguments: [CommandLine.arguments[0], "part", part.rawValue] + paths, timing: timing)
    }
}

/// The measurements of one run.
struct Measurement {
    let seconds: Double
    /// Processor time in seconds.
    let processor: Double
    /// Peak memory in bytes.
    let peak: Int
    let result: String?

    func value(of measure: Workload.Measure) -> Double {
        switch measure {
        case .time: seconds
        case .processor: processor
        }
    }
}

/// The medians of both sides, and of their ratio in each round.
struct Comparison {
    let ours: Double
    let limit: Double
    let ratio: Double
    let peak: Int
    let limitPeak: Int
    /// How far the middle half of our runs lies apart, as a share of the median.
    let spread: Double
}

extension Workload {
    /// Runs both sides in turn, after one uncounted run of each.
    func measure() throws -> Comparison {
        var (ours, limit): ([Measurement], [Measurement]) = ([], [])
        var expected = expected
        for run in 0...runs {
            // The second side finds warm caches, so the order changes from round to round.
            let isFirst = run.isMultiple(of: 2)
            for isOurs in [isFirst, !isFirst] {
                let contender = isOurs ? self.ours : self.limit
                let measurement = try contender.run()
                if let expected, let result = measurement.result, result != expected {
                    throw BenchError(
                        "\(contender.name) came to \(result.prefix(100)), and \(expected.prefix(100)) was expected")
                }
                if agrees { expected = expected ?? measurement.result }
                guard run > 0 else { continue }
                if isOurs { ours.append(measurement) } else { limit.append(measurement) }
            }
        }
        let values = ours.map { $0.value(of: allowed.measure) }
        let limits = limit.map { $0.value(of: allowed.measure) }
        return Comparison(
            ours: Workload.median(values), limit: Workload.median(limits),
            ratio: Workload.median(zip(values, limits).map { $0 / $1 }), peak: ours.map(\.peak).max() ?? 0,
            limitPeak: limit.map(\.peak).max() ?? 0, spread: Workload.spread(values))
    }

    private static func spread(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        let quarter = sorted.count / 4
        return (sorted[sorted.count - 1 - quarter] - sorted[quarter]) / median(values)
    }

    static func median(_ values: [Double]) -> Double {
        values.sorted()[values.count / 2]
    }
}
