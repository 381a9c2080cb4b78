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
            if let url = draft.url, HomePages.isRoot(url), let link = draft.traits.canonicalLink { links.insert(link) }
        }
        for draft in document {
            guard let written = draft.guid, let guid = draft.traits.guid, HomePages.hostStart(of: written) != nil
            else { continue }
            if HomePages.isRoot(written) || links.contains(ArticleFingerprint.canonicalLink(written)) {
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

    /// Whether at most a slash follows the host of a URL.
    private static func isRoot(_ url: String) -> Bool {
        guard let start = hostStart(of: url) else { return false }
        var url = url
        return url.withUTF8 { bytes in
            let end = bytes[start...].firstIndex { "/?#".utf8.contains($0) }
            return end.map { bytes[$0] == UInt8(ascii: "/") && $0 == bytes.count - 1 } ?? true
        }
    }

    /// The number of bytes before the host of a web address; nil for other texts. A guid such as `1 at https://a.example`
    /// only contains one.
    private static func hostStart(of url: String) -> Int? {
        var url = url
        return url.withUTF8 { $0.hasLetters("https://", at: 0) ? 8 : $0.hasLetters("http://", at: 0) ? 7 : nil }
    }
}
