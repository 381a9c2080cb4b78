internal import FeedCore

/// Runs a program to its end and measures it.
struct Child {
    /// Its standard output.
    let output: String
    /// Wall-clock time from start to end.
    let seconds: Double
    /// Processor time in seconds.
    let processor: Double
    /// Its peak memory in bytes; never less than `floor`.
    let peak: Int

    /// Runs the program with a file or nothing as its input. Throws where it cannot be run, or its exit status is not
    /// 0.
    init(_ arguments: [String], environment: [String] = [], input: String? = nil) throws {
        let given = input.map { open($0, O_RDONLY | O_CLOEXEC) }
        defer { if let given { close(given) } }
        if let input, given ?? 0 < 0 { throw BenchError("\(input) cannot be read") }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw BenchError("no pipe can be made") }
        _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
        let start = ContinuousClock.now
        let child: pid_t
        do {
            defer { close(ends[1]) }
            child = try Child.spawn(arguments, environment: environment, input: given, output: ends[1])
        }
        defer { close(ends[0]) }
        output = Child.readAll(ends[0])
        var status: Int32 = 0
        var usage = rusage()
        while wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
        seconds = (ContinuousClock.now - start) / .seconds(1)
        guard status == 0 else {
            throw BenchError("\(arguments.joined(separator: " ")) ended with status \(status >> 8 & 0xFF)")
        }
        peak = Child.bytes(usage)
        processor = Child.seconds(usage.ru_utime) + Child.seconds(usage.ru_stime)
    }

    /// The peak memory of this process: Linux counts it as memory of each child, which is a copy of this process until
    /// it becomes another program.
    static var floor: Int {
        #if canImport(Darwin)
            return 0
        #else
            var usage = rusage()
            // RUSAGE_SELF, which has a type of its own in Glibc.
            getrusage(0, &usage)
            return bytes(usage)
        #endif
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

    private static func bytes(_ usage: rusage) -> Int {
        #if canImport(Darwin)
            Int(usage.ru_maxrss)
        #else
            Int(usage.ru_maxrss) << 10
        #endif
    }

    /// Starts a program, found along `PATH`. Its default input is `/dev/null`.
    static func spawn(_ arguments: [String], environment: [String], input: Int32?, output: Int32) throws -> pid_t {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        var words: [UnsafeMutablePointer<CChar>?] = []
        for argument in arguments { words.append(strdup(argument)) }
        var variables: [UnsafeMutablePointer<CChar>?] = []
        for variable in environment + inherited { variables.append(strdup(variable)) }
        defer { for text in words + variables { free(text) } }
        words.append(nil)
        variables.append(nil)
        var child = pid_t()
        let code = posix_spawnp(&child, arguments[0], &actions, nil, &words, &variables)
        guard code == 0 else { throw BenchError("\(arguments[0]) cannot be run: \(String(cString: strerror(code)))") }
        return child
    }

    /// The environment variables that programs need, without settings of the user.
    private static let inherited = ["PATH", "TMPDIR", "LANG"].compactMap { (name: String) -> String? in
        getenv(name).map { "\(name)=\(String(cString: $0))" }
    }

    static func readAll(_ descriptor: Int32) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }
}

/// Why a measurement failed, in words.
struct BenchError: Error {
    let message: String
    init(_ message: String) { self.message = message }
}
