internal import FeedCore

/// The programs that know passwords: `refresh.password-command`. Each is run once, however many feeds need it, on a
/// thread of its own, so that everything else goes on meanwhile.
final class PasswordCommands: Sendable {
    /// Time for somebody to type the passphrase of a key.
    static let usualLimit = Duration.seconds(60)

    private let limit: Duration
    private let isSilent: Bool
    private let state: Locked<State>

    private struct State {
        var entries: [String: Entry] = [:]
        /// Those that are not run yet, in the order in which they were asked for.
        var line: ArraySlice<String> = []
        var free: Int
        var leashes: [String: ProcessKillSwitch] = [:]
        var isStopped = false
    }

    private enum Entry {
        case known(Result<String, PasswordError>)
        case awaited([CheckedContinuation<Result<String, PasswordError>, Never>])
    }

    /// Somebody at a terminal is asked one thing at a time.
    ///
    /// - Parameter isSilent: what the programs say of their errors is thrown away, for cron would send it as mail.
    init(
        limit: Duration = PasswordCommands.usualLimit, atOnce: Int = ChildProcess.isInFront ? 1 : 4,
        isSilent: Bool = false
    ) {
        self.limit = limit
        self.isSilent = isSilent
        state = Locked(State(free: atOnce))
    }

    /// The first line of what the command prints. Of a failure no word of the command is told but the program's name:
    /// there may be a secret in the others. Cancelling the task ends all commands.
    func password(from line: String) async -> Result<String, PasswordError> {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known: Result<String, PasswordError>? = state.withLock { state in
                    if state.isStopped { return PasswordCommands.ended }
                    switch state.entries[line] {
                    case .known(let result): return result
                    case .awaited(let others): state.entries[line] = .awaited(others + [continuation])
                    case nil:
                        state.entries[line] = .awaited([continuation])
                        state.line.append(line)
                    }
                    return nil
                }
                if let known { continuation.resume(returning: known) } else { startNext() }
            }
        } onCancel: {
            stop()
        }
    }

    /// Ends what is under way, with all that it has started; nobody waits for a password any longer.
    private func stop() {
        let (leashes, entries) = state.withLock { state in
            state.isStopped = true
            defer { state.entries = [:] }
            return (state.leashes.values, state.entries.values)
        }
        for leash in leashes { leash.cut() }
        for case .awaited(let waiting) in entries {
            for continuation in waiting { continuation.resume(returning: PasswordCommands.ended) }
        }
    }

    private static let ended = Result<String, PasswordError>.failure(
        PasswordError("the password command was ended"))

    private func startNext() {
        let next: (line: String, leash: ProcessKillSwitch)? = state.withLock { state in
            guard !state.isStopped, state.free > 0, let line = state.line.popFirst() else { return nil }
            state.free -= 1
            let leash = ProcessKillSwitch()
            state.leashes[line] = leash
            return (line, leash)
        }
        guard let (line, leash) = next else { return }
        let thread = SystemThread { [self] in
            end(
                line,
                Result { () throws(PasswordError) in try run(line, leash) })
        }
        if let thread {
            thread.detach()
        } else {
            end(
                line, .failure(PasswordError("the password command failed: the system has no threads left"))
            )
        }
    }

    private func end(_ line: String, _ result: Result<String, PasswordError>) {
        let entry: Entry? = state.withLock { state in
            state.free += 1
            state.leashes[line] = nil
            guard !state.isStopped else { return nil }
            return state.entries.updateValue(.known(result), forKey: line)
        }
        if case .awaited(let waiting) = entry {
            for continuation in waiting { continuation.resume(returning: result) }
        }
        startNext()
    }

    private func run(_ line: String, _ leash: ProcessKillSwitch) throws(PasswordError) -> String {
        let words = ShellWords.split(line) ?? []
        let output: ProgramOutput
        do {
            output = try ProgramOutput(of: words, within: limit, isSilent: isSilent, leash: leash)
        } catch {
            throw PasswordError("the password command failed: \(error.message)")
        }
        let name = words.first ?? ""
        guard output.exitStatus == 0 else {
            throw PasswordError("the password command failed: \(name) exited with \(output.exitStatus)")
        }
        var first = output.text.unicodeScalars.prefix { $0 != "\n" }
        if first.last == "\r" { first.removeLast() }
        guard !first.isEmpty else {
            throw PasswordError("the password command failed: \(name) printed no password")
        }
        return String(String.UnicodeScalarView(first))
    }
}

extension Settings {
    /// The commands that know the passwords of those feeds of which only the name of a user is stored.
    func passwordCommands(
        for feeds: [Feed], _ credentials: [FeedID: Credentials], _ ownValues: [FeedID: [String: String]]
    ) -> [FeedID: String] {
        var commands: [FeedID: String] = [:]
        for feed in feeds where credentials[feed.id]?.password.isEmpty == true {
            let settings = ownValues[feed.id].map { with(feed: Settings.lines(of: $0)) } ?? self
            commands[feed.id] = settings.text(.refreshPasswordCommand)
        }
        return commands
    }
}
