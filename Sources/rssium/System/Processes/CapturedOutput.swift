internal import FeedCore

/// The output of another program until its end, and how it ended. The program runs without a shell, within limits of
/// time and of bytes.
struct CapturedOutput {
    /// Its standard output.
    let bytes: [UInt8]
    /// Its exit status: 128 plus the number of a signal that ended it.
    let exitStatus: Int32
    private let errors: [UInt8]
    private let program: String

    /// How a program is run, and what ends it early.
    struct Options: Sendable {
        var input = ChildProcess.Stream.discarded
        /// The bytes that the program reads instead of `input`; empty to use `input`.
        var bytes: [UInt8] = []
        /// Without `pipe`, there are no `bytes`.
        var output = ChildProcess.Stream.pipe
        /// With `pipe`, `complaint` and `lastWords` tell what the program wrote to standard error.
        var errors = ChildProcess.Stream.pipe
        /// Environment variables to set or to change.
        var variables: [String: String] = [:]
        /// In a session, processes that the program leaves behind are ended, too.
        var isolation = ChildProcess.Isolation.none
        var timeLimit = Duration.seconds(30)
        var byteLimit = 16 << 20
        /// Lets another thread end the program and, unless it is not isolated, what it has started.
        var killSwitch: ProcessKillSwitch?

        fileprivate func with(_ killSwitch: ProcessKillSwitch) -> Options {
            var options = self
            options.killSwitch = killSwitch
            return options
        }
    }

    /// Runs the program, found along `PATH`, to its end. Throws if it cannot be run, or was ended because it reached a
    /// limit.
    ///
    /// - Parameter surroundings: its environment variables and the files that it inherits.
    init(of words: [String], in surroundings: Surroundings, _ options: Options = Options()) throws(ChildError) {
        var child = try ChildProcess(
            words, in: surroundings,
            .init(
                input: options.bytes.isEmpty ? options.input : .pipe, output: options.output, errors: options.errors,
                variables: options.variables, isolation: options.isolation))
        let isSession = if case .session = options.isolation { true } else { false }
        var exchange = Exchange(input: options.bytes[...], byteLimit: options.byteLimit)
        let outcome: Exchange.Outcome
        do {
            outcome = try exchange.run(&child, until: .now + options.timeLimit, options.killSwitch)
        } catch {
            child.kill()
            throw ChildError(program: words[0], reason: error.reason)
        }
        exitStatus = isSession || outcome != .ended ? child.end() : child.wait()
        program = words[0]
        switch outcome {
        case .ended: break
        case .timedOut:
            throw ChildError(
                program: program, reason: "it was not done in \(options.timeLimit.components.seconds) s", limit: .time)
        case .printedTooMuch: throw ChildError(program: program, reason: "it prints too much", limit: .size)
        case .stopped: throw ChildError(program: program, reason: "it was ended", limit: .stop)
        }
        self.bytes = exchange.output
        self.errors = exchange.errors
    }

    /// The same on a thread of its own. A cancelled task ends the program and, unless it is not isolated, what it has
    /// started.
    static func run(
        _ words: [String], in surroundings: Surroundings, _ options: Options
    ) async -> Result<CapturedOutput, ChildError> {
        let killSwitch = ProcessKillSwitch()
        let options = options.with(killSwitch)
        return await withTaskCancellationHandler {
            await SystemThread.value {
                Result { () throws(ChildError) in try CapturedOutput(of: words, in: surroundings, options) }
            } ?? .failure(ChildError(program: words.first ?? "", reason: "the system has no threads left"))
        } onCancel: {
            killSwitch.pull()
        }
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The last line that the program wrote to standard error.
    var lastWords: String? {
        // By bytes: the beginning may be the middle of a character.
        let lines = errors.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        return lines.lazy.reversed().compactMap { line in
            // At most a few lines of a terminal, without what could drive it.
            let text = ControlCharacterFilter.string(
                String(decoding: line.prefix(1000), as: UTF8.self), as: .line
            ).trimmed
            return text.isEmpty ? nil : text.count > 300 ? text.prefix(300) + "…" : text
        }.first
    }

    /// The first line of what the program said went wrong, or else its exit status.
    var complaint: String {
        let lines = String(decoding: errors.isEmpty ? bytes : errors, as: UTF8.self).split(separator: "\n")
        return lines.first { !$0.trimmed.isEmpty }.map { String($0).trimmed }
            ?? "\(program) ended with exit status \(exitStatus)"
    }
}

/// Copies between memory and the pipes of a program, all at once, so that neither waits for the other.
private struct Exchange {
    var input: ArraySlice<UInt8>
    let byteLimit: Int
    var output: [UInt8] = []
    var errors: [UInt8] = []

    enum Outcome {
        case ended, timedOut, printedTooMuch, stopped
    }

    /// So many of the last bytes of standard error are kept at least.
    private static let errorsKept = 64 << 10
    /// So many bytes are read from one pipe before the others and the clock are looked at.
    private static let turn = 1 << 20

    /// Goes on until the program ends or reaches a limit. The end of its output is not enough: a program may close it
    /// early, and what the program has started may hold it open for ever.
    mutating func run(
        _ child: inout ChildProcess, until deadline: SuspendingClock.Instant, _ killSwitch: ProcessKillSwitch?
    ) throws(ChildError) -> Outcome {
        let notice = try child.makeEndNotice()
        defer { close(notice) }
        var sources = [child.output, child.errors]
        for case let descriptor? in sources + [child.input] {
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        }
        while true {
            let rest = SuspendingClock.now.duration(to: deadline)
            // `poll` ignores a negative descriptor.
            var entries = ([notice] + sources.map { $0 ?? -1 }).map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            entries.append(pollfd(fd: child.input ?? -1, events: Int16(POLLOUT), revents: 0))
            entries.append(pollfd(fd: killSwitch?.notice ?? -1, events: Int16(POLLIN), revents: 0))
            let ready = poll(&entries, nfds_t(entries.count), Int32(clamping: max(0, rest.milliseconds + 1)))
            if ready < 0, errno == EINTR { continue }
            // Looked at before the pipes are read: then they hold all that the program has written.
            let hasEnded = entries[0].revents != 0
            if entries[3].revents != 0 { feed(&child) }
            // The rest of an ended program's output is in the pipe, and is less than a turn.
            if try !drain(sources[0], into: &output, upTo: byteLimit + 1) { sources[0] = nil }
            if try !drain(sources[1], into: &errors) { sources[1] = nil }
            if errors.count > 2 * Exchange.errorsKept { errors.removeFirst(errors.count - Exchange.errorsKept) }
            if output.count > byteLimit { return .printedTooMuch }
            if hasEnded { return .ended }
            if entries[4].revents != 0 { return .stopped }
            if ready == 0 || rest <= .zero { return .timedOut }
        }
    }

    /// Writes what the pipe takes, and closes it where all is written or the program reads no more.
    private mutating func feed(_ child: inout ChildProcess) {
        guard let descriptor = child.input else { return }
        let count = input.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count > 0 { input = input.dropFirst(count) }
        let isOpen = count >= 0 || errno == EAGAIN || errno == EINTR
        if !isOpen || input.isEmpty { child.closeInput() }
    }

    /// Reads what the pipe has, at most for one turn; false at its end.
    private func drain(
        _ descriptor: Int32?, into bytes: inout [UInt8], upTo limit: Int = .max
    ) throws(ChildError) -> Bool {
        guard let descriptor else { return false }
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        let start = bytes.count
        while bytes.count < limit, bytes.count - start < Exchange.turn {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return true }
            guard count >= 0 else { throw ChildError(program: "a program", reason: String(cString: strerror(errno))) }
            if count == 0 { return false }
            bytes += chunk[..<count]
        }
        return true
    }
}

/// Lets one thread end the programs that other threads wait for.
final class ProcessKillSwitch: Sendable {
    private let ends: (read: Int32, write: Int32)?
    private let state = Locked(false)

    init() {
        ends = ChildProcess.makePipe()
    }

    deinit {
        guard let ends else { return }
        close(ends.read)
        close(ends.write)
    }

    /// A descriptor that is readable from the moment on when the switch was pulled, for `poll`.
    fileprivate var notice: Int32? { ends?.read }

    var isPulled: Bool { state.withLock { $0 } }

    /// Ends the programs, also those that are about to start.
    func pull() {
        state.withLock { $0 = true }
        // Nothing reads the byte: every thread that waits sees it.
        if let ends { write(ends.write, "x", 1) }
    }
}
