/// Why an operation of the store failed, in words for the user.
public enum StoreError: Error, Hashable, Sendable {
    case feedExists(FeedID, title: String)
    case noSuchFeed(String)
    /// The id of an article, given as that of a feed.
    case isArticle(ArticleID)
    /// No feed, but a category has this name.
    /// - Parameter kind: what the user named it as: `feed` or `view`.
    case isCategory(String, namedAs: String)
    case isView(String)
    /// The text is part of the titles of several feeds, each given as `id title`.
    case fitsSeveral(String, feeds: [String])
    case noSuchArticle(String)
    case noSuchCategory(String)
    case categoryExists(String)
    case noSuchRule(String)
    case ruleExists(RuleID)
    case noSuchLabel(String)
    /// The article has as many labels as one can have, or as long ones.
    case labelsTooLong(ArticleID)
    case noSuchView(String)
    case viewExists(String)
    /// A view names what was removed, such as `feed 3`.
    case viewLacks(view: String, what: String)
    case noSuchAccount(String)
    case nothingToUndo
    /// Another account has the name, or the same user on the same server.
    case accountExists(String)
    /// A change that an account's feed cannot have, and why.
    case feedOfAccount(String)
    /// A change that the feed of saved pages cannot have, and why.
    case feedOfPages(String)
    /// The regular expressions of a query take too long.
    case slowPattern
    /// The file was made by a newer rssium.
    case newerSchema(path: String, version: Int64)
    /// The file was made by a version of rssium that was never released.
    case developmentSchema(path: String, version: Int64)
    /// The file is not an SQLite database, or nothing shows that it is one of ours.
    case notADatabase(path: String, why: String)
    /// The file is the database of another program.
    case ofAnotherProgram(path: String)
    /// The file has triggers that are not rssium's, which would run with every change.
    case foreignTriggers(path: String, names: [String])
    case cannotOpen(path: String, why: String)
    /// The file or its folder cannot be written to.
    case readOnly(path: String)
    /// Another rssium has been writing for too long.
    case busy
    case damaged(path: String, why: String)
    /// Nothing of a damaged file can be saved, and why.
    case cannotRecover(path: String, why: String)
    /// There was no room to write the file.
    case diskFull(path: String)
    /// A response was too large for the memory, and there was no place for it on the disk: why, in words.
    case noTemporaryFile(String)
    /// The task was cancelled meanwhile.
    case cancelled
    /// Any other error of SQLite.
    case failed(String)

    /// Whether the file has nothing that a repair could save.
    public var isOfLostContent: Bool {
        switch self {
        case .cannotRecover, .notADatabase: true
        default: false
        }
    }

    /// A database that only needs to be read can be opened as one that never changes.
    func isOfWriting(_ path: String) -> Bool {
        switch self {
        case .readOnly(path), .cannotOpen(path, _): true
        case .diskFull: DatabaseFile.hasNoLog(path)
        default: false
        }
    }

    /// What, why and what to do next, for the user; lower case, no full stop.
    public var message: String {
        switch self {
        case .feedExists(let id, let title): "already subscribed as feed \(id.rawValue), \(title)"
        case .noSuchFeed(let name): "no feed \(name): `rssium feeds` lists them"
        case .isArticle(let id):
            "no feed \(id.rawValue): `rssium feeds` lists them; `rssium read \(id.rawValue)` shows the article of this id"
        case .isCategory(let name, let kind):
            "no \(kind) \(name): it is a category, as in `rssium list --category \(name)`"
        case .fitsSeveral(let name, let feeds):
            "\(name) matches several feeds: \(feeds.prefix(10).joined(separator: ", "))"
                + (feeds.count > 10 ? " and \(feeds.count - 10) more" : "") + "; name one by its id"
        case .isView(let name): "no feed \(name): it is a view, as in `rssium list @\(name)`"
        case .noSuchArticle(let name): "no article \(name)"
        case .noSuchCategory(let name):
            "no category \(name): `rssium category` lists them, `rssium edit FEED --category NAME` creates one"
        case .categoryExists(let name): "the category \(name) exists already"
        case .noSuchRule(let name): "no rule \(name): `rssium rule` lists them"
        case .ruleExists(let id): "the rule exists already (id \(id.rawValue))"
        case .noSuchLabel(let name): "no label \(name): `rssium label` lists them"
        case .labelsTooLong(let id):
            "article \(id.rawValue) cannot have another label: it has \(Label.maxCount), or they are too long together; "
                + "`rssium label rm NAME \(id.rawValue)` takes one off"
        case .noSuchView(let name): "no view \(name): `rssium view` lists them"
        case .viewExists(let name): "the view \(name) exists already; `rssium view edit \(name)` changes it"
        case .viewLacks(let name, let what):
            "the view \(name) names \(what), which was removed: remove the view with "
                + "`rssium view rm \(name)`, and add it anew"
        case .noSuchAccount(let name): "no account \(name): `rssium account` lists them"
        case .nothingToUndo: "nothing to take back"
        case .accountExists(let name): "the account \(name) exists already"
        case .feedOfAccount(let why), .feedOfPages(let why): why
        case .slowPattern:
            "the search was stopped: its regular expression takes too long; simplify it, or narrow the search"
        case .newerSchema(let path, let version):
            "cannot use \(path): it was made by a newer version of rssium (schema \(version)); use that version"
        case .developmentSchema(let path, let version):
            "cannot use \(path): it was made by a development version of rssium (schema \(version)): "
                + "export its feeds with that version and import them here"
        case .notADatabase(let path, let why): "cannot use \(path): \(why)"
        case .ofAnotherProgram(let path): "cannot use \(path): it is the database of another program"
        case .foreignTriggers(let path, let names) where names.count == 1:
            "cannot write to \(path): its trigger \(names[0]) is not rssium's; remove it with "
                + "`sqlite3 \(path) 'DROP TRIGGER \"\(names[0])\"'`"
        case .foreignTriggers(let path, let names):
            "cannot write to \(path): its trigger \(names[0]) and \(names.count - 1) more are not rssium's; "
                + "`rssium doctor` names them all, and sqlite3 removes them (DROP TRIGGER)"
        case .cannotOpen(let path, let why): "cannot open \(path): \(why)"
        case .readOnly(let path): "cannot write to \(path): it is read-only"
        case .busy: "another rssium is writing; try again"
        case .damaged(let path, let why):
            "\(path) is damaged: \(why); `rssium --db \(path) doctor --repair` saves what can be saved"
        case .cannotRecover(let path, let why): "cannot repair \(path): \(why)"
        case .diskFull(let path): "cannot write to \(path): the disk is full"
        case .noTemporaryFile(let why): why
        case .cancelled: "cancelled"
        case .failed(let why): "database error: \(why)"
        }
    }

    /// The error for a file that SQLite does not recognize, or that does not say that it is ours.
    static func unreadable(_ path: String) -> StoreError {
        do throws(StoreError) {
            try DatabaseIdentity.check(path)
            return .damaged(path: path, why: "its first page cannot be read")
        } catch {
            return error
        }
    }

    /// An error of a transaction's body; another one than of the store is put into words.
    init(of error: any Error) { self = error as? StoreError ?? .failed("\(error)") }

    /// Translates an error of SQLite.
    init(_ error: DatabaseError, path: String) {
        self =
            switch error.code {
            case DatabaseError.Code.busy, DatabaseError.Code.locked: .busy
            case DatabaseError.Code.interrupted: .slowPattern
            case DatabaseError.Code.notADatabase: .unreadable(path)
            case DatabaseError.Code.readOnly: .readOnly(path: path)
            case DatabaseError.Code.cannotOpen where DatabaseFile.isReadOnly(path): .readOnly(path: path)
            case DatabaseError.Code.cannotOpen:
                .cannotOpen(path: path, why: DatabaseFile.problem(with: path) ?? error.words)
            default:
                if error.isDiskFull(at: path) {
                    .diskFull(path: path)
                } else if error.code == DatabaseError.Code.inputOutput, let why = FileKind.problem(at: path) {
                    .cannotOpen(path: path, why: why)
                } else if error.isCorrupt {
                    .damaged(path: path, why: error.message)
                } else {
                    .failed(error.code == DatabaseError.Code.inputOutput ? "\(path): \(error.words)" : error.message)
                }
            }
    }
}
