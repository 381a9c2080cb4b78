internal import FeedCore

/// Counts the instructions of some jobs with valgrind: the same figures in every run, however busy the machine is. Kept
/// figures show when a job needs more than before.
///
/// They depend on the compiler and on the libraries, so figures that were kept with others are not compared.
enum Instructions {
    /// By how much a job may grow.
    private static let allowed = 1.02

    private struct Kept {
        var versions = ""
        var counts: [String: Int] = [:]

        init() {}

        /// A line that names the versions, and one for each job: its instructions, a tab and its name.
        init(readingFrom path: String) throws {
            for line in String(decoding: try Files.read(path), as: UTF8.self).split(separator: "\n") {
                let parts = line.split(separator: "\t", maxSplits: 1)
                if parts.count == 2, let count = Int(parts[0]) {
                    counts[String(parts[1])] = count
                } else {
                    versions = String(line)
                }
            }
        }

        var text: String {
            versions + "\n" + counts.sorted { $0.key < $1.key }.map { "\($0.value)\t\($0.key)\n" }.joined()
        }
    }

    /// Prints the instructions of each job in millions. Throws if one needs more than is allowed.
    ///
    /// - Parameter keeps: writes the figures to the file instead of comparing them.
    static func run(on bench: borrowing Workbench, beside path: String, keeps: Bool, _ say: (String) -> Void) throws {
        var found = Kept()
        found.versions = try versions(bench)
        let before = keeps ? Kept() : try Kept(readingFrom: path)
        let isComparable = before.versions == found.versions
        if !keeps, !isComparable { say("not compared: the figures were kept with \(before.versions)") }
        var grown: [String] = []
        for (name, count) in try counts(on: bench) {
            found.counts[name] = count
            var line = "\(name): \(count / 100_000 / 10).\(count / 100_000 % 10) million"
            if isComparable, let kept = before.counts[name], kept > 0 {
                let ratio = Double(count) / Double(kept)
                line += ", \(Int((ratio * 1000).rounded()) / 10).\(Int((ratio * 1000).rounded()) % 10)% of those kept"
                if ratio > allowed { grown.append(name) }
            }
            say(line)
        }
        if keeps { try Files.write(found.text, to: path) }
        if !grown.isEmpty { throw BenchError("more instructions than allowed: \(grown.joined(separator: ", "))") }
    }

    private static func versions(_ bench: borrowing Workbench) throws -> String {
        let report = try bench.run(["--version", "--verbose"], database: bench.path("none.db"))
        let lines = report.split(separator: "\n").map { $0.split(separator: " ") }
        return lines.filter { line in ["SQLite", "libxml2", "libcurl", "Swift"].contains { $0 == line[0] } }
            .map { $0.joined(separator: " ") }.joined(separator: ", ")
    }

    private static func counts(on bench: borrowing Workbench) throws -> [(name: String, count: Int)] {
        let feeds = try FeedFolder(bench.path("counted"), .ofAllSizes, count: 100)
        let large = try FeedFolder(bench.path("large"), .of10MB, count: 1)
        let (database, list) = (bench.path("counted.db"), bench.path("counted.txt"))
        let urls = feeds.names.map { "file://\(feeds.path)/\($0)\n" }
        try Files.write(urls.joined(), to: list)
        try bench.run(["import", "--quiet", list], database: database)
        let refresh = ["refresh", "--quiet", "--jobs", "1"]
        let preview = ["preview", large.path + "/" + large.names[0], "--format", "tsv"]
        return [
            ("first refresh of 100 feeds", try count(refresh, bench, database)),
            ("refresh with nothing new", try count(refresh, bench, database)),
            ("preview a feed of \(large.articles.grouped)", try count(preview, bench, database)),
            ("newest 50", try count(["list", "-n", "50"], bench, database)),
            ("feeds", try count(["feeds"], bench, database)),
        ]
    }

    private static func count(_ words: [String], _ bench: borrowing Workbench, _ database: String) throws -> Int {
        let profile = bench.path("callgrind.out")
        _ = try Child(
            [
                "valgrind", "--quiet", "--tool=callgrind", "--callgrind-out-file=" + profile, "--fair-sched=yes",
                Workbench.program,
            ] + words, environment: bench.environment(database))
        for line in String(decoding: try Files.read(profile), as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: " ")
            if parts.count == 2, ["summary:", "totals:"].contains(parts[0]), let count = Int(parts[1]) { return count }
        }
        throw BenchError("valgrind has counted nothing")
    }
}
