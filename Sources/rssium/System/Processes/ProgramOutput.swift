internal import FeedCore

/// What another program prints, read within a limit of time and of bytes.
struct ProgramOutput {
    let bytes: [UInt8]
    let exitStatus: Int32

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Runs the program, found along `PATH`, without a shell. Throws a `ChildError` where it cannot be run, or is not
    /// done in time; it is then ended.
    ///
    /// - Parameters:
    ///   - isSilent: what it says of its errors is thrown away rather than let through.
    ///   - leash: ends it, and what it has started, before its time.
    ///   - input: an open file for it to read; nil for what we read ourselves.
    ///   - byteLimit: by itself more than a password or a word about the network ever has.
    init(
        of words: [String], within limit: Duration, isSilent: Bool, leash: ProcessKillSwitch? = nil,
        input: Int32? = nil,
        byteLimit: Int = 64 << 10
    ) throws(ChildError) {
        var child = try ChildProcess(
            readingFrom: words, isSilent: isSilent, isApart: leash != nil, input: input)
        leash?.hold(child.target)
        let deadline = SuspendingClock.now + limit
        var bytes: [UInt8] = []
        if let output = child.output { ProgramOutput.read(output, into: &bytes, until: deadline, byteLimit) }
        // A program that has closed its output ends as a rule at once. The leash may end it until then.
        let hasEnded = Result { () throws(ChildError) in
            try child.waitForEnd(until: bytes.count < byteLimit ? deadline : .now)
        }
        leash?.letGo()
        guard try hasEnded.get() else {
            child.kill()
            let seconds = limit.components.seconds
            throw ChildError(
                program: words[0],
                reason: bytes.count < byteLimit ? "it was not done in \(seconds) s" : "it prints too much"
            )
        }
        exitStatus = child.end()
        self.bytes = bytes
    }

    /// To the end, to the limit of bytes, or until the time is up.
    private static func read(
        _ output: Int32, into bytes: inout [UInt8], until deadline: SuspendingClock.Instant, _ byteLimit: Int
    ) {
        var chunk = [UInt8](repeating: 0, count: min(byteLimit, 64 << 10))
        while bytes.count < byteLimit {
            let rest = SuspendingClock.now.duration(to: deadline)
            guard rest > .zero else { return }
            var entry = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            let ready = poll(&entry, 1, Int32(clamping: rest.milliseconds + 1))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return }
            let count = FeedCore.read(output, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            bytes += chunk[..<count]
        }
    }
}

/// Holds a program that another thread reads from, to end it from this one.
final class ProcessKillSwitch: Sendable {
    private let state = Locked<(target: pid_t?, isCut: Bool)>((nil, false))

    /// Ends the program, and the one that is only about to start.
    func cut() {
        state.withLock { state in
            state.isCut = true
            if let target = state.target { _ = kill(target, SIGKILL) }
        }
    }

    /// From now on, and until `letGo`, the number is that of the program: its end is not collected before.
    fileprivate func hold(_ target: pid_t) {
        state.withLock { state in
            state.target = target
            if state.isCut { _ = kill(target, SIGKILL) }
        }
    }

    fileprivate func letGo() {
        state.withLock { $0.target = nil }
    }
}
