internal import FeedCore

/// `rssium doctor`: checks the database, and repairs it.
enum DoctorCommand {
    static let command = Command(
        name: "doctor", group: .upkeep, summary: "check the database, and repair it",
        options: [repair, fromState],
        readsSettings: false, needsDatabase: false, run: run)

    private static let repair = Flag("repair", "repair the database, or save the readable part of a damaged file")
    private static let fromState = Flag(
        "from-state", "with --repair: rebuild a damaged database from rssium.db.state alone")

    private static func run(_ context: inout Context) throws -> ExitCode {
        let (repairs, fromState) = (context[repair], context[fromState])
        if fromState, !repairs { throw context.wrong("--from-state needs --repair") }
        let path = try context.paths.database()
        if !context.paths.hasDatabase, !fromState {
            try context.paths.checkNamedDatabase()
            context.messages.notice("nothing to \(repairs ? "repair" : "check"): there is no database at \(path) yet")
            for finding in libraryFindings { try context.output.line(finding) }
            if !repairs { reportMissingTools(context) }
            return libraryFindings.isEmpty ? .done : .failed
        }
        return try repairs ? repair(path, fromState: fromState, &context) : check(path, &context)
    }

    private static func check(_ path: String, _ context: inout Context) throws -> ExitCode {
        let check = try IntegrityCheck(database: path)
        let schedule = try? ScheduleIdentity(context.paths).trouble(context)
        let findings = check.findings + libraryFindings + [schedule].compactMap(\.self)
        for finding in findings { try context.output.line(finding) }
        try context.output.flush()
        if check.hasForeignTriggers {
            context.messages.notice(
                "nothing is written before these triggers are removed: sqlite3 does so (DROP TRIGGER)")
        } else if check.isDamaged {
            context.messages.notice("`rssium --db \(path) doctor --repair` repairs what can be repaired")
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

    /// Names the optional programs that are not installed. They are not findings, so cron does not print them.
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

    // MARK: Repair

    private static func repair(_ path: String, fromState: Bool, _ context: inout Context) throws -> ExitCode {
        let copy = StateCopy.newest(of: path)
        func isSound() -> Bool { context.paths.hasDatabase && (try? IntegrityCheck(database: path).isDamaged) == false }
        if fromState, copy == nil, !isSound() {
            context.messages.error("cannot repair \(path): \(path).state is missing or incomplete; \(lastResort)")
            return .failed
        }
        let program = RecoverProgram(for: path, in: context.surroundings)
        do {
            return try run(try Repair(database: path, fromState: fromState), copy, with: program, &context)
        } catch let error as StoreError {
            guard error.isOfLostContent else { throw error }
            if copy == nil, case .notADatabase = error { throw error }
            let next = copy.map {
                "`rssium --db \(path) doctor --repair --from-state` rebuilds feeds and marks from \($0.path)"
            }
            let other = program.lacksRecover ? "; \(otherProgram)" : ""
            context.messages.error("\(error.message)\(other); \(next ?? lastResort)")
            return .failed
        }
    }

    private static let otherProgram = "another sqlite3 may save more: this system's lacks .recover"
    private static let lastResort =
        "put a copy that `rssium backup` made in its place, or move it away and import the feeds again"

    private static func run(
        _ repair: Repair, _ copy: StateCopy.Found?, with program: RecoverProgram, _ context: inout Context
    ) throws -> ExitCode {
        let lock = try RefreshLock(database: repair.path, for: .repair, at: context.now)
        // Held until the repair ends.
        defer { withExtendedLifetime(lock) {} }
        let signals = SignalCatcher.removing(repair.temporaryFiles) { program.kill() }
        defer { signals.stop() }
        var line = ProgressLine(context.messages)
        defer { line.clear() }
        var restored: String?
        let report = try repair.run(at: context.now, recover: program.run) { [now = context.now] store in
            restored = try copy.flatMap { try StateCopy.restore($0, into: store, at: now) }
        } progress: {
            line.show($0)
        }
        line.clear()
        if let saved = report.saved {
            let code = try show(saved, restored, report, &context)
            if program.lacksRecover, !saved.isComplete { context.messages.notice(otherProgram) }
            return code
        }
        for finding in report.mended { context.messages.detail("mended: \(finding)") }
        if !report.mended.isEmpty {
            try context.output.line("\(count(report.mended.count, "finding")) repaired, nothing missing")
        }
        let left = report.left + libraryFindings
        for finding in left { try context.output.line(finding) }
        try context.output.flush()
        if report.left.isEmpty { context.messages.notice("\(repair.path) is sound") }
        return left.isEmpty ? .done : .failed
    }

    /// Reports on a new database.
    private static func show(
        _ saved: SavedRows, _ restored: String?, _ report: Repair.Report, _ context: inout Context
    ) throws -> ExitCode {
        for table in saved.tables { context.messages.detail(table) }
        if report.isFromState {
            try context.output.line("rebuilt \(restored ?? "nothing: the state file is empty")")
        } else {
            if let restored { context.messages.detail(restored) }
            try context.output.line(summary(of: saved))
        }
        for finding in report.left { try context.output.line(finding) }
        try context.output.flush()
        if let damaged = report.damagedFile { context.messages.notice("the damaged file is kept as \(damaged)") }
        if report.isFromState || !saved.missing.isEmpty {
            context.messages.notice("the next refresh fetches the articles that the feeds still carry")
        }
        return saved.isComplete ? .done : .failed
    }

    /// `32 articles and 2 feeds saved, nothing missing`.
    private static func summary(of saved: SavedRows) -> String {
        let start = "\(count(saved.articles, "article")) and \(count(saved.feeds, "feed")) saved"
        if saved.isComplete { return start + ", nothing missing" }
        let missing = saved.missing.isEmpty ? "" : ", missing: " + saved.missing.joined(separator: ", ")
        if saved.uncertain.count > 3 { return start + missing + "; whether more is missing cannot be told" }
        let uncertain = saved.uncertain.isEmpty ? "" : "; perhaps not all " + saved.uncertain.joined(separator: ", ")
        return start + missing + uncertain
    }
}
