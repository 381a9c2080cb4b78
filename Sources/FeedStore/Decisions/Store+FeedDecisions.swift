/// Why something is noted of a feed.
package enum FeedOccasion: Equatable {
    /// The user has chosen these properties; none of a feed that has left its account.
    case chosen(Set<DecisionProperty>)
    /// The transaction has added it.
    case added
    /// A server has moved it.
    case moved
    /// `undo` has brought it back.
    case returned
}

/// Changes that the user makes to feeds, categories and rules, noted as decisions in the transaction that makes them.
extension Store {
    /// Notes what is chosen of a feed, and that it is subscribed to; of one that is back, or that machines share from now
    /// on, all that it is. What other machines have decided about that one stays, and `sharingTransaction` applies it.
    /// Each machine makes its own feed of saved pages, so nothing is noted of that one.
    package func noteFeed(
        _ id: FeedID, _ moment: DecisionMoment, _ occasion: FeedOccasion = .chosen([])
    ) throws(StoreError) {
        guard let feed = try decidable(id) else { return }
        var chosen: Set<DecisionProperty> = []
        if case .chosen(let properties) = occasion { chosen = properties }
        guard feed.isShared else {
            let properties = feed.properties.filter { chosen.contains($0.0) }
            return try noteUnshared(properties, of: feed.key, at: feed.url, moment)
        }
        var given = feed.key
        if given == nil { given = try newKey(of: id, at: feed.url) }
        guard let key = given else { return }
        let isShared = "UPDATE feed SET is_shared = 1 WHERE id = ?1 AND is_shared = 0"
        let becomesShared = try database.run(isShared, .id(id)) > 0
        if becomesShared { try share(id, key, moment) }
        // A new subscription takes the address that it finds, and a server's move is newer.
        let decided = try decisions(about: .feed(key))
        if becomesShared, decided.removal != nil {
            // The removal, which is replaced below, tells which rules have ended with it.
            try noteRules(where: "rule.feed_id = ?1", .id(id), moment, yields: true)
        }
        let known = decided[.url]
        let takesAddress = feed.key == nil && key.address(of: feed.url) == key && known?.isAutomatic ?? true
        // A server's move that only other machines have followed yet is not taken back.
        let keepsMove = known?.isAutomatic == true && occasion != .moved && !chosen.contains(.url) && !takesAddress
        // The other keys of the feed at its last URL move with it.
        let last = try known?.value.text.flatMap(key.address).map { last throws(StoreError) in try feedKeys(at: last) }
        let siblings = (last ?? []).filter { $0 != key }
        let others = Set(try otherKeys(of: id, known: key) + siblings).map(DecisionKey.feed)
        let isWhole = becomesShared || occasion == .returned
        for (property, value, initial) in feed.properties where property != .url || !keepsMove {
            let isMove = property == .url && occasion == .moved
            guard isWhole || isMove || property == .on || chosen.contains(property) else { continue }
            let isKnown = decided[.on]?.value.bool == true && value == initial
            let yields = occasion == .added ? isKnown : !chosen.contains(property)
            // A user's URL is compared with that of the key alone: another key may have had the new one, and be removed.
            let isChosen = property == .url && chosen.contains(.url)
            try decide(
                property, of: .feed(key), isChosen ? [] : others, to: value, initial: initial, moment,
                isAutomatic: occasion == .moved || property == .url && takesAddress,
                yields: isWhole && yields && property != .on)
            for sibling in siblings where isChosen { try decide(property, of: .feed(sibling), to: value, moment) }
        }
    }

    /// Notes what is chosen of a feed that is not shared: other machines read it once it is again.
    private func noteUnshared(
        _ chosen: Properties, of key: FeedKey?, at url: String, _ moment: DecisionMoment
    ) throws(StoreError) {
        guard let key else { return }
        for (property, value, initial) in chosen {
            // A URL may be that of a program now.
            if property == .url, key.address(of: url) == nil { continue }
            try decide(property, of: .feed(key), to: value, initial: initial, moment)
        }
    }

    /// A feed becomes shared: what was decided about its articles here alone meets what other machines have decided.
    func share(_ feed: FeedID, _ key: FeedKey, _ moment: DecisionMoment) throws(StoreError) {
        try shareArticles(of: feed, key, moment)
        try applyDecisions(toTombstonesOf: feed, at: moment.time.timestamp)
    }

    /// After `share`: the same of the rules and views that name one of the feeds. What others have decided stays.
    func shareNames(of feeds: Set<FeedID>) throws(StoreError) {
        let (moment, list) = (try beginDeciding(), SQLValue.list(feeds.map(\.rawValue)))
        try noteRules(where: "rule.feed_id IN (SELECT value FROM json_each(?1))", list, moment, yields: true)
        try noteViews(
            where: """
                view.id IN (SELECT view.id FROM view, json_each(view.filters) AS part
                    WHERE part.type = 'integer' AND part.value IN (SELECT value FROM json_each(?)))
                """, [list], moment, keeping: [.on, .filters])
    }

    /// The properties of a feed that can be decided, each with its value and its default.
    private typealias Properties = [(DecisionProperty, DecisionValue, initial: DecisionValue?)]

    private func decidable(
        _ feed: FeedID
    ) throws(StoreError) -> (key: FeedKey?, url: String, isShared: Bool, properties: Properties)? {
        // The user has not paused a feed that its server has lost.
        try database.firstRow(
            """
            SELECT feed.key, url, \(Store.isShared), nickname, category.name, favorite,
                paused AND (remote_id IS NULL OR is_shared), interval, xpaths
            FROM feed LEFT JOIN category ON category.id = feed.category_id WHERE feed.id = ?1 AND url <> ?2
            """, [.id(feed), .string(WebAddress.saved.text)]
        ) { row in
            let (key, url) = (row.optionalText().flatMap(FeedKey.init(written:)), row.text())
            let isShared = row.flag()
            let properties: Properties = [
                (.on, .bool(true), nil), (.url, .text(url), nil),
                (.title, row.optionalText().map(DecisionValue.text) ?? .null, .null),
                // A server may have named it as no user may.
                (.category, row.optionalText().flatMap { NameRules.isCategory($0) ? .text($0) : nil } ?? .null, .null),
                (.favorite, .bool(row.flag()), .bool(false)), (.paused, .bool(row.flag()), .bool(false)),
                (.interval, row.optionalNumber().map(DecisionValue.integer) ?? .null, .null),
                (.xpaths, row.optionalText().flatMap { DecisionValue(json: $0) } ?? .null, .null),
            ]
            return (key: key, url: url, isShared: isShared, properties: properties)
        }
    }

    /// Shares the articles of a feed that becomes shared because its account or filter is gone. Other machines now know
    /// the decisions about its articles here, and these decisions meet theirs.
    private func shareArticles(of feed: FeedID, _ key: FeedKey, _ moment: DecisionMoment) throws(StoreError) {
        let hasArticles = try database.holds("SELECT 1 FROM article WHERE feed_id = ?1 LIMIT 1", .id(feed))
        if hasArticles {
            try decideStates(of: feed, moment)
            try shareDecisions(of: feed, key)
        }
        // Before what others have decided brings a deleted article back.
        try shareDeletions(of: feed, key)
        guard hasArticles else { return }
        // Those of other machines that win now, too: the articles are as was decided here.
        let changed = try ChangedDecisions(in: self)
        try changed.note(where: "article_id IN (SELECT id FROM article WHERE feed_id = ?1)", [.id(feed)], in: self)
        try linkDecisions(of: feed, changed)
        try applyToArticles(changed, at: moment.time.timestamp, keepsRemoved: true)
    }

    /// Within a transaction: decisions about the articles of a feed that only this database knows get keys that other
    /// machines know.
    private func shareDecisions(of feed: FeedID, _ key: FeedKey) throws(StoreError) {
        let isLocal = "decision.key >= '~' AND article_id IN (SELECT id FROM article WHERE feed_id = ?1)"
        let newKey = Database.articleKey("?2")
        // Most keys are new. Their rows only get another key, so nothing is decided anew.
        try database.run(
            """
            UPDATE OR IGNORE decision SET key = (SELECT \(newKey) FROM article WHERE \(Store.isOfArticle))
            WHERE \(isLocal) AND NOT EXISTS (
                SELECT 1 FROM article CROSS JOIN decision AS other ON other.key = \(newKey)
                WHERE \(Store.isOfArticle) AND other.article_id IS NOT article.id)
            """, .id(feed), .string(key.text))
        try database.run(
            """
            INSERT INTO decision(key, property, value, time, machine, automatic, article_id)
            SELECT \(newKey), property, value, time, machine, automatic, article_id
            FROM decision JOIN article ON \(Store.isOfArticle)
            WHERE \(isLocal) AND NOT EXISTS (
                SELECT 1 FROM decision AS other WHERE other.key = \(newKey) AND other.article_id <> article.id)
            \(Decision.joiningWinner)
            """, .id(feed), .string(key.text))
        try database.run(
            """
            DELETE FROM decision
            WHERE \(isLocal) AND EXISTS (
                SELECT 1 FROM decision AS other WHERE other.article_id = decision.article_id AND other.key < '~')
            """, .id(feed))
    }

    /// The same for decisions about articles that the user has deleted. Their tombstones have all that a key is made of.
    private func shareDeletions(of feed: FeedID, _ key: FeedKey) throws(StoreError) {
        let tombstones = try database.rows(
            """
            SELECT key, article_id, guid, link, plain_link, title, text, published FROM tombstone
            WHERE feed_id = ?1 AND key >= '~'
            """, [.id(feed)]
        ) { (key: SQLValue.string($0.text()), article: $0.number(), traits: $0.tombstone()) }
        for deleted in tombstones {
            let new = SQLValue.string(ArticleKey(feed: key, traits: deleted.traits).text)
            let isTaken = "SELECT 1 FROM decision WHERE key = ?1 AND article_id NOT NULL"
            if try database.holds(isTaken, new) { continue }
            try database.run(
                """
                INSERT INTO decision(key, property, value, time, machine, automatic, arrived)
                SELECT ?2, property, value, time, machine, automatic, arrived FROM decision WHERE key = ?1
                \(Decision.joiningWinner)
                """, deleted.key, new)
            try database.run("DELETE FROM decision WHERE key = ?1", deleted.key)
            try database.run("UPDATE tombstone SET key = ?2 WHERE key = ?1", deleted.key, new)
            // `undo` finds them by their key.
            try database.run(
                """
                UPDATE removed_row SET cells = json_set(cells, '$.key', ?2)
                WHERE article_id = ?3 AND name = 'decision' AND cells ->> 'key' = ?1
                """, deleted.key, new, .integer(deleted.article))
        }
    }

    /// Decides that the articles of a feed are as they are: its server has marked some of them.
    private func decideStates(of feed: FeedID, _ moment: DecisionMoment) throws(StoreError) {
        for (property, isSet) in [(DecisionProperty.read, "read_at IS NOT NULL"), (.starred, "starred = 1")] {
            let name = SQLValue.string(property.name.text)
            let known =
                "SELECT value FROM \(Store.decided) AS decided WHERE decided.article_id = article.id AND property = ?"
            for value in [true, false] {
                try decide(
                    property, value, where: "feed_id = ? AND (\(isSet)) = \(value ? 1 : 0) AND (\(known)) <> ?",
                    [.id(feed), name, .string(value ? "true" : "false")], moment)
            }
            try decide(
                property, true, where: "feed_id = ? AND \(isSet) AND NOT EXISTS (\(known))", [.id(feed), name], moment,
                isAutomatic: true)
        }
    }

    /// The key of a new feed: the one that other machines use for its URL, else one made of the URL. Each feed of the
    /// database has a key of its own.
    private func newKey(of feed: FeedID, at url: String) throws(StoreError) -> FeedKey? {
        guard let address = WebAddress(url) else { return nil }
        for key in FeedKey.choices(at: address) {
            for key in try feedKeys(at: key, withMoved: true) + [key] where try !isUsed(key) {
                if try hasJoined(key) { continue }
                try database.run("UPDATE feed SET key = ?2 WHERE id = ?1", .id(feed), .string(key.text))
                return key
            }
        }
        return nil
    }

    /// Whether a feed of the database has the key.
    func isUsed(_ key: FeedKey) throws(StoreError) -> Bool {
        try database.holds("SELECT 1 FROM feed WHERE key = ?1", .string(key.text))
    }

    /// Whether a user has moved the feed with this key to the address of a feed of the database, which it is now.
    private func hasJoined(_ key: FeedKey) throws(StoreError) -> Bool {
        let url = try decisions(about: .feed(key))[.url]?.value.text
        guard let address = url.flatMap(key.address), address != key else { return false }
        for other in try feedKeys(at: address) where other != key { if try isUsed(other) { return true } }
        return false
    }

    /// Before a feed is removed: notes that, and that its rules end. One that was shared before it got a filter or an
    /// account has a key, too: other machines, and a restored database, must not bring it back.
    func noteRemoval(of feed: FeedID, _ moment: DecisionMoment) throws(StoreError) {
        guard let key = try sharedKey(of: feed, orEarlier: true), key != .saved else { return }
        // Before its rules have ended with it.
        try noteRules(where: "rule.feed_id = ?1", .id(feed), exist: false, moment)
        // It is subscribed to as long as one of its keys is.
        for key in try [key] + otherKeys(of: feed, known: key) + unusedTwins(of: feed, known: key) {
            try decide(.on, of: .feed(key), to: .bool(false), moment)
        }
    }

    /// The keys of another form under which machines have subscribed to just the feed's URL, and which no feed here has.
    private func unusedTwins(of feed: FeedID, known: FeedKey) throws(StoreError) -> [FeedKey] {
        let url = try self.feed(feed).url
        guard let address = known.isExact ? FeedKey(of: url) : FeedKey(exactly: url) else { return [] }
        var twins: [FeedKey] = []
        for key in try feedKeys(at: address) where try !isUsed(key) {
            if try decisions(about: .feed(key))[.url]?.value.text == url.text { twins.append(key) }
        }
        return twins
    }
}
