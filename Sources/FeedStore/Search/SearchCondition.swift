/// Turns a query into an SQL condition on `article`. The parts that the full-text index can answer are combined into as
/// few lookups as possible.
struct SearchCondition {
    /// Selections of article ids from an index, with `?` for FTS5's expression.
    let selections: [String]
    /// The only feed that the query is about; nil for all.
    let feed: FeedID?

    /// The number of temporary tables with hits.
    private var tables = 0

    typealias Part = (sql: String, values: [SQLValue])

    init(selections: [String], feed: FeedID?) {
        self.selections = selections
        self.feed = feed
    }

    /// The condition. It is valid until the next one is made: the hits of the index are in temporary tables.
    mutating func part(for query: Query, in store: borrowing Store) throws(StoreError) -> Part {
        store.database.matchers.removeAll()
        return try part(for: query.root, isTop: true, store)
    }

    /// Levels of FTS5's expressions: its parser has a stack for about twenty, and each level takes several.
    private static let deepest = 3

    private mutating func part(for node: Query.Node, isTop: Bool, _ store: borrowing Store) throws(StoreError) -> Part {
        if let expression = SearchCondition.expression(for: node) { return try hits(expression, isTop, store) }
        switch node {
        case .all(let nodes):
            let inIndex = nodes.filter { SearchCondition.expression(for: $0) != nil }
            var rest = nodes.filter { SearchCondition.expression(for: $0) == nil }
            var parts: [Part] = []
            if !inIndex.isEmpty {
                let without = rest.filter { node in
                    if case .not(let inner) = node { SearchCondition.expression(for: inner) != nil } else { false }
                }
                rest.removeAll(where: without.contains)
                let together = Query.Node.all(inIndex + without)
                if let expression = SearchCondition.expression(for: together) {
                    parts.append(try hits(expression, isTop, store))
                } else {
                    rest = inIndex + without + rest
                }
            }
            for node in rest { parts.append(try part(for: node, isTop: false, store)) }
            return SearchCondition.joined(parts, " AND ")
        case .any(let nodes):
            var rest = nodes
            var parts: [Part] = []
            let inIndex = nodes.filter { SearchCondition.expression(for: $0) != nil }
            if !inIndex.isEmpty, let expression = SearchCondition.expression(for: .any(inIndex)) {
                parts.append(try hits(expression, false, store))
                rest.removeAll(where: inIndex.contains)
            }
            for node in rest { parts.append(try part(for: node, isTop: false, store)) }
            return SearchCondition.joined(parts, " OR ")
        case .not(let inner):
            let part = try part(for: inner, isTop: false, store)
            return ("NOT \(part.sql)", part.values)
        case .part(of: .label, let name): return try label(name, store)
        case .part(let value, let text): return try part(value, store, .part(Array(text.utf8)))
        case .pattern(let value, let pattern):
            return try part(value, store, .pattern(try SearchCondition.compiled(pattern)))
        case .words: preconditionFailure("the index answers every word")
        }
    }

    private static func compiled(_ pattern: QueryPattern) throws(StoreError) -> RegularExpression {
        do { return try RegularExpression(pattern) } catch { throw .failed(error.message) }
    }

    private func part(_ value: Query.Value, _ store: borrowing Store, _ matcher: SQLMatcher) throws(StoreError) -> Part
    {
        let column: String
        switch value {
        case .feed, .category:
            let feeds = try store.feeds(matching: matcher, by: value, among: feed)
            // No article can match.
            if feeds.isEmpty { return ("0", []) }
            return ("+article.feed_id IN (SELECT value FROM json_each(?))", [.list(feeds.map(\.rawValue))])
        case .label:
            return (SearchCondition.labels("rssium_matches(?, label)"), store.database.matchers.add(matcher))
        case .tag: column = "tags"
        case .title, .author, .url: column = value.rawValue
        }
        return ("rssium_matches(?, article.\(column))", store.database.matchers.add(matcher))
    }

    /// Without a label of the name, one that differs in the marks on its letters fits. The name is folded.
    private func label(_ name: String, _ store: borrowing Store) throws(StoreError) -> Part {
        if try store.spellings(of: name).isEmpty { return try part(.label, store, .whole(CaseFolding.folded(name))) }
        return (SearchCondition.labels("rssium_folded(label) = ?"), [.string(name)])
    }

    /// That an article has one of the labels that fit.
    private static func labels(_ condition: String) -> String {
        let labels = "SELECT label FROM (\(Store.labelNames)) WHERE \(condition)"
        return "article.id IN (SELECT article_id FROM article_label WHERE label IN (\(labels)))"
    }

    /// Few hits are looked up one by one. With many, SQLite goes through the articles in their order and looks each up
    /// among the hits, so that a limit ends it early.
    private mutating func hits(_ expression: String, _ isTop: Bool, _ store: borrowing Store) throws(StoreError) -> Part
    {
        let table = "search_hits_\(tables)"
        tables += 1
        let count = try store.gatherHits(of: expression, from: selections, into: table)
        let areFew = isTop && feed == nil && count < 2000
        return ("\(areFew ? "" : "+")article.id IN (SELECT id FROM temp.\(table))", [])
    }

    private static func joined(_ parts: [Part], _ word: String) -> Part {
        ("(" + parts.map(\.sql).joined(separator: word) + ")", parts.flatMap(\.values))
    }

    // MARK: FTS5

    /// The node in FTS5's language; nil if the index alone cannot answer it.
    static func expression(for node: Query.Node, depth: Int = 0) -> String? {
        guard depth <= deepest else { return nil }
        switch node {
        case .words(let text, let isPrefix, let column):
            let columns =
                switch column {
                case nil: ""
                case .text: "{text summary} : "
                case .title, .author: "\(column?.rawValue ?? "") : "
                }
            return columns + FTSTokenization.quoted(text) + (isPrefix ? " *" : "")
        case .any(let nodes):
            let parts = nodes.compactMap { expression(for: $0, depth: depth + 1) }
            return parts.count == nodes.count ? "(" + parts.joined(separator: " OR ") + ")" : nil
        case .all(let nodes):
            var wanted: [String] = []
            var unwanted: [String] = []
            for node in nodes {
                if case .not(let inner) = node {
                    guard let part = expression(for: inner, depth: depth + 2) else { return nil }
                    unwanted.append(part)
                } else {
                    guard let part = expression(for: node, depth: depth + 1) else { return nil }
                    wanted.append(part)
                }
            }
            guard !wanted.isEmpty else { return nil }
            let all = "(" + wanted.joined(separator: " AND ") + ")"
            return unwanted.isEmpty ? all : "(\(all) NOT (\(unwanted.joined(separator: " OR "))))"
        case .not, .part, .pattern: return nil
        }
    }
}
