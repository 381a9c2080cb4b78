/// Finds the articles that decisions were made for, by what identified these then. Pure.
///
/// An article may have been edited since, so it has to agree in three of five parts: guid, link, title, text and date. Of
/// several articles, the one that agrees in most parts is meant. If several agree in as many, none is: a mark that is
/// missing does less harm than one on another article.
struct DecisionMatching {
    /// Indices of articles by index of the decision; nil where none is meant.
    private(set) var matches: [Int?]
    var isAny: Bool { matches.contains { $0 != nil } }

    /// - Parameters:
    ///   - decisions: of one feed.
    ///   - articles: all of this feed, stored and removed.
    init(_ decisions: [ArticleEvidence], among articles: [ArticleEvidence]) {
        matches = Array(repeating: nil, count: decisions.count)
        var open = Array(decisions.indices)
        for choices in ArticleEvidence.Parts.choices where !open.isEmpty {
            // The article of each decision; nil where there are several.
            var found: [Int: Int?] = [:]
            for parts in choices {
                let groups = DecisionMatching.groups(of: decisions, among: articles, agreeingIn: parts)
                for index in open {
                    let decision = decisions[index]
                    let weight = decision.weight(of: parts)
                    guard weight != .none, let group = groups[decision.only(parts)], let article = group.article,
                        weight == .enough || group.decisions == 1,
                        decision.allows(articles[article], agreeingIn: parts)
                    else { continue }
                    let only = group.articles == 1 ? article : nil
                    found.updateValue(found[index, default: only] == only ? only : nil, forKey: index)
                }
            }
            for (index, article) in found { matches[index] = article }
            open.removeAll { found[$0] != nil }
        }
    }

    /// Decisions and articles that agree in the same parts.
    private struct Group {
        var decisions = 0
        var articles = 0
        /// The last one.
        var article: Int?
    }

    private static func groups(
        of decisions: [ArticleEvidence], among articles: [ArticleEvidence], agreeingIn parts: ArticleEvidence.Parts
    ) -> [ArticleEvidence: Group] {
        var groups: [ArticleEvidence: Group] = [:]
        for decision in decisions where decision.weight(of: parts) != .none {
            groups[decision.only(parts), default: Group()].decisions += 1
        }
        if groups.isEmpty { return groups }
        for (index, article) in articles.enumerated() {
            let key = article.only(parts)
            guard groups[key] != nil else { continue }
            groups[key]?.articles += 1
            groups[key]?.article = index
        }
        return groups
    }
}
