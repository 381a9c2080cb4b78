internal import FeedCore

/// A run of feeds and accounts with a progress line, a log and a summary. The caller holds the refresh lock.
enum RefreshRunning {
    /// How a run has ended.
    struct Ending {
        let code: ExitCode
        /// The run for the history.
        let run: RefreshRun
        /// Whether fetched articles could not be stored.
        let hasLost: Bool
        /// Whether feeds failed, and nothing else, and at least one was refreshed.
        let isPartlyDone: Bool
    }

    /// - Parameters:
    ///   - limit: the time after which the rest is left for the next run.
    ///   - prunes: false for an account that was just linked: what it brings can be looked at first.
    ///   - onNew: gets the new articles of a feed or an account when they are stored.
    static func run(
        _ scope: RefreshScope, _ store: borrowing Store, isForced: Bool, within limit: Duration? = nil,
        prunes: Bool = true, _ context: inout Context,
        onNew: ([ArticleID], inout RefreshReport, inout Context) throws -> Void = { _, _, _ in }
    ) throws -> Ending {
        var report = RefreshReport(scope, isForced: isForced, context.messages)
        var log = RefreshLog(context, knownError: try store.lastRun()?.logError)
        defer { log.close() }
        let work = try RefreshWork(scope, store, isForced: isForced, context)
        let (_, signal) = try AsyncBridge.run(
            each: { (event: RefreshWork.Event) in
                report.record(event)
                if case .saved(.saved(let page)) = event, page.isNew { try onNew([page.article], &report, &context) }
                guard case .ended(let outcome) = event else { return }
                log.write(outcome)
                try onNew(outcome.newArticles, &report, &context)
            },
            within: limit, every: report.isShown ? ProgressLine.pauseMilliseconds : nil,
            rest: ProgressLine.pauseMilliseconds, idle: { report.show() }, { tell in await work.run(tell) })
        work.fetcher.beginStopping()
        // After Ctrl-C the user does not want to wait, so the next run removes old articles.
        let pruning = prunes && signal == nil && !report.hasLost ? Result { try Pruning(of: store, context) } : nil
        if case .success(let pruning) = pruning { report.pruning = pruning }
        let code = report.finish(endedBy: signal)
        _ = try pruning?.get()
        var run = report.run(started: context.now, code)
        run.logError = log.error
        return Ending(
            code: code, run: run, hasLost: report.hasLost,
            // Offline, a local feed is refreshed nonetheless.
            isPartlyDone: [.feedsFailed, .offline].contains(code) && report.isPartlyDone)
    }

    /// Syncs accounts alone, and prunes.
    ///
    /// - Parameter prunes: false for an account that was just linked: what it brings can be looked at first.
    static func sync(
        _ accounts: [Account], isForced: Bool = false, prunes: Bool = true, _ context: inout Context
    ) throws -> ExitCode {
        let store = try context.store(.refreshing)
        let scope = RefreshScope(nil, accounts, among: try store.feeds(), isNamed: true)
        return try run(scope, store, isForced: isForced, prunes: prunes, &context).code
    }
}
