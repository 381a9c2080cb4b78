internal import FeedCore

/// The `sqlite3` program, which prints as SQL what it can still read of a damaged database.
final class RecoverProgram: Sendable {
    private let damaged: String
    private let surroundings: Surroundings
    /// How long the program may print nothing.
    private let limit: Duration
    private let state = Locked(State())

    private struct State {
        /// The process while it runs, for `kill`.
        var process: pid_t?
        var isEnding = false
        var usedDump = false
    }

    /// `kill` was called: no other program starts.
    private struct Ending: Error {}

    /// - Parameter damaged: the database, for messages: what the program reads is a copy.
    init(for damaged: String, in surroundings: Surroundings, limit: Duration = .seconds(600)) {
        self.damaged = damaged
        self.surroundings = surroundings
        self.limit = limit
    }

    /// The program of this system cannot do `.recover`.
    var lacksRecover: Bool { state.withLock { $0.usedDump } }

    /// Runs `sqlite3 COPY .recover`, and hands on its output. Debian and Ubuntu build the program without what `.recover`
    /// needs; `.dump` then reads each table from both ends up to a damaged page.
    ///
    /// Throws `cannotRecover`, and what `put` throws.
    func run(_ copy: String, _ put: ([UInt8]) throws -> Void) throws {
        do {
            // A page that is free has rows that were deleted.
            if try handOn(".recover --ignore-freelist", copy, put) == 0 { return }
            state.withLock { $0.usedDump = true }
            _ = try handOn(".dump", copy, put)
        } catch let error as ChildError {
            throw StoreError.cannotRecover(path: damaged, why: error.message)
        } catch is Ending {
            // The files that the recovery needs to continue are about to be removed.
            while true { pause() }
        }
    }

    /// Ends the program, whatever it is doing, at a signal that then ends this process. The next one does not start.
    func kill() {
        state.withLock { state in
            state.isEnding = true
            if let process = state.process { _ = FeedCore.kill(process, SIGKILL) }
        }
    }

    /// Returns the exit status.
    private func handOn(_ command: String, _ database: String, _ put: ([UInt8]) throws -> Void) throws -> Int32 {
        // The user's ~/.sqliterc could change what is printed. A path must not be taken for an option.
        let path = database.hasPrefix("-") ? "./" + database : database
        // Within the lock, so that `kill` ends it from its first moment on.
        var child = try state.withLock { [surroundings] state in
            if state.isEnding { throw Ending() }
            let child = try ChildProcess(
                ["sqlite3", "-batch", "-init", "/dev/null", path, command], in: surroundings,
                .init(input: .discarded, output: .pipe, errors: .discarded))
            state.process = child.target
            return child
        }
        defer {
            state.withLock { $0.process = nil }
            child.kill()
        }
        let notice = try child.makeEndNotice()
        defer { close(notice) }
        guard let output = child.output else { return 127 }
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        while try wait(for: output) {
            let count = read(output, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            try put(Array(bytes[..<count]))
        }
        // A program may close its output and go on.
        _ = try wait(for: notice)
        // From now on the system may give the number to another process.
        let isEnding = state.withLock { state in
            state.process = nil
            return state.isEnding
        }
        if isEnding { throw Ending() }
        return child.wait()
    }

    /// True when the descriptor can be read.
    private func wait(for descriptor: Int32) throws(ChildError) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var count: Int32
        repeat { count = poll(&entry, 1, Int32(clamping: limit.milliseconds)) } while count < 0 && errno == EINTR
        guard count > 0 else {
            let reason = "it printed nothing for \(limit.components.seconds) s"
            throw ChildError(program: "sqlite3", reason: reason, limit: .time)
        }
        return true
    }
}
