/// What one pass compares of two articles: the parts that are set.
struct MatchingKey: Hashable {
    var guid: Int64?
    var link: Int64?
    var title: Int64?
    var text: Int64?
    var date: Int64?
}

extension ArticleFingerprint {
    /// Of articles that have not changed.
    var everything: MatchingKey { MatchingKey(guid: guid, link: link, title: title, text: text, date: date) }

    /// The same under another date; nil for an article without guid and link, which only its date may tell from another.
    var everythingButDate: MatchingKey? {
        guid == nil && link == nil && date != nil ? nil : MatchingKey(guid: guid, link: link, title: title, text: text)
    }

    /// Articles of a document may be duplicates only if they have the same key.
    var documentKey: MatchingKey {
        guid == nil ? MatchingKey(link: link, title: title, text: text) : MatchingKey(guid: guid, link: link)
    }

    private var date: Int64? { published?.seconds }
}

extension ArticleDraft {
    /// Articles of a document are duplicates if they have one of these keys in common. Some feeds give several articles one
    /// guid and one link, so the title and the text or the date of publication must agree as well.
    ///
    /// - Parameter homes: links of home pages. Without guid or link of its own, an article of another day is another one.
    func duplicateKeys(homes: Set<Int64>) -> [MatchingKey] {
        let (guid, link, title, text) = (traits.guid, traits.link, traits.title, traits.text)
        guard guid != nil else {
            let isBare = traits.canonicalLink.map(homes.contains) ?? true
            return [MatchingKey(link: link, title: title, text: text, date: isBare ? traits.published?.seconds : nil)]
        }
        return [
            MatchingKey(guid: guid, link: link, title: title, text: text),
            MatchingKey(guid: guid, link: link, title: title, date: content.published?.seconds ?? .min),
        ]
    }
}
