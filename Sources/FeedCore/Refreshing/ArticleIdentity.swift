/// Matches the articles of a document with the stored articles of its feed. Pure.
///
/// A duplicate is better than a lost article: two articles are the same only if nothing else explains the document. See
/// "What makes two articles the same" in docs/cli.md.
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
    /// Whether several stored articles have one guid, once the document is stored.
    let repeatsGuid: Bool

    /// Deduplicates the drafts of a document, and matches them with all stored identities of its feed.
    public init(of document: [ArticleDraft], among stored: [StoredIdentity]) {
        self.init(of: document) { _ in stored }
    }

    /// The same.
    ///
    /// - Parameter stored: the stored identities that have something in common with these of the document.
    public init<Failure: Error>(
        of document: [ArticleDraft], among stored: ([ArticleFingerprint]) throws(Failure) -> [StoredIdentity]
    ) throws(Failure) {
        (drafts, traits) = ArticleIdentity.deduplicate(document)
        var matching = ArticleMatching(drafts: traits, stored: try stored(traits))
        matching.matchUnchanged()
        // Some feeds number guids and links by position, so content is compared before guids.
        matching.match(.withMovedGuid, by: \.contents)
        // A guid alone is not enough: some feeds give it to another article later.
        matching.match(.withGuid, by: \.guidAndLink)
        matching.match(.withGuid, by: \.guidAndPlainLink)
        matching.match(.withGuid, by: \.guidAndTitle)
        matching.match(.withGuid, by: \.guidAndText)
        matching.match(.withoutGuid, by: \.linkTitleAndDate)
        matching.match(.withoutGuid, by: \.linkAndTitle)
        matching.match(.withoutGuid, by: \.linkAlone)
        matching.match(.withoutGuid, by: \.titleAndText)
        // Another article has the same link, or the link has changed in insignificant parts.
        matching.match(.withoutGuid, by: \.linkAndText)
        matching.match(.withoutGuid, by: \.linkAndDate)
        matching.match(.withoutGuid, by: \.plainLinkAndTitle)
        matching.match(.withoutGuid, by: \.plainLinkAndText)
        matching.match(.withoutGuid, by: \.plainLinkAlone)
        matching.match(.withoutGuid, by: \.titleAndDateWithoutLink)
        matching.match(.withNewGuid, by: \.plainLinkAndTitle)
        matching.match(.withNewGuid, by: \.plainLinkAndText)
        // The site has moved, or puts session ids into guid and link.
        matching.match(.withNewGuid, by: \.titleTextAndDate)
        matches = matching.matches
        repeatsGuid = matching.repeatsGuid
    }

    /// Of the articles with one `documentKey`, keeps the one that was updated last, else the first.
    private static func deduplicate(_ document: [ArticleDraft]) -> ([ArticleDraft], [ArticleFingerprint]) {
        var kept: [Int] = []
        var keptTraits: [ArticleFingerprint] = []
        kept.reserveCapacity(document.count)
        keptTraits.reserveCapacity(document.count)
        var places: [MatchingKey: Int] = [:]
        places.reserveCapacity(document.count)
        for (index, draft) in document.enumerated() {
            let traits = draft.traits
            let key = traits.documentKey
            if let place = places[key] {
                if let updated = draft.lastDate,
                    let before = document[kept[place]].lastDate, updated > before
                {
                    kept[place] = index
                    keptTraits[place] = traits
                }
            } else {
                places[key] = kept.count
                kept.append(index)
                keptTraits.append(traits)
            }
        }
        // Most documents have no duplicates, and then a large one is not copied.
        return (kept.count == document.count ? document : kept.map { document[$0] }, keptTraits)
    }
}

extension ArticleDraft {
    /// When the feed says the article was last changed.
    fileprivate var lastDate: Timestamp? { content.updated ?? content.published }
}
