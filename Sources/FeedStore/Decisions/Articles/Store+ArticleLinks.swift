/// Finds the articles that decisions wait for: those of other machines and readers, and those about articles that were
/// removed.
extension Store {
    /// Within a transaction: finds the decisions that wait for new or edited articles of a feed, or that belong to them.
    /// Returns them for `applyToArticles`; nil without any.
    func linkDecisions(toNew articles: [ArticleID], of feed: FeedID) throws(StoreError) -> ChangedDecisions? {
        let waiting = "SELECT 1 FROM decision WHERE article_id IS NULL AND \(DecisionKey.isArticle)"
        // Only a decision of another machine can have the wrong article.
        let mayBeAny = "SELECT EXISTS (\(waiting)) OR EXISTS (SELECT 1 FROM shared_file)"
        guard try database.holds(mayBeAny) else { return nil }
        let changed = try ChangedDecisions(in: self)
        try moveDecisions(toNew: articles, changed)
        try linkDecisions(of: feed, arrived: articles, changed)
        return try changed.isEmpty(in: self) ? nil : changed
    }

    /// Within a transaction: applies the decisions that waited for the new text of edited articles.
    package func applyWaitingDecisions(
        toEdited articles: [ArticleID], of feed: FeedID, at now: Timestamp
    ) throws(StoreError) {
        guard !articles.isEmpty, let changed = try linkDecisions(toNew: articles, of: feed) else { return }
        try applyToArticles(changed, at: now, keepsRemoved: false)
    }

    /// Within a transaction: finds the articles of a feed that decisions wait for, and notes that these decisions apply
    /// now.
    ///
    /// - Parameter arrived: the new or edited articles; nil if decisions may be about any article.
    func linkDecisions(of feed: FeedID, arrived: [ArticleID]? = nil, _ changed: ChangedDecisions) throws(StoreError) {
        guard try database.holds("SELECT is_shared FROM feed WHERE id = ?1", .id(feed)) else { return }
        let feedKeys = try allKeys(of: feed)
        let waiting = try waitingKeys(of: feedKeys)
        let hasSole =
            try database.holds("SELECT 1 FROM decision WHERE article_id IS NULL AND \(DecisionKey.isSole) LIMIT 1")
        if waiting.isEmpty, !hasSole { return }
        let articles = try candidates(of: feed)
        let new = arrived.map { arrived in
            let ids = Set(arrived.map(\.rawValue))
            return articles.filter { ids.contains($0.id) }
        }
        if !waiting.isEmpty { try link(waiting, among: articles, of: feed, isArrival: new != nil, changed) }
        if hasSole { try linkSole(new ?? articles, of: feed, feedKeys, changed) }
    }

    /// Within a transaction: the same for all feeds that the changed decisions are about.
    func linkChangedDecisions(_ changed: ChangedDecisions) throws(StoreError) {
        let prefixes = Set(
            try database.rows(
                """
                SELECT DISTINCT substr(key, 1, \(ArticleKey.prefixLength)) FROM temp.changed
                WHERE \(DecisionKey.isSharedArticle) AND NOT (\(DecisionKey.isSole))
                """
            ) { $0.text() })
        let hasSole = try database.holds("SELECT 1 FROM temp.changed WHERE \(DecisionKey.isSole) LIMIT 1")
        if prefixes.isEmpty, !hasSole { return }
        let feeds = try database.rows("SELECT id FROM feed WHERE is_shared = 1 ORDER BY id") {
            FeedID(rawValue: $0.number())
        }
        for feed in feeds {
            let keys = try allKeys(of: feed)
            if hasSole || keys.contains(where: { prefixes.contains(ArticleKey.prefix(of: $0)) }) {
                try linkDecisions(of: feed, changed)
            }
        }
    }

    // MARK: By all evidence

    /// Keys whose decisions wait for their articles.
    private typealias WaitingKeys = [(text: String, evidence: ArticleEvidence)]

    private func waitingKeys(of feeds: [FeedKey]) throws(StoreError) -> WaitingKeys {
        var keys: WaitingKeys = []
        for feed in feeds {
            keys += try database.rows(
                "SELECT DISTINCT key FROM decision WHERE key >= ?1 AND key < ?1 || 'g' AND article_id IS NULL",
                [.string(ArticleKey.prefix(of: feed))]
            ) { row in
                let text = row.text()
                return ArticleKey(text)?.evidence.map { (text: text, evidence: $0) }
            }
        }
        return keys
    }

    /// - Parameter isArrival: nothing has changed but that articles have arrived, or were edited.
    private func link(
        _ waiting: WaitingKeys, among articles: [Candidate], of feed: FeedID, isArrival: Bool,
        _ changed: ChangedDecisions
    ) throws(StoreError) {
        let removed = try removedArticles(of: feed)
        let matching = DecisionMatching(among: articles.map(\.evidence) + removed.map(\.evidence))
        for key in waiting {
            guard let match = matching.article(of: key.evidence) else { continue }
            let isStored = match < articles.count
            if isStored {
                try moveDecisions(key.text, to: articles[match].id)
            } else if isArrival {
                continue
            }
            let tombstone = isStored ? nil : removed[match - articles.count].id
            try changed.note(under: key.text, tombstone: tombstone, in: self)
        }
    }

    /// The tombstones of a feed.
    private func removedArticles(of feed: FeedID) throws(StoreError) -> [(id: Int64, evidence: ArticleEvidence)] {
        try database.rows(
            "SELECT id, guid, link, plain_link, title, text, published FROM tombstone WHERE feed_id = ?1", [.id(feed)]
        ) { (id: $0.number(), evidence: ArticleEvidence($0.tombstone())) }
    }

    // MARK: From another article

    /// Within a transaction: moves decisions to new articles that agree with their keys in all
    /// parts, from articles that agree in fewer. Decisions of this machine stay with their articles.
    private func moveDecisions(toNew articles: [ArticleID], _ changed: ChangedDecisions) throws(StoreError) {
        let key = Database.articleKey(Store.sharedFeedKey)
        let moves = try database.rows(
            """
            SELECT decision.key, decision.article_id, min(article.id)
            FROM json_each(?1) CROSS JOIN article ON article.id = json_each.value
            CROSS JOIN decision ON decision.key = \(key)
            WHERE decision.article_id <> article.id
                AND NOT EXISTS (SELECT 1 FROM decision AS own WHERE own.key = decision.key AND \(Store.isOwn("own")))
                AND decision.key <> (SELECT \(key) FROM article WHERE \(Store.isOfArticle))
            GROUP BY decision.key HAVING count(DISTINCT article.id) = 1
            """, [.list(articles.map(\.rawValue))]
        ) { (key: $0.text(), old: $0.number(), new: $0.number()) }
        for move in moves {
            try moveDecisions(move.key, to: move.new)
            try changed.note(where: "key = ?1", [.string(move.key)], in: self)
            try takeBackMarks(of: move.old, under: move.key, changed)
        }
    }

    func moveDecisions(_ key: String, to article: Int64) throws(StoreError) {
        try database.run("UPDATE decision SET article_id = ?2 WHERE key = ?1", .string(key), .integer(article))
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
    private func linkSole(
        _ new: [Candidate], of feed: FeedID, _ feedKeys: [FeedKey], _ changed: ChangedDecisions
    ) throws(StoreError) {
        var articles: [ArticleKey: ArticleID]?
        for key in Set(new.flatMap { feedKeys.flatMap($0.soleKeys) }) {
            let old = SQLValue.string(DecisionKey.article(key).text)
            guard try database.holds("SELECT 1 FROM decision WHERE key = ?1 LIMIT 1", old) else { continue }
            if articles == nil { articles = try soleArticles(of: feed) }
            if let article = articles?[key] { try moveDecisions(from: old, to: article, changed) }
        }
    }

    private func moveDecisions(
        from old: SQLValue, to article: ArticleID, _ changed: ChangedDecisions
    ) throws(StoreError) {
        let key = try database.rows("SELECT \(Store.keyOfArticle) FROM article WHERE id = ?1", [.id(article)]) {
            SQLValue.string($0.text())
        }[0]
        try database.run(
            """
            INSERT INTO decision(key, property, value, time, machine, automatic, article_id)
            SELECT ?2, property, value, time, machine, automatic, ?3 FROM decision WHERE key = ?1
            \(Decision.replacingLoser)
            """, old, key, .id(article))
        try changed.note(
            where: "key = ?2 AND property IN (SELECT property FROM decision WHERE key = ?1)", [old, key], in: self)
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
            "SELECT id, guid, url, title, text_hash, \(Database.feedDate) FROM article WHERE feed_id = ?1", [.id(feed)]
        ) { row in
            let (id, guid, link, title) = (row.number(), row.optionalText(), row.optionalText(), row.text())
            let traits = ArticleFingerprint(
                guid: guid, url: link, title: title, textHash: row.number(), published: row.optionalTime())
            return Candidate(id: id, guid: guid, link: link, title: title, evidence: ArticleEvidence(traits))
        }
    }
}
