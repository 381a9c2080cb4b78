/// The stored articles by the keys that other machines may know them by, with what was decided here and, while files are
/// read, there about whether they are read and starred. There may be very many: each takes 40 bytes, and its keys.
///
/// What the files say is gathered first, and applied in the order of the ids: so no page of the database is changed twice.
struct MergedArticles {
    /// Entries that are missing are 0.
    private struct Article {
        /// 0 after the article was removed.
        var id: Int64
        var read, starred: Int64
        var theirRead: Int64 = 0
        var theirStarred: Int64 = 0
    }

    private var articles: [Article] = []
    private var places: [ArticleKey: Int32] = [:]
    /// `PRAGMA data_version` when they were read: another connection that writes changes it.
    private let version: Int64

    init(in store: borrowing Store) throws {
        version = try MergedArticles.version(of: store)
        let count = Int(try store.database.number("SELECT count(*) FROM article") ?? 0)
        articles.reserveCapacity(count)
        places.reserveCapacity(count)
        var keys = ArticleKeys()
        let statement = try store.database.prepare(
            "SELECT id, feed_id, read_entry, starred_entry, guid, url, title FROM article")
        while try statement.step() {
            var row = statement.row
            let (id, feed) = (row.number(), FeedID(rawValue: row.number()))
            let article = Article(id: id, read: row.number(), starred: row.number())
            let (guid, link, title) = (row.optionalText(), row.optionalText(), row.text())
            let names = try keys.keys(of: feed, guid: guid, link: link, title: title, in: store)
            if names.isEmpty { continue }
            for key in names { places[key] = Int32(articles.count) }
            articles.append(article)
        }
    }

    /// No other connection has changed the database since.
    func isCurrent(in store: borrowing Store) throws(DatabaseError) -> Bool {
        try MergedArticles.version(of: store) == version
    }

    private static func version(of store: borrowing Store) throws(DatabaseError) -> Int64 {
        try store.database.number("PRAGMA data_version") ?? 0
    }

    func id(of key: ArticleKey) -> ArticleID? {
        guard let place = places[key], articles[Int(place)].id != 0 else { return nil }
        return ArticleID(rawValue: articles[Int(place)].id)
    }

    /// After a deletion, or after one was taken back.
    mutating func set(_ id: ArticleID?, of key: ArticleKey, in store: borrowing Store) throws(DatabaseError) {
        if id == self.id(of: key) { return }
        if let place = places[key] { articles[Int(place)].id = 0 }
        guard let id else { return }
        let found = try store.database.rows("SELECT read_entry, starred_entry FROM article WHERE id = ?1", [.id(id)]) {
            Article(id: id.rawValue, read: $0.number(), starred: $0.number())
        }
        places[key] = Int32(articles.count)
        articles += found
    }

    /// Gathers what a line says of a stored article.
    ///
    /// - Parameter isJoining: what loses against a decision made here counts as well.
    mutating func gather(
        _ decisions: ArticleDecisions, about key: ArticleKey, isJoining: Bool, _ machines: inout Machines,
        in store: borrowing Store
    ) throws {
        guard let place = places[key].map(Int.init) else { return }
        func gather(
            _ entry: StateEntry<Bool>?, _ ours: Int64, _ theirs: WritableKeyPath<Article, Int64>
        ) throws {
            guard let entry else { return }
            for known in [isJoining ? 0 : ours, articles[place][keyPath: theirs]] {
                if let known = PackedEntry(column: known), !machines.unpacked(known).isBeaten(by: entry) { return }
            }
            articles[place][keyPath: theirs] = try machines.packed(entry, in: store).rawValue
        }
        try gather(decisions.read, articles[place].read, \.theirRead)
        try gather(decisions.starred, articles[place].starred, \.theirStarred)
    }

    /// Applies what was gathered about one article. Returns whether it changes anything.
    mutating func settle(
        _ key: ArticleKey, _ machines: inout Machines, in store: borrowing Store, at now: Timestamp
    ) throws -> Bool {
        guard let place = places[key] else { return false }
        return try settle(Int(place), nil, &machines, in: store, at: now)
    }

    /// Applies what was gathered. Returns of how many articles it changes anything.
    mutating func settleAll(
        _ joining: StateJoining?, _ machines: inout Machines, in store: borrowing Store, at now: Timestamp
    ) throws -> Int {
        var changed = 0
        for place in articles.indices where articles[place].theirRead != 0 || articles[place].theirStarred != 0 {
            if try settle(place, joining, &machines, in: store, at: now) { changed += 1 }
        }
        return changed
    }

    private mutating func settle(
        _ place: Int, _ joining: StateJoining?, _ machines: inout Machines, in store: borrowing Store,
        at now: Timestamp
    ) throws -> Bool {
        let article = articles[place]
        func decisions(_ read: Int64, _ starred: Int64) -> ArticleDecisions {
            ArticleDecisions(
                read: PackedEntry(column: read).map(machines.unpacked),
                starred: PackedEntry(column: starred).map(machines.unpacked))
        }
        var ours = decisions(article.read, article.starred)
        var theirs = decisions(article.theirRead, article.theirStarred)
        if let joining { theirs.merge(joining.decisions(ours: ours, theirs: theirs)) }
        let won = ours.merge(theirs)
        articles[place].theirRead = 0
        articles[place].theirStarred = 0
        guard article.id != 0, !won.isEmpty else { return false }
        if let read = won.read { articles[place].read = try machines.packed(read, in: store).rawValue }
        if let starred = won.starred { articles[place].starred = try machines.packed(starred, in: store).rawValue }
        try store.apply(won, to: ArticleID(rawValue: article.id), &machines, at: now)
        return true
    }
}
