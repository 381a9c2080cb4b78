extension Store {
    /// The articles of an older document that are not stored yet, in its order. Those that the user has deleted, or a rule
    /// has dropped, are not among them; those that were pruned are.
    func missing(from document: [ArticleDraft], of feed: Feed) throws(StoreError) -> [(
        draft: ArticleDraft, tombstone: Int64?
    )] {
        let identity = ArticleIdentity(
            of: document, site: feed.site, among: try identities(of: feed.id, like: document))
        var missing: [(draft: ArticleDraft, tombstone: Int64?)] = []
        for (draft, match) in zip(identity.drafts, identity.matches) {
            switch match?.kind {
            case nil: missing.append((draft, nil))
            case .tombstone(let number): if try isOfPruned(number) { missing.append((draft, number)) }
            case .article: break
            }
        }
        return missing
    }

    /// Stores the articles of an older document and the address of the next one, both or neither. Returns the new
    /// articles; nil for a feed that was removed, moved or edited while the document was fetched.
    ///
    /// - Parameter limit: the most new articles.
    func storeArchivePage(
        _ document: [ArticleDraft], of given: Feed, asRead: Bool, limit: Int, next: BackfillPosition?,
        at now: Timestamp
    ) throws(StoreError) -> Arrived? {
        try transaction { () throws -> Arrived? in
            guard try isUnchanged(given) else { return nil }
            let feed = given.id
            try setBackfillPosition(next, of: feed)
            var stored = Arrived()
            var missing = try missing(from: document, of: given)[...]
            let statements = try articleStatements()
            // What a rule drops leaves room for others.
            while !missing.isEmpty, stored.articles.count < limit {
                var drafts: [ArticleDraft] = []
                while drafts.count < limit - stored.articles.count, let (draft, tombstone) = missing.popFirst() {
                    if let tombstone { try liftTombstone(tombstone) }
                    drafts.append(draft)
                }
                let order = ArticleDraft.oldestFirst(Array(drafts.indices), of: drafts, at: now)
                let arrived = try arrive(
                    drafts, order: order, in: feed, from: .archive, isRead: asRead, at: now, with: statements)
                stored.articles += arrived.articles
                for rule in arrived.undecidedRules { stored.undecidedRules.appendIfAbsent(rule) }
            }
            return stored
        }
    }
}
