internal import FeedCore

/// `rssium doctor`: checks the database, and repairs it.
enum DoctorCommand {
    static let command = Command(
        name: "doctor", group: .upkeep, summary: "check the database, and repair it",
        details: [
            "Checks every page and row of the database, its indexes, the search index, the permissions of its files, "
                + "and whether it has triggers or views that are not rssium's: while it has such a trigger, which would run with "
                + "every change, nothing is written to it. Also checks that libxml2 and libcurl can be opened, and names "
                + "their packages if they cannot. Prints one line for each finding, and exits "
                + "with 1 if there is any. Changes nothing, and can run during a refresh. On a terminal, or with "
                + "--verbose, it also names the optional programs that are not installed, what they are for, and their "
                + "packages.",
            "With --repair, indexes, the search index and counts are rebuilt, and rows without an article are "
                + "removed; articles without a feed are kept, and their feed is created again. Where the file is damaged, every row "
                + "that SQLite can still read is saved into a new database, subscriptions first; what is then still missing of subscriptions and marks comes from the newest "
                + "rssium.db.state beside it. Where rows are missing and the sqlite3 program is installed, its .recover command looks for them. The new database replaces the "
                + "damaged one, which is kept beside it as rssium.db.damaged-TIME. The output names, for each table, "
                + "how many rows were saved and the ids of those that were not. A feed whose URL is lost keeps its "
                + "articles and is paused. Permissions, and triggers and views that are not rssium's, are left to you.",
            "With --repair it exits with 0 if nothing was lost and no finding is left, with 1 otherwise, and with 4 while "
                + "a refresh is running.",
        ],
        examples: [
            Command.Example("rssium --db ~/rssium-2026-11-20.db doctor", "is this backup sound?"),
            Command.Example("rssium doctor || rssium doctor --repair", "repair it where that is needed"),
        ],
        options: [Option("repair", "repair the database, or save what can be read of a damaged file")],
        readsSettings: false, needsDatabase: false, run: run)

    private static func run(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        let path = try context.paths.database()
        guard context.paths.hasDatabase else {
            try context.paths.checkNamedDatabase()
            let purpose = arguments.has("repair") ? "repair" : "check"
            context.messages.notice("nothing to \(purpose): there is no database at \(path) yet")
            for finding in libraryFindings { try context.output.line(finding) }
            if !arguments.has("repair") { reportMissingTools(context) }
            return libraryFindings.isEmpty ? .done : .failed
        }
        return try arguments.has("repair") ? repair(path, &context) : check(path, &context)
    }

    private static func check(_ path: String, _ context: inout Context) throws -> ExitCode {
        let check = try IntegrityCheck(database: path)
        let findings = check.findings + libraryFindings
        for finding in findings { try context.output.line(finding) }
        try context.output.flush()
        if check.hasForeignTriggers {
            context.messages.notice(
                "nothing is written before these triggers are removed: sqlite3 does so (DROP TRIGGER)")
        } else if check.isDamaged {
            context.messages.notice("`rssium doctor --repair` repairs what can be repaired")
        }
        if check.findings.isEmpty { context.messages.notice("\(path) is sound") }
        reportMissingTools(context)
        return findings.isEmpty ? .done : .failed
    }

    /// The libraries that cannot be opened, with the reason and their packages.
    private static var libraryFindings: [String] {
        var findings: [String] = []
        do throws(ParseError) { _ = try FeedParser.libraryVersion() } catch { findings.append(error.message) }
        do throws(FetchError) { _ = try Fetcher.libraryVersions() } catch { findings.append(error.message) }
        return findings
    }

    /// Names the optional programs that are not installed. They are no findings, and cron need not hear of them.
    private static func reportMissingTools(_ context: borrowing Context) {
        for tool in OptionalTool.missing(context.environment) {
            let line = "optional: \(tool.dependency.name) is not installed; it \(tool.use): \(tool.dependency.advice)"
            if context.messages.terminal.isTerminal {
                context.messages.notice(line)
            } else {
                context.messages.detail(line)
            }
        }
    }

    private static func repair(_ path: String, _ context: inout Context) throws -> ExitCode {
        let repair = try Repair(database: path)
        let lock = try RefreshLock(database: path, for: .repair, at: context.now)
        // Held until the repair ends.
        defer { withExtendedLifetime(lock) {} }
        let signals = SignalCatcher.removing(repair.temporaryFiles)
        defer { signals.stop() }
        var line = ProgressLine(context.messages)
        defer { line.clear() }
        let surroundings = context.surroundings
        let report = try repair.run(
            at: context.now,
            runRecover: { RecoverProgram.run(damaged: $0, recovered: $1, in: surroundings) },
            progress: { line.show($0) })
        line.clear()
        let restored =
            report.damagedFile == nil ? nil : try StateCopy.restore(into: try context.store(.writing), context)
        return try show(report, restored, of: path, &context)
    }

    private static func show(
        _ report: Repair.Report, _ restored: String?, of path: String, _ context: inout Context
    ) throws -> ExitCode {
        for finding in report.mended { try context.output.line("mended: \(finding)") }
        for table in report.saved { try context.output.line(table) }
        if let restored { try context.output.line(restored) }
        let left = report.left + libraryFindings
        for finding in left { try context.output.line(finding) }
        try context.output.flush()
        if let damaged = report.damagedFile {
            context.messages.notice("a new database has what could be read; the damaged one is kept as \(damaged)")
        }
        if !report.isComplete {
            context.messages.error("some of \(path) could not be saved: a backup may have it")
            return .failed
        }
        if report.left.isEmpty { context.messages.notice("\(path) is sound") }
        return left.isEmpty ? .done : .failed
    }
}
