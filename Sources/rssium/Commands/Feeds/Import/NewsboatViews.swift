internal import FeedCore

/// The views that newsboat's further tags and its query feeds become: a feed has one category.
struct NewsboatViews {
    /// The feeds of each tag, in the order of the file, and which tags are not the first of all their feeds.
    private var urls: [String: [String]] = [:]
    private var further: [String] = []
    private let queries: [NewsboatQuery]

    init(_ list: SubscriptionList) {
        queries = list.queries
        var seen: Set<String> = []
        for subscription in list.subscriptions {
            for tag in subscription.furtherTags where seen.insert(tag).inserted { further.append(tag) }
        }
        let wanted = Set(further).union(queries.flatMap { $0.feeds.flatMap(\.tags) })
        for subscription in list.subscriptions {
            for tag in [subscription.category].compactMap(\.self) + subscription.furtherTags where wanted.contains(tag)
            {
                urls[tag, default: []].append(subscription.url)
            }
        }
    }

    /// Saves the views that are not there yet, and says which tags and queries cannot be views.
    ///
    /// - Returns: whether all could be saved.
    func save(_ feeds: inout ImportedFeeds, _ context: borrowing Context) throws -> Bool {
        var views: [(view: SavedView, entry: String, isWhole: Bool)] = []
        var taken: [String: Int] = [:]
        for tag in further {
            let filters = ids(ofTags: [tag], &feeds).map(ViewFilter.feed)
            views.append((SavedView(name: name(tag, besides: &taken), filters: filters), "a tag", true))
        }
        for query in queries {
            let view = view(of: query, named: name(query.name, besides: &taken), &feeds)
            views.append((view, "line \(query.line)", !query.isPartial))
        }
        let store = try context.store(.writing)
        var new: [SavedView] = []
        var isWhole = true
        for (view, entry, isExact) in views {
            if let problem = NewsboatViews.problem(of: view, isExact, store, context) {
                isWhole = false
                context.messages.error("not imported: \(entry): \(problem)")
            } else if try store.view(named: view.name) == nil {
                new.append(view)
            }
        }
        try store.add(new)
        if !new.isEmpty {
            context.messages.notice("saved \(count(new.count, "view")): \(listed(new.map { "@" + $0.name }))")
        }
        return isWhole
    }

    /// Why it cannot be saved; nil if it can.
    private static func problem(
        of view: SavedView, _ isExact: Bool, _ store: borrowing Store, _ context: borrowing Context
    ) -> String? {
        let words = view.words
        guard !view.filters.isEmpty else { return "no filter says what it does" }
        guard !view.isTooLong else { return "it is too long for a view: a category can hold its feeds" }
        do { _ = try context.query(of: view, state: .all, in: store) } catch {
            return ErrorMessage.text(of: error) ?? "it is wrong"
        }
        let line = ShellWords.joined(["rssium", "view", "add", view.name] + words)
        return isExact ? nil : "no filter says what this query does; the nearest view is `\(line)`"
    }

    private func view(of query: NewsboatQuery, named name: String, _ feeds: inout ImportedFeeds) -> SavedView {
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
        return SavedView(name: name, filters: filters)
    }

    private func ids(ofTags tags: [String], _ feeds: inout ImportedFeeds) -> [FeedID] {
        var ids: Set<FeedID> = []
        for tag in tags { for url in urls[tag] ?? [] { if let id = feeds.id(of: url) { ids.insert(id) } } }
        return ids.sorted()
    }

    /// The name with `-` for what the name of a view cannot have, and a number if another view has it: the next one after
    /// the last that was `taken`.
    private func name(_ text: String, besides taken: inout [String: Int]) -> String {
        var name = String(text.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "-" }.prefix(60))
        while name.hasPrefix("-") { name.removeFirst() }
        name = ViewName(name)?.text ?? "newsboat"
        let key = name.foldedName
        var number = (taken[key] ?? 0) + 1
        while number > 1, taken["\(key)-\(number)"] != nil { number += 1 }
        taken[key] = number
        if number > 1 { taken["\(key)-\(number)"] = 1 }
        return number > 1 ? "\(name)-\(number)" : name
    }
}
