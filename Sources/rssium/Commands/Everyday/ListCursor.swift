internal import FeedCore

/// What `list --new` has to remember: which articles somebody has seen, by the highest id of them.
///
/// It moves only after everything was written: an article may so be seen twice, but none is passed over.
struct ListCursor {
    private let name: String
    private let isPeeking: Bool
    private let before: ArticleID?
    private let newest: ArticleID?
    private let limit: Int?
    private var count = 0
    private var highest: ArticleID?

    static let usual = "default"
    private static let longestName = 200

    /// Nil where the list is not of new articles. Narrows the query to those.
    init?(_ arguments: Arguments, _ query: inout ArticleQuery, limit: Int?, in store: borrowing Store) throws {
        guard arguments.has("new") else { return nil }
        name = arguments.text("cursor") ?? ListCursor.usual
        isPeeking = arguments.has("peek")
        self.limit = limit
        before = try store.cursor(named: name)
        // What is stored from now on is for the next time.
        newest = try store.newestArticle()
        query.arrival = ArticleQuery.Arrival(
            after: before, through: newest ?? ArticleID(rawValue: 0), isOrder: !arguments.has("sort"))
    }

    /// Says what is wrong with the options before anything is done.
    static func check(_ arguments: Arguments) throws(UsageError) {
        for option in ["cursor", "peek"] where arguments.has(option) && !arguments.has("new") {
            throw arguments.wrong("--\(option) goes with --new")
        }
        guard let name = arguments.text("cursor") else { return }
        guard GivenName.folded(name) != nil else { throw arguments.wrong("--cursor wants a name of one line") }
        guard name.count <= longestName else {
            throw arguments.wrong("--cursor wants a name of at most \(longestName) characters")
        }
    }

    /// An article was written.
    mutating func note(_ article: ArticleID) {
        count += 1
        highest = max(highest ?? article, article)
    }

    /// Everything was written: moves past it, and past what was left out; a list that was cut at its limit, to the last
    /// article of it. False where that could not be done, which is said.
    func move(_ context: borrowing Context) -> Bool {
        let isCut = limit.map { count >= $0 } ?? false
        guard !isPeeking, let place = isCut ? highest : newest, before.map({ $0 < place }) ?? true else { return true }
        do {
            try context.store(.writing).moveCursor(named: name, to: place, at: context.now)
            return true
        } catch {
            context.messages.error("cursor \(name) is not moved: \(ErrorMessage.text(of: error) ?? "\(error)")")
            return false
        }
    }

    /// A listing on a terminal was written: what is stored later is new at the next one. Where it cannot be remembered
    /// at once the articles are called new once more, which harms nobody; and who only looks waits for no writer.
    static func noteTerminal(_ newest: ArticleID?, seen: ArticleID?, _ context: borrowing Context) {
        guard let newest, seen.map({ $0 < newest }) ?? true, let path = try? context.paths.database(),
            let store = try? Store(path: path, access: .refreshing, busyTimeout: .zero)
        else { return }
        try? store.moveCursor(named: Cursor.terminal, to: newest, at: context.now)
    }
}
