#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The built `rssium`, run the way a user runs it, with a home, a database and a config file of the test's own.
public struct Program: Sendable {
    /// The home directory, and the working directory too.
    public let folder: TemporaryFolder
    /// What is set beyond, or instead of, the environment that every run has; nil takes a variable away.
    public var environment: [String: String?]

    public init(_ folder: TemporaryFolder = TemporaryFolder(), environment: [String: String?] = [:]) {
        self.folder = folder
        self.environment = environment
    }

    public var database: String { folder.file("rssium.db") }
    public var config: String { folder.file("config") }

    /// What came of a run.
    public struct Ending: Equatable, Sendable {
        public let stdout: String
        public let stderr: String
        /// 128 and more where a signal ended it; -1 where it was killed because its time was up.
        public let code: Int32

        public init(stdout: String = "", stderr: String = "", code: Int32 = 0) {
            self.stdout = stdout
            self.stderr = stderr
            self.code = code
        }

        /// The lines of standard output, without their ends.
        public var lines: [String] { Ending.lines(of: stdout) }
        public var errorLines: [String] { Ending.lines(of: stderr) }

        private static func lines(of text: String) -> [String] {
            text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropLast(
                text.isEmpty || text.hasSuffix("\n") ? 1 : 0)
        }
    }

    /// Runs `rssium` with these arguments and waits for its end.
    @discardableResult
    public func run(_ arguments: String..., input: String? = nil, seconds: Int = 60) async -> Ending {
        await run(arguments: arguments, input: input, seconds: seconds)
    }

    @discardableResult
    public func run(arguments: [String], input: String? = nil, seconds: Int = 60) async -> Ending {
        await Turns.take { start(arguments, input: input).waitForEnd(within: seconds) }
    }

    /// Runs a line of the shell, in which `rssium` is the built program.
    @discardableResult
    public func shell(_ line: String, input: String? = nil, seconds: Int = 60) async -> Ending {
        await Turns.take {
            RunningProgram("/bin/sh", ["-c", line], self, .files(input: input)).waitForEnd(within: seconds)
        }
    }

    /// Runs `rssium` on a terminal of 80 columns on which somebody types; everything that is seen is its `stdout`.
    @discardableResult
    public func runOnTerminal(_ arguments: String..., typing: String = "", seconds: Int = 60) async -> Ending {
        await Turns.take {
            RunningProgram(Program.path, arguments, self, .terminal(typing: typing)).waitForEnd(within: seconds)
        }
    }

    /// Starts it on a terminal, which is all three of its standard files, and does not wait for it.
    public func startOnTerminal(_ arguments: [String]) -> RunningProgram {
        RunningProgram(Program.path, arguments, self, .terminal(typing: ""))
    }

    /// Starts a line of the shell on a terminal of its own, and does not wait for it.
    public func startShell(_ line: String, on screen: RunningProgram.Screen = .init()) -> RunningProgram {
        RunningProgram("/bin/sh", ["-c", line], self, .ownTerminal(screen))
    }

    /// Runs `rssium` on a terminal of that size, of which it is in charge; everything that is seen is its `stdout`.
    @discardableResult
    public func run(
        arguments: [String], on screen: RunningProgram.Screen, seconds: Int = 60
    ) async -> Ending {
        await Turns.take {
            RunningProgram(Program.path, arguments, self, .ownTerminal(screen)).waitForEnd(within: seconds)
        }
    }

    /// Starts `rssium` without waiting for it.
    public func start(_ arguments: [String], input: String? = nil) -> RunningProgram {
        RunningProgram(Program.path, arguments, self, .files(input: input))
    }

    /// The built program, which lies beside the test bundle.
    public static let path = Program.binaries + "/rssium"

    static let binaries: String = {
        let bundle = CommandLine.arguments[0]
        guard let resolved = realpath(bundle, nil) else { preconditionFailure("no test bundle at \(bundle)") }
        defer { free(resolved) }
        return String(cString: resolved).split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    }()

    /// Everything that the program sees: nothing of the machine that a result could depend on.
    var variables: [String] {
        var all: [String: String?] = [
            "HOME": folder.path, "PATH": Program.binaries + ":" + (Program.inherited("PATH") ?? "/usr/bin:/bin"),
            "TZ": "UTC", "LANG": "C.UTF-8", "RSSIUM_DB": database, "RSSIUM_CONFIG": config, "TERM": "xterm",
        ]
        for name in ["TSAN_OPTIONS", "LD_LIBRARY_PATH"] { all[name] = Program.inherited(name) }
        // What our own process leaves behind is the tests', what the program does is not.
        all["ASAN_OPTIONS"] = Program.inherited("ASAN_OPTIONS").map { $0 + ":detect_leaks=1" }
        // Where coverage is measured, every run would leave a file of it at home.
        all["LLVM_PROFILE_FILE"] = Program.inherited("LLVM_PROFILE_FILE").map { _ in "/dev/null" }
        all.merge(environment) { $1 }
        return all.compactMap { name, value in value.map { name + "=" + $0 } }
    }

    static func inherited(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
