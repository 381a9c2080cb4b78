internal import FeedModel
internal import rssium

/// Runs commands of rssium in the process of the tests: a start of the debug program takes longer than most commands.
///
/// A command gets its variables and standard files as values, and its working directory from a thread that has one of its
/// own. A process is needed where these are not enough: see `Program.needsProcess`.
enum InProcess {
    /// Nil where this system gives a thread no working directory of its own.
    static func run(_ arguments: [String], _ program: Program, input text: String?) -> Program.Ending? {
        guard prepared else { return nil }
        let input = Pipes.input(text)
        let (output, error) = Starting.alone { (Pipes.make(), Pipes.make()) }
        let variables = program.variables
        let folder = program.folder.path
        let code = Monitor(Int32?.none)
        let thread = SystemThread.started {
            if enter(folder) {
                let files = StandardFiles(input: input, output: output.write, error: error.write)
                let result = EntryPoint.run(arguments, environment: variables, files: files)
                code.change { $0 = result }
            }
            for descriptor in [input, output.write, error.write] { close(descriptor) }
        }
        var stdout = OutputStream(output.read)
        var stderr = Optional(OutputStream(error.read))
        while stdout.isOpen || stderr?.isOpen == true {
            _ = OutputStream.readEither(&stdout, &stderr, milliseconds: -1)
        }
        thread.join()
        return code.change { $0 }.map { code in
            Program.Ending(stdout: stdout.text, stderr: stderr?.text ?? "", code: code)
        }
    }

    /// What `main` does for the program, and the time zone of the tests.
    private static let prepared: Bool = {
        signal(SIGPIPE, SIG_IGN)
        setenv("TZ", "UTC", 1)
        tzset()
        return true
    }()

    /// Gives the calling thread this folder as its own working directory. False where the system cannot do that.
    private static func enter(_ folder: String) -> Bool {
        #if canImport(Darwin)
            typealias Change = @convention(c) (UnsafePointer<CChar>) -> Int32
            guard let symbol = dlsym(UnsafeMutableRawPointer(bitPattern: -2), "pthread_chdir_np") else { return false }
            return unsafeBitCast(symbol, to: Change.self)(folder) == 0
        #else
            typealias Unshare = @convention(c) (Int32) -> Int32
            guard let symbol = dlsym(nil, "unshare") else { return false }
            // CLONE_FS, which the headers declare only with _GNU_SOURCE.
            return unsafeBitCast(symbol, to: Unshare.self)(0x200) == 0 && chdir(folder) == 0
        #endif
    }
}
