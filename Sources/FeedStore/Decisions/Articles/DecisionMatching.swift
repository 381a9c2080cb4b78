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
        for parts in ArticleEvidence.Parts.choices where !open.isEmpty {
            var found: [ArticleEvidence: Found] = [:]
            for decision in decisions where decision.weight(of: parts) != .none {
                found[decision.only(parts), default: Found()].decisions += 1
            }
            if found.isEmpty { continue }
            for (index, article) in articles.enumerated() { found[article.only(parts)]?.add(index) }
            open.removeAll { index in
                let decision = decisions[index]
                let weight = decision.weight(of: parts)
                guard weight != .none, let found = found[decision.only(parts)], let article = found.article,
                    weight == .enough || found.decisions == 1, decision.allows(articles[article], agreeingIn: parts)
                else { return false }
                if found.articles == 1 { matches[index] = article }
                return true
            }
        }
    }

    /// The articles that agree in the same parts, and how many decisions do.
    private struct Found {
        var decisions = 0
        var articles = 0
        var article: Int?

        mutating func add(_ index: Int) {
            articles += 1
            article = index
        }
    }
}
