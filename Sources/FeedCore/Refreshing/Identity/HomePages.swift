internal import FeedModel

/// The home page of a feed and the roots of hosts, which do not identify an article as its link or guid.
struct HomePages {
    /// As `ArticleFingerprint.canonicalLink`.
    private var links: Set<Int64> = []
    /// As `ArticleFingerprint.guid`.
    private var guids: Set<Int64> = []

    /// - Parameter site: the address of the feed's home page, if it is known.
    init(of document: [ArticleDraft], _ site: String?) {
        if let site { links.insert(ArticleFingerprint.canonicalLink(site)) }
        for draft in document {
            if let url = draft.url, ArticleFingerprint.isRoot(url), let link = draft.traits.canonicalLink {
                links.insert(link)
            }
        }
        for draft in document {
            guard let written = draft.guid, let guid = draft.traits.guid,
                ArticleFingerprint.hostStart(of: written) != nil
            else { continue }
            let link = guid == draft.traits.link ? draft.traits.canonicalLink : nil
            if ArticleFingerprint.isRoot(written)
                || links.contains(link ?? ArticleFingerprint.canonicalLink(written))
            {
                guids.insert(guid)
            }
        }
    }

    /// The guid of an article; nil for that of a home page.
    func guid(of article: ArticleFingerprint) -> Int64? {
        article.guid.flatMap { guids.contains($0) || $0 == article.link && lacksPage(article) ? nil : $0 }
    }

    /// Whether an article has no page: its link is missing, or leads to a home page.
    func lacksPage(_ article: ArticleFingerprint) -> Bool { article.canonicalLink.map(links.contains) ?? true }
}
