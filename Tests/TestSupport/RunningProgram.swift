internal import FeedModel

/// A started program, for tests that act while it runs. It belongs to one task at a time.
public final class RunningProgram: @unchecked Sendable {
    private let identifier: pid_t
    private var stdout: OutputStream
    private var stderr: OutputStream?
    private let folder: TemporaryFolder
    private var hasEnded = false
    /// The most memory that it held, in bytes; 0 until it has ended.
    public private(set) var peakMemory = 0

    /// The standard files of the program.
    enum Console {
        /// Reads from a file or from nothing; writes to two pipes.
        case files(input: String?)
        /// One terminal for all three.
        case terminal(typing: String)
        /// Its controlling terminal for all three: typed keys can send signals.
        case ownTerminal(Screen)
    }

    /// The size of a terminal.
    public struct Screen: Sendable {
        public var columns: Int
        public var rows: Int
        /// In pixels; 0 where unknown.
        public var cell: (width: Int, height: Int)

        public init(columns: Int = 80, rows: Int = 24, cell: (width: Int, height: Int) = (0, 0)) {
            self.columns = columns
            self.rows = rows
            self.cell = cell
        }

        fileprivate var size: winsize {
            winsize(
                ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: UInt16(columns * cell.width),
                ws_ypixel: UInt16(rows * cell.height))
        }
    }

    init(_ path: String, _ arguments: [String], _ program: Program, _ console: Console) {
        folder = program.folder
        switch console {
        case .files(let text):
            let input = Pipes.input(text)
            let (output, error, child) = Starting.alone {
                let (output, error) = (Pipes.make(), Pipes.make())
                let child = RunningProgram.spawn(
                    [path] + arguments, program, files: [input, output.write, error.write])
                for descriptor in [input, output.write, error.write] { close(descriptor) }
                return (output, error, child)
            }
            identifier = child
            stdout = OutputStream(output.read)
            stderr = OutputStream(error.read)
        case .terminal(let typed):
            let (master, slave) = RunningProgram.terminal()
            _ = typed.withCString { write(master, $0, strlen($0)) }
            identifier = Starting.alone {
                RunningProgram.spawn([path] + arguments, program, files: [slave, slave, slave])
            }
            close(slave)
            stdout = OutputStream(master)
        case .ownTerminal(let screen):
            let (master, slave) = RunningProgram.terminal(screen)
            identifier = Starting.alone {
                RunningProgram.spawn(
                    [path] + arguments, program, files: [], terminal: RunningProgram.terminalName(master))
            }
            close(slave)
            stdout = OutputStream(master)
        }
    }

    /// Types text on the terminal of the program.
    public func type(_ text: String) { _ = text.withCString { write(stdout.descriptor, $0, strlen($0)) } }

    /// Gives its terminal another size.
    public func resize(to screen: Screen) {
        var size = screen.size
        _ = ioctl(stdout.descriptor, UInt(TIOCSWINSZ), &size)
    }

    /// The output that the calls which wait have read so far.
    public var output: String { stdout.text }

    /// Whether the output has ended.
    public var isSilent: Bool { !stdout.isOpen }

    /// The input settings of its terminal.
    public var typing: (isSeen: Bool, isByLine: Bool) {
        var mode = termios()
        tcgetattr(stdout.descriptor, &mode)
        return (mode.c_lflag & tcflag_t(ECHO) != 0, mode.c_lflag & tcflag_t(ICANON) != 0)
    }

    deinit { if !hasEnded { _ = waitForEnd(within: .zero) } }

    public func send(signal number: Int32) { kill(identifier, number) }

    /// Waits for so many bytes of standard output, or for its end.
    ///
    /// - Parameter body: runs at once, even while tasks of other tests keep this task from running.
    public func waitForOutput(
        bytes: Int = 1, seconds: Int = 600, then body: @escaping @Sendable () -> Void = {}
    ) async {
        await read(for: seconds, until: { self.stdout.bytes.count >= bytes }, then: body)
    }

    /// Waits until standard output or the terminal has this text, or has ended.
    ///
    /// - Parameter answer: typed at once, even while tasks of other tests keep this task from running.
    public func waitForOutput(of text: String, seconds: Int = 600, thenType answer: String = "") async {
        await read(for: seconds, until: { self.stdout.text.contains(text) }, then: { self.type(answer) })
    }

    /// Waits for one text after the other, and types what is beside it.
    public func type(_ answers: KeyValuePairs<String, String>) async {
        for (text, answer) in answers { await waitForOutput(of: text, thenType: answer) }
    }

    /// Waits until standard error has this text, or standard output has ended.
    public func waitForError(of text: String) async {
        await read(for: 600, until: { self.stderr?.text.contains(text) != false })
    }

    /// Reads until this is so, standard output has ended or the time is over.
    private func read(
        for seconds: Int, until isThere: @escaping @Sendable () -> Bool, then body: @escaping @Sendable () -> Void = {}
    ) async {
        await BlockingThread.run { [self] in
            let deadline = ContinuousClock.now + .seconds(seconds)
            while !isThere(), stdout.isOpen, read(before: deadline) {}
            body()
        }
    }

    /// Waits until the output has this text behind so many bytes. Returns how many bytes it has up to the end of the text;
    /// nil where the output has ended.
    public func waitForOutput(of text: String, after start: Int, seconds: Int = 600) async -> Int? {
        let wanted = Array(text.utf8)
        return await BlockingThread.run { [self] in
            let deadline = ContinuousClock.now + .seconds(seconds)
            while true {
                let found = stdout.bytes.indices.dropFirst(start).first { stdout.bytes[$0...].starts(with: wanted) }
                if let found { return found + wanted.count }
                guard stdout.isOpen, read(before: deadline) else { return nil }
            }
        }
    }

    /// Waits for the end of the program; at the timeout it kills the program and what that has started.
    public func end(within time: Duration = .seconds(600)) async -> Program.Ending {
        await BlockingThread.run { [self] in waitForEnd(within: time) }
    }

    /// The same, blocking the calling thread, which must not be one of the pool of tasks.
    func waitForEnd(within time: Duration = .seconds(600)) -> Program.Ending {
        let deadline = ContinuousClock.now + time
        var isLate = false
        while stdout.isOpen || stderr?.isOpen == true {
            if !read(before: deadline) {
                isLate = true
                kill(-identifier, SIGKILL)
                break
            }
        }
        var status: Int32 = 0
        var usage = rusage()
        while wait4(identifier, &status, 0, &usage) < 0, errno == EINTR {}
        hasEnded = true
        #if canImport(Darwin)
            peakMemory = Int(usage.ru_maxrss)
        #else
            peakMemory = Int(usage.ru_maxrss) << 10
        #endif
        stdout.shut()
        stderr?.shut()
        let signal = status & 0x7F
        let code = signal == 0 ? (status >> 8) & 0xFF : 128 + signal
        return Program.Ending(stdout: stdout.text, stderr: stderr?.text ?? "", code: isLate ? -1 : code)
    }

    /// Reads the available output; false at the timeout.
    private func read(before deadline: ContinuousClock.Instant) -> Bool {
        let left = ContinuousClock.now.duration(to: deadline).components
        guard left.seconds >= 0, left.attoseconds >= 0 else { return false }
        let milliseconds = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000
        return OutputStream.readEither(&stdout, &stderr, milliseconds: Int32(clamping: milliseconds))
    }
}

/// Starts programs.
extension RunningProgram {
    private static func spawn(_ words: [String], _ program: Program, files: [Int32], terminal: String? = nil) -> pid_t {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for (number, file) in files.enumerated() { posix_spawn_file_actions_adddup2(&actions, file, Int32(number)) }
        if let terminal {
            // The first terminal that a session leader opens becomes its controlling terminal.
            posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
            for number in Int32(1)...2 { posix_spawn_file_actions_adddup2(&actions, 0, number) }
        }
        // A process group of its own, so that its children can be killed too, and default signal actions.
        posix_spawnattr_setpgroup(&attributes, 0)
        var usual = sigset_t()
        sigemptyset(&usual)
        for number in [SIGPIPE, SIGXFSZ, SIGINT, SIGQUIT, SIGTERM] { sigaddset(&usual, number) }
        posix_spawnattr_setsigdefault(&attributes, &usual)
        var blocked = sigset_t()
        sigemptyset(&blocked)
        posix_spawnattr_setsigmask(&attributes, &blocked)
        let group = terminal == nil ? Int32(POSIX_SPAWN_SETPGROUP) : newSession
        posix_spawnattr_setflags(&attributes, Int16(group | Int32(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)))
        // The shell changes the folder: not every C library can do that in posix_spawn.
        let line = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", program.folder.path] + words
        var arguments: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] =
            program.variables.map { strdup($0.key + "=" + $0.value) } + [nil]
        defer { for word in arguments + variables { free(word) } }
        var child = pid_t(0)
        let code = posix_spawn(&child, line[0], &actions, &attributes, &arguments, &variables)
        precondition(code == 0, "cannot run \(words[0]): \(String(cString: strerror(code)))")
        return child
    }

    /// POSIX_SPAWN_SETSID, which not every C library declares.
    #if canImport(Darwin)
        private static let newSession: Int32 = 0x400
    #else
        private static let newSession: Int32 = 0x80
    #endif

    private static func terminal(_ screen: Screen = Screen()) -> (master: Int32, slave: Int32) {
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        let slave = open(terminalName(master), O_RDWR | O_NOCTTY | O_CLOEXEC)
        precondition(slave >= 0, "no terminal can be made")
        var size = screen.size
        _ = ioctl(slave, UInt(TIOCSWINSZ), &size)
        return (master, slave)
    }

    private static func terminalName(_ master: Int32) -> String {
        #if canImport(Darwin)
            grantpt(master)
            unlockpt(master)
            return String(cString: ptsname(master))
        #else
            // TIOCSPTLCK and TIOCGPTN, which the headers declare only with _GNU_SOURCE.
            var (unlocked, number) = (Int32(0), UInt32(0))
            _ = ioctl(master, UInt(0x4004_5431), &unlocked)
            _ = ioctl(master, UInt(0x8004_5430), &number)
            return "/dev/pts/\(number)"
        #endif
    }
}
