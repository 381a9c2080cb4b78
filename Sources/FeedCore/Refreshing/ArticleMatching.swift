/// The passes over one document and what they have found so far.
struct ArticleMatching {
    private let stored: [StoredIdentity]
    private(set) var matches: [StoredIdentity?]
    private var isTaken: [Bool]
    private let drafts: [ArticleFingerprint]
    private let storedGuids: Set<Int64>
    private let documentGuids: Set<Int64>

    /// Which drafts a pass is about.
    enum Candidates {
        case withoutGuid
        case withKnownGuid
        /// The draft's guid is not stored.
        case withUnknownGuid
    }

    init(drafts: [ArticleFingerprint], stored: [StoredIdentity]) {
        self.drafts = drafts
        self.stored = stored
        matches = Array(repeating: nil, count: drafts.count)
        isTaken = Array(repeating: false, count: stored.count)
        storedGuids = Set(stored.lazy.compactMap(\.traits.guid))
        documentGuids = Set(self.drafts.lazy.compactMap(\.guid))
    }

    /// Takes what is as it was, also where it was stored more than once: what is known is never new. Articles go before
    /// what is gone for good.
    mutating func matchUnchanged() {
        var places: [ArticleKey: Int] = [:]
        places.reserveCapacity(drafts.count)
        for (place, draft) in drafts.enumerated() { places[draft.everything] = place }
        for isTombstone in [false, true] {
            for (place, article) in stored.enumerated() where article.isTombstone == isTombstone {
                guard let draft = places[article.traits.everything], matches[draft] == nil else { continue }
                matches[draft] = article
                isTaken[place] = true
            }
        }
    }

    /// One pass: takes the pairs whose key is unique on both sides.
    ///
    /// Unique among all, those that are taken already included: a link that several articles share says nothing, even
    /// when only one of them is left.
    mutating func match(_ candidates: Candidates, by key: (ArticleFingerprint) -> ArticleKey?) {
        guard !stored.isEmpty else { return }
        var pairs: [ArticleKey: Pair] = [:]
        for (place, draft) in drafts.enumerated() where matches[place] == nil && isCandidate(draft, candidates) {
            guard let key = key(draft) else { continue }
            pairs[key] = Pair(draft: place)
        }
        guard !pairs.isEmpty else { return }
        for draft in drafts {
            if let key = key(draft) { pairs[key]?.drafts += 1 }
        }
        for (place, article) in stored.enumerated() {
            if let key = key(article.traits) { pairs[key]?.add(stored: place) }
        }
        for pair in pairs.values where pair.drafts == 1 && pair.storeds == 1 {
            let article = stored[pair.stored]
            // Also of an article without a guid: its guid, if it has one, is another item's in the document.
            guard !isTaken[pair.stored], candidates == .withKnownGuid || isGone(article.traits) else { continue }
            matches[pair.draft] = article
            isTaken[pair.stored] = true
        }
    }

    /// A draft and a stored article with one key, and how many there are on each side.
    private struct Pair {
        let draft: Int
        var drafts = 0
        var stored = 0
        var storeds = 0

        init(draft: Int) {
            self.draft = draft
        }

        mutating func add(stored place: Int) {
            stored = place
            storeds += 1
        }
    }

    private func isCandidate(_ draft: ArticleFingerprint, _ candidates: Candidates) -> Bool {
        guard let guid = draft.guid else { return candidates == .withoutGuid }
        return candidates == (storedGuids.contains(guid) ? .withKnownGuid : .withUnknownGuid)
    }

    /// Whether the guid that the article was known by is gone from the document.
    private func isGone(_ article: ArticleFingerprint) -> Bool {
        article.guid.map { !documentGuids.contains($0) } ?? true
    }
}

extension StoredIdentity {
    fileprivate var isTombstone: Bool {
        if case .tombstone = kind { true } else { false }
    }
}

/// What two articles are compared by in one pass.
struct ArticleKey: Hashable {
    fileprivate var guid: Int64?
    fileprivate var link: Int64?
    fileprivate var title: Int64?
    fileprivate var text: Int64?
    fileprivate var date: Int64?
}

extension ArticleFingerprint {
    var everything: ArticleKey { ArticleKey(guid: guid, link: link, title: title, text: text) }

    /// What a document has only one article of. Without a link a guid that several articles share is told by the title:
    /// some feeds give all their articles the same.
    var oneInDocument: ArticleKey {
        guard guid != nil else { return everything }
        return link == nil ? ArticleKey(guid: guid, title: title) : ArticleKey(guid: guid, link: link)
    }

    var guidAndLink: ArticleKey? { guid.map { ArticleKey(guid: $0, link: link) } }
    var guidAlone: ArticleKey? { guid.map { ArticleKey(guid: $0) } }
    var guidAndPlainLink: ArticleKey? {
        guid.flatMap { guid in canonicalLink.map { ArticleKey(guid: guid, link: $0) } }
    }
    var guidAndTitle: ArticleKey? { guid.map { ArticleKey(guid: $0, title: title) } }
    var guidAndText: ArticleKey? { hasText ? guid.map { ArticleKey(guid: $0, text: text) } : nil }
    var guidAndDate: ArticleKey? { guid.flatMap { guid in date.map { ArticleKey(guid: guid, date: $0) } } }

    var linkTitleAndDate: ArticleKey? { link.map { ArticleKey(link: $0, title: title, date: date) } }
    var linkAndTitle: ArticleKey? { link.map { ArticleKey(link: $0, title: title) } }
    var linkAlone: ArticleKey? { link.map { ArticleKey(link: $0) } }
    var linkAndText: ArticleKey? { hasText ? link.map { ArticleKey(link: $0, text: text) } : nil }
    var linkAndDate: ArticleKey? { link.flatMap { link in date.map { ArticleKey(link: link, date: $0) } } }
    /// A title without a text says little: it takes the same date, too.
    var titleAndText: ArticleKey? { ArticleKey(title: title, text: text, date: hasText ? nil : date) }

    var plainLinkAlone: ArticleKey? { canonicalLink.map { ArticleKey(link: $0) } }
    var plainLinkAndTitle: ArticleKey? { canonicalLink.map { ArticleKey(link: $0, title: title) } }
    var plainLinkAndText: ArticleKey? { hasText ? canonicalLink.map { ArticleKey(link: $0, text: text) } : nil }
    /// For articles that have nothing else.
    var titleAndDateWithoutLink: ArticleKey? {
        link == nil ? date.map { ArticleKey(title: title, date: $0) } : nil
    }

    private var date: Int64? { published?.seconds }
}
