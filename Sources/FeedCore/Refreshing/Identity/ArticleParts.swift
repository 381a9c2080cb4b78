/// The parts by which two articles are compared, and which of them are unique in the feed.
///
/// Shared parts do not identify an article: on a status page all items have one link, and a weekly column has one title.
struct ArticleParts {
    /// Nil also for a guid that is only the address of the home page.
    let guid: Int64?
    let link: Int64?
    let plainLink: Int64?
    let title: Int64
    /// Nil for an article without text.
    let text: Int64?
    let date: Int64?
    private let isOwnGuid: Bool
    let isOwnLink: Bool
    /// As `HomePages.lacksPage`.
    private let lacksPage: Bool
    private let isOwnTitle: Bool
    private let isOwnText: Bool
    private let variety: SharedParts.Variety

    init(_ article: ArticleFingerprint, _ shared: borrowing SharedParts) {
        guid = shared.homes.guid(of: article)
        link = article.link
        plainLink = article.canonicalLink
        title = article.writtenTitle
        text = article.hasText ? article.text : nil
        date = article.published?.seconds
        isOwnGuid = article.guid.map { !shared.guids.contains($0) } ?? false
        lacksPage = shared.homes.lacksPage(article)
        isOwnLink = !lacksPage && article.canonicalLink.map { !shared.links.contains($0) } ?? false
        isOwnTitle = title != ArticleFingerprint.noText && !shared.titles.contains(article.title)
        isOwnText = article.hasText && !shared.texts.contains(article.text)
        variety = shared.variety
    }

    /// What the feed names the article by: its guid, else its link.
    var address: Int64? { guid ?? plainLink }

    /// The guid, unless several articles have it and dates tell them apart.
    private var namingGuid: Int64? { isOwnGuid || date == nil ? guid : nil }
    private var ownTitle: Int64? { isOwnTitle ? title : nil }
    private var ownText: Int64? { isOwnText ? text : nil }
    /// The link that other articles do not have, in a feed whose links are not all the same.
    private var variedLink: Int64? { isOwnLink && variety.contains(.links) ? plainLink : nil }
    private var variedTitle: Int64? { isOwnTitle && variety.contains(.titles) ? title : nil }
    private var variedText: Int64? { isOwnText && variety.contains(.texts) ? text : nil }
}

// MARK: Keys

extension ArticleParts {
    var guidAndLink: MatchingKey? { .whole(guid: guid, link: link) }
    var guidAndPlainLink: MatchingKey? { .whole(guid: guid, link: plainLink) }
    var guidAndOwnTitle: MatchingKey? { .whole(guid: namingGuid, title: ownTitle) }
    var guidAndOwnText: MatchingKey? { .whole(guid: namingGuid, text: ownText) }
    var guidTitleAndDate: MatchingKey? { .whole(guid: guid, title: title, date: date) }
    var guidTextAndDate: MatchingKey? { .whole(guid: guid, text: text, date: date) }
    /// For articles without a link.
    var guidAndDate: MatchingKey? { link == nil ? .whole(guid: guid, date: date) : nil }

    var variedOwnLink: MatchingKey? { .whole(link: variedLink) }
    /// Also for articles that have neither a date nor a text.
    var ownLinkAndDate: MatchingKey? {
        isOwnLink && (date != nil || text == nil) ? plainLink.map { MatchingKey(link: $0, date: date) } : nil
    }
    var ownLinkAndText: MatchingKey? { isOwnLink ? .whole(link: plainLink, text: text) : nil }
    var linkTitleAndDate: MatchingKey? { link.map { MatchingKey(link: $0, title: title, date: date) } }
    /// Without a date the text must be its own.
    var linkTextAndDate: MatchingKey? {
        guard let text = date == nil ? ownText : text else { return nil }
        return link.map { MatchingKey(link: $0, text: text, date: date) }
    }
    /// Without a date the link must be its own, or there is no text that could differ.
    var plainLinkTitleAndDate: MatchingKey? {
        guard date != nil || isOwnLink || text == nil else { return nil }
        return plainLink.map { MatchingKey(link: $0, title: title, date: date) }
    }
    /// Without a date the link or the text must be its own.
    var plainLinkTextAndDate: MatchingKey? {
        guard let text, date != nil || isOwnLink || isOwnText else { return nil }
        return plainLink.map { MatchingKey(link: $0, text: text, date: date) }
    }
    /// The same, unless several articles of a day may have the link.
    var identifyingLinkTitleAndDate: MatchingKey? { linkIdentifies || text == nil ? plainLinkTitleAndDate : nil }
    var identifyingLinkTextAndDate: MatchingKey? { linkIdentifies ? plainLinkTextAndDate : nil }
    var variedLinkTitleAndText: MatchingKey? { .whole(link: variedLink, title: title, text: text) }
    var variedLinkAndOwnText: MatchingKey? { .whole(link: variedLink, text: ownText) }

    var ownTitleAndOwnText: MatchingKey? { .whole(title: ownTitle, text: ownText) }
    /// For articles without a text of their own.
    var textlessOwnTitleAndDate: MatchingKey? { ownText == nil ? .whole(title: ownTitle, date: date) : nil }
    /// For articles that have nothing else of their own but one address.
    var onlyOwnTitle: MatchingKey? {
        guard ownText == nil, date == nil, lacksPage || guid == nil || guid == link else { return nil }
        return ownTitle.map { MatchingKey(title: $0) }
    }

    var titleTextAndDate: MatchingKey? { .whole(title: title, text: text, date: date) }
    /// For articles without a text.
    var textlessTitleAndTime: MatchingKey? { text == nil && hasWords ? .whole(title: title, date: time) : nil }
    var ownTitleAndTime: MatchingKey? { .whole(title: ownTitle, date: time) }
    var variedTitleAndTime: MatchingKey? { .whole(title: variedTitle, date: time) }
    var ownTextAndDate: MatchingKey? { .whole(text: ownText, date: date) }
    var variedTextAndDate: MatchingKey? { .whole(text: variedText, date: date) }
    var variedLinkAndTitle: MatchingKey? { .whole(link: variedLink, title: variedTitle) }
    /// For articles without a text.
    var textlessVariedLinkAndTitle: MatchingKey? { text == nil ? variedLinkAndTitle : nil }
    var variedTitleAndVariedText: MatchingKey? { .whole(title: variedTitle, text: variedText) }
    /// For articles without a text.
    var textlessVariedTitleAndDate: MatchingKey? { text == nil ? .whole(title: variedTitle, date: date) : nil }
    /// For articles without a date.
    var undatedTitleAndText: MatchingKey? { date == nil ? ownTitleAndOwnText : nil }
    var undatedTitleAndVariedText: MatchingKey? { date == nil ? .whole(title: title, text: variedText) : nil }
    /// Of an item whose guid another article has: without a date the link counts.
    var contents: MatchingKey? {
        if let date { return hasWords ? MatchingKey(title: title, text: text, date: date) : nil }
        return text.map { MatchingKey(link: link, title: title, text: $0) }
    }

    /// For articles without a link.
    var linklessTitleAndDate: MatchingKey? { link == nil ? .whole(title: title, date: date) : nil }
    var linklessTitleAndText: MatchingKey? { link == nil ? variedTitleAndVariedText : nil }

    /// Whether the dates may be one in two time zones, or one is the day of the other; also where both are missing.
    func mayShareDate(with other: ArticleParts) -> Bool {
        guard let date, let known = other.date else { return date == nil && other.date == nil }
        let distance = date.distance(to: known).magnitude
        return distance <= 14 * 3600 || (time == nil || other.time == nil) && distance < ArticleParts.day
    }

    /// Whether the dates are the time of one request.
    static func areOfRequest(_ dates: [Int64?]) -> Bool {
        let known = dates.compactMap(\.self)
        guard known.count == dates.count, let first = known.min(), let last = known.max() else { return false }
        return last - first < 60 && known.contains { $0 % 60 != 0 }
    }

    private static let day: Int64 = 86_400

    private var hasWords: Bool { title != ArticleFingerprint.noText || text != nil }
    /// The date, unless it is only a day, which several articles may have.
    private var time: Int64? { date.flatMap { $0 % ArticleParts.day == 0 ? nil : $0 } }
    private var linkIdentifies: Bool { isOwnLink || time != nil }
}

/// Which guids, links, titles and texts several articles of a feed have.
struct SharedParts {
    let homes: HomePages
    private(set) var guids: Set<Int64> = []
    private(set) var links: Set<Int64> = []
    private(set) var titles: Set<Int64> = []
    private(set) var texts: Set<Int64> = []
    private(set) var variety: Variety = []

    /// The parts of which a feed has more than one value.
    struct Variety: OptionSet {
        let rawValue: UInt8
        static let links = Variety(rawValue: 1)
        static let titles = Variety(rawValue: 2)
        static let texts = Variety(rawValue: 4)
    }

    init(_ drafts: [ArticleFingerprint], _ stored: [StoredIdentity], _ homes: HomePages) {
        self.homes = homes
        func sharedValues(_ part: Variety = [], _ value: (ArticleFingerprint) -> Int64?) -> Set<Int64> {
            var (inDocument, shared): (Set<Int64>, Set<Int64>) = ([], [])
            inDocument.reserveCapacity(drafts.count)
            for draft in drafts {
                if let value = value(draft), !inDocument.insert(value).inserted { shared.insert(value) }
            }
            var inStore: Set<Int64> = []
            inStore.reserveCapacity(stored.count)
            for article in stored {
                if let value = value(article.traits), !inStore.insert(value).inserted { shared.insert(value) }
            }
            let isOne = inDocument == inStore || inDocument.isEmpty || inStore.isEmpty
            if inDocument.count > 1 || inStore.count > 1 || !isOne { variety.insert(part) }
            return shared
        }
        guids = sharedValues { $0.guid }
        links = sharedValues(.links) { $0.canonicalLink }
        titles = sharedValues(.titles) { $0.title }
        texts = sharedValues(.texts) { $0.hasText ? $0.text : nil }
    }
}
