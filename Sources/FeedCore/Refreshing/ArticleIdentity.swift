/// Which stored article is this? Matches the articles of a document with those that are stored of its feed.
///
/// Pure: what it is given decides. See "What makes two articles the same" in the README.
///
/// An article is rather stored twice than lost: two are taken for one only where nothing else could be meant. So a
/// document whose articles share one guid may change link, title, text and date of one of them all at once, and it is
/// a new one: it may as well have pushed the old one out.
public struct ArticleIdentity: Sendable {
    /// The articles of the document that are left after its own duplicates were put together, in its order.
    public let drafts: [ArticleDraft]
    /// What each draft is known by.
    public let traits: [ArticleFingerprint]
    /// The stored article that each draft is; nil for what is new.
    public let matches: [StoredIdentity?]

    public init(of document: [ArticleDraft], among stored: [StoredIdentity]) {
        (drafts, traits) = ArticleIdentity.withoutDuplicates(document)
        var matching = ArticleMatching(drafts: traits, stored: stored)
        matching.matchUnchanged()
        matching.match(.withKnownGuid, by: \.guidAndLink)
        matching.match(.withKnownGuid, by: \.guidAlone)
        // The guid is another article's too.
        matching.match(.withKnownGuid, by: \.guidAndPlainLink)
        matching.match(.withKnownGuid, by: \.guidAndTitle)
        matching.match(.withKnownGuid, by: \.guidAndText)
        matching.match(.withKnownGuid, by: \.guidAndDate)
        matching.match(.withoutGuid, by: \.linkTitleAndDate)
        matching.match(.withoutGuid, by: \.linkAndTitle)
        matching.match(.withoutGuid, by: \.linkAlone)
        matching.match(.withoutGuid, by: \.titleAndText)
        // The link is another article's too, or it has changed in what says nothing.
        matching.match(.withoutGuid, by: \.linkAndText)
        matching.match(.withoutGuid, by: \.linkAndDate)
        matching.match(.withoutGuid, by: \.plainLinkAndTitle)
        matching.match(.withoutGuid, by: \.plainLinkAndText)
        matching.match(.withoutGuid, by: \.plainLinkAlone)
        matching.match(.withoutGuid, by: \.titleAndDateWithoutLink)
        matching.match(.withUnknownGuid, by: \.plainLinkAndTitle)
        matching.match(.withUnknownGuid, by: \.plainLinkAndText)
        matches = matching.matches
    }

    /// Items with the same guid, link, title and text are one; with the same guid and link but other text, the one
    /// that was updated last stands for all, else the first.
    private static func withoutDuplicates(_ document: [ArticleDraft]) -> ([ArticleDraft], [ArticleFingerprint]) {
        var kept: [Int] = []
        var keptTraits: [ArticleFingerprint] = []
        kept.reserveCapacity(document.count)
        keptTraits.reserveCapacity(document.count)
        var places: [ArticleKey: Int] = [:]
        places.reserveCapacity(document.count)
        for (index, draft) in document.enumerated() {
            let traits = draft.traits
            let key = traits.oneInDocument
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
        // As a rule there are none, and a large document need not be held twice.
        return (kept.count == document.count ? document : kept.map { document[$0] }, keptTraits)
    }
}

extension ArticleDraft {
    /// When it was last changed, as far as its feed tells.
    fileprivate var lastDate: Timestamp? { content.updated ?? content.published }
}
