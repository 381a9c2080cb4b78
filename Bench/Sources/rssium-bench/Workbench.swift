internal import FeedCore

/// The rows of the benchmark and their data, in a scratch folder that is removed at the end.
struct Workbench: ~Copyable {
    let isQuick: Bool
    private let scratch: ScratchFolder
    private let host: FeedHost

    init(isQuick: Bool) throws {
        let scratch = try ScratchFolder()
        // Unlike on the web, all feeds here are on one host.
        try Files.write("refresh.host-jobs = 64\n", to: scratch.path + "/config")
        host = try FeedHost(serving: scratch.path, scratch: scratch.path)
        self.scratch = scratch
        self.isQuick = isQuick
    }

    var runs: Int { isQuick ? 3 : 5 }
    /// Runs of milliseconds are repeated more often.
    var shortRuns: Int { isQuick ? 5 : 21 }

    // MARK: Paths

    func path(_ name: String) -> String { scratch.path + "/" + name }

    /// The address of a folder with its last slash.
    func address(of folder: String) -> String { "http://127.0.0.1:\(host.port)/\(folder)/" }

    func listed(_ name: String, feeds: Int, articlesEach: Int) throws -> Listed {
        try Listed(in: path(name), feeds: feeds, articlesEach: articlesEach, base: address(of: name))
    }

    func environment(_ database: String) -> [String] {
        ["HOME=\(scratch.path)", "RSSIUM_DB=\(database)", "RSSIUM_CONFIG=\(path("config"))", "TZ=UTC"]
    }

    /// The program that is measured: the variable `RSSIUM`.
    static let program = getenv("RSSIUM").map { String(cString: $0) } ?? "rssium"

    // MARK: Programs

    /// The release build of rssium.
    func rssium(
        _ words: [String], database: String, input: String? = nil, prepare: @escaping () throws -> Void = {},
        result: @escaping (String) throws -> String? = { _ in nil }
    ) -> Contender {
        Contender(
            name: "rssium", steps: [step(words, database: database, input: input)], prepare: prepare, result: result)
    }

    func step(_ words: [String], database: String, input: String? = nil) -> Contender.Step {
        Contender.Step(
            arguments: [Workbench.program] + words, environment: environment(database), input: input)
    }

    /// SQLite's shell with the shortest SQL for the same task.
    func sqlite(
        _ sql: String, in database: String, result: @escaping (String) throws -> String? = { _ in nil }
    ) -> Contender {
        Contender(
            name: "sqlite3 shell",
            steps: [Contender.Step(arguments: ["sqlite3", "-batch", "-tabs", database, sql])], result: result)
    }

    /// The same with a script as its input.
    func sqlite(
        script: String, in database: String, prepare: @escaping () throws -> Void,
        result: @escaping (String) throws -> String? = { _ in nil }
    ) -> Contender {
        Contender(
            name: "sqlite3 shell",
            steps: [Contender.Step(arguments: ["sqlite3", "-batch", "-tabs", database], input: script)],
            prepare: prepare, result: result)
    }

    /// Runs a command for its side effects.
    @discardableResult
    func run(_ words: [String], database: String, input: String? = nil) throws -> String {
        try Child([Workbench.program] + words, environment: environment(database), input: input).output
    }

    /// Returns the number of articles at the end.
    func articleCount(in database: String) -> (String) throws -> String? {
        { [environment = environment(database)] _ in
            try Child([Workbench.program, "list", "--all", "--count"], environment: environment)
                .output.firstFields
        }
    }
}

extension String {
    /// The first field of each line, joined by spaces.
    var firstFields: String {
        split(separator: "\n").map { $0.prefix { $0 != "\t" } }.joined(separator: " ")
    }

    /// The same, sorted: two programs may order titles differently.
    var firstFieldsInAnyOrder: String { firstFields.split(separator: " ").sorted().joined(separator: " ") }
}

extension Int {
    /// The number with commas between thousands.
    var grouped: String {
        var (text, rest) = ("", self)
        while rest >= 1000 {
            let digits = String(rest % 1000)
            text = "," + String(repeating: "0", count: 3 - digits.count) + digits + text
            rest /= 1000
        }
        return String(rest) + text
    }
}
