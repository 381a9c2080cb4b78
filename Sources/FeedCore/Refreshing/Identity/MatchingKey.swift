/// What one pass compares of two articles: the parts that are set.
struct MatchingKey: Hashable {
    var guid: Int64?
    var link: Int64?
    var title: Int64?
    var text: Int64?
    var date: Int64?
}

extension ArticleFingerprint {
    /// The key of an unchanged article.
    var everything: MatchingKey { MatchingKey(guid: guid, link: link, title: title, text: text, date: date) }

    /// The same without the date.
    var everythingButDate: MatchingKey { MatchingKey(guid: guid, link: link, title: title, text: text) }

    /// Whether only the date may distinguish the article from others: it has no guid, and its link is missing or a home
    /// page.
    func mayDependOnDate(homes: Set<Int64>) -> Bool {
        date != nil && (guid == nil || guid == link) && canonicalLink.map(homes.contains) ?? true
    }

    /// Articles of a document may be duplicates only if they have the same key.
    var documentKey: MatchingKey {
        guid == nil ? everything : MatchingKey(guid: guid, link: link)
    }

    private var date: Int64? { published?.seconds }
}

extension ArticleDraft {
    /// Articles of a document are duplicates if they have one of these keys in common. Some feeds give several articles one
    /// guid and one link, so the title and the text or the date of publication must agree as well.
    var duplicateKeys: [MatchingKey] {
        guard let guid = traits.guid else { return [traits.everything] }
        let date = content.published?.seconds ?? .min
        return [
            MatchingKey(guid: guid, link: traits.link, title: traits.title, text: traits.text),
            MatchingKey(guid: guid, link: traits.link, title: traits.title, date: date),
        ]
    }
}
