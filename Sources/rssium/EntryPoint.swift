internal import FeedCore

/// The program as a function: one command, from its arguments to its exit status.
public enum EntryPoint {
    /// Runs one command with the variables and the standard files of a caller in the same process.
    ///
    /// Nothing here ends the process or changes it. Signals and terminals belong to a whole process, so a command that
    /// needs them runs in one of its own.
    public static func run(_ arguments: [String], environment: [String: String], files: StandardFiles) -> Int32 {
        run(in: Surroundings(environment: Environment(environment), files: files)) { _ in arguments }.rawValue
    }

    /// Runs the command of this process.
    ///
    /// - Parameter arguments: those of the C function `main`. Swift's own `CommandLine` looks for them in the memory
    ///   before the environment. A library that was loaded before may have moved the environment by `setenv`.
    public static func runProcess(_ arguments: UnsafeBufferPointer<UnsafeMutablePointer<CChar>?>) -> Int32 {
        var surroundings = Surroundings.process
        // A name that is not UTF-8 is that of no file that a schedule could have.
        surroundings.program = arguments.first?.flatMap { String(validatingCString: $0) } ?? ""
        return run(in: surroundings) { environment throws(UsageError) in try words(arguments, environment) }.rawValue
    }

    /// Runs the command, and reports an error once.
    private static func run(
        in surroundings: Surroundings, _ words: (Environment) throws(UsageError) -> [String]
    ) -> ExitCode {
        do {
            return try run(words(surroundings.environment), in: surroundings)
        } catch {
            if let text = ErrorMessage.text(of: error) {
                let messages = Messages(in: surroundings)
                messages.error(text)
                for line in (error as? UsageError)?.marked ?? [] { messages.put(StyledText(line)) }
            }
            return ExitCode(for: error)
        }
    }

    private static func run(_ words: [String], in surroundings: Surroundings) throws -> ExitCode {
        let moment = readClock()
        let arguments: Arguments
        switch try Invocation(words, now: moment.timestamp) {
        case .version(let isDetailed):
            // Without the config file, which takes time to read.
            let (descriptor, environment) = (surroundings.files.output, surroundings.environment)
            let terminal = Terminal(descriptor: descriptor, color: .auto, environment: environment)
            try show(VersionReport.lines(isDetailed: isDetailed, environment), on: descriptor, terminal)
            return .done
        case .nothing(let given): return try welcome(given, in: surroundings, at: moment)
        case .help(let command):
            let help = Arguments(helpFor: command)
            arguments = words.contains("--no-pager") ? help.implying(Option.noPager) : help
        case .run(let given): arguments = given
        }
        var context = Context(arguments, in: surroundings, at: moment)
        do {
            let code = try context.run()
            try context.output.flush()
            return code == .done && context.hasFailed ? .failed : code
        } catch  where context.messages.isQuiet && ExitCode(for: error) == .locked {
            // Cron would send a mail, although the other process does the work.
            return .locked
        }
    }

    /// Without a command: on a terminal the first steps or what there is to do, else the usage.
    private static func welcome(
        _ given: Arguments, in surroundings: Surroundings, at moment: DecisionTime
    ) throws -> ExitCode {
        let context = Context(given, in: surroundings, at: moment)
        if let lines = Welcome.lines(context) {
            try show(lines, on: surroundings.files.output, context.output.terminal)
            return .done
        }
        let terminal = context.messages.terminal
        try show(Help(columns: terminal.width).short, on: surroundings.files.error, terminal)
        return .usage
    }

    /// The time now. Nothing else reads the clock.
    static func readClock() -> DecisionTime {
        var clock = timespec()
        clock_gettime(CLOCK_REALTIME, &clock)
        return DecisionTime(milliseconds: Int64(clock.tv_sec) * 1000 + Int64(clock.tv_nsec) / 1_000_000)
    }

    /// The words after the program's name. Words that are not UTF-8 are not repaired: they would name another file.
    private static func words(
        _ arguments: UnsafeBufferPointer<UnsafeMutablePointer<CChar>?>, _ environment: Environment
    ) throws(UsageError) -> [String] {
        var words: [String] = []
        for argument in arguments.dropFirst() {
            guard let argument else { break }
            guard let word = String(validatingCString: argument) else {
                throw UsageError("\(ArgumentText.shown(String(cString: argument))) is not UTF-8")
            }
            words.append(word)
        }
        for name in ["RSSIUM_DB", "RSSIUM_CONFIG"] where !environment.isText(name) {
            throw UsageError("\(name)=\(ArgumentText.shown(environment[name] ?? "")) is not UTF-8")
        }
        return words
    }

    private static func show(_ lines: [StyledText], on descriptor: Int32, _ terminal: Terminal) throws(OutputError) {
        var output = Output(descriptor: descriptor, terminal: terminal)
        for line in lines { try output.line(line) }
        try output.flush()
    }
}
