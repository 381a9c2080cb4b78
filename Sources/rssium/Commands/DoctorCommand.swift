internal import FeedCore

/// `rssium doctor`: looks whether the database is sound.
enum DoctorCommand {
    static let command = Command(
        name: "doctor", group: .upkeep, summary: "check the database",
        details: [
            "Looks at every page and every row of the database, at its tables and indexes, and at who may read its "
                + "files. Each finding is a line; exits with 1 where there is one. Nothing is changed, and a refresh may "
                + "be running."
        ],
        examples: [
            Command.Example("rssium --db ~/rssium-2026-11-20.db doctor", "is that backup sound?")
        ],
        readsSettings: false, run: run)

    private static func run(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        let path = try context.paths.database()
        guard context.paths.hasDatabase else {
            context.messages.notice("nothing to check: there is no database at \(path) yet")
            return .done
        }
        let checkup = try Checkup(database: path)
        for finding in checkup.findings { try context.output.line(finding) }
        try context.output.flush()
        if checkup.findings.isEmpty { context.messages.notice("\(path) is sound") }
        return checkup.findings.isEmpty ? .done : .failed
    }
}
