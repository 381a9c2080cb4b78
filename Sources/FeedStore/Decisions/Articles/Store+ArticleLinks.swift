/// Finds the articles that decisions wait for: those of other machines and readers, and those about articles that were
/// removed.
extension Store {
    /// Within a transaction: finds the decisions that wait for new or edited articles of a feed. Returns whether there
    /// may be any, for `applyToArticles`.
    func linkDecisions(toNew articles: [ArticleID], of feed: FeedID) throws(StoreError) -> Bool {
        let waiting = "SELECT 1 FROM decision WHERE article_id IS NULL AND \(DecisionKey.isArticle) LIMIT 1"
        guard try database.number(waiting) == 1 else { return false }
        try emptyChanged()
        try linkDecisions(of: feed, arrived: articles)
        return true
    }

    /// Within a transaction: applies the decisions that waited for the new text of edited articles.
    package func applyWaitingDecisions(
        toEdited articles: [ArticleID], of feed: FeedID, at now: Timestamp
    ) throws(StoreError) {
        guard !articles.isEmpty, try linkDecisions(toNew: articles, of: feed) else { return }
        try applyToArticles(at: now, keepsRemoved: false)
    }

    /// Within a transaction, after `emptyChanged`: finds the articles of a feed that decisions wait for, and notes that
    /// these decisions apply now.
    ///
    /// - Parameter arrived: the new or edited articles; nil if decisions may be about any article.
    func linkDecisions(of feed: FeedID, arrived: [ArticleID]? = nil) throws(StoreError) {
        guard try database.number("SELECT is_shared FROM feed WHERE id = ?1", .id(feed)) == 1 else { return }
        let feedKeys = try allKeys(of: feed)
        let waiting = try keys(of: feedKeys, where: "article_id IS NULL")
        let hasSole =
            try database.number("SELECT 1 FROM decision WHERE article_id IS NULL AND \(DecisionKey.isSole) LIMIT 1")
            == 1
        if waiting.isEmpty, !hasSole { return }
        let articles = try candidates(of: feed)
        let new = arrived.map { arrived in
            let ids = Set(arrived.map(\.rawValue))
            return articles.filter { ids.contains($0.id) }
        }
        // Most decisions wait for articles that are gone.
        let isAny = new.map { DecisionMatching(waiting.map(\.evidence), among: $0.map(\.evidence)).isAny } ?? true
        if !waiting.isEmpty, isAny { try link(waiting, among: articles, of: feed, feedKeys) }
        if hasSole { try linkSole(new ?? articles, of: feed, feedKeys) }
    }

    /// Within a transaction: the same for all feeds that the changed decisions are about.
    func linkChangedDecisions() throws(StoreError) {
        let prefixes = Set(
            try database.rows(
                """
                SELECT DISTINCT substr(key, 1, \(ArticleKey.prefixLength)) FROM temp.changed
                WHERE \(DecisionKey.isSharedArticle) AND NOT (\(DecisionKey.isSole))
                """
            ) { $0.text() })
        let hasSole = try database.number("SELECT 1 FROM temp.changed WHERE \(DecisionKey.isSole) LIMIT 1") == 1
        if prefixes.isEmpty, !hasSole { return }
        let feeds = try database.rows("SELECT id FROM feed WHERE is_shared = 1 ORDER BY id") {
            FeedID(rawValue: $0.number())
        }
        for feed in feeds {
            let keys = try allKeys(of: feed)
            if hasSole || keys.contains(where: { prefixes.contains(ArticleKey.prefix(of: $0)) }) {
                try linkDecisions(of: feed)
            }
        }
    }

    // MARK: By all evidence

    /// A key of which a decision is stored.
    private struct DecidedKey {
        let text: String
        let evidence: ArticleEvidence
    }

    private func keys(of feeds: [FeedKey], where condition: String) throws(StoreError) -> [DecidedKey] {
        var keys: [DecidedKey] = []
        for feed in feeds {
            keys += try database.rows(
                "SELECT DISTINCT key FROM decision WHERE key >= ?1 AND key < ?1 || 'g' AND \(condition)",
                [.string(ArticleKey.prefix(of: feed))]
            ) { row in
                let text = row.text()
                return ArticleKey(text)?.evidence.map { DecidedKey(text: text, evidence: $0) }
            }
        }
        return keys
    }

    private func link(
        _ waiting: [DecidedKey], among articles: [Candidate], of feed: FeedID, _ feedKeys: [FeedKey]
    ) throws(StoreError) {
        let removed = try database.rows(
            "SELECT id, guid, plain_link, title, text, published FROM tombstone WHERE feed_id = ?1", [.id(feed)]
        ) { row in
            let id = row.number()
            let traits = ArticleFingerprint(
                guid: row.optionalNumber(), link: nil, canonicalLink: row.optionalNumber(), title: row.number(),
                text: row.number(), published: row.optionalTime())
            return (id: id, evidence: ArticleEvidence(traits))
        }
        let linked = try keys(of: feedKeys, where: "article_id NOT NULL")
        let matching = DecisionMatching(
            (waiting + linked).map(\.evidence), among: articles.map(\.evidence) + removed.map(\.evidence))
        for (key, match) in zip(waiting, matching.matches) {
            guard let match else { continue }
            let isStored = match < articles.count
            if isStored {
                try database.run(
                    "UPDATE decision SET article_id = ?2 WHERE key = ?1", .string(key.text),
                    .integer(articles[match].id))
            }
            try database.run(
                """
                INSERT INTO temp.changed(key, property, tombstone) SELECT key, property, ?2 FROM decision WHERE key = ?1
                ON CONFLICT DO UPDATE SET tombstone = excluded.tombstone
                """, .string(key.text), .number(isStored ? nil : removed[match - articles.count].id))
        }
    }

    // MARK: By one evidence alone

    /// The articles of a feed by keys that no other one of them has.
    func soleArticles(of feed: FeedID) throws(StoreError) -> [ArticleKey: ArticleID] {
        Store.soleArticles(among: try candidates(of: feed), by: try allKeys(of: feed))
    }

    private static func soleArticles(among articles: [Candidate], by feedKeys: [FeedKey]) -> [ArticleKey: ArticleID] {
        var owners: [ArticleKey: [Int64]] = [:]
        for article in articles {
            for key in feedKeys.flatMap(article.soleKeys) { owners[key, default: []].append(article.id) }
        }
        return owners.compactMapValues { $0.count == 1 ? ArticleID(rawValue: $0[0]) : nil }
    }

    /// Such a decision gets the key of the only article that it can be about.
    private func linkSole(_ new: [Candidate], of feed: FeedID, _ feedKeys: [FeedKey]) throws(StoreError) {
        var articles: [ArticleKey: ArticleID]?
        for key in Set(new.flatMap { feedKeys.flatMap($0.soleKeys) }) {
            let old = SQLValue.string(DecisionKey.article(key).text)
            guard try database.number("SELECT 1 FROM decision WHERE key = ?1 LIMIT 1", old) == 1 else { continue }
            if articles == nil { articles = try soleArticles(of: feed) }
            if let article = articles?[key] { try moveDecisions(from: old, to: article) }
        }
    }

    private func moveDecisions(from old: SQLValue, to article: ArticleID) throws(StoreError) {
        let key = try database.rows("SELECT \(Store.keyOfArticle) FROM article WHERE id = ?1", [.id(article)]) {
            SQLValue.string($0.text())
        }[0]
        try database.run(
            """
            INSERT INTO decision(key, property, value, time, machine, automatic, article_id)
            SELECT ?2, property, value, time, machine, automatic, ?3 FROM decision WHERE key = ?1
            \(Decision.replacingLoser)
            """, old, key, .id(article))
        try database.run(
            "INSERT OR IGNORE INTO temp.changed(key, property) SELECT ?2, property FROM decision WHERE key = ?1", old,
            key)
        try database.run("DELETE FROM decision WHERE key = ?1", old)
    }

    /// A stored article that a decision may be about.
    private struct Candidate {
        let id: Int64
        let guid: String?
        let link: String?
        let title: String
        let evidence: ArticleEvidence

        func soleKeys(in feed: FeedKey) -> [ArticleKey] {
            ArticleKey.sole(in: feed, guid: guid, link: link, title: title)
        }
    }

    private func candidates(of feed: FeedID) throws(StoreError) -> [Candidate] {
        try database.rows(
            "SELECT id, guid, url, title, text_hash, published FROM article WHERE feed_id = ?1", [.id(feed)]
        ) { row in
            let (id, guid, link, title) = (row.number(), row.optionalText(), row.optionalText(), row.text())
            let traits = ArticleFingerprint(
                guid: guid, url: link, title: title, textHash: row.number(), published: row.optionalTime())
            return Candidate(id: id, guid: guid, link: link, title: title, evidence: ArticleEvidence(traits))
        }
    }
}
