/// Matches the articles of one document in passes, each with a different key.
struct ArticleMatching {
    private let stored: [StoredIdentity]
    private(set) var matches: [StoredIdentity?]
    private var isTaken: [Bool]
    private let drafts: [ArticleFingerprint]
    private let documentGuids: Set<Int64>
    private let storedGuids: Set<Int64>

    /// Which drafts a pass matches.
    enum Candidates {
        case withoutGuid
        /// They are matched with stored articles of the same guid.
        case withGuid
        /// Stored articles do not have the guid, or `withGuid` did not match those that have it.
        case withNewGuid
        /// The guid belongs to another stored article, or the document gives the guid of the stored one to another item.
        case withMovedGuid
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
        for isTombstone in [false, true] {
            for (index, article) in stored.enumerated() where article.isTombstone == isTombstone {
                guard let draft = draftIndices[article.traits.everything], matches[draft] == nil else { continue }
                matches[draft] = article
                isTaken[index] = true
            }
        }
    }

    /// One pass: matches the pairs whose key is unique on both sides.
    ///
    /// The key must be unique among all articles, matched ones included: a link that several articles share identifies
    /// none of them, even if only one is left.
    mutating func match(_ candidates: Candidates, by key: (ArticleFingerprint) -> MatchingKey?) {
        guard !stored.isEmpty else { return }
        var pairs: [MatchingKey: Pair] = [:]
        for (index, draft) in drafts.enumerated() where matches[index] == nil && isCandidate(draft, candidates) {
            guard let key = key(draft) else { continue }
            pairs[key] = Pair(draft: index)
        }
        guard !pairs.isEmpty else { return }
        for draft in drafts {
            if let key = key(draft) { pairs[key]?.draftCount += 1 }
        }
        for (index, article) in stored.enumerated() {
            if let key = key(article.traits) { pairs[key]?.count(stored: index) }
        }
        for pair in pairs.values where pair.draftCount == 1 && pair.storedCount == 1 {
            let article = stored[pair.stored]
            // After `withGuid`, an item that still has the guid of this article is another article.
            guard !isTaken[pair.stored], candidates != .withoutGuid || isGone(article.traits),
                candidates != .withMovedGuid || !isGone(article.traits) || isKnown(drafts[pair.draft])
            else { continue }
            matches[pair.draft] = article
            isTaken[pair.stored] = true
        }
    }

    /// A draft and a stored article with the same key, and how many have it on each side.
    private struct Pair {
        let draft: Int
        var draftCount = 0
        var stored = 0
        var storedCount = 0

        init(draft: Int) {
            self.draft = draft
        }

        mutating func count(stored index: Int) {
            stored = index
            storedCount += 1
        }
    }

    private func isCandidate(_ draft: ArticleFingerprint, _ candidates: Candidates) -> Bool {
        (draft.guid == nil) == (candidates == .withoutGuid)
    }

    private func isKnown(_ draft: ArticleFingerprint) -> Bool { draft.guid.map(storedGuids.contains) ?? false }

    /// Whether the document no longer has the guid of the stored article.
    private func isGone(_ article: ArticleFingerprint) -> Bool {
        article.guid.map { !documentGuids.contains($0) } ?? true
    }
}

extension StoredIdentity {
    fileprivate var isTombstone: Bool {
        if case .tombstone = kind { true } else { false }
    }
}

/// What one pass compares of two articles: the parts that are set.
struct MatchingKey: Hashable {
    fileprivate var guid: Int64?
    fileprivate var link: Int64?
    fileprivate var title: Int64?
    fileprivate var text: Int64?
    fileprivate var date: Int64?
}

extension ArticleFingerprint {
    var everything: MatchingKey { MatchingKey(guid: guid, link: link, title: title, text: text) }

    /// Articles of a document may be duplicates only if they have the same key. Some feeds give all articles one guid, so
    /// without a link the title counts, too.
    var documentKey: MatchingKey {
        guard guid != nil else { return everything }
        return link == nil ? MatchingKey(guid: guid, title: title) : MatchingKey(guid: guid, link: link)
    }

    /// Articles of a document are duplicates if they have one of these keys in common. Some feeds give several articles one
    /// guid and one link, so title, text or date must agree as well.
    var duplicateKeys: [MatchingKey] {
        guard guid != nil, link != nil else { return [documentKey] }
        let byTitle = MatchingKey(guid: guid, link: link, title: title)
        let byText = hasText ? MatchingKey(guid: guid, link: link, text: text) : nil
        let byDate = date.map { MatchingKey(guid: guid, link: link, date: $0) }
        return [byTitle] + [byText, byDate].compactMap { $0 }
    }

    var guidAndLink: MatchingKey? {
        guid.flatMap { guid in link.map { MatchingKey(guid: guid, link: $0) } }
    }
    var guidAndPlainLink: MatchingKey? {
        guid.flatMap { guid in canonicalLink.map { MatchingKey(guid: guid, link: $0) } }
    }
    var guidAndTitle: MatchingKey? { guid.map { MatchingKey(guid: $0, title: title) } }
    var guidAndText: MatchingKey? { hasText ? guid.map { MatchingKey(guid: $0, text: text) } : nil }

    var linkTitleAndDate: MatchingKey? { link.map { MatchingKey(link: $0, title: title, date: date) } }
    var linkAndTitle: MatchingKey? { link.map { MatchingKey(link: $0, title: title) } }
    var linkAlone: MatchingKey? { link.map { MatchingKey(link: $0) } }
    var linkAndText: MatchingKey? { hasText ? link.map { MatchingKey(link: $0, text: text) } : nil }
    var linkAndDate: MatchingKey? { link.flatMap { link in date.map { MatchingKey(link: link, date: $0) } } }
    /// Without a text, the date must be the same, too: a title alone is not enough.
    var titleAndText: MatchingKey? { MatchingKey(title: title, text: text, date: hasText ? nil : date) }

    var plainLinkAlone: MatchingKey? { canonicalLink.map { MatchingKey(link: $0) } }
    var plainLinkAndTitle: MatchingKey? { canonicalLink.map { MatchingKey(link: $0, title: title) } }
    var plainLinkAndText: MatchingKey? { hasText ? canonicalLink.map { MatchingKey(link: $0, text: text) } : nil }
    var titleTextAndDate: MatchingKey? { date.map { MatchingKey(title: title, text: text, date: $0) } }
    /// Without a date the link counts.
    var contents: MatchingKey? {
        titleTextAndDate ?? (hasText ? MatchingKey(link: link, title: title, text: text) : nil)
    }
    /// For articles without a link.
    var titleAndDateWithoutLink: MatchingKey? {
        link == nil ? date.map { MatchingKey(title: title, date: $0) } : nil
    }

    private var date: Int64? { published?.seconds }
}
