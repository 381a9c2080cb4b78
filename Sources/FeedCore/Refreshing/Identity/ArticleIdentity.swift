/// Matches the articles of a document with the stored articles of its feed. Pure.
///
/// A duplicate is better than a lost article: two articles are the same only if nothing else explains the document. See
/// "Article identity" in docs/cli.md.
///
/// For example, all articles of a document share one guid, and one of them changes its link, title, text and date at
/// once. It is stored as a new article, because a new article could have replaced the old one.
public struct ArticleIdentity: Sendable {
    /// The articles of the document without duplicates, in its order.
    public let drafts: [ArticleDraft]
    /// The fingerprint of each draft.
    public let traits: [ArticleFingerprint]
    /// The stored article of each draft; nil for a new article.
    public let matches: [StoredIdentity?]

    /// Deduplicates the drafts of a document, and matches them with the stored identities of its feed.
    ///
    /// - Parameter site: the address of the feed's home page, if it is known.
    public init(of document: [ArticleDraft], site: String? = nil, among stored: [StoredIdentity]) {
        let all = document.map(\.traits)
        let groups = ArticleIdentity.groups(of: document, all, site, stored)
        if let groups {
            let kept = groups.map { ArticleIdentity.leading(among: $0, of: document) }
            (drafts, traits) = (kept.map { document[$0] }, kept.map { all[$0] })
        } else {
            // A large document is not copied.
            (drafts, traits) = (document, all)
        }
        var matching = ArticleMatching(drafts: traits, stored: stored)
        matching.matchUnchanged(all, groups)
        let haveDates = groups?.map { group in group.contains { all[$0].published != all[group[0]].published } }
        matching.beginPasses(withDates: haveDates) { HomePages(of: document, site) }
        matching.matchMovedAddresses()
        matching.matchItemsWithGuid()
        matching.matchItemsWithoutGuid()
        matching.matchNewGuids()
        matches = matching.matches
    }

    /// Chooses among duplicates: the one that was updated last, else the first.
    private static func leading(among group: [Int], of document: [ArticleDraft]) -> Int {
        group.dropFirst().reduce(group[0]) { leading, index in
            guard let updated = document[index].lastDate, let before = document[leading].lastDate else {
                return leading
            }
            return updated > before ? index : leading
        }
    }

    /// Groups the indices of duplicates, in the order of their first index; nil without duplicates. If A equals B and B
    /// equals C, all three are one group, so the order of a document does not matter.
    private static func groups(
        of document: [ArticleDraft], _ all: [ArticleFingerprint], _ site: String?, _ stored: [StoredIdentity]
    ) -> [[Int]]? {
        // Most documents have no duplicates.
        var keys: Set<MatchingKey> = []
        keys.reserveCapacity(document.count)
        for traits in all { keys.insert(traits.documentKey) }
        if keys.count == document.count { return nil }
        let homes = HomePages(of: document, site)
        var words: [Int64: MatchingKey] = [:]
        var pages: Set<Int64> = []
        for traits in all {
            guard let link = traits.link else { continue }
            let key = MatchingKey(title: traits.title, text: traits.text)
            if let known = words.updateValue(key, forKey: link), known != key { pages.insert(link) }
        }
        pages.formUnion(columns(of: all, stored))
        var first = Array(document.indices)
        func root(of index: Int) -> Int {
            var root = index
            while first[root] != root {
                // Halves the way, so that long chains are not gone through again and again.
                first[root] = first[first[root]]
                root = first[root]
            }
            return root
        }
        var known: [MatchingKey: Int] = [:]
        for (index, draft) in document.enumerated() {
            for key in draft.duplicateKeys(homes, pages) {
                if let other = known[key] {
                    let roots = [root(of: other), root(of: index)].sorted()
                    first[roots[1]] = roots[0]
                } else {
                    known[key] = index
                }
            }
        }
        return Dictionary(grouping: document.indices, by: root).sorted { $0.key < $1.key }.map(\.value)
    }

    /// The links of items that differ in nothing but their dates and yet are several: there are more than two dates, or
    /// several such articles are known. One article may be in a document twice, with the date of a change. Where all dates
    /// are new, they are those of the request.
    private static func columns(of document: [ArticleFingerprint], _ stored: [StoredIdentity]) -> Set<Int64> {
        func dates(_ articles: some Sequence<ArticleFingerprint>) -> [MatchingKey: Set<Timestamp>] {
            var dates: [MatchingKey: Set<Timestamp>] = [:]
            for article in articles where article.guid == nil {
                if let date = article.published { dates[article.everythingButDate, default: []].insert(date) }
            }
            return dates
        }
        let known = dates(stored.lazy.map(\.traits))
        return Set(
            dates(document).compactMap { key, dates in
                let known = known[key] ?? []
                return (dates.count > 2 || known.count > 1) && (known.isEmpty || !known.isDisjoint(with: dates))
                    ? key.link : nil
            })
    }
}

extension ArticleDraft {
    /// When the feed says the article was last changed.
    fileprivate var lastDate: Timestamp? { content.updated ?? content.published }
}

extension ArticleMatching {
    /// Some feeds number guids and links by position, so content is compared before them.
    fileprivate mutating func matchMovedAddresses() {
        match(.withMovedAddress, by: \.ownTitleAndOwnText)
        match(.withMovedAddress, by: \.textlessOwnTitleAndDate)
        match(.withMovedAddress, by: \.onlyOwnTitle)
    }

    fileprivate mutating func matchItemsWithGuid() {
        match(.withMovedGuid, by: \.contents)
        // A guid alone is not enough: some feeds give it to another article later.
        match(.withGuid, by: \.guidAndLink)
        match(.withGuid, by: \.guidAndPlainLink)
        match(.withGuid, by: \.guidAndOwnTitle)
        match(.withGuid, by: \.guidTitleAndDate)
        match(.withGuid, by: \.guidAndOwnText)
        match(.withGuid, by: \.guidTextAndDate)
        match(.withGuid, by: \.guidAndDate)
    }

    fileprivate mutating func matchItemsWithoutGuid() {
        match(.withoutGuid, by: \.titleTextAndDate)
        match(.withoutGuid, by: \.undatedTitleAndText)
        match(.withoutGuid, by: \.linkTitleAndDate)
        match(.withoutGuid, by: \.variedOwnLink)
        // The document has one item, such as the quotation of the day, at the same link each day.
        match(.withoutGuid, by: \.ownLinkAndDate)
        match(.withoutGuid, by: \.ownLinkAndText)
        // Another article has the same link, or the link has changed in insignificant parts.
        match(.withoutGuid, by: \.linkTextAndDate)
        match(.withoutGuid, by: \.plainLinkTitleAndDate)
        match(.withoutGuid, by: \.plainLinkTextAndDate)
        // The link differs or is missing.
        match(.withoutGuid, by: \.textlessTitleAndTime)
        match(.withoutGuid, by: \.ownTitleAndTime)
        match(.withoutGuid, by: \.ownTextAndDate)
        match(.withoutGuid, by: \.linklessTitleAndDate)
    }

    fileprivate mutating func matchNewGuids() {
        match(.withNewGuid, by: \.identifyingLinkTitleAndDate)
        match(.withNewGuid, by: \.identifyingLinkTextAndDate)
        match(.withNewGuid, by: \.variedLinkTitleAndText)
        match(.withNewGuid, by: \.variedLinkAndOwnText)
        // The site has moved, or puts session ids into guid and link.
        match(.withNewGuid, by: \.titleTextAndDate)
        match(.withNewGuid, by: \.variedTitleAndTime)
        match(.withNewGuid, by: \.textlessTitleAndTime)
        match(.withNewGuid, by: \.variedTextAndDate)
        match(.withNewGuid, by: \.undatedTitleAndVariedText)
        match(.withFirstGuid, by: \.variedLinkAndTitle)
        match(.withFirstGuid, by: \.linklessTitleAndText)
        match(.withAllNewGuids, if: .moved, by: \.variedTitleAndVariedText)
        match(.withAllNewGuids, if: .dates, by: \.textlessVariedTitleAndDate)
        match(.withAllNewGuids, if: .request, by: \.textlessVariedLinkAndTitle)
    }
}
