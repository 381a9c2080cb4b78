internal import FeedCore

/// What became of the accounts of a run: the part of a refresh's report that is about them.
struct SyncReport {
    private let messages: Messages
    let asked: Int
    private let refusedBefore: Set<AccountID>
    /// The accounts that are being synced, in the order in which they began, and what each is doing.
    private var running: [(account: AccountID, step: String)] = []
    private(set) var finished = 0
    private var synced = 0
    private(set) var held = 0
    private(set) var newArticles = 0
    private var marksSent = 0
    private(set) var failures: [(account: Account, why: String)] = []
    private(set) var notStored: [(account: Account, why: StoreError)] = []
    private(set) var offline: String?
    private(set) var undecided: [RuleID: Int] = [:]

    init(_ accounts: [Account], _ messages: Messages) {
        asked = accounts.count
        refusedBefore = Set(accounts.filter(\.isRefused).map(\.id))
        self.messages = messages
    }

    mutating func record(_ event: AccountSyncs.Event) {
        switch event {
        case .progress(let account, let progress):
            let step = account.name + progress.words
            if let index = running.firstIndex(where: { $0.account == account.id }) {
                running[index].step = step
            } else {
                running.append((account.id, step))
            }
        case .ended(let outcome):
            running.removeAll { $0.account == outcome.account.id }
            finished += 1
            add(outcome)
            report(outcome)
        }
    }

    private mutating func add(_ outcome: SyncOutcome) {
        newArticles += outcome.newArticles.count
        marksSent += outcome.marksSent
        for rule in outcome.undecidedRules { undecided[rule, default: 0] += outcome.newArticles.count }
        switch outcome.result {
        case .synced: synced += 1
        case .held: held += 1
        case .failed(let why), .refused(let why): failures.append((outcome.account, why))
        case .offline(let why): offline = offline ?? why
        case .unfinished: break
        case .notStored(let why): notStored.append((outcome.account, why))
        }
    }

    /// Reports an account at once: what the user is told only once, details with `--verbose`, and with `--quiet` that it
    /// is failing or works again.
    private func report(_ outcome: SyncOutcome) {
        let account = outcome.account
        for mark in outcome.marksNotKept { messages.error("\(account.name): \(mark.message)") }
        for warning in outcome.warnings { messages.error("\(account.name): \(warning)") }
        if messages.isVerbose {
            let seconds = Double(outcome.duration.milliseconds) / 1000
            messages.detail(
                "\(account.name) (\(account.url)): \(count(outcome.requests, "request")), \(seconds) s, "
                    + outcome.result.words)
        }
        guard messages.isQuiet else { return }
        switch outcome.result {
        case .refused(let why) where !refusedBefore.contains(account.id):
            messages.error("\(account.name) (\(account.url)) waits for `rssium account edit`: \(why)")
        case .failed(let why) where outcome.hasBecomeFailing:
            messages.error("\(account.name) (\(account.url)) is failing: \(why)")
        case .synced where outcome.isBack: messages.error("\(account.name) (\(account.url)) is back")
        default: break
        }
    }

    /// The account that the run waits for, and its step; nil without one.
    var waitsFor: String? { running.first?.step }

    func printFailures() {
        for (account, why) in failures where !messages.isQuiet {
            messages.error("cannot sync \(account.name) (\(account.url)): \(why)")
        }
        for (account, why) in notStored {
            messages.error("cannot store \(account.name) (\(account.url)): \(why.message)")
        }
    }

    /// `synced 1 account`, `synced 1 of 2 accounts`; held ones are counted separately. Nil without accounts.
    var summary: String? {
        guard asked > 0 else { return nil }
        let tried = asked - held
        return synced == tried ? "synced \(count(synced, "account"))" : "synced \(synced) of \(count(tried, "account"))"
    }

    /// `12 marks sent`; nil without accounts.
    var sent: String? { asked == 0 ? nil : count(marksSent, "mark") + " sent" }

    /// Accounts that were not synced, and did not fail either.
    var left: Int { asked - synced - held - failures.count - notStored.count }
}

extension SyncProgress {
    /// ` (sending 12 of 40 marks)`.
    fileprivate var words: String {
        switch self {
        case .marks(let done, let all): " (sending \(done) of \(count(all, "mark")))"
        case .lists: ""
        case .articles(let done, let all): " (\(done) of \(count(all, "article")))"
        }
    }
}

extension SyncOutcome.Result {
    /// The outcome for `--verbose`.
    fileprivate var words: String {
        switch self {
        case .synced: "synced"
        case .held: "held"
        case .failed(let why), .refused(let why), .offline(let why): why
        case .unfinished: "left for the next run"
        case .notStored(let error): error.message
        }
    }
}
