internal import FeedCore

/// A feed or an account that a run brings up to date.
enum RunItem: Hashable, Sendable {
    case feed(FeedID)
    case account(AccountID)
}

/// The result of a feed or an account in a run.
struct RunOutcome: Sendable {
    let item: RunItem
    /// The title of a feed, the name of an account.
    let name: String
    let address: String
    /// False for a file or a program, which needs no network.
    let isRemote: Bool
    let result: RunResult
    /// In the order of the ids.
    var newArticles: [ArticleID] = []
    private var changedArticles = 0
    var undecidedRules: [RuleID] = []
    /// Warnings that the user gets only once.
    var warnings: [String] = []
    /// A note about a feed that was refreshed, omitted with `--quiet`.
    private(set) var note: String?
    var marksSent = 0
    /// The HTTP status, if there is one.
    var status: Int?
    var bytes = 0
    var duration: Duration = .zero
    private var requests = 0
    /// False for a feed that was left out.
    private(set) var isTried = true
    /// For `--quiet`: it is failing or gone since this run, or works again.
    var news: String?

    init(_ outcome: RefreshOutcome) {
        self.init(outcome.feed, outcome.result)
        newArticles = outcome.newArticles
        changedArticles = outcome.changedArticles
        undecidedRules = outcome.undecidedRules
        var moves = outcome.newURL.map { ["has moved to \($0), its URL from now on"] } ?? []
        if let move = outcome.move, let problem = move.problem {
            moves.append("says that it has moved to \(move.to), which serves no feed: \(problem)")
        }
        if !moves.isEmpty { note = "\(shown) \(moves.joined(separator: ", and "))" }
        status = outcome.status
        bytes = outcome.bytes
        duration = outcome.duration
        if case .failed(let why) = result, outcome.hasBecomeFailing || outcome.hasBecomeGone {
            news = "\(shown) is \(outcome.hasBecomeGone ? "gone" : "failing"): \(why)"
        } else if outcome.isBack {
            news = "\(shown) is back"
        }
    }

    /// A feed that the run leaves out, because its host has just asked for a back-off.
    init(held feed: Feed, until: Timestamp) {
        self.init(feed, .held(until: until))
        isTried = false
    }

    private init(_ feed: Feed, _ result: RunResult) {
        item = .feed(feed.id)
        name = feed.title
        address = feed.url.text
        isRemote = feed.url.isRemote
        self.result = result
    }

    /// - Parameter before: the account before the run.
    init(_ outcome: SyncOutcome, of before: Account) {
        let account = outcome.account
        item = .account(account.id)
        name = account.name
        address = account.url.text
        isRemote = true
        result = outcome.result
        newArticles = outcome.newArticles
        undecidedRules = outcome.undecidedRules
        warnings = (outcome.marksNotKept.map(\.message) + outcome.warnings).map { "\(account.name): \($0)" }
        marksSent = outcome.marksSent
        duration = outcome.duration
        requests = outcome.requests
        switch result {
        case .refused(let why) where !before.isRefused:
            news = "\(shown) waits for `rssium account edit`: \(why)"
        case .failed(let why) where outcome.hasBecomeFailing: news = "\(shown) is failing: \(why)"
        case .synced where outcome.isBack: news = "\(shown) is back"
        default: break
        }
    }

    /// The name and the address, once where they are the same.
    var shown: String { name == address ? address : "\(name) (\(address))" }

    /// The status and size of the answer, or the number of requests: `200, 1234 bytes`, `5 requests`.
    var traffic: String {
        switch item {
        case .feed: (status.map { "\($0), " } ?? "") + "\(bytes) bytes"
        case .account: count(requests, "request")
        }
    }

    /// Whether it is up to date now.
    var isDone: Bool { [.refreshed, .unchanged, .synced].contains(result) }

    /// One word for the log, and the reason.
    var logged: (word: String, why: String) {
        switch result {
        case .refreshed: ("refreshed", "")
        case .unchanged: ("unchanged", "")
        case .synced: ("synced", "")
        case .held(let until): ("held", "until \(until.rfc3339)")
        case .refused(let why): ("refused", why)
        case .failed(let why): ("failed", why)
        case .offline(let why): ("offline", why)
        case .unfinished: ("unfinished", "")
        case .dropped: ("dropped", "removed, moved or edited meanwhile")
        case .notStored(let error): ("not stored", error.message)
        }
    }

    /// The result for `--verbose`.
    var words: String {
        switch result {
        case .refreshed: "\(newArticles.count) new, \(changedArticles) changed"
        case .unchanged: "nothing new"
        case .synced: "synced"
        case .held: "held"
        case .unfinished: "left for the next run"
        default: logged.why
        }
    }
}

extension SyncProgress {
    /// ` (sending 12 of 40 marks)`.
    var words: String {
        switch self {
        case .marks(let done, let all): " (sending \(done) of \(count(all, "mark")))"
        case .lists: ""
        case .articles(let done, let all): " (\(done) of \(count(all, "article")))"
        }
    }
}
