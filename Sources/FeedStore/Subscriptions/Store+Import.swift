extension Store {
    /// A feed of an imported list: which one it is here, and whether the import added it.
    public struct Imported: Hashable, Sendable {
        public let id: FeedID
        public let isNew: Bool

        public init(id: FeedID, isNew: Bool) {
            self.id = id
            self.isNew = isNew
        }
    }

    /// Subscribes to all feeds of a list in one transaction. Feeds that exist, as `feedIDs` finds them, stay as they are. Of
    /// new ones that differ only in tracking parameters, the first one is added.
    ///
    /// - Parameters:
    ///   - categories: to be added although they hold no feed, in their order.
    ///   - colors: of the categories that are added, by their names.
    ///   - progress: receives how many feeds are done.
    public func add(
        _ feeds: [NewFeed], categories: [EmptyCategory] = [], colors: [String: String] = [:],
        progress: (Int) -> Void = { _ in }
    ) throws(StoreError) -> [Imported] {
        try sharingTransaction { try insert(feeds, known: feedIDs(of: feeds), categories, colors, progress: progress) }
    }

    /// Makes the subscriptions equal to a list, in one transaction. `undo` can take it back in one step.
    ///
    /// - Parameters: as of `add`.
    /// - Returns: the feeds that were added.
    public func apply(
        _ plan: MirrorPlan, categories: [EmptyCategory] = [], colors: [String: String] = [:]
    ) throws(StoreError) -> [Imported] {
        try recordingRows(removing: plan.removals) {
            for (feed, edit) in plan.edits { try save(edit, of: feed.id) }
            // Another program may have added one since the plan was made.
            let known = try knownAddresses()
            return try insert(plan.additions, known: plan.additions.map { known[$0.url.text] }, categories, colors)
        } what: { _ in
            "import --mirror: \(plan.additions.count) added, \(plan.edits.count) changed, "
                + "\(plan.removals.count) removed"
        }
    }

    /// Which stored feed each feed of a list is: the one with its URL, else one that this URL redirects to, else one that
    /// was subscribed to under this URL and has moved since, else one whose URL differs only in what `add` and machines that
    /// share state do not tell apart: tracking parameters, and, unless it is another one of the list, scheme, `www.` and a
    /// final slash.
    public func feedIDs(of feeds: [NewFeed]) throws(StoreError) -> [FeedID?] {
        let known = try knownAddresses()
        let found = feeds.map { known[$0.url.text] }
        let keyed = try database.rows("SELECT key, id FROM feed WHERE key NOT NULL") {
            ($0.text(), FeedID(rawValue: $0.number()))
        }
        let keys = Dictionary(keyed) { first, _ in first }
        func alike(_ url: String) -> String {
            WebAddress(url).flatMap { FeedKey(of: $0.textWithoutTracking) }?.text ?? url
        }
        let stored = known.sorted { $0.value < $1.value }
        let plain = Dictionary(grouping: stored) { alike($0.key) }
        let untracked = Dictionary(stored.map { (WebAddress($0.key)?.textWithoutTracking ?? $0.key, $0.value) }) {
            first, _ in first
        }
        // Feeds here that differ in more are given to one of the list each, those with its scheme first.
        var used = Set(found.compactMap(\.self))
        return zip(feeds, found).map { feed, id in
            var chosen = id ?? untracked[feed.url.textWithoutTracking]
            if chosen == nil {
                let likeness = alike(feed.url.text)
                let free = (plain[likeness] ?? []).filter { !used.contains($0.value) }
                let twin = free.first { WebAddress($0.key)?.scheme == feed.url.scheme } ?? free.first
                let moved = [FeedKey(of: feed.url)?.text, likeness].compactMap { $0.flatMap { keys[$0] } }
                    .first { !used.contains($0) }
                chosen = Set(free.map(\.value)).count > 1 ? twin?.value : moved ?? twin?.value
            }
            if let chosen { used.insert(chosen) }
            return chosen
        }
    }

    private func insert(
        _ feeds: [NewFeed], known ids: [FeedID?], _ categories: [EmptyCategory], _ colors: [String: String],
        progress: (Int) -> Void = { _ in }
    ) throws(StoreError) -> [Imported] {
        var added: [String: FeedID] = [:]
        let moment = try beginDeciding()
        var imported: [Imported] = []
        imported.reserveCapacity(feeds.count)
        var categories = categories[...]
        // Each is looked for once: a list can have one for each feed, and SQLite folds only the letters of ASCII.
        var spellings = try Dictionary(self.categories().map { ($0.name.foldedName, $0.name) }) { first, _ in
            first
        }
        func make(_ name: String) throws(StoreError) -> String {
            let key = name.foldedName
            if let spelling = spellings[key] { return spelling }
            _ = try insertCategory(named: name, color: colors[name])
            spellings[key] = name
            return name
        }
        for (var feed, known) in zip(feeds, ids) {
            let address = feed.url.textWithoutTracking
            while let category = categories.first, category.index <= imported.count {
                _ = try make(category.name)
                categories.removeFirst()
            }
            if let id = known ?? added[address] {
                imported.append(Imported(id: id, isNew: false))
            } else {
                feed.category = try feed.category.map(make)
                let id = try insertRow(of: feed)
                try noteFeed(id, moment, .added)
                added[address] = id
                imported.append(Imported(id: id, isNew: true))
            }
            progress(imported.count)
        }
        for category in categories { _ = try make(category.name) }
        return imported
    }

    private func knownAddresses() throws(StoreError) -> [String: FeedID] {
        let feeds = try database.rows("SELECT id, url, answered_url FROM feed LEFT JOIN feed_refresh ON feed_id = id") {
            (id: FeedID(rawValue: $0.number()), url: $0.text(), answered: $0.optionalText())
        }
        var known: [String: FeedID] = [:]
        for feed in feeds {
            known[feed.url] = feed.id
            if let url = feed.answered, known[url] == nil { known[url] = feed.id }
        }
        return known
    }

    /// Within a transaction: saves a feed whose URL is known to be new.
    func insertRow(of feed: NewFeed) throws(StoreError) -> FeedID {
        try makeTriggersOfWriters()
        let category = try feed.category.map { name throws(StoreError) in try makeCategory(named: name) }
        try database.run(
            """
            INSERT INTO feed(url, host, user, password, nickname, category_id, favorite, interval, paused, own_title,
                site, summary, icon, language, program, filter, full_text)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
            """,
            .string(feed.url.text), .string(feed.url.hostAndPort), .text(feed.credentials?.user),
            .text(feed.credentials?.password), .text(feed.nickname), .id(category), .flag(feed.isFavorite),
            .number(feed.interval), .flag(feed.isPaused), .text(feed.ownTitle), .text(feed.site), .text(feed.summary),
            .text(feed.icon), .text(feed.language), .text(feed.url.program), .text(feed.filter),
            .flag(feed.fetchesPages))
        let id = database.lastInsertedRow
        if let xpaths = feed.xpaths { try saveXPaths(xpaths, of: FeedID(rawValue: id)) }
        try database.run("INSERT INTO feed_refresh(feed_id) VALUES (?1)", .integer(id))
        var settings = feed.settings
        if feed.beginsRead { settings[NewFeed.beginsReadKey] = "yes" }
        for (key, value) in settings {
            try database.run(
                "INSERT INTO feed_setting(feed_id, key, value) VALUES (?1, ?2, ?3)", .integer(id), .string(key),
                .string(value))
        }
        return FeedID(rawValue: id)
    }

    /// Sets the icons that were found on home pages, of feeds that still have none.
    public func setIcons(_ icons: [(feed: FeedID, icon: String)]) throws(StoreError) {
        guard !icons.isEmpty else { return }
        try transaction {
            let statement = try database.prepare("UPDATE feed SET icon = ? WHERE id = ? AND icon IS NULL")
            for (feed, icon) in icons { try statement.run([.string(icon), .id(feed)]) }
        }
    }
}

extension NewFeed {
    /// The key of `beginsRead` among the feed's settings.
    public static let beginsReadKey = "import.read"
}
