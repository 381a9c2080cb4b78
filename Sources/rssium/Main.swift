internal import FeedCore

/// The C function `main`: SwiftPM's linker finds it by this name.
///
/// It gets the arguments from the system. `CommandLine` looks for them in the memory before the environment, and they are
/// not there once a library that was loaded before has moved that by `setenv`.
@_cdecl("rssium_main")
func main(_ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32 {
    Main.main(UnsafeBufferPointer(start: arguments, count: Int(count)))
}

/// The entry point of the program.
enum Main {
    static func main(_ arguments: UnsafeBufferPointer<UnsafeMutablePointer<CChar>?>) -> Never {
        prepare()
        exit(run(arguments).rawValue)
    }

    /// Runs the command, and reports an error once.
    private static func run(_ arguments: UnsafeBufferPointer<UnsafeMutablePointer<CChar>?>) -> ExitCode {
        let environment = Environment.process
        do {
            var clock = timespec()
            clock_gettime(CLOCK_REALTIME, &clock)
            let now = Timestamp(seconds: Int64(clock.tv_sec))
            switch try Invocation(try words(arguments, environment), now: now) {
            case .version(let isDetailed):
                return try show(on: 1, environment, .done) { _ in
                    VersionReport.lines(isDetailed: isDetailed, environment)
                }
            case .help(let command):
                return try show(on: 1, environment, .done) { Help(columns: $0.width).lines(for: command) }
            case .nothing:
                if FirstRun.isNow(environment) {
                    return try show(on: 1, environment, .done) { Help(columns: $0.width).firstSteps }
                }
                return try show(on: 2, environment, .usage) { Help(columns: $0.width).short }
            case .run(let arguments):
                let moment = DecisionTime(milliseconds: Int64(clock.tv_sec) * 1000 + Int64(clock.tv_nsec) / 1_000_000)
                var context = Context(arguments, environment: environment, now: now, moment: moment)
                let code = try arguments.command.run(&context, arguments)
                try context.output.flush()
                return code
            }
        } catch {
            if let text = ErrorMessage.text(of: error) {
                let terminal = Terminal(descriptor: 2, color: .auto, environment: environment)
                let messages = Messages(terminal: terminal, isQuiet: false, isVerbose: false)
                messages.error(text)
                for line in (error as? UsageError)?.marked ?? [] { messages.put(StyledText(line)) }
            }
            return ExitCode(for: error)
        }
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

    private static func show(
        on descriptor: Int32, _ environment: Environment, _ code: ExitCode, _ lines: (Terminal) -> [StyledText]
    ) throws(OutputError) -> ExitCode {
        let terminal = Terminal(descriptor: descriptor, color: .auto, environment: environment)
        var output = Output(descriptor: descriptor, terminal: terminal)
        for line in lines(terminal) { try output.line(line) }
        try output.flush()
        return code
    }

    private static func prepare() {
        openStandardFiles()
        // Writing then fails with an error, which is reported, instead of ending the program.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Opens standard files that are closed. Otherwise the database could get descriptor 2, and messages would overwrite it.
    private static func openStandardFiles() {
        for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 {
            // With the opposite access mode, so that writing to standard output and reading from standard input fail
            // instead of losing or inventing data.
            let opened = open("/dev/null", number == 1 ? O_RDONLY : O_WRONLY)
            if opened >= 0, opened != number {
                dup2(opened, number)
                close(opened)
            }
        }
    }
}
