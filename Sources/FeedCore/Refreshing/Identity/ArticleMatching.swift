/// Matches the articles of one document in passes, each with a different key.
struct ArticleMatching {
    private let stored: [StoredIdentity]
    private(set) var matches: [StoredIdentity?]
    private var isTaken: [Bool]
    private let drafts: [ArticleFingerprint]
    private let documentGuids: Set<Int64>
    private let storedGuids: Set<Int64>
    /// The addresses of the items, and the last stored article at each, once the passes begin.
    private var documentAddresses: Set<Int64> = []
    private var storedByAddress: [Int64: Int] = [:]
    /// The first item of the document with each guid, once the passes begin.
    private var itemsByGuid: [Int64: Int] = [:]
    /// The first unchanged item and the article of the last one, once the passes begin, if there are several and the newest
    /// stand first.
    private var unchanged: (first: Int, oldest: ArticleID)?
    /// The parts that the passes compare; empty if they have nothing to do.
    private var draftParts: [ArticleParts] = []
    private var storedParts: [ArticleParts] = []

    /// Which drafts a pass matches.
    enum Candidates {
        case withoutGuid
        /// They are matched with stored articles of the same guid.
        case withGuid
        /// Stored articles do not have the guid, or `withGuid` did not match those that have it.
        case withNewGuid
        /// The stored articles have no guid.
        case withFirstGuid
        /// No stored article has any guid of the document.
        case withAllNewGuids
        /// The guid belongs to another stored article, or the document gives the guid of the stored one to another item.
        case withMovedGuid
        /// The address is that of another stored article, and the document gives that of the stored one to another item.
        case withMovedAddress
    }

    /// What must hold of all pairs that a pass finds, because in a small document of columns or bulletins all articles may be
    /// new at once. If there is anything to prove, half of the document must be matched then, and two articles.
    enum Proof {
        case none
        /// The site has moved: most of the articles are not newer than those that are stored.
        case moved
        /// The articles have several dates, or half of the document was known before.
        case dates
        /// The dates are the time of the request, and were before: within a minute, and not a full one.
        case request
    }

    init(drafts: [ArticleFingerprint], stored: [StoredIdentity]) {
        self.drafts = drafts
        self.stored = stored
        matches = Array(repeating: nil, count: drafts.count)
        isTaken = Array(repeating: false, count: stored.count)
        documentGuids = Set(drafts.lazy.compactMap(\.guid))
        storedGuids = Set(stored.lazy.compactMap(\.traits.guid))
    }

    /// Matches unchanged articles, even if they are stored more than once; articles before tombstones.
    ///
    /// - Parameters:
    ///   - document: all articles of the document.
    ///   - groups: the articles of each draft; nil if each is a draft of its own.
    mutating func matchUnchanged(_ document: [ArticleFingerprint], _ groups: [[Int]]?) {
        guard !stored.isEmpty else { return }
        var draftIndices: [MatchingKey: Int] = [:]
        draftIndices.reserveCapacity(document.count)
        if let groups {
            for (index, group) in groups.enumerated() {
                for article in group { draftIndices[document[article].everything] = index }
            }
        } else {
            for (index, traits) in document.enumerated() { draftIndices[traits.everything] = index }
        }
        matchStored(draftIndices) { $0.everything }
    }

    /// Matches articles of which only the date has changed. Where the date may be all that distinguishes them, no other
    /// article may have the same words. Without a link, the date is changed only if it is that of all items: episodes of a
    /// podcast may differ in nothing else but their files. An item that the document repeats with other dates is one of its
    /// stored copies.
    private mutating func matchRedated(_ shared: SharedParts, withDates haveDates: [Bool]?) {
        let datesDiffer = drafts.count == 1 || drafts.contains { $0.published != drafts[0].published }
        func key(_ article: ArticleFingerprint) -> MatchingKey? {
            guard article.mayDependOnDate(shared) else { return article.everythingButDate }
            let hasWords = article.hasText || article.title != ArticleFingerprint.noText
            return hasWords && (article.link != nil || !datesDiffer) ? article.everythingButDate : nil
        }
        var draftIndices: [MatchingKey: Int] = [:]
        var several: [MatchingKey] = []
        for (index, draft) in drafts.enumerated() {
            guard let key = key(draft) else { continue }
            if draftIndices.updateValue(index, forKey: key) != nil { several.append(key) }
        }
        for key in several { draftIndices[key] = nil }
        var known: Set<MatchingKey> = []
        for article in stored where article.traits.mayDependOnDate(shared) {
            guard let key = key(article.traits) else { continue }
            if !known.insert(key).inserted, let draft = draftIndices[key], haveDates?[draft] != true {
                draftIndices[key] = nil
            }
        }
        matchStored(draftIndices, by: key)
    }

    private mutating func matchStored(_ draftIndices: [MatchingKey: Int], by key: (ArticleFingerprint) -> MatchingKey?)
    {
        for isTombstone in [false, true] {
            for (index, article) in stored.enumerated() where article.isTombstone == isTombstone && !isTaken[index] {
                guard let draft = key(article.traits).flatMap({ draftIndices[$0] }), matches[draft] == nil else {
                    continue
                }
                matches[draft] = article
                isTaken[index] = true
            }
        }
    }

    /// Matches redated articles, and prepares the passes. Most documents have nothing left for either.
    ///
    /// - Parameter haveDates: whether the document repeats each draft with other dates; nil if it repeats none.
    mutating func beginPasses(withDates haveDates: [Bool]?, _ homes: () -> HomePages) {
        guard !stored.isEmpty, matches.contains(where: { $0 == nil }) else { return }
        let shared = SharedParts(drafts, stored, homes())
        matchRedated(shared, withDates: haveDates)
        let known = matches.enumerated().compactMap { index, match in match?.article.map { (index: index, id: $0) } }
        let isNewestFirst = known.count > 1 && zip(known, known.dropFirst()).allSatisfy { $0.id > $1.id }
        unchanged = isNewestFirst ? (known[0].index, known[known.count - 1].id) : nil
        draftParts = drafts.map { ArticleParts($0, shared) }
        storedParts = stored.map { ArticleParts($0.traits, shared) }
        documentAddresses = Set(draftParts.lazy.compactMap(\.address))
        for (index, article) in storedParts.enumerated() {
            if let address = article.address { storedByAddress[address] = index }
        }
        for (index, draft) in drafts.enumerated().reversed() {
            if let guid = draft.guid { itemsByGuid[guid] = index }
        }
    }

    /// One pass: matches the pairs whose key is unique on both sides.
    ///
    /// The key must be unique among all articles, matched ones included: a link that several articles share identifies
    /// none of them, even if only one is left.
    mutating func match(_ candidates: Candidates, if proof: Proof = .none, by key: (ArticleParts) -> MatchingKey?) {
        var pairs = Pairs()
        if candidates == .withAllNewGuids, !storedGuids.isDisjoint(with: documentGuids) { return }
        for (index, draft) in draftParts.enumerated() where matches[index] == nil && isCandidate(draft, candidates) {
            if let key = key(draft) { pairs.add(key, draft: index) }
        }
        guard !pairs.all.isEmpty else { return }
        for draft in draftParts {
            if let key = key(draft), let index = pairs.index(of: key) { pairs.all[index].draftCount += 1 }
        }
        for (stored, article) in storedParts.enumerated() {
            if let key = key(article), let index = pairs.index(of: key) { pairs.all[index].count(stored: stored) }
        }
        let found = pairs.all.filter { pair in
            pair.draftCount == 1 && pair.storedCount == 1 && !isTaken[pair.stored] && mayBeOne(pair, candidates)
        }
        guard !found.isEmpty, isProven(found, proof) else { return }
        for pair in found {
            matches[pair.draft] = stored[pair.stored]
            isTaken[pair.stored] = true
        }
    }

    private func isProven(_ found: [Pair], _ proof: Proof) -> Bool {
        if proof == .none { return true }
        let known = matches.count { $0 != nil }
        guard known + found.count >= max(2, (drafts.count + 1) / 2) else { return false }
        let dates = found.map { draftParts[$0.draft].date }
        switch proof {
        case .none: return true
        case .moved:
            let newest = storedParts.lazy.compactMap(\.date).max() ?? .max
            return dates.count { $0 ?? .min <= newest } * 2 > found.count
        case .dates: return known * 2 >= drafts.count || Set(dates).count > 1
        case .request:
            return ArticleParts.areOfRequest(draftParts.map(\.date))
                && ArticleParts.areOfRequest(found.map { storedParts[$0.stored].date })
        }
    }

    private func isCandidate(_ draft: ArticleParts, _ candidates: Candidates) -> Bool {
        if candidates == .withMovedAddress { return draft.address.map { storedByAddress[$0] != nil } ?? false }
        return (draft.guid == nil) == (candidates == .withoutGuid)
    }

    private func mayBeOne(_ pair: Pair, _ candidates: Candidates) -> Bool {
        let (draft, article) = (draftParts[pair.draft], storedParts[pair.stored])
        return switch candidates {
        // After `withGuid`, an item that still has the guid of this article is another article.
        case .withoutGuid: isGone(article) && !isSuccessor(pair)
        // Without a link, one of another date is another episode.
        case .withFirstGuid: article.guid == nil && (draft.link != nil || draft.date == nil)
        // What has a tombstone must not take a new article with it.
        case .withAllNewGuids:
            !stored[pair.stored].isTombstone && article.guid != nil
                && (draft.text == nil || draft.mayShareDate(with: article))
        case .withMovedGuid: isKnown(draft) || !isGone(article) && !isStill(stored[pair.stored].traits)
        case .withMovedAddress:
            draft.address != article.address && article.address.map(documentAddresses.contains) ?? false
                && (draft.date == article.date || !keepsDate(draft))
        case .withGuid, .withNewGuid: true
        }
    }

    /// Whether the article at the address of an item has its date and its link, too: on a list of the best, title and text
    /// are those of the rank.
    private func keepsDate(_ draft: ArticleParts) -> Bool {
        guard let date = draft.date, let index = draft.address.flatMap({ storedByAddress[$0] }) else { return false }
        return storedParts[index].date == date && storedParts[index].link == draft.link
    }

    /// Whether only the title says that both are one article, but the item stands above all unchanged ones, and the article
    /// is older than those: a column that has the same title each week.
    private func isSuccessor(_ pair: Pair) -> Bool {
        let (draft, article) = (draftParts[pair.draft], storedParts[pair.stored])
        guard draft.date == nil, !draft.isOwnLink, let text = draft.text, let before = article.text, text != before,
            let unchanged, pair.draft < unchanged.first
        else { return false }
        return stored[pair.stored].article.map { $0 < unchanged.oldest } ?? true
    }

    /// Whether the item with the article's guid has its own link and its words, too: then no item with a new guid is the
    /// article.
    private func isStill(_ article: ArticleFingerprint) -> Bool {
        guard let index = article.guid.flatMap({ itemsByGuid[$0] }), draftParts[index].isOwnLink else { return false }
        let item = drafts[index]
        return item.link == article.link && (item.title == article.title || item.hasText && item.text == article.text)
    }

    private func isKnown(_ draft: ArticleParts) -> Bool { draft.guid.map(storedGuids.contains) ?? false }

    /// Whether the document no longer has the guid of the stored article.
    private func isGone(_ article: ArticleParts) -> Bool {
        article.guid.map { !documentGuids.contains($0) } ?? true
    }
}

extension StoredIdentity {
    fileprivate var isTombstone: Bool {
        if case .tombstone = kind { true } else { false }
    }
}
