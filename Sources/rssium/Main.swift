internal import FeedCore

@main
enum Main {
    static func main() {
        prepare()
        exit(run().rawValue)
    }

    /// Does what the words ask for, and says once what went wrong.
    private static func run() -> ExitCode {
        // Known before anything is read, so that what is wrong with the words can be said.
        let environment = Environment.process
        do {
            let now = Timestamp(seconds: Int64(time(nil)))
            switch try Invocation(try words(environment), now: now) {
            case .version:
                return try show(on: 1, environment, .done) { _ in [StyledText("rssium \(Version.number)")] }
            case .help(let command):
                return try show(on: 1, environment, .done) { Help(columns: $0.width).lines(for: command) }
            case .nothing: return try show(on: 2, environment, .usage) { Help(columns: $0.width).short }
            case .run(let arguments):
                var context = Context(arguments, environment: environment, now: now)
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

    /// The words after the program's name. Swift mends those that are no UTF-8, and the name of another file, or of
    /// none, would come of it.
    private static func words(_ environment: Environment) throws(UsageError) -> [String] {
        var words: [String] = []
        for argument in UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
            .dropFirst()
        {
            guard let argument else { break }
            guard let word = String(validatingCString: argument) else {
                throw UsageError("\(PlainArgument.shown(String(cString: argument))) is not UTF-8")
            }
            words.append(word)
        }
        for name in ["RSSIUM_DB", "RSSIUM_CONFIG"] where !environment.isText(name) {
            throw UsageError("\(name)=\(PlainArgument.shown(environment[name] ?? "")) is not UTF-8")
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
        // Both are seen where something is written: as an error, not as a sudden end.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// A file opened later must not get the number of a closed standard file: a message would land in the database.
    private static func openStandardFiles() {
        for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 {
            // The wrong way round: what is written to standard output would be lost, and what is read from standard
            // input was never there, so both have to fail.
            let opened = open("/dev/null", number == 1 ? O_RDONLY : O_WRONLY)
            if opened >= 0, opened != number {
                dup2(opened, number)
                close(opened)
            }
        }
    }
}
