/// Changes what is stored to what was decided elsewhere about feeds, categories, rules and views.
///
/// Nothing is decided by it: the decisions are saved already. Feeds are known by their keys, and one feed may have several.
/// An example: two machines subscribe to `ex.org/a`. Then the first one also subscribes to `ex.org/m`, and on the second
/// one the user moves the feed there. Once both have exchanged their files, each knows these decisions:
///
///     ex.org/a   on: true   url: https://ex.org/m      made by the user of the second machine
///     ex.org/m   on: true   url: https://ex.org/m      made by the first machine
///
/// - The first machine has a feed for each key. `applyFeed` of `ex.org/a` finds both keys at the address `ex.org/m`: they
///   are one `group`. `onlyFeed` keeps the feed of `ex.org/a`, and removes the other one, which `undo` can bring back.
///   `set` moves the kept one to `https://ex.org/m`.
/// - The second machine finds the same group when `applyFeed` gets `ex.org/m`, and it has one feed of the group already.
/// - So both have one feed at `https://ex.org/m`, with the smaller key, `ex.org/a`. Both decisions stay as they are.
extension Store {
    /// Within a transaction: sets the properties whose decision is another one now. A rule whose feed or category is not
    /// here yet is added when that comes.
    func apply(_ changed: [DecisionKey: Set<DecisionProperty>], at now: Timestamp) throws(StoreError) {
        let state = try decidedState()
        let named = state.named
        let aliases = Set(changed.keys.compactMap(\.alias))
        var categories: [(name: ExactText, properties: Decisions)] = []
        for (key, properties) in named {
            if case .category(let name) = key, let alias = key.alias, aliases.contains(alias) {
                categories.append((name, properties))
            }
        }
        var feeds: [(key: FeedKey, changed: Set<DecisionProperty>)] = []
        for (key, properties) in changed { if case .feed(let key) = key { feeds.append((key, properties)) } }
        // In the order in which they were made: so their ids come in the same order on all machines.
        categories.sort { left, right in
            let times = [left, right].map { $0.properties[.on]?.time ?? .first }
            return times[0] == times[1] ? left.name < right.name : times[0] < times[1]
        }
        // Each by itself would be looked for among all, because SQLite folds only the letters of ASCII.
        var known = try foldedCategories()
        for (name, properties) in categories where properties[.on]?.value.bool == true {
            if known.insert(name.text.foldedName).inserted { _ = try insertRow(ofCategory: name.text, color: nil) }
        }
        var shared = try SharedFeeds(in: self)
        let left = try keysLeftBehind(by: feeds.map(\.key), shared)
        // One with an exact key has a URL that another one has left.
        for feed in feeds.sorted(by: { ($0.key.isExact ? 1 : 0, $0.key) < ($1.key.isExact ? 1 : 0, $1.key) }) {
            try applyFeed(feed.key, feed.changed, &shared, at: now)
        }
        for key in left { try applyFeed(key, [], &shared, at: now) }
        try applyNames(named, of: state, changed.keys, shared)
    }

    /// Which categories have ended and what the others are, and which rules and views exist.
    func applyNames(
        _ named: [DecisionKey: Decisions], of state: DecidedState, _ changed: some Collection<DecisionKey>,
        _ feeds: SharedFeeds
    ) throws(StoreError) {
        // Every category is checked, because the feed that kept it may have left it.
        let known = try foldedCategories()
        for (key, properties) in named {
            guard case .category(let name) = key, properties[.on]?.value.bool != true,
                known.contains(name.text.foldedName)
            else { continue }
            try removeUnused(try categoryID(named: name.text))
        }
        try describeCategories(named, names: state.categoryNames)
        try applyRules(named, of: state, feeds)
        try applyViews(named, changed: changed, feeds)
    }

    // MARK: Categories

    /// A category that a feed is in exists, whatever was decided.
    private func removeUnused(_ category: CategoryID?) throws(StoreError) {
        try database.run(
            "DELETE FROM category WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM feed WHERE category_id = ?1)",
            .id(category))
    }

    /// Gives each category that exists the spelling, color and position that were decided, also one that exists only for
    /// its feeds.
    ///
    /// - Parameter names: by names in lower case.
    private func describeCategories(_ named: [DecisionKey: Decisions], names: [String: ExactText]) throws(StoreError) {
        var decided: [String: Decisions] = [:]
        for (key, properties) in named {
            if case .category(let name) = key { decided[name.text.foldedName] = properties }
        }
        let rows = try database.rows("SELECT id, name FROM category") { (id: $0.number(), name: $0.text().foldedName) }
        for row in rows {
            let (color, position) = (decided[row.name]?[.color]?.value, decided[row.name]?[.position]?.value.integer)
            try database.prepare(
                """
                UPDATE category SET name = ifnull(?2, name), position = ifnull(?3, position),
                    color = CASE WHEN ?4 THEN ?5 ELSE color END
                WHERE id = ?1
                """
            ).run([
                .integer(row.id), .text(names[row.name]?.text), .number(position), .flag(color != nil),
                .text(color?.text),
            ])
        }
    }

    // MARK: Feeds

    private func applyFeed(
        _ key: FeedKey, _ changed: Set<DecisionProperty>, _ feeds: inout SharedFeeds, at now: Timestamp
    ) throws(StoreError) {
        var properties = try decisions(about: .feed(key))
        let found = properties[.url]?.value.text.flatMap { key.address(of: $0) }
        // A feed that only a server has moved does not become one with another feed at that address.
        let address = properties[.url]?.isAutomatic == true && found != key ? nil : found
        var group = [key]
        var isOn = properties[.on]?.value.bool ?? false
        if let address {
            // All keys with this URL are one feed, and what was decided under any of them is applied at once. It is
            // subscribed to as long as one of them is: whoever removes it under one may not know the other.
            guard !feeds.applied.contains(address) else { return }
            for other in try feedKeys(at: address) where other != key {
                group.append(other)
                let decided = try decisions(about: .feed(other))
                if decided[.on]?.value.bool ?? false { isOn = true }
                properties.merge(decided)
            }
            if group.count > 1 { feeds.applied.insert(address) }
        }
        let leading = group.min() ?? key
        // A feed that a server has moved to the address of a removed one stays.
        let id = try onlyFeed(of: group, &feeds) ?? (isOn ? address.flatMap(feeds.id(at:)) : nil)
        guard isOn else {
            if let id, try !keepTwin(id, of: key, &feeds) { try removeElsewhereRemoved(id, &feeds) }
            return
        }
        guard let url = properties[.url]?.value.text.flatMap(WebAddress.init) else { return }
        let subscribed: FeedID? =
            if let id { id } else if feeds.isElsewhere(group, url) { nil } else { try newFeed(group, at: url, now) }
        guard let feed = subscribed else { return }
        let becomesShared = try saveKey(leading, of: feed, isNew: id == nil)
        if id == nil { try applyDecisions(toTombstonesOf: feed, at: now) }
        feeds.insert(feed, key: leading, url: url.text)
        if id != nil {
            // A server's move, which each machine follows by itself, must not be taken back. A server may send each of them
            // to another address.
            if group.count == 1, !becomesShared { properties = properties.filter { changed.contains($0.key) } }
            if properties[.url]?.isAutomatic == true { properties[.url] = nil }
        }
        try set(properties, of: try self.feed(feed), &feeds)
        // Another feed may have become this one, with the decisions about its articles.
        if id != nil, group.count > 1 { try applyDecisions(toArticlesOf: feed, at: now) }
    }

    /// The other keys at the addresses of feeds that may move now: those that do not move with them are feeds of their own.
    private func keysLeftBehind(by moving: [FeedKey], _ feeds: SharedFeeds) throws(StoreError) -> [FeedKey] {
        var left: Set<FeedKey> = []
        for key in moving {
            guard let address = feeds.address(of: key) else { continue }
            for other in try feedKeys(at: address) where try !isUsed(other) { left.insert(other) }
        }
        return left.subtracting(moving).sorted()
    }

    /// Brings back or adds a feed. Nil if a feed that is not shared has the URL: that of an account, or one with a filter.
    private func newFeed(_ keys: [FeedKey], at url: WebAddress, _ now: Timestamp) throws(StoreError) -> FeedID? {
        guard try feed(at: url) == nil else { return nil }
        if let waiting = try removedFeed(keys),
            case .success(let returned) = try bringBack(waiting, ChangedDecisions(in: self), at: now)
        {
            return returned.id
        }
        return try insertRow(of: NewFeed(url: url))
    }

    /// The feed that has one of these keys, rather one that no user has removed. Two feeds that have one are one, since one
    /// of them has moved.
    private func onlyFeed(of keys: [FeedKey], _ feeds: inout SharedFeeds) throws(StoreError) -> FeedID? {
        var (wanted, removed): ([FeedID], [FeedID]) = ([], [])
        for key in keys {
            guard let id = feeds.byKey[key] else { continue }
            let isOn = try decisions(about: .feed(key))[.on]?.value.bool ?? true
            if isOn { wanted.append(id) } else { removed.append(id) }
        }
        guard let id = (wanted + removed).first else { return nil }
        for other in Set(wanted + removed) where other != id { try removeElsewhereRemoved(other, &feeds) }
        return id
    }

    /// Another machine has two feeds with the same key but for the scheme or `www.`, and has removed the one with the key.
    /// If the feed here is the other one, it gets that one's key. Returns whether it is.
    private func keepTwin(_ feed: FeedID, of key: FeedKey, _ feeds: inout SharedFeeds) throws(StoreError) -> Bool {
        let url = try self.feed(feed).url
        guard !key.isExact, let exact = FeedKey(exactly: url),
            try decisions(about: .feed(exact))[.on]?.value.bool == true
        else { return false }
        try saveKey(exact, of: feed)
        feeds.insert(feed, key: exact, url: url.text)
        return true
    }

    /// Sets what was decided; what was not stays.
    private func set(_ properties: Decisions, of feed: Feed, _ feeds: inout SharedFeeds) throws(StoreError) {
        // Another feed with the new URL is the same feed; its articles are fetched again. But if both addresses are of one
        // feed, each feed keeps its own.
        if let url = properties[.url]?.value.text.flatMap(WebAddress.init), let other = try self.feed(at: url),
            other.id != feed.id, feeds.contains(other.id), FeedKey(of: url) != FeedKey(of: feed.url)
        {
            try removeElsewhereRemoved(other.id, &feeds)
        }
        try apply(properties, to: feed)
    }

    /// The same, unless another feed has the URL.
    func apply(_ properties: Decisions, to feed: Feed) throws(StoreError) {
        func update(_ column: String, _ value: SQLValue) throws(StoreError) {
            try database.run("UPDATE feed SET \(column) = ?2 WHERE id = ?1", .id(feed.id), value)
        }
        if let title = properties[.title] { try update("nickname", .text(title.value.text)) }
        if let category = properties[.category] {
            var row: CategoryID?
            if let name = category.value.text { row = try categoryRow(named: name) }
            try update("category_id", .id(row))
        }
        if let favorite = properties[.favorite]?.value.bool { try update("favorite", .flag(favorite)) }
        if let paused = properties[.paused]?.value.bool, paused != feed.isPaused {
            try database.run(
                "UPDATE feed SET paused = ?2, gone = gone AND ?2 WHERE id = ?1", .id(feed.id), .flag(paused))
        }
        if let interval = properties[.interval] { try update("interval", .number(interval.value.integer)) }
        if let xpaths = properties[.xpaths] {
            try update("xpaths", xpaths.value == .null ? .null : .bytes(xpaths.value.json))
            try forgetDocument(of: feed.id)
        }
        if let url = properties[.url]?.value.text.flatMap(WebAddress.init), try self.feed(at: url) == nil {
            try move(feed, to: url)
            try forgetAnswers(of: feed)
        }
    }

    /// A feed that another machine has removed.
    private func removeElsewhereRemoved(_ feed: FeedID, _ feeds: inout SharedFeeds) throws(StoreError) {
        try keepFeed(feed, beginDeciding())
        try database.run("DELETE FROM feed WHERE id = ?1", .id(feed))
        feeds.remove(feed)
    }
}
