internal import FeedCore

/// The articles stored since a command ran last with a cursor, for commands that deliver each of them: `mail` and `run`.
///
/// While it lives, no other process delivers articles of this cursor.
struct CursorDelivery: ~Copyable {
    static let limit = Flag.limit("at most this many articles; none for all")

    /// The articles, oldest first, of a range that ends at the newest one.
    let query: ArticleQuery
    /// Nil to leave the cursor where it is.
    let cursor: String?
    /// Whether the cursor has seen no article yet.
    let isNew: Bool
    private let newest: ArticleID?
    private let lock: CursorLock?
    private let now: Timestamp

    /// Throws `CursorHeld` if another process works with the cursor.
    ///
    /// - Parameter name: the cursor without `--cursor`.
    init(
        of selection: ArticleSelection, cursor name: String, in store: borrowing Store, _ context: borrowing Context
    ) throws {
        let name = context[ListCursor.cursor] ?? name
        let isPeeking = context[ListCursor.peek]
        // Without a database, nothing is stored.
        let lock = try isPeeking || !context.hasDatabase() ? nil : CursorLock(name, database: store.path)
        let order = ArticleOrder(limit: context[CursorDelivery.limit], besideView: .arrival)
        var query = try context.query(selection, in: store, for: .changing, state: .all, by: order)
        let newest = try store.newestArticle()
        let seen = try store.cursor(named: name)
        query.arrival = ArticleQuery.Arrival(after: seen, through: newest ?? ArticleID(rawValue: 0))
        self.query = query
        self.newest = newest
        self.lock = lock
        cursor = isPeeking ? nil : name
        isNew = seen == nil
        now = context.now
    }

    /// Checks the options of cursors.
    static func check(_ arguments: Arguments) throws(UsageError) {
        try ListCursor.checkName(arguments)
        if let part = ArticleSelection.part(arguments), !arguments.has(ListCursor.cursor) {
            throw arguments.wrong("\(part) needs --cursor NAME: the cursor also passes the articles that it leaves out")
        }
    }

    /// Whether any article is stored.
    var hasArticles: Bool { newest != nil }

    /// Before a delivery: throws if another program keeps the database from being changed. The article would come again.
    func checkWritable(_ store: borrowing Store) throws(StoreError) {
        if cursor != nil { try store.transaction {} }
    }

    /// Moves the cursor past an article that was delivered.
    func pass(_ article: ArticleID, in store: borrowing Store) throws(StoreError) {
        guard let cursor else { return }
        try CursorDelivery.note { [now] () throws(StoreError) in
            try store.moveCursor(named: cursor, to: article, at: now)
        }
    }

    /// Stores what was delivered. That cannot be taken back, so this waits a minute for another program that writes.
    static func note(_ change: () throws(StoreError) -> Void) throws(StoreError) {
        // Each time waits for five seconds.
        for _ in 1..<12 {
            do throws(StoreError) { return try change() } catch { guard case .busy = error else { throw error } }
        }
        try change()
    }

    /// Moves the cursor past what the filters left out, unless the limit has left out more.
    ///
    /// - Parameter count: how many articles were chosen.
    func passAll(after count: Int, in store: borrowing Store) throws(StoreError) {
        let isCut = query.limit.map { count >= $0 } ?? false
        if let newest, !isCut { try pass(newest, in: store) }
    }
}
