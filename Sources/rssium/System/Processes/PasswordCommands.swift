internal import FeedCore

/// Runs the programs of `refresh.password-command`, which print passwords. Each runs once, however many feeds need it,
/// on a thread of its own, so that the refresh of other feeds goes on.
actor PasswordCommands {
    private let limit: Duration
    private let isSilent: Bool
    /// The secret that they print, in words.
    private let secret: String
    private let surroundings: Surroundings
    private let slots: AsyncSemaphore
    private let killSwitch = ProcessKillSwitch()
    /// One task for each command line: all feeds wait for it.
    private var tasks: [String: Task<Answer, Never>] = [:]

    typealias Answer = Result<Password, PasswordError>

    /// - Parameters:
    ///   - surroundings: what the commands inherit.
    ///   - limit: how long one command may take: the timeout of the feeds that need it.
    ///   - atOnce: how many may run at a time: one at a terminal, where each may ask the user something.
    ///   - isSilent: whether to discard standard error, which cron would send as mail.
    init(
        in surroundings: Surroundings, limit: Duration, atOnce: Int = ChildProcess.isInForeground ? 1 : 4,
        isSilent: Bool = false, secret: String = "password"
    ) {
        self.secret = secret
        self.surroundings = surroundings
        self.limit = limit
        self.isSilent = isSilent
        slots = AsyncSemaphore(permits: atOnce)
    }

    /// The first line that the command prints. The text of a failure holds only the name of the program: its arguments
    /// may be secret.
    ///
    /// Cancelling the task ends all commands and what they have started, and no other one starts. Every task is answered
    /// when the running commands have ended, so that none outlives this process.
    func password(from line: String) async -> Answer {
        await withTaskCancellationHandler {
            let task = tasks[line] ?? Task { await answer(of: line) }
            tasks[line] = task
            let result = await task.value
            return killSwitch.isPulled ? PasswordCommands.ended : result
        } onCancel: {
            killSwitch.pull()
        }
    }

    private static let ended = Answer.failure(PasswordError("the password command was ended"))

    private nonisolated func answer(of line: String) async -> Answer {
        let answer = await slots.withPermit { () -> Answer? in
            guard !killSwitch.isPulled else { return PasswordCommands.ended }
            return await SystemThread.value { Result { () throws(PasswordError) in try self.run(line) } }
        }
        return answer.flatMap(\.self)
            ?? .failure(PasswordError("the \(secret) command failed: the system has no threads left"))
    }

    private nonisolated func run(_ line: String) throws(PasswordError) -> Password {
        let start = SuspendingClock.now
        let words = ShellWords.split(line, home: surroundings.environment["HOME"]) ?? []
        let output: CapturedOutput
        do {
            output = try CapturedOutput(
                of: words, in: surroundings,
                .init(
                    input: .inherited, errors: isSilent ? .discarded : .inherited, isolation: .group, timeLimit: limit,
                    killSwitch: killSwitch))
        } catch {
            throw PasswordError("the \(secret) command failed: \(error.message)")
        }
        let name = words.first ?? ""
        guard output.exitStatus == 0 else {
            throw PasswordError("the \(secret) command failed: \(name) exited with \(output.exitStatus)")
        }
        var first = output.text.unicodeScalars.prefix { $0 != "\n" }
        if first.last == "\r" { first.removeLast() }
        guard !first.isEmpty else {
            throw PasswordError("the \(secret) command failed: \(name) printed no \(secret)")
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
            let settings = ownValues[feed.id].map { with(feed: $0) } ?? self
            commands[feed.id] = settings.text(.refreshPasswordCommand)
        }
        return commands
    }
}
