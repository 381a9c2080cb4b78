internal import FeedCore

/// `@NAME` on the command line means the articles of a view.
extension Context {
    /// The view that the word names. Nil for any other word: the name of a view does not begin with `@`.
    func view(_ word: String, in store: borrowing Store) throws -> SavedView? {
        guard let name = ViewName(argument: word) else { return nil }
        return try store.view(named: name.text)
    }

    /// The articles of a view, with its order and limit.
    ///
    /// - Parameter state: what the command says of read and unread. A view that says nothing has this, and the unread
    ///   articles where the command says nothing either.
    func query(of view: SavedView, state: ArticleQuery.State?, in store: borrowing Store) throws -> ArticleQuery {
        let arguments = try ViewCommand.arguments(of: view, at: now)
        var selection = try ArticleSelection(arguments, self)
        let words = selection.feeds
        selection.feeds = []
        let order = ArticleOrder(arguments)
        let state = state ?? (order.sort == .read ? .all : .unread)
        var query: ArticleQuery
        do {
            query = try self.query(selection, in: store, state: state, by: order)
        } catch StoreError.noSuchCategory(let name) {
            throw StoreError.viewLacks(view: view.name, what: "category \(name)")
        }
        if !words.isEmpty {
            let feeds = words.map { FeedID(rawValue: ArgumentText.id($0) ?? 0) }
            let known = Set(try store.feedTitles(of: feeds).map(\.id))
            query.feeds = feeds.filter(known.contains)
            let removed = listed(feeds.filter { !known.contains($0) }.map { "feed \($0.rawValue)" })
            if query.feeds == [] { throw StoreError.viewLacks(view: view.name, what: removed) }
            if !removed.isEmpty { messages.notice("the view \(view.name) is without \(removed), which was removed") }
        }
        return query
    }
}

/// The name of a view: letters, digits, `-` and `_`.
struct ViewName {
    let text: String

    init?(_ text: String) {
        guard NameRules.isView(text) else { return nil }
        self.text = text
    }

    /// From `@NAME`.
    init?(argument word: String) {
        let word = word.trimmed
        guard word.hasPrefix("@") else { return nil }
        self.init(String(word.dropFirst()))
    }
}
