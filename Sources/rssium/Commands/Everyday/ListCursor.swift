internal import FeedCore

/// The cursor of `list --new`: the highest article id that a script has seen.
///
/// It moves only after everything was printed, or when the user leaves the pager, so a script may see an article twice but
/// never misses one.
struct ListCursor {
    static let new = Flag("new", "only articles stored since the last list --new with this cursor")
    static let cursor = Flag.text("cursor", placeholder: "NAME", "the cursor of --new (\(defaultName))")
    static let peek = Flag("peek", "do not move the cursor")

    private let name: String
    private let isPeeking: Bool
    private let before: ArticleID?
    private let newest: ArticleID?
    private let limit: Int?
    private var count = 0
    private var highest: ArticleID?

    static let defaultName = "default"
    private static let maxNameCharacters = 200

    /// Limits the query to new articles. Nil without `--new`.
    init?(_ arguments: Arguments, _ query: inout ArticleQuery, in store: borrowing Store) throws {
        guard arguments[ListCursor.new] else { return nil }
        name = arguments[ListCursor.cursor] ?? ListCursor.defaultName
        isPeeking = arguments[ListCursor.peek]
        limit = query.limit
        before = try store.cursor(named: name)
        // Articles stored from now on are for the next list.
        newest = try store.newestArticle()
        query.arrival = ArticleQuery.Arrival(after: before, through: newest ?? ArticleID(rawValue: 0))
    }

    /// Checks the options of cursors.
    static func check(_ arguments: Arguments) throws(UsageError) {
        if !arguments[ListCursor.new] { try arguments.refuse([ListCursor.cursor, ListCursor.peek], "needs --new") }
        try checkName(arguments)
    }

    /// Checks the name of a cursor.
    static func checkName(_ arguments: Arguments) throws(UsageError) {
        guard let name = arguments[ListCursor.cursor] else { return }
        guard NameArgument.normalized(name) != nil else { throw arguments.wrong("--cursor must be one line of text") }
        guard name.count <= maxNameCharacters else {
            throw arguments.wrong("--cursor must have at most \(maxNameCharacters) characters")
        }
    }

    /// Notes that an article was printed.
    mutating func recordPrinted(_ article: ArticleID) {
        count += 1
        highest = max(highest ?? article, article)
    }

    /// Moves the cursor after everything was printed: to the newest article, or to the last one printed if the list
    /// reached its limit, or might have. If that fails, it reports the error and returns false.
    func move(_ context: borrowing Context, isLeftEarly: Bool = false) -> Bool {
        let isCut = limit.map { isLeftEarly || count >= $0 } ?? false
        guard !isPeeking, let last = isCut ? highest : newest, before.map({ $0 < last }) ?? true else { return true }
        do {
            try context.store(.writing).moveCursor(named: name, to: last, at: context.now)
            return true
        } catch {
            context.messages.error("cannot move the cursor \(name): \(ErrorMessage.reason(of: error))")
            return false
        }
    }

    /// Remembers what a list on a terminal has shown, for the flag `N`. A list must not wait for a writer, so where
    /// another rssium is writing, the articles are flagged once more.
    static func moveTerminalCursor(to newest: ArticleID?, seen: ArticleID?, _ context: borrowing Context) {
        guard let newest, seen.map({ $0 < newest }) ?? true, let path = try? context.paths.database(),
            let store = try? Store(path: path, access: .refreshing, busyTimeout: .zero)
        else { return }
        try? store.moveCursor(named: Cursor.terminal, to: newest, at: context.now)
    }
}
