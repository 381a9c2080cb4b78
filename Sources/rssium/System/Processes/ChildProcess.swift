internal import FeedCore

/// Another program that is run; no shell takes part unless it is what is run.
struct ChildProcess: ~Copyable {
    /// What the program reads.
    enum Input {
        /// What we read ourselves.
        case inherited
        /// What is written to `input`.
        case pipe
    }

    /// Where the program's standard input is written to.
    private(set) var input: Int32?
    /// What the program prints is read from here, where that was asked for.
    private(set) var output: Int32?
    private let identifier: pid_t
    private var hasEnded = false
    /// What has to be killed to end the program, as `kill` takes it: a group of its own is a negative number.
    let target: pid_t

    /// Starts the program, found along `PATH`. It gets our environment, none of our ignored or
    /// blocked signals, and the limit of open files that we were started with.
    ///
    /// - Parameter variables: what it finds instead in its environment, or besides.
    init(
        _ arguments: [String], input kind: Input = .inherited, variables: [String: String] = [:]
    ) throws(ChildError) {
        guard let name = arguments.first else { throw ChildError(program: "", reason: "no program is named") }
        var pipe: (read: Int32, write: Int32)?
        if kind == .pipe {
            pipe = try ChildProcess.makePipe(for: name)
        }
        defer { if let pipe { close(pipe.read) } }
        var (code, child) = (Int32(0), pid_t(0))
        code = ChildProcess.spawn(arguments, input: pipe?.read, variables: variables, as: &child)
        guard code == 0 else {
            if let pipe { close(pipe.write) }
            throw ChildError(program: name, reason: String(cString: strerror(code)))
        }
        identifier = child
        target = child
        input = pipe?.write
    }

    /// Starts the program so that what it prints can be read from `output`.
    ///
    /// - Parameters:
    ///   - isSilent: what it says of its errors is thrown away.
    ///   - isApart: it gets a process group of its own, so that it is ended with all that it has started. On a terminal
    ///     that would keep it from asking anything there, and it stays in ours, which Ctrl-C reaches as a whole.
    ///   - input: an open file for it to read; nil for what we read ourselves.
    init(
        readingFrom arguments: [String], isSilent: Bool, isApart: Bool = false, input: Int32? = nil
    ) throws(ChildError) {
        guard let name = arguments.first else {
            throw ChildError(program: "", reason: "no program is named")
        }
        let pipe = try ChildProcess.makePipe(for: name)
        defer { close(pipe.write) }
        var child = pid_t(0)
        let isApart = isApart && !ChildProcess.isInFront
        let code = ChildProcess.spawn(
            arguments, input: input, output: pipe.write, isSilent: isSilent, isApart: isApart, as: &child)
        guard code == 0 else {
            close(pipe.read)
            throw ChildError(program: name, reason: String(cString: strerror(code)))
        }
        identifier = child
        target = isApart ? -child : child
        output = pipe.read
    }

    /// Starts the program with these as its standard files, which stay ours.
    ///
    /// - Parameter variables: what it finds instead in its environment, or besides.
    init(
        _ arguments: [String], input: Int32, output: Int32, errors: Int32, variables: [String: String]
    ) throws(ChildError) {
        guard let name = arguments.first else { throw ChildError(program: "", reason: "no program is named") }
        var child = pid_t(0)
        let code = ChildProcess.spawn(
            arguments, input: input, output: output, errors: errors, variables: variables, as: &child)
        guard code == 0 else {
            throw ChildError(program: name, reason: String(cString: strerror(code)), isMissing: code == ENOENT)
        }
        identifier = child
        target = child
    }

    deinit {
        if let input { close(input) }
        if let output { close(output) }
        if !hasEnded { _ = ChildProcess.wait(for: identifier) }
    }

    /// Ends the program's input and waits for its end; gives its exit status, 128 and more where a signal ended it.
    mutating func wait() -> Int32 {
        // Ctrl-C is for the program in front, which decides itself what to do with it.
        let interrupt = signal(SIGINT, SIG_IGN)
        let quit = signal(SIGQUIT, SIG_IGN)
        defer {
            signal(SIGINT, interrupt)
            signal(SIGQUIT, quit)
        }
        return end()
    }

    /// The same for a caller who sees to the signals itself.
    mutating func end() -> Int32 {
        if let input { close(input) }
        input = nil
        hasEnded = true
        return ChildProcess.wait(for: identifier)
    }

    /// Ends the program, whatever it is doing.
    func kill() {
        if !hasEnded { _ = FeedCore.kill(target, SIGKILL) }
    }

    /// Whether we are what somebody at a terminal types to.
    static var isInFront: Bool {
        let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { return false }
        defer { close(terminal) }
        return tcgetpgrp(terminal) == getpgrp()
    }

    /// Waits for the program's end, but no longer than until then. Whether it has ended; its number stays its own until
    /// `end` has been called.
    func waitForEnd(until deadline: SuspendingClock.Instant) throws(ChildError) -> Bool {
        let ends = try ChildProcess.makePipe(for: "a program")
        defer { close(ends.read) }
        let identifier = identifier
        // The one call that waits for a program knows no limit of time; a pipe can be polled.
        let thread = SystemThread {
            var details = siginfo_t()
            while waitid(P_PID, id_t(identifier), &details, WEXITED | WNOWAIT) != 0, errno == EINTR {}
            // A byte, since a program that another thread has just started may hold the pipe open too.
            write(ends.write, "x", 1)
            close(ends.write)
        }
        guard let thread else {
            close(ends.write)
            kill()
            throw ChildError(program: "a program", reason: "the system has no threads left")
        }
        thread.detach()
        while true {
            let rest = SuspendingClock.now.duration(to: deadline)
            var entry = pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0)
            let ready = poll(&entry, 1, Int32(clamping: max(0, rest.milliseconds + 1)))
            if ready < 0, errno == EINTR { continue }
            if ready != 0 || rest <= .zero { return ready > 0 }
        }
    }

    private static func wait(for identifier: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0 {
            guard errno == EINTR else { return 127 }
        }
        return exitStatus(status)
    }

    private static func exitStatus(_ status: Int32) -> Int32 {
        let ending = status & 0x7F
        return ending == 0 ? (status >> 8) & 0xFF : 128 + ending
    }

    private static func makePipe(for name: String) throws(ChildError) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw ChildError(program: name, reason: String(cString: strerror(errno))) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    private static func spawn(
        _ arguments: [String], input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil,
        isSilent: Bool = false, isApart: Bool = false, variables: [String: String] = [:], as child: inout pid_t
    ) -> Int32 {
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
        if let input { posix_spawn_file_actions_adddup2(&actions, input, 0) }
        if let output { posix_spawn_file_actions_adddup2(&actions, output, 1) }
        if let errors { posix_spawn_file_actions_adddup2(&actions, errors, 2) }
        if isSilent { posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) }
        var usual = sigset_t()
        sigemptyset(&usual)
        for number in [SIGPIPE, SIGXFSZ, SIGINT, SIGQUIT] { sigaddset(&usual, number) }
        posix_spawnattr_setsigdefault(&attributes, &usual)
        var blocked = sigset_t()
        sigemptyset(&blocked)
        posix_spawnattr_setsigmask(&attributes, &blocked)
        if isApart { posix_spawnattr_setpgroup(&attributes, 0) }
        let flags =
            POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | (isApart ? POSIX_SPAWN_SETPGROUP : 0)
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        guard let program = words[0] else { return ENOMEM }
        guard !variables.isEmpty else {
            return FileDescriptorLimit.withOriginalLimit {
                posix_spawnp(&child, program, &actions, &attributes, &words, environ)
            }
        }
        var environment = environment(with: variables) + [nil]
        defer { for variable in environment { free(variable) } }
        return FileDescriptorLimit.withOriginalLimit {
            posix_spawnp(&child, program, &actions, &attributes, &words, &environment)
        }
    }

    /// Copies of our variables, with these in place of those of the same names.
    private static func environment(with changes: [String: String]) -> [UnsafeMutablePointer<CChar>?] {
        var variables: [UnsafeMutablePointer<CChar>?] = []
        var next = environ
        while let entry = next.pointee {
            let isChanged = changes.keys.contains { name in
                strncmp(entry, name + "=", name.utf8.count + 1) == 0
            }
            if !isChanged { variables.append(strdup(entry)) }
            next += 1
        }
        return variables + changes.map { strdup($0.key + "=" + $0.value) }
    }
}

/// Why a program could not be run.
struct ChildError: Error, Equatable {
    let program: String
    let reason: String
    /// There is no such program.
    var isMissing = false

    var message: String { "cannot run \(program): \(reason)" }
}
