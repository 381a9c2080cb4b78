internal import FeedCore

/// Reports a run: its progress, what failed, and a summary at the end.
struct RefreshReport {
    private let messages: Messages
    private let start = ContinuousClock.now
    private var progress: ProgressLine
    /// The items that have begun and not ended, in the order in which they began, in words for the progress line. Empty
    /// without one.
    private var running: [(item: RunItem, words: String)] = []
    private var feeds: Tally
    private var accounts: Tally
    /// The feeds that the run leaves out because of a back-off.
    private let heldBefore: [(name: String, until: Timestamp)]
    /// Whether to say of each held feed until when.
    private let namesHeld: Bool
    private let isForced: Bool
    private var newArticles = 0
    private var marksSent = 0
    /// The number of articles for which each rule took too long.
    private var undecided: [RuleID: Int] = [:]
    private var offline: String?
    private var pages = (planned: 0, finished: 0, stored: 0)
    private var savedPages = 0
    /// Why pages could not be stored.
    private var pagesNotStored: StoreError?
    private var milliseconds: Int64 = 0
    /// The effect of the retention settings; nil if the run did not apply them.
    var pruning: Pruning?

    /// The results of the feeds of a run, or of its accounts.
    private struct Tally {
        let asked: Int
        var finished = 0
        var done = 0
        var dropped = 0
        var held: [(name: String, until: Timestamp)] = []
        var failures: [(name: String, why: String)] = []
        var notStored: [(name: String, why: StoreError)] = []

        /// Held ones are counted separately. Feeds that were removed, moved or edited meanwhile are not counted.
        var tried: Int { asked - held.count - dropped }
        /// The number that were neither brought up to date nor failed.
        var left: Int { tried - done - failures.count - notStored.count }

        mutating func add(_ outcome: RunOutcome) {
            // A feed that the run leaves out had no request.
            if outcome.isTried { finished += 1 }
            switch outcome.result {
            case .refreshed, .unchanged, .synced: done += 1
            case .held(let until): held.append((outcome.shown, until))
            case .dropped: dropped += 1
            case .failed(let why), .refused(let why): failures.append((outcome.shown, why))
            case .notStored(let error): notStored.append((outcome.shown, error))
            case .offline, .unfinished: break
            }
        }
    }

    init(_ scope: RefreshScope, isForced: Bool, _ messages: Messages) {
        (self.messages, self.isForced) = (messages, isForced)
        feeds = Tally(asked: scope.feeds.count)
        accounts = Tally(asked: scope.accounts.count)
        heldBefore = scope.held.map { (RunOutcome(held: $0.feed, until: $0.until).shown, $0.until) }
        namesHeld = scope.isNamed
        progress = ProgressLine(messages)
    }

    mutating func record(_ event: RefreshWork.Event) {
        switch event {
        case .doing where !isShown: break
        case .doing(let item, let words):
            if let index = running.firstIndex(where: { $0.item == item }) {
                running[index].words = words
            } else {
                running.append((item, words))
            }
        case .ended(let outcome):
            running.removeAll { $0.item == outcome.item }
            add(outcome)
            report(outcome)
        case .page(.planned(let count)): pages.planned += count
        case .page(.finished(let page)):
            pages.finished += 1
            guard let problem = page.problem else {
                pages.stored += 1
                return
            }
            detail("no page of article \(page.article.rawValue) (\(page.address)): \(problem)")
        case .saved(.saved): savedPages += 1
        case .saved(.failed(let url, let why, let isFinal)):
            if isFinal, !messages.isQuiet {
                error("cannot save \(url): \(why)")
            } else {
                detail("not saved: \(url): \(why)")
            }
        case .saved(.offline(let why)): offline = offline ?? why
        case .pagesNotStored(let error): pagesNotStored = error
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

    private mutating func add(_ outcome: RunOutcome) {
        newArticles += outcome.newArticles.count
        marksSent += outcome.marksSent
        for rule in outcome.undecidedRules { undecided[rule, default: 0] += outcome.newArticles.count }
        if case .offline(let why) = outcome.result, outcome.isRemote { offline = offline ?? why }
        switch outcome.item {
        case .feed: feeds.add(outcome)
        case .account: accounts.add(outcome)
        }
    }

    /// Reports warnings and notes at once, details with `--verbose`, and with `--quiet` news of failing and recovery.
    private mutating func report(_ outcome: RunOutcome) {
        for warning in outcome.warnings { error(warning) }
        if let note = outcome.note, !messages.isQuiet { error(note) }
        if outcome.isTried {
            let seconds = Double(outcome.duration.milliseconds) / 1000
            detail("\(outcome.shown): \(outcome.traffic), \(seconds) s, \(outcome.words)")
        }
        if messages.isQuiet, let news = outcome.news { error(news) }
    }

    private mutating func detail(_ text: @autoclosure () -> String) {
        guard messages.isVerbose else { return }
        progress.clear()
        messages.detail(text())
    }

    private mutating func error(_ text: String) {
        progress.clear()
        messages.error(text)
    }

    private var line: String {
        var line = "\(feeds.finished + accounts.finished) of \(feeds.asked + accounts.asked)"
        if newArticles > 0 { line += ", \(newArticles) new" }
        if pages.planned > 0 { return line + ", page \(min(pages.finished + 1, pages.planned)) of \(pages.planned)" }
        let feed = running.first { if case .feed = $0.item { true } else { false } }
        if let waiting = feed ?? running.first { line += ", waiting for \(waiting.words)" }
        return line
    }

    /// Prints the failures and the summary, and returns the exit status.
    mutating func finish(endedBy signal: Int32?) -> ExitCode {
        progress.clear()
        milliseconds = start.duration(to: .now).milliseconds
        for (tally, verb, noun) in [(feeds, "refresh", "feed"), (accounts, "sync", "account")] {
            for (name, why) in tally.failures where !messages.isQuiet {
                messages.error("cannot \(verb) \(name): \(why)")
            }
            // A full disk is one reason for all of them.
            for (why, lost) in Dictionary(grouping: tally.notStored, by: \.why.message).sorted(by: { $0.key < $1.key })
            {
                messages.error("cannot store \(lost.count == 1 ? lost[0].name : count(lost.count, noun)): \(why)")
            }
        }
        if let pagesNotStored { messages.error("cannot store the pages of articles: \(pagesNotStored.message)") }
        for line in Wording.undecided(undecided) { messages.error(line) }
        if let offline, !messages.isQuiet { messages.error("offline: \(offline)") }
        for (held, verb) in [(heldBefore + feeds.held, "refreshes"), (accounts.held, "syncs")] where namesHeld {
            for (name, until) in held {
                let advice = isForced ? "" : "; --force \(verb) it now"
                messages.notice("\(name) is held until \(LocalTime(until).dateAndTime), as its server asked" + advice)
            }
        }
        messages.notice(summary)
        if case .announced(let words) = pruning {
            // A run of cron prints nothing else, and the user must learn of it before it happens.
            if messages.isQuiet { messages.error(words) } else { messages.notice(words) }
        }
        if let signal { return ExitCode(signal: signal) }
        if hasLost { return .failed }
        // A failure for another reason would also happen with a network.
        if !feeds.failures.isEmpty || !accounts.failures.isEmpty { return .feedsFailed }
        return offline == nil ? .done : .offline
    }

    /// Whether fetched articles could not be stored.
    var hasLost: Bool { !feeds.notStored.isEmpty || !accounts.notStored.isEmpty || pagesNotStored != nil }

    /// Whether a feed was refreshed, and no account failed or was offline.
    var isPartlyDone: Bool { feeds.done > 0 && accounts.failures.isEmpty && (offline == nil || accounts.left == 0) }

    private var heldCount: Int { heldBefore.count + feeds.held.count + accounts.held.count }

    private var summary: String {
        var wholes: [String] = []
        if feeds.asked + heldBefore.count > 0 || accounts.asked == 0 {
            wholes.append("refreshed \(feeds.done) of \(count(feeds.tried, "feed"))")
        }
        if accounts.asked > 0 {
            let some = accounts.done == accounts.tried ? "" : "\(accounts.done) of "
            wholes.append("synced \(some)\(count(accounts.tried, "account"))")
        }
        var parts = [count(newArticles, "new article")]
        if pages.planned > 0 {
            let some = pages.stored == pages.planned ? "" : "\(pages.stored) of "
            parts.append(some + count(pages.planned, "page"))
        }
        if savedPages > 0 { parts.append("\(count(savedPages, "page")) saved") }
        if accounts.asked > 0 { parts.append(count(marksSent, "mark") + " sent") }
        if case .removed(let number) = pruning, number > 0 { parts.append(count(number, "old article") + " removed") }
        let numbers = [
            (feeds.failures.count + accounts.failures.count, "failed"),
            (feeds.notStored.count + accounts.notStored.count, "not stored"),
            (heldCount, "held"),
            (feeds.left + accounts.left, "left for the next run"),
        ]
        for (number, words) in numbers where number > 0 { parts.append("\(number) \(words)") }
        return wholes.joined(separator: ", ") + (accounts.asked == 0 ? ", " : ": ") + parts.joined(separator: ", ")
            + " in " + Amount.seconds(milliseconds: milliseconds)
    }

    /// The run for the history.
    func run(started: Timestamp, _ code: ExitCode) -> RefreshRun {
        var run = RefreshRun(started: started)
        run.ended = started + milliseconds / 1000
        run.milliseconds = milliseconds
        run.exitCode = code.rawValue
        run.asked = feeds.asked
        run.refreshed = feeds.done
        run.failed = feeds.failures.count
        run.held = heldCount
        run.newArticles = newArticles
        return run
    }
}
