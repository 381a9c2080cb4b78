internal import FeedCore

/// A program that runs as a child of this one. No shell takes part unless it is the program.
struct ChildProcess: ~Copyable {
    /// The connection of a standard file of the program.
    enum Stream: Sendable {
        /// The same file as that of the surroundings.
        case inherited
        case discarded
        /// The terminal; without one, as `discarded`. The standard input of the surroundings may be a list that a shell
        /// reads.
        case terminal
        case file(Int32)
        /// A pipe whose other end is `input`, `output` or `errors`.
        case pipe
    }

    /// The end of the pipe that feeds standard input.
    private(set) var input: Int32?
    /// The end of the pipe that standard output comes from.
    private(set) var output: Int32?
    /// The end of the pipe that standard error comes from.
    private(set) var errors: Int32?
    private let identifier: pid_t
    private var hasEnded = false
    /// The argument of `kill` that ends the program: the identifier of the process, or its negative for a process
    /// group.
    let target: pid_t

    /// How far a program is kept apart from this one.
    enum Isolation: Equatable, Sendable {
        case none
        /// Ending it also ends what it has started. On a terminal it stays in our process group all the same: it could not
        /// ask the user there otherwise, and Ctrl-C reaches the whole group.
        case group
        /// A session without a terminal and a process group of its own, in this folder, with no file but the three
        /// standard ones and without our own environment variables.
        case session(folder: String)
    }

    /// How a program is started.
    struct Options {
        var input = Stream.inherited
        var output = Stream.inherited
        var errors = Stream.inherited
        /// Environment variables to set or to change.
        var variables: [String: String] = [:]
        var isolation = Isolation.none
    }

    /// Starts the program, found along `PATH`. It gets default actions for signals, and the limit of open files that this
    /// process was started with.
    ///
    /// - Parameter surroundings: its environment variables and the files that it inherits.
    init(_ words: [String], in surroundings: Surroundings, _ options: Options = Options()) throws(ChildError) {
        guard let name = words.first else { throw ChildError(program: "", reason: "no program is named") }
        var ours: [Int32?] = [nil, nil, nil]
        var theirs: [Int32] = [0, 0, 0]
        var toClose: [Int32] = []
        defer { for descriptor in toClose { close(descriptor) } }
        for (number, stream) in [options.input, options.output, options.errors].enumerated() {
            switch stream {
            case .inherited: theirs[number] = surroundings.files.all[number]
            case .file(let descriptor): theirs[number] = descriptor
            case .discarded, .terminal:
                let descriptor = ChildProcess.open(stream)
                theirs[number] = descriptor
                toClose.append(descriptor)
            case .pipe:
                guard let pipe = ChildProcess.makePipe() else {
                    let reason = String(cString: strerror(errno))
                    for case let descriptor? in ours { close(descriptor) }
                    throw ChildError(program: name, reason: reason)
                }
                let isInput = number == 0
                ours[number] = isInput ? pipe.write : pipe.read
                theirs[number] = isInput ? pipe.read : pipe.write
                toClose.append(theirs[number])
            }
        }
        let isolation = options.isolation == .group && ChildProcess.isInForeground ? .none : options.isolation
        var child = pid_t(0)
        let isSession = if case .session = isolation { true } else { false }
        let entries = ChildProcess.entries(
            of: surroundings.environment, with: options.variables, without: isSession ? "RSSIUM_" : nil)
        let path = name.contains("/") ? nil : surroundings.environment.path(ofProgram: name)
        let code = ChildProcess.spawn(path ?? name, words, theirs, entries, isolation, as: &child)
        guard code == 0 else {
            for case let descriptor? in ours { close(descriptor) }
            throw ChildError(program: name, reason: String(cString: strerror(code)), isMissing: code == ENOENT)
        }
        (self.input, self.output, self.errors) = (ours[0], ours[1], ours[2])
        identifier = child
        target = isolation == .none ? child : -child
    }

    deinit {
        for case let descriptor? in [input, output, errors] { close(descriptor) }
        if !hasEnded { _ = ChildProcess.wait(for: identifier) }
    }

    /// Closes the pipe to standard input, so that the program reads its end.
    mutating func closeInput() {
        if let input { close(input) }
        input = nil
    }

    /// Waits for the end of a program in the foreground, which decides itself what Ctrl-C means. Returns its exit
    /// status.
    mutating func waitInForeground() -> Int32 {
        let interrupt = signal(SIGINT, SIG_IGN)
        let quit = signal(SIGQUIT, SIG_IGN)
        defer {
            signal(SIGINT, interrupt)
            signal(SIGQUIT, quit)
        }
        return wait()
    }

    /// Closes the input and waits for the end. Returns the exit status: 128 plus the number of a signal that ended it.
    mutating func wait() -> Int32 {
        closeInput()
        hasEnded = true
        return ChildProcess.wait(for: identifier) ?? 127
    }

    /// Ends the program, whatever it is doing.
    func kill() {
        if !hasEnded { _ = FeedCore.kill(target, SIGKILL) }
    }

    /// Ends a program, and what is left of its own process group: SIGTERM, and SIGKILL to what still runs a second later.
    /// Returns its exit status.
    ///
    /// While a process of the group lives, the system gives its number to no other one.
    mutating func end() -> Int32 {
        _ = FeedCore.kill(target, SIGTERM)
        let deadline = SuspendingClock.now + .seconds(1)
        var status: Int32?
        repeat {
            status = status ?? ChildProcess.wait(for: identifier, WNOHANG)
            if let status, FeedCore.kill(target, 0) != 0 {
                hasEnded = true
                return status
            }
            usleep(10_000)
        } while SuspendingClock.now < deadline
        _ = FeedCore.kill(target, SIGKILL)
        // A moment later it is gone.
        for _ in 0..<20 where FeedCore.kill(target, 0) == 0 { usleep(5000) }
        hasEnded = true
        return status ?? ChildProcess.wait(for: identifier) ?? 127
    }

    private static func open(_ stream: Stream) -> Int32 {
        let isTerminal = if case .terminal = stream { isInForeground } else { false }
        return FeedCore.open(isTerminal ? "/dev/tty" : "/dev/null", O_RDWR | O_NOCTTY | O_CLOEXEC)
    }

    /// Whether the user at a terminal types to this process.
    static var isInForeground: Bool {
        let terminal = FeedCore.open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { return false }
        defer { close(terminal) }
        return tcgetpgrp(terminal) == getpgrp()
    }

    /// A descriptor that becomes readable when the program ends, for `poll`; the caller closes it. The identifier of
    /// the process stays reserved until `wait` is called.
    func makeEndNotice() throws(ChildError) -> Int32 {
        guard let ends = ChildProcess.makePipe() else {
            throw ChildError(program: "a program", reason: String(cString: strerror(errno)))
        }
        let identifier = identifier
        // `waitid` has no timeout, so it runs on a thread of its own.
        let thread = SystemThread {
            var details = siginfo_t()
            while waitid(P_PID, id_t(identifier), &details, WEXITED | WNOWAIT) != 0, errno == EINTR {}
            // Closing the pipe is not enough: a program that another thread is starting may hold it open.
            write(ends.write, "x", 1)
            close(ends.write)
        }
        guard let thread else {
            close(ends.read)
            close(ends.write)
            throw ChildError(program: "a program", reason: "the system has no threads left")
        }
        thread.detach()
        return ends.read
    }

    /// The exit status; nil where the program still runs, with `WNOHANG`.
    private static func wait(for identifier: pid_t, _ options: Int32 = 0) -> Int32? {
        var status: Int32 = 0
        var ended: pid_t
        repeat { ended = waitpid(identifier, &status, options) } while ended < 0 && errno == EINTR
        guard ended != 0 else { return nil }
        guard ended > 0 else { return 127 }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    /// Nil with the reason in `errno`.
    static func makePipe() -> (read: Int32, write: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}

/// Why a program could not be run.
struct ChildError: Error, Equatable {
    let program: String
    let reason: String
    /// The program does not exist.
    var isMissing = false
    /// The limit that it reached, if it was ended.
    var limit: Limit?

    enum Limit {
        case time, size
        /// The run has ended.
        case stop
    }

    var message: String {
        guard isMissing, let tool = Dependency(named: program) else {
            return "\(limit == nil ? "cannot run " : "")\(program): \(reason)"
        }
        return "cannot run \(program): it is not installed; \(tool.advice)"
    }
}
