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

    /// Deduplicates the drafts of a document, and matches them with all stored identities of its feed.
    public init(of document: [ArticleDraft], among stored: [StoredIdentity]) {
        self.init(of: document) { _ in stored }
    }

    /// Looks up only the stored identities that the document needs.
    ///
    /// - Parameter stored: the stored identities that have something in common with these of the document.
    public init<Failure: Error>(
        of document: [ArticleDraft], among stored: ([ArticleFingerprint]) throws(Failure) -> [StoredIdentity]
    ) throws(Failure) {
        let all = document.map(\.traits)
        let groups = ArticleIdentity.groups(of: all)
        if let groups {
            let kept = groups.map { ArticleIdentity.leading(among: $0, of: document) }
            (drafts, traits) = (kept.map { document[$0] }, kept.map { all[$0] })
        } else {
            // A large document is not copied.
            (drafts, traits) = (document, all)
        }
        var matching = ArticleMatching(drafts: traits, stored: try stored(all))
        matching.matchUnchanged(all, groups)
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
    private static func groups(of document: [ArticleFingerprint]) -> [[Int]]? {
        // Most documents have no duplicates.
        var keys: Set<MatchingKey> = []
        keys.reserveCapacity(document.count)
        for traits in document { keys.insert(traits.documentKey) }
        if keys.count == document.count { return nil }
        var first = Array(document.indices)
        func root(of index: Int) -> Int {
            var root = index
            while first[root] != root { root = first[root] }
            first[index] = root
            return root
        }
        var known: [MatchingKey: Int] = [:]
        for (index, traits) in document.enumerated() {
            for key in traits.duplicateKeys {
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
}

extension ArticleDraft {
    /// When the feed says the article was last changed.
    fileprivate var lastDate: Timestamp? { content.updated ?? content.published }
}
