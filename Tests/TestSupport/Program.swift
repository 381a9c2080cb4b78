internal import FeedModel

/// rssium with a home, a database and a config file for one test.
///
/// `run` runs a command in this process where that is enough, and everything else starts the built program. With
/// `RSSIUM_TESTS_RUN=program` in the environment, `run` starts it too.
public struct Program: Sendable {
    /// The home directory, which is also the working directory.
    public let folder: TemporaryFolder
    /// Changes to the environment of every run; nil removes a variable.
    public var environment: [String: String?]

    public init(_ folder: TemporaryFolder = TemporaryFolder(), environment: [String: String?] = [:]) {
        self.folder = folder
        self.environment = environment
    }

    public var database: String { folder.file("rssium.db") }
    public var config: String { folder.file("config") }

    /// The output and the exit status of a run.
    public struct Ending: Equatable, Sendable {
        public let stdout: String
        public let stderr: String
        /// The exit status: 128 plus the number of a signal that ended it; -1 where it was killed at the timeout.
        public let code: Int32

        public init(stdout: String = "", stderr: String = "", code: Int32 = 0) {
            self.stdout = stdout
            self.stderr = stderr
            self.code = code
        }

        /// Nothing but success.
        public static let silent = Ending()

        /// Success, and these lines on standard output; the last line break is not given.
        public static func printed(_ text: String) -> Ending { Ending(stdout: text + "\n") }

        /// Success, and these lines on standard error.
        public static func told(_ text: String) -> Ending { Ending(stderr: text + "\n") }

        /// The one line of an error.
        public static func error(_ text: String, _ code: Int32 = 1) -> Ending {
            Ending(stderr: "rssium: \(text)\n", code: code)
        }

        /// The lines of standard output, without line breaks.
        public var lines: [String] { Ending.lines(of: stdout) }
        public var errorLines: [String] { Ending.lines(of: stderr) }

        private static func lines(of text: String) -> [String] {
            text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropLast(
                text.isEmpty || text.hasSuffix("\n") ? 1 : 0)
        }
    }

    /// Runs a command and waits for its end.
    @discardableResult
    public func run(_ arguments: String..., input: String? = nil) async -> Ending {
        await run(arguments: arguments, input: input)
    }

    @discardableResult
    public func run(arguments: [String], input: String? = nil) async -> Ending {
        guard !needsProcess else { return await runAlone(arguments: arguments, input: input) }
        return await Turns.take {
            InProcess.run(arguments, self, input: input) ?? start(arguments, input: input).waitForEnd()
        }
    }

    /// Runs a command in a process of its own, for what belongs to a process: its limits, `/dev/stdin`, its memory.
    @discardableResult
    public func runAlone(_ arguments: String..., input: String? = nil) async -> Ending {
        await runAlone(arguments: arguments, input: input)
    }

    @discardableResult
    public func runAlone(arguments: [String], input: String? = nil) async -> Ending {
        await Turns.take { start(arguments, input: input).waitForEnd() }
    }

    /// Whether a command cannot run in this process: the C library and libcurl read these variables of a process.
    private var needsProcess: Bool {
        Program.inherited("RSSIUM_TESTS_RUN") == "program"
            || environment.keys.contains { ["PATH", "TZ"].contains($0) || $0.hasSuffix("_proxy") }
    }

    /// Runs a shell command line, in which `rssium` is the built program.
    @discardableResult
    public func shell(_ line: String, seconds: Int = 600) async -> Ending {
        await Turns.take {
            RunningProgram("/bin/sh", ["-c", line], self, .files(input: nil)).waitForEnd(within: .seconds(seconds))
        }
    }

    /// Runs `rssium` on a terminal of 80 columns with typed input; `stdout` is everything on the screen.
    @discardableResult
    public func runOnTerminal(_ arguments: String..., typing: String = "") async -> Ending {
        await Turns.take { RunningProgram(Program.path, arguments, self, .terminal(typing: typing)).waitForEnd() }
    }

    /// Starts `rssium` with a terminal as its three standard files, and does not wait for its end.
    public func startOnTerminal(_ arguments: [String]) -> RunningProgram {
        RunningProgram(Program.path, arguments, self, .terminal(typing: ""))
    }

    /// Starts a shell command line on a terminal of its own, and does not wait for its end.
    public func startShell(_ line: String, on screen: RunningProgram.Screen = .init()) -> RunningProgram {
        RunningProgram("/bin/sh", ["-c", line], self, .ownTerminal(screen))
    }

    /// Runs `rssium` on a terminal of this size that it controls; `stdout` is everything on the screen.
    @discardableResult
    public func run(arguments: [String], on screen: RunningProgram.Screen) async -> Ending {
        await Turns.take { RunningProgram(Program.path, arguments, self, .ownTerminal(screen)).waitForEnd() }
    }

    /// Starts `rssium` without waiting for it.
    public func start(_ arguments: [String], input: String? = nil) -> RunningProgram {
        RunningProgram(Program.path, arguments, self, .files(input: input))
    }

    /// The built program, beside the test bundle.
    public static let path = Program.binaries + "/rssium"

    static let binaries: String = {
        let bundle = CommandLine.arguments[0]
        guard let resolved = realpath(bundle, nil) else { preconditionFailure("no test bundle at \(bundle)") }
        defer { free(resolved) }
        return String(cString: resolved).split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    }()

    /// The whole environment of the program: a result must not depend on the machine.
    var variables: [String: String] {
        var all: [String: String?] = [
            "HOME": folder.path, "PATH": Program.binaries + ":" + (Program.inherited("PATH") ?? "/usr/bin:/bin"),
            "TZ": "UTC", "LANG": "C.UTF-8", "RSSIUM_DB": database, "RSSIUM_CONFIG": config, "TERM": "xterm",
        ]
        for name in ["TSAN_OPTIONS", "LD_LIBRARY_PATH"] { all[name] = Program.inherited(name) }
        // The leak check is for the program, not for the process of the tests.
        all["ASAN_OPTIONS"] = Program.inherited("ASAN_OPTIONS").map { $0 + ":detect_leaks=1" }
        // With coverage, each run would leave a profile in its home.
        all["LLVM_PROFILE_FILE"] = Program.inherited("LLVM_PROFILE_FILE").map { _ in "/dev/null" }
        all.merge(environment) { $1 }
        return all.compactMapValues(\.self)
    }

    /// Whether the machine has a program. A vim without expressions does not count.
    public static func isInstalled(_ name: String) -> Bool {
        (inherited("PATH") ?? "").split(separator: ":").contains { folder in
            guard let file = realpath("\(folder)/\(name)", nil) else { return false }
            defer { free(file) }
            return access(file, X_OK) == 0 && !String(cString: file).hasSuffix("/vim.tiny")
        }
    }

    /// A variable of the process of the tests.
    public static func inherited(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
