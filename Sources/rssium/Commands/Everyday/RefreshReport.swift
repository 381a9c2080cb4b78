internal import FeedCore

/// Reports a refresh: its progress, each feed that failed, and a summary at the end.
struct RefreshReport {
    private let messages: Messages
    private let asked: Int
    private var sync: SyncReport
    private var pages = PageReport()
    private var savedPages = 0
    private let start = SuspendingClock.now
    private var progress: ProgressLine
    private var running: [FeedID: String] = [:]
    /// Feeds in the order in which they were started. Those before `longest` are finished.
    private var order: [FeedID] = []
    private var longest = 0
    private var refreshed = 0
    private let heldBefore: Int
    private var heldMeanwhile = 0
    private var dropped = 0
    private var notStored: [(feed: Feed, why: StoreError)] = []
    private var newArticles = 0
    /// The number of articles for which each rule took too long.
    private var undecided: [RuleID: Int] = [:]
    private var finished = 0
    private var failures: [RefreshOutcome] = []
    private var offline: String?
    private var milliseconds: Int64 = 0

    /// - Parameter plan: nil for a run that only syncs accounts.
    init(_ plan: RefreshPlan?, _ accounts: [Account], _ messages: Messages) {
        self.messages = messages
        asked = plan?.feeds.count ?? 0
        heldBefore = plan?.held.count ?? 0
        sync = SyncReport(accounts, messages)
        progress = ProgressLine(messages)
    }

    mutating func record(_ event: RefreshProgress) {
        switch event {
        case .started(let feed, let title):
            running[feed] = title
            order.append(feed)
        case .held: heldMeanwhile += 1
        case .finished(let outcome):
            running[outcome.feed.id] = nil
            while longest < order.count, running[order[longest]] == nil { longest += 1 }
            finished += 1
            add(outcome)
            report(outcome)
        }
    }

    mutating func record(_ event: AccountSyncs.Event) {
        if case .ended = event { progress.clear() }
        sync.record(event)
    }

    mutating func record(_ event: PageProgress) {
        if let problem = pages.record(event), messages.isVerbose {
            progress.clear()
            messages.detail(problem)
        }
    }

    mutating func record(_ outcome: SaveQueueWork.Outcome) {
        switch outcome {
        case .saved: savedPages += 1
        case .failed(let url, let why):
            guard messages.isVerbose else { return }
            progress.clear()
            messages.detail("not saved: \(url): \(why)")
        }
    }

    mutating func recordPagesNotStored(_ error: StoreError) {
        pages.notStored = error
    }

    /// Whether the progress is visible.
    var isShown: Bool { progress.isShown }

    /// Shows the progress.
    mutating func show() {
        guard isShown else { return }
        let line = line
        progress.show(line)
    }

    /// Clears the progress line, so that something else can be printed.
    mutating func clear() {
        progress.clear()
    }

    private mutating func add(_ outcome: RefreshOutcome) {
        newArticles += outcome.newArticles.count
        for rule in outcome.undecidedRules { undecided[rule, default: 0] += outcome.newArticles.count }
        switch outcome.result {
        case .refreshed, .unchanged: refreshed += 1
        case .held: heldMeanwhile += 1
        case .failed: failures.append(outcome)
        case .offline(let why): if outcome.feed.url.isRemote { offline = offline ?? why }
        case .unfinished: break
        case .dropped: dropped += 1
        case .notStored(let error):
            notStored.append((outcome.feed, error))
        }
    }

    /// Reports a feed at once: details with `--verbose`; with `--quiet` only that it is failing, or works again.
    private mutating func report(_ outcome: RefreshOutcome) {
        guard messages.isVerbose || messages.isQuiet else { return }
        let name = RefreshReport.name(of: outcome.feed)
        if messages.isVerbose {
            progress.clear()
            let seconds = Double(outcome.duration.milliseconds) / 1000
            let status = outcome.status.map { "\($0), " } ?? ""
            messages.detail("\(name): \(status)\(outcome.bytes) bytes, \(seconds) s, \(outcome.summary)")
        }
        guard messages.isQuiet else { return }
        if outcome.hasBecomeFailing, case .failed(let why) = outcome.result {
            messages.error("\(name) is failing: \(why)")
        } else if outcome.isBack {
            messages.error("\(name) is back")
        }
    }

    /// The title and the URL, once where they are the same.
    private static func name(of feed: Feed) -> String {
        feed.title == feed.url.text ? "\(feed.url)" : "\(feed.title) (\(feed.url))"
    }

    private var line: String {
        var line = "\(finished + sync.finished) of \(asked + sync.asked)"
        let new = newArticles + sync.newArticles
        if new > 0 { line += ", \(new) new" }
        if let pages = pages.progress { return line + ", " + pages }
        let title = longest < order.count ? running[order[longest]] : nil
        if let title = title ?? sync.waitsFor { line += ", waiting for \(title)" }
        return line
    }

    /// Prints the failures and the summary, and returns the exit code.
    mutating func finish(endedBy signal: Int32?) -> ExitCode {
        progress.clear()
        milliseconds = start.duration(to: .now).milliseconds
        if !messages.isQuiet {
            for outcome in failures {
                if case .failed(let why) = outcome.result {
                    messages.error("cannot refresh \(RefreshReport.name(of: outcome.feed)): \(why)")
                }
            }
        }
        sync.printFailures()
        for (feed, why) in notStored { messages.error("cannot store \(RefreshReport.name(of: feed)): \(why.message)") }
        if let why = pages.notStored { messages.error("cannot store the pages of articles: \(why.message)") }
        undecided.merge(sync.undecided, uniquingKeysWith: +)
        for (rule, articles) in undecided.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let skipped = count(articles, "new article")
            messages.error("rule \(rule.rawValue) takes too long: it was not applied to \(skipped)")
        }
        let offline = offline ?? sync.offline
        if let offline, !messages.isQuiet { messages.error("offline: \(offline)") }
        messages.notice(summary)
        if let signal { return ExitCode(signal: signal) }
        if hasLost { return .failed }
        // What failed for another reason would also fail with a network.
        if !failures.isEmpty || !sync.failures.isEmpty { return .feedsFailed }
        return offline == nil ? .done : .offline
    }

    /// Whether fetched articles could not be stored.
    var hasLost: Bool { !notStored.isEmpty || !sync.notStored.isEmpty || pages.notStored != nil }

    private var held: Int { heldBefore + heldMeanwhile + sync.held }

    /// Held feeds are counted separately. Feeds that were removed or moved meanwhile are not counted.
    private var summary: String {
        let asked = asked - heldMeanwhile - dropped
        let hasFeeds = self.asked + heldBefore > 0 || sync.asked == 0
        let feeds = hasFeeds ? "refreshed \(refreshed) of \(count(asked, "feed"))" : nil
        let whole = [feeds, sync.summary].compactMap { $0 }.joined(separator: ", ")
        var parts = [count(newArticles + sync.newArticles, "new article")]
        if let pages = pages.summary { parts.append(pages) }
        if savedPages > 0 { parts.append("\(count(savedPages, "page")) saved") }
        if let sent = sync.sent { parts.append(sent) }
        let failed = failures.count + sync.failures.count
        if failed > 0 { parts.append("\(failed) failed") }
        let lost = notStored.count + sync.notStored.count
        if lost > 0 { parts.append("\(lost) not stored") }
        if held > 0 { parts.append("\(held) held") }
        let left = asked - refreshed - failures.count - notStored.count + sync.left
        if left > 0 { parts.append("\(left) left for the next run") }
        let ending = sync.asked == 0 ? ", " : ": "
        return whole + ending + parts.joined(separator: ", ")
            + " in \(milliseconds / 1000).\(milliseconds % 1000 / 100)s"
    }

    /// The run for the history.
    func run(started: Timestamp, _ code: ExitCode) -> RefreshRun {
        var run = RefreshRun(started: started)
        run.ended = started + milliseconds / 1000
        run.milliseconds = milliseconds
        run.exitCode = code.rawValue
        run.asked = asked
        run.refreshed = refreshed
        run.failed = failures.count
        run.held = held
        run.newArticles = newArticles + sync.newArticles
        return run
    }
}

extension RefreshOutcome {
    /// The outcome for `--verbose`.
    fileprivate var summary: String {
        switch result {
        case .refreshed: "\(newArticles.count) new, \(changedArticles) changed"
        case .unchanged: "nothing new"
        case .held: "held"
        case .failed(let why), .offline(let why): why
        case .unfinished: "left for the next run"
        case .dropped: "removed or moved meanwhile"
        case .notStored(let error): error.message
        }
    }
}

extension Duration {
    var milliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
