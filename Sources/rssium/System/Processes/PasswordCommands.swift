internal import FeedCore

/// Runs the programs of `refresh.password-command`, which print passwords. Each runs once, however many feeds need it,
/// on a thread of its own, so that the refresh of other feeds goes on.
final class PasswordCommands: Sendable {
    private let limit: Duration
    private let isSilent: Bool
    private let surroundings: Surroundings
    private let state: Locked<State>
    private let killSwitch = ProcessKillSwitch()

    private struct State {
        var entries: [String: Entry] = [:]
        /// The commands that have not started yet, in the order of the requests.
        var queue: ArraySlice<String> = []
        var freeSlots: Int
        var isStopped = false
    }

    private enum Entry {
        case known(Result<Password, PasswordError>)
        case awaited([CheckedContinuation<Result<Password, PasswordError>, Never>])
    }

    /// - Parameters:
    ///   - surroundings: what the commands inherit.
    ///   - limit: how long one command may take: the timeout of the feeds that need it.
    ///   - atOnce: how many may run at a time: one at a terminal, where each may ask the user something.
    ///   - isSilent: whether to discard standard error, which cron would send as mail.
    init(
        in surroundings: Surroundings, limit: Duration, atOnce: Int = ChildProcess.isInForeground ? 1 : 4,
        isSilent: Bool = false
    ) {
        self.surroundings = surroundings
        self.limit = limit
        self.isSilent = isSilent
        state = Locked(State(freeSlots: atOnce))
    }

    /// The first line that the command prints. The text of a failure holds only the name of the program: its arguments
    /// may be secret. Cancelling the task ends all commands.
    func password(from line: String) async -> Result<Password, PasswordError> {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known: Result<Password, PasswordError>? = state.withLock { state in
                    if state.isStopped { return PasswordCommands.ended }
                    switch state.entries[line] {
                    case .known(let result): return result
                    case .awaited(let others): state.entries[line] = .awaited(others + [continuation])
                    case nil:
                        state.entries[line] = .awaited([continuation])
                        state.queue.append(line)
                    }
                    return nil
                }
                if let known { continuation.resume(returning: known) } else { startNext() }
            }
        } onCancel: {
            stop()
        }
    }

    /// Ends the running commands and what they have started, and answers the tasks that wait for other ones. Those that wait
    /// for a running one are answered when it has ended, so that it does not outlive this process.
    private func stop() {
        let entries = state.withLock { state in
            state.isStopped = true
            let lines = state.queue
            state.queue = []
            return lines.compactMap { state.entries.removeValue(forKey: $0) }
        }
        killSwitch.pull()
        for case .awaited(let waiting) in entries {
            for continuation in waiting { continuation.resume(returning: PasswordCommands.ended) }
        }
    }

    private static let ended = Result<Password, PasswordError>.failure(
        PasswordError("the password command was ended"))

    private func startNext() {
        let next: String? = state.withLock { state in
            guard !state.isStopped, state.freeSlots > 0, let line = state.queue.popFirst() else { return nil }
            state.freeSlots -= 1
            return line
        }
        guard let line = next else { return }
        let thread = SystemThread { [self] in
            finish(line, Result { () throws(PasswordError) in try run(line) })
        }
        if let thread {
            thread.detach()
        } else {
            finish(line, .failure(PasswordError("the password command failed: the system has no threads left")))
        }
    }

    private func finish(_ line: String, _ result: Result<Password, PasswordError>) {
        let (entry, answer) = state.withLock { state in
            state.freeSlots += 1
            let answer = state.isStopped ? PasswordCommands.ended : result
            return (state.entries.updateValue(.known(answer), forKey: line), answer)
        }
        if case .awaited(let waiting) = entry {
            for continuation in waiting { continuation.resume(returning: answer) }
        }
        startNext()
    }

    private func run(_ line: String) throws(PasswordError) -> Password {
        let start = SuspendingClock.now
        let words = ShellWords.split(line) ?? []
        let output: CapturedOutput
        do {
            output = try CapturedOutput(
                of: words, in: surroundings, input: .inherited, errors: isSilent ? .discarded : .inherited,
                isolation: .group,
                within: limit, killSwitch: killSwitch)
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
        return Password(String(String.UnicodeScalarView(first)), duration: start.duration(to: .now))
    }
}

extension Settings {
    /// The password commands of the feeds that have a stored user name and no password.
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
