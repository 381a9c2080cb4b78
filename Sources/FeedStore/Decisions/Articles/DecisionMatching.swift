/// Finds the article of a feed that a decision was made for, by what identified it then. Pure.
///
/// The article may have been edited since. Then only its *own* parts count, which no other article of the feed has: a mark
/// that waits does less harm than one on another article. `docs/state-file.md` has the rules.
struct DecisionMatching {
    private typealias Part = ArticleEvidence.Part

    private let articles: [ArticleEvidence]
    /// The index of each article; nil where several agree in all parts.
    private let whole: [ArticleEvidence: Int?]
    /// For each part, the index of the article that has a value as its own.
    private let owners: [[UInt32: Int]]

    /// - Parameter articles: all of the feed, stored and removed.
    init(among articles: [ArticleEvidence]) {
        self.articles = articles
        whole = DecisionMatching.indices(of: articles) { $0 }
        owners = Part.allCases.map { DecisionMatching.owners(of: $0, among: articles) }
    }

    /// The index of the article; nil if the decision waits for its article, or may mean several.
    func article(of decision: ArticleEvidence) -> Int? {
        if let same = whole[decision] { return same }
        var own: [Int: [Part]] = [:]
        for part in Part.allCases {
            guard let value = decision[part], let owner = owners[part.rawValue][value] else { continue }
            own[owner, default: []].append(part)
        }
        // Also an article that is not enough by itself: the decision may be about that one, which has a new address.
        let most = own.values.map(\.count).max()
        let best = own.filter { $1.count == most }
        guard best.count == 1, let (index, parts) = best.first else { return nil }
        return isEnough(parts, of: decision, articles[index]) ? index : nil
    }

    /// Whether a decision is about the article if these of its own parts are the same.
    private func isEnough(_ own: [Part], of decision: ArticleEvidence, _ article: ArticleEvidence) -> Bool {
        let differing = decision.differing(from: article)
        if differing.contains(.guid) { return own.count >= 3 && own.contains(.text) }
        if differing.contains(.link) { return own.count >= 3 }
        if own.count >= 2 { return true }
        let isSameDate = decision[.date] != nil && decision[.date] == article[.date]
        if isSameDate, own.contains(where: { $0 != .date }), articles.count >= DecisionMatching.telling { return true }
        return differing.count <= 1 && own.contains { [.guid, .link, .text].contains($0) }
    }

    /// How many articles show what tells the articles of a feed apart.
    private static let telling = 3

    /// Empty if the part does not tell the articles of the feed apart: all have one link, or weekdays as titles. A few
    /// articles cannot show this, except for the guid, whose purpose it is.
    private static func owners(of part: Part, among articles: [ArticleEvidence]) -> [UInt32: Int] {
        let owners = indices(of: articles) { $0[part] }.compactMapValues { $0 }
        let count = articles.count { $0[part] != nil }
        return count >= (part == .guid ? 1 : telling) && 10 * owners.count >= 9 * count ? owners : [:]
    }

    /// The index of the article with each key; nil where several have it.
    private static func indices<Key: Hashable>(
        of articles: [ArticleEvidence], by key: (ArticleEvidence) -> Key?
    ) -> [Key: Int?] {
        var indices: [Key: Int?] = [:]
        for (index, article) in articles.enumerated() {
            guard let key = key(article) else { continue }
            indices.updateValue(indices.keys.contains(key) ? nil : index, forKey: key)
        }
        return indices
    }
}
