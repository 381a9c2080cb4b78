/// The articles of a feed that no server knows yet, by what they can be found by. Pure.
struct KnownArticles {
    private var byLink: [Int64: [Entry]] = [:]
    private var byTitle: [Int64: [Entry]] = [:]
    /// By link.
    private var removed: [Int64: [(traits: ArticleFingerprint, deleted: ArticleID?)]] = [:]
    private var taken: Set<ArticleID> = []

    private struct Entry {
        let article: Store.UnsyncedArticle
        let traits: ArticleFingerprint
    }

    fileprivate static let day: Int64 = 86_400

    init(
        _ articles: [(article: Store.UnsyncedArticle, traits: ArticleFingerprint)],
        removed: [(traits: ArticleFingerprint, deleted: ArticleID?)]
    ) {
        for (article, traits) in articles {
            let entry = Entry(article: article, traits: traits)
            if let link = traits.canonicalLink { byLink[link, default: []].append(entry) }
            byTitle[traits.title, default: []].append(entry)
        }
        for article in removed {
            if let link = article.traits.canonicalLink { self.removed[link, default: []].append(article) }
        }
    }

    /// The article with the same link and one more part, because several may share a link; else the only one with the same
    /// title that was published within a day, or, under another link, at the same time, or, without a time,
    /// has the same text. Each is taken once.
    mutating func take(_ traits: ArticleFingerprint) -> Store.UnsyncedArticle? {
        let found =
            only(traits.canonicalLink.flatMap { byLink[$0] }) { $0.traits.hasPart(of: traits) }
            ?? only(byTitle[traits.title]) { entry in
                let links = [entry.traits.canonicalLink, traits.canonicalLink].compactMap(\.self)
                let isElsewhere = links.count == 2 && links[0] != links[1]
                // A server gives any time, also to articles without one.
                guard let here = entry.traits.published, let there = traits.published else {
                    return !isElsewhere && traits.hasText && entry.traits.text == traits.text
                }
                let most = isElsewhere ? 0 : KnownArticles.day
                return (-most...most).contains(here - there)
            }
        guard let found, taken.insert(found.id).inserted else { return nil }
        return found
    }

    /// What was removed for good.
    struct Removal: Hashable {
        /// By the user, and not by retention or a rule.
        let isDeleted: Bool
        /// The deleted article, where it is surely the same one: it can come back in the place of a new one.
        let article: ArticleID?
    }

    /// Nil for an article that was not removed. Each deleted one is taken once.
    mutating func takeRemoval(of traits: ArticleFingerprint) -> Removal? {
        let same = (traits.canonicalLink.flatMap { removed[$0] } ?? []).filter { $0.traits.hasPart(of: traits) }
        if same.isEmpty { return nil }
        let fitting = same.filter { $0.traits.isLike(traits) }.compactMap(\.deleted)
        let article = fitting.count == 1 && taken.insert(fitting[0]).inserted ? fitting[0] : nil
        return Removal(isDeleted: same.contains { $0.deleted != nil }, article: article)
    }

    private func only(_ entries: [Entry]?, where isFit: (Entry) -> Bool) -> Store.UnsyncedArticle? {
        guard let entries, entries.count == 1 || entries.count < KnownArticles.sameTitleLimit else { return nil }
        let fitting = entries.filter { !taken.contains($0.article.id) && isFit($0) }
        return fitting.count == 1 ? fitting[0].article : nil
    }

    /// More articles than that with one title or link: neither says which of them it is.
    private static let sameTitleLimit = 50
}

extension ArticleFingerprint {
    /// Whether title, text or time are the same. A server may give a title to one that has none.
    fileprivate func hasPart(of other: ArticleFingerprint) -> Bool {
        title == other.title || [title, other.title].contains(ArticleFingerprint.noText)
            || hasText && text == other.text || published != nil && published == other.published
    }

    /// Whether title or text are the same, within a day.
    fileprivate func isLike(_ other: ArticleFingerprint) -> Bool {
        guard title == other.title && title != ArticleFingerprint.noText || hasText && text == other.text else {
            return false
        }
        guard let published, let time = other.published else { return true }
        return (-KnownArticles.day...KnownArticles.day).contains(published - time)
    }
}
