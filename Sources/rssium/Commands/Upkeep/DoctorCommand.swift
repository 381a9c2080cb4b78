internal import FeedCore

/// `rssium doctor`: looks whether the database is sound, and heals it.
enum DoctorCommand {
    static let command = Command(
        name: "doctor", group: .upkeep, summary: "check the database, and heal it",
        details: [
            "Looks at every page and every row of the database, at its tables and indexes, and at who may read its "
                + "files. Each finding is a line; exits with 1 where there is one. Nothing is changed, and a refresh may "
                + "be running.",
            "With --repair, what can be made anew is: indexes, the search index, kept counts; rows that belong to "
                + "nothing are removed, but of an article without a feed the feed is made anew. Where the file itself is "
                + "damaged, every row on undamaged pages is saved into a new database, which takes the place of the "
                + "damaged one; that is kept beside it as rssium.db.damaged-TIME. It prints how many rows of each table "
                + "were saved and the ids of those that were not. A feed of which only the address is left, or not even "
                + "that, keeps its articles under a name of its own. Modes are left as they are.",
            "With --repair it exits with 0 where all is well and nothing was lost, with 1 where rows are missing or "
                + "something is still to be found, and with 4 while a refresh is running.",
        ],
        examples: [
            Command.Example("rssium --db ~/rssium-2026-11-20.db doctor", "is that backup sound?"),
            Command.Example("rssium doctor || rssium doctor --repair", "heal it where there is something to heal"),
        ],
        options: [Option("repair", "mend what can be mended, and save what can be saved of a damaged file")],
        readsSettings: false, run: run)

    private static func run(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        let path = try context.paths.database()
        guard context.paths.hasDatabase else {
            let purpose = arguments.has("repair") ? "repair" : "check"
            context.messages.notice("nothing to \(purpose): there is no database at \(path) yet")
            return .done
        }
        return try arguments.has("repair") ? repair(path, &context) : check(path, &context)
    }

    private static func check(_ path: String, _ context: inout Context) throws -> ExitCode {
        let checkup = try IntegrityCheck(database: path)
        for finding in checkup.findings { try context.output.line(finding) }
        try context.output.flush()
        if checkup.isDamaged { context.messages.notice("`rssium doctor --repair` mends what can be mended") }
        if checkup.findings.isEmpty { context.messages.notice("\(path) is sound") }
        return checkup.findings.isEmpty ? .done : .failed
    }

    private static func repair(_ path: String, _ context: inout Context) throws -> ExitCode {
        let repair = try Repair(database: path)
        let lock = try RefreshLock(database: path, for: .repair, at: context.now)
        // Held until it is healed.
        defer { withExtendedLifetime(lock) {} }
        let signals = SignalCatcher.removing(repair.temporaryFiles)
        defer { signals.stop() }
        var line = ProgressLine(context.messages)
        defer { line.clear() }
        let report = try repair.run(at: context.now) { progress in line.show(progress) }
        line.clear()
        return try show(report, of: path, &context)
    }

    private static func show(_ report: Repair.Report, of path: String, _ context: inout Context) throws -> ExitCode {
        for finding in report.mended { try context.output.line("mended: \(finding)") }
        for table in report.saved { try context.output.line(table) }
        for finding in report.left { try context.output.line(finding) }
        try context.output.flush()
        if let damaged = report.damagedFile {
            context.messages.notice("what could be read is in a new database; the damaged one is kept as \(damaged)")
        }
        if !report.isComplete {
            context.messages.error("some of \(path) could not be saved: a backup may have it")
            return .failed
        }
        guard report.left.isEmpty else { return .failed }
        context.messages.notice("\(path) is sound")
        return .done
    }
}
