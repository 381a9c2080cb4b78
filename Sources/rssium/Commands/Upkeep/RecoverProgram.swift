internal import FeedCore

/// The `sqlite3` program, which reads rows of a damaged database that no query reaches.
enum RecoverProgram {
    private static let timeoutMilliseconds: Int32 = 600_000

    /// Runs `sqlite3 damaged .recover | sqlite3 recovered`. False where the program is not installed, fails or takes too
    /// long.
    static func run(damaged: String, recovered: String, in surroundings: Surroundings) -> Bool {
        // Whatever the failure, no more rows are found.
        (try? pipe(from: damaged, to: recovered, surroundings)) ?? false
    }

    private static func pipe(
        from damaged: String, to recovered: String, _ surroundings: Surroundings
    ) throws(ChildError) -> Bool {
        // The user's ~/.sqliterc could change what is printed.
        let program = ["sqlite3", "-batch", "-init", "/dev/null"]
        var reader = try ChildProcess(
            program + [path(damaged), ".recover"], in: surroundings, input: .discarded, output: .pipe,
            errors: .discarded)
        defer { reader.kill() }
        guard let output = reader.output else { return false }
        var writer = try ChildProcess(
            program + [path(recovered)], in: surroundings, input: .file(output), output: .discarded,
            errors: .discarded)
        let notice = try writer.makeEndNotice()
        defer { close(notice) }
        var end = pollfd(fd: notice, events: Int16(POLLIN), revents: 0)
        var count: Int32
        repeat { count = poll(&end, 1, timeoutMilliseconds) } while count < 0 && errno == EINTR
        if count <= 0 { writer.kill() }
        // If the writer stopped early, the reader still waits to be read.
        reader.kill()
        _ = reader.wait()
        return writer.wait() == 0
    }

    /// A path that cannot be taken for an option.
    private static func path(_ path: String) -> String { path.hasPrefix("-") ? "./" + path : path }
}
