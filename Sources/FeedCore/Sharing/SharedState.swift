/// All that was decided, by whatever machine. Merging is commutative, associative and idempotent: machines that have read
/// the same lines have the same state.
///
/// Feeds, categories, rules and views are a few thousand. The store merges the lines of articles one by one instead of
/// holding them all, by the same functions.
public struct SharedState: Hashable, Sendable {
    public private(set) var articles: [ArticleKey: ArticleDecisions] = [:]
    public private(set) var others: [StateKey: StateProperties] = [:]

    public init() {}

    public init(_ lines: some Sequence<StateLine>) { for line in lines { merge(line) } }

    /// Takes over the winners of a line.
    ///
    /// - Returns: what has changed: the entries of the line that have won. Nil if nothing has.
    @discardableResult
    public mutating func merge(_ line: StateLine) -> StateLine? {
        guard !line.isEmpty else { return nil }
        let won: StateLine =
            switch line {
            case .article(let key, let decisions):
                .article(key, articles[key, default: ArticleDecisions()].merge(decisions))
            case .other(let key, let properties): .other(key, others[key, default: [:]].merge(properties))
            }
        return won.isEmpty ? nil : won
    }

    /// Takes over the winners of another state.
    public mutating func merge(_ other: SharedState) {
        articles.merge(other.articles) { ArticleDecisions.winner(of: $0, and: $1) }
        for (key, properties) in other.others { others[key, default: [:]].merge(properties) }
    }

    /// The lines in the order of their bytes.
    public var lines: [StateLine] {
        articles.sorted { $0.key < $1.key }.map { .article($0.key, $0.value) }
            + StateLine.sorted(others.map { .other($0.key, $0.value) })
    }

    /// The time of the newest decision; nil without decisions. It is when an export was `written`.
    public var newest: DecisionTime? {
        let ofArticles = articles.values.lazy.compactMap(\.newest?.time).max()
        let ofOthers = others.values.lazy.flatMap(\.values).map(\.stamp.time).max()
        return [ofArticles, ofOthers].compactMap(\.self).max()
    }

    /// Leaves out the articles that are no longer kept; see `ArticleDecisions.isKept`.
    public mutating func prune(at now: DecisionTime, isStored: (ArticleKey) -> Bool) {
        articles = articles.filter { $1.isKept(isStored: isStored($0), at: now) }
    }

    // MARK: What it means

    /// The categories that exist: those that are on, and those that a subscribed feed is in.
    public var categories: Set<ExactText> { Set(categoryNames.values) }

    /// For each key of a feed the smallest key of the same feed: keys whose URLs come to the same are of one feed.
    public var leadingFeedKeys: [FeedKey: FeedKey] {
        var keysByAddress: [FeedKey: [FeedKey]] = [:]
        for (key, properties) in others {
            guard case .feed(let key) = key else { continue }
            let address = properties[.url]?.value.text.flatMap { FeedKey(of: $0) } ?? key
            keysByAddress[address, default: []].append(key)
        }
        var leading: [FeedKey: FeedKey] = [:]
        for keys in keysByAddress.values {
            guard let smallest = keys.min() else { continue }
            for key in keys { leading[key] = smallest }
        }
        return leading
    }
}
