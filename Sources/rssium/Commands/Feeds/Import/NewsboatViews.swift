internal import FeedCore

/// The views that newsboat's further tags and its query feeds become: a feed has one category.
struct NewsboatViews {
    /// The feeds of each tag, in the order of the file, and which tags are not the first of all their feeds.
    private var urls: [String: [String]] = [:]
    private var further: [String] = []
    private let queries: [NewsboatQuery]

    init(_ list: SubscriptionList) {
        queries = list.queries
        for subscription in list.subscriptions {
            for tag in subscription.furtherTags { further.appendIfAbsent(tag) }
        }
        let wanted = Set(further).union(queries.flatMap { $0.feeds.flatMap(\.tags) })
        for subscription in list.subscriptions {
            for tag in [subscription.category].compactMap(\.self) + subscription.furtherTags where wanted.contains(tag)
            {
                urls[tag, default: []].append(subscription.url)
            }
        }
    }

    /// Saves the views that are not there yet.
    ///
    /// - Returns: whether every query could be saved.
    func save(_ feeds: inout ImportedFeeds, _ context: borrowing Context) throws -> Bool {
        let store = try context.store(.writing)
        var made: [String] = []
        for tag in further {
            let view = SavedView(
                name: NewsboatViews.name(tag), filters: ids(ofTags: [tag], &feeds).map(ViewFilter.feed))
            if try save(view, in: store) { made.append(view.name) }
        }
        var isWhole = true
        for query in queries {
            let view = view(of: query, &feeds)
            if view.filters.isEmpty || query.isPartial {
                isWhole = false
                let words = ["rssium", "view", "add", view.name] + view.words
                let nearest = view.filters.isEmpty ? "" : "; the nearest view is `\(ShellWords.joined(words))`"
                context.messages.error(
                    "not imported: line \(query.line): no filter says what this query does\(nearest)")
            } else if try save(view, in: store) {
                made.append(view.name)
            }
        }
        if !made.isEmpty {
            context.messages.notice("saved \(count(made.count, "view")): \(listed(made.map { "@" + $0 }))")
        }
        return isWhole
    }

    private func save(_ view: SavedView, in store: borrowing Store) throws -> Bool {
        let size = view.words.reduce(0) { $0 + $1.utf8.count }
        guard !view.filters.isEmpty, size <= SavedView.maxBytes, try store.view(named: view.name) == nil else {
            return false
        }
        try store.add(view)
        return true
    }

    private func view(of query: NewsboatQuery, _ feeds: inout ImportedFeeds) -> SavedView {
        var filters = query.options.map { option in
            option.value.map { ViewFilter.option(option.name, value: $0) } ?? .flag(option.name)
        }
        var chosen: [FeedID]?
        for choice in query.feeds {
            var ids = ids(ofTags: choice.tags.sorted(), &feeds)
            for url in choice.urls { if let id = feeds.id(of: url) { ids.appendIfAbsent(id) } }
            chosen = chosen.map { $0.filter(ids.contains) } ?? ids
        }
        filters += (chosen ?? []).sorted().map(ViewFilter.feed)
        // No feed fits: without feeds the view would have the articles of all.
        if chosen?.isEmpty == true { filters = [] }
        return SavedView(name: NewsboatViews.name(query.name), filters: filters)
    }

    private func ids(ofTags tags: [String], _ feeds: inout ImportedFeeds) -> [FeedID] {
        var ids: Set<FeedID> = []
        for tag in tags { for url in urls[tag] ?? [] { if let id = feeds.id(of: url) { ids.insert(id) } } }
        return ids.sorted()
    }

    /// The name with `-` for what the name of a view cannot have.
    private static func name(_ text: String) -> String {
        var name = String(text.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "-" }.prefix(60))
        while name.hasPrefix("-") { name.removeFirst() }
        return ViewName(name)?.text ?? "newsboat"
    }
}
