internal import FeedCore

/// The `sqlite3` program, which reads rows of a damaged database that no query reaches.
enum RecoverProgram {
    private static let limit = Duration.seconds(600)

    /// Runs `sqlite3 damaged .recover | sqlite3 recovered`. False where the program is not installed, fails or takes too
    /// long.
    static func run(damaged: String, recovered: String) -> Bool {
        do throws(ChildError) {
            return try pipe(from: damaged, to: recovered)
        } catch {
            return false
        }
    }

    private static func pipe(from damaged: String, to recovered: String) throws(ChildError) -> Bool {
        // The user's ~/.sqliterc could change what is printed.
        let program = ["sqlite3", "-batch", "-init", "/dev/null"]
        let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(nowhere) }
        let deadline = SuspendingClock.now + limit
        var reader = try ChildProcess(
            readingFrom: program + [path(damaged), ".recover"], isSilent: true, input: nowhere)
        defer { reader.kill() }
        guard let output = reader.output else { return false }
        var writer = try ChildProcess(
            program + [path(recovered)], input: output, output: nowhere, errors: nowhere, variables: [:])
        let hasEnded = try writer.waitForEnd(until: deadline)
        if !hasEnded { writer.kill() }
        // A writer that stopped early leaves the reader waiting.
        reader.kill()
        _ = reader.end()
        return writer.end() == 0 && hasEnded
    }

    /// A path that cannot be taken for an option.
    private static func path(_ path: String) -> String { path.hasPrefix("-") ? "./" + path : path }
}
