#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A started program, for tests that act while it runs. It belongs to one task at a time.
public final class RunningProgram: @unchecked Sendable {
    private let identifier: pid_t
    private var stdout: Stream
    private var stderr: Stream?
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
    }

    init(_ path: String, _ arguments: [String], _ program: Program, _ console: Console) {
        folder = program.folder
        switch console {
        case .files(let text):
            let input = RunningProgram.input(text)
            let (output, error, child) = Starting.alone {
                let (output, error) = (RunningProgram.pipe(), RunningProgram.pipe())
                let child = RunningProgram.spawn(
                    [path] + arguments, program, files: [input, output.write, error.write])
                for descriptor in [input, output.write, error.write] { close(descriptor) }
                return (output, error, child)
            }
            identifier = child
            stdout = Stream(output.read)
            stderr = Stream(error.read)
        case .terminal(let typed):
            let (master, slave) = RunningProgram.terminal()
            _ = typed.withCString { write(master, $0, strlen($0)) }
            identifier = Starting.alone {
                RunningProgram.spawn([path] + arguments, program, files: [slave, slave, slave])
            }
            close(slave)
            stdout = Stream(master)
        case .ownTerminal(let screen):
            let (master, slave) = RunningProgram.terminal(screen)
            identifier = Starting.alone {
                RunningProgram.spawn(
                    [path] + arguments, program, files: [], terminal: RunningProgram.terminalName(master))
            }
            close(slave)
            stdout = Stream(master)
        }
    }

    /// Types text on the terminal of the program.
    public func type(_ text: String) {
        _ = text.withCString { write(stdout.descriptor, $0, strlen($0)) }
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

    deinit {
        if !hasEnded { _ = waitForEnd(within: 0) }
    }

    public func send(signal number: Int32) { kill(identifier, number) }

    /// Waits for so many bytes of standard output, or for its end.
    ///
    /// - Parameter body: runs at once, even while tasks of other tests keep this task from running.
    public func waitForOutput(
        bytes: Int = 1, seconds: Int = 60, then body: @escaping @Sendable () -> Void = {}
    ) async {
        await BlockingThread.run { [self] in
            let deadline = ContinuousClock.now + .seconds(seconds)
            while stdout.bytes.count < bytes, stdout.isOpen, read(before: deadline) {}
            body()
        }
    }

    /// Waits until standard output or the terminal has this text, or has ended.
    ///
    /// - Parameter answer: typed at once, even while tasks of other tests keep this task from running.
    public func waitForOutput(of text: String, seconds: Int = 60, thenType answer: String = "") async {
        await BlockingThread.run { [self] in
            let deadline = ContinuousClock.now + .seconds(seconds)
            while !stdout.text.contains(text), stdout.isOpen, read(before: deadline) {}
            if !answer.isEmpty { type(answer) }
        }
    }

    /// Waits for the end of the program; at the timeout it kills the program and what that has started.
    public func end(within seconds: Int = 60) async -> Program.Ending {
        await BlockingThread.run { [self] in waitForEnd(within: seconds) }
    }

    /// The same with a timeout of the caller.
    public func end(within time: Duration) async -> Program.Ending {
        await BlockingThread.run { [self] in waitForEnd(within: time) }
    }

    /// The same, blocking the calling thread, which must not be one of the pool of tasks.
    func waitForEnd(within seconds: Int) -> Program.Ending { waitForEnd(within: .seconds(seconds)) }

    private func waitForEnd(within time: Duration) -> Program.Ending {
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
        var waiting = [stdout, stderr].compactMap { stream in
            stream.flatMap { $0.isOpen ? pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) : nil }
        }
        let left = ContinuousClock.now.duration(to: deadline).components
        guard left.seconds >= 0, left.attoseconds >= 0 else { return false }
        let milliseconds = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000
        let ready = poll(&waiting, nfds_t(waiting.count), Int32(clamping: milliseconds))
        if ready == 0 { return false }
        for item in waiting where item.revents != 0 {
            if item.fd == stdout.descriptor { stdout.read() } else { stderr?.read() }
        }
        return true
    }

    /// The output of one pipe or terminal.
    private struct Stream {
        let descriptor: Int32
        private(set) var bytes: [UInt8] = []
        private(set) var isOpen = true

        init(_ descriptor: Int32) { self.descriptor = descriptor }

        var text: String { String(decoding: bytes, as: UTF8.self) }

        mutating func read() {
            var piece = [UInt8](repeating: 0, count: 64 << 10)
            let count = Self.read(descriptor, &piece)
            // Reading a terminal that no program has open any more is an error.
            if count > 0 { bytes += piece[..<count] } else { shut() }
        }

        mutating func shut() {
            if isOpen { close(descriptor) }
            isOpen = false
        }

        private static func read(_ descriptor: Int32, _ piece: inout [UInt8]) -> Int {
            #if canImport(Glibc)
                Glibc.read(descriptor, &piece, piece.count)
            #elseif canImport(Musl)
                Musl.read(descriptor, &piece, piece.count)
            #else
                Darwin.read(descriptor, &piece, piece.count)
            #endif
        }
    }
}

/// Starts programs.
extension RunningProgram {
    private static func spawn(
        _ words: [String], _ program: Program, files: [Int32], terminal: String? = nil
    ) -> pid_t {
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
        var variables: [UnsafeMutablePointer<CChar>?] = program.variables.map { strdup($0) } + [nil]
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

    /// The input in an unlinked temporary file.
    private static func input(_ text: String?) -> Int32 {
        guard let text else { return open("/dev/null", O_RDONLY | O_CLOEXEC) }
        let folder = TemporaryFolder()
        return open(folder.write(text, to: "input"), O_RDONLY | O_CLOEXEC)
    }

    private static func pipe() -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        let code = systemPipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        precondition(code == 0, "no pipe can be made")
        return (ends[0], ends[1])
    }

    private static func systemPipe(_ ends: inout [Int32]) -> Int32 {
        #if canImport(Glibc)
            Glibc.pipe(&ends)
        #elseif canImport(Musl)
            Musl.pipe(&ends)
        #else
            Darwin.pipe(&ends)
        #endif
    }

    private static func terminal(_ screen: Screen = Screen()) -> (master: Int32, slave: Int32) {
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        let slave = open(terminalName(master), O_RDWR | O_NOCTTY | O_CLOEXEC)
        precondition(slave >= 0, "no terminal can be made")
        var size = winsize(
            ws_row: UInt16(screen.rows), ws_col: UInt16(screen.columns),
            ws_xpixel: UInt16(screen.columns * screen.cell.width), ws_ypixel: UInt16(screen.rows * screen.cell.height))
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

/// Locked while pipes are made and a program is started: a program that inherited the pipe of another would keep it
/// open.
private enum Starting {
    nonisolated(unsafe) private static let mutex: UnsafeMutablePointer<pthread_mutex_t> = {
        let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        return mutex
    }()

    static func alone<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }
}
