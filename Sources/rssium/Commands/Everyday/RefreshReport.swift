internal import FeedCore

/// Reports a refresh: its progress, each feed that failed, and a summary at the end.
struct RefreshReport {
    private let messages: Messages
    private let asked: Int
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

    init(_ plan: RefreshPlan, _ messages: Messages) {
        self.messages = messages
        asked = plan.feeds.count
        heldBefore = plan.held.count
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
        case .offline(let why): offline = offline ?? why
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
        var line = "\(finished) of \(asked)"
        if newArticles > 0 { line += ", \(newArticles) new" }
        if longest < order.count, let title = running[order[longest]] {
            line += ", waiting for \(title)"
        }
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
        for (feed, why) in notStored { messages.error("cannot store \(RefreshReport.name(of: feed)): \(why.message)") }
        for (rule, articles) in undecided.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let skipped = count(articles, "new article")
            messages.error("rule \(rule.rawValue) takes too long: it was not applied to \(skipped)")
        }
        if let offline, !messages.isQuiet { messages.error("offline: \(offline)") }
        messages.notice(summary)
        if let signal { return ExitCode(signal: signal) }
        if !notStored.isEmpty { return .failed }
        // A feed that failed for another reason would also fail with a network.
        if !failures.isEmpty { return .feedsFailed }
        return offline == nil ? .done : .offline
    }

    /// Whether fetched articles could not be stored.
    var hasLost: Bool { !notStored.isEmpty }

    private var held: Int { heldBefore + heldMeanwhile }

    /// Held feeds are counted separately. Feeds that were removed or moved meanwhile are not counted.
    private var summary: String {
        let asked = asked - heldMeanwhile - dropped
        var parts = ["refreshed \(refreshed) of \(count(asked, "feed"))"]
        parts.append(count(newArticles, "new article"))
        if !failures.isEmpty { parts.append("\(failures.count) failed") }
        if !notStored.isEmpty { parts.append("\(notStored.count) not stored") }
        if held > 0 { parts.append("\(held) held") }
        let left = asked - refreshed - failures.count - notStored.count
        if left > 0 { parts.append("\(left) left for the next run") }
        return parts.joined(separator: ", ") + " in \(milliseconds / 1000).\(milliseconds % 1000 / 100)s"
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
        run.newArticles = newArticles
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
