/// The parts of two articles that one pass compares: those that are set.
struct MatchingKey: Hashable {
    var guid: Int64?
    var link: Int64?
    var title: Int64?
    var text: Int64?
    var date: Int64?

    /// The key of these parts; nil if one of them is.
    @inline(__always) static func whole(
        guid: Int64?? = .none, link: Int64?? = .none, title: Int64?? = .none, text: Int64?? = .none,
        date: Int64?? = .none
    ) -> MatchingKey? {
        if guid == .some(nil) || link == .some(nil) || title == .some(nil) || text == .some(nil) || date == .some(nil) {
            return nil
        }
        return MatchingKey(
            guid: guid ?? nil, link: link ?? nil, title: title ?? nil, text: text ?? nil, date: date ?? nil)
    }
}

extension ArticleFingerprint {
    /// The key of an unchanged article.
    var everything: MatchingKey { MatchingKey(guid: guid, link: link, title: title, text: text, date: date) }

    /// The same without the date.
    var everythingButDate: MatchingKey { MatchingKey(guid: guid, link: link, title: title, text: text) }

    /// Whether the date may be all that distinguishes the article from others: it has no guid, and its link is missing,
    /// a home page, or that of other articles, too.
    func mayDependOnDate(_ shared: SharedParts) -> Bool {
        guard date != nil, shared.homes.guid(of: self) == nil else { return false }
        return shared.homes.lacksPage(self) || canonicalLink.map(shared.links.contains) ?? false
    }

    /// Articles of a document may be duplicates only if they have the same key.
    var documentKey: MatchingKey {
        guid == nil ? MatchingKey(link: link, title: title, text: text) : MatchingKey(guid: guid, link: link)
    }

    private var date: Int64? { published?.seconds }
}

extension ArticleDraft {
    /// Articles of a document are duplicates if they have one of these keys in common. Some feeds give several articles one
    /// guid and one link, so the title and the text or the date of publication must agree as well. Without a guid and a
    /// link of its own, an article of another date is another one. Without a page, a missing text or date counts as
    /// different, unless both are missing.
    ///
    /// - Parameter pages: the links that have several articles.
    func duplicateKeys(_ homes: HomePages, _ pages: Set<Int64>) -> [MatchingKey] {
        let (link, title, text) = (traits.link, traits.title, traits.text)
        let date = content.published?.seconds
        guard let guid = homes.guid(of: traits) else {
            let isShared = homes.lacksPage(traits) || link.map(pages.contains) ?? false
            return [MatchingKey(link: link, title: title, text: text, date: isShared ? date : nil)]
        }
        let byText = MatchingKey(guid: guid, link: link, title: title, text: text)
        let byDate = MatchingKey(guid: guid, link: link, title: title, date: date ?? .min)
        guard homes.lacksPage(traits) else { return [byText, byDate] }
        if traits.hasText { return date == nil ? [byText] : [byText, byDate] }
        return [byDate]
    }
}
