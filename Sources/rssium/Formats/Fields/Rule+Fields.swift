internal import FeedCore

extension Rule: Listed {
    static let fields = FieldList<Rule>(
        json: ["id", "query", "feed_id", "feed", "category_id", "category", "action"],
        [
            Field("id", .number, .dim) { .number($0.id.rawValue) },
            Field("query", Table.Column(minimum: 12, comfort: 20, rank: 8), .bold) { .text($0.query) },
            Field("scope", Table.Column(minimum: 8, maximum: 40, rank: 3)) { .text($0.scope.text) },
            Field("action", Table.Column(rank: 7)) { .text($0.action.rawValue) },
            Field(json: "feed_id") { if case .feed(let id, _) = $0.scope { .number(id.rawValue) } else { .absent } },
            Field(json: "feed") { if case .feed(_, let title) = $0.scope { .text(title) } else { .absent } },
            Field(json: "category_id") {
                if case .category(let id, _) = $0.scope { .number(id.rawValue) } else { .absent }
            },
            Field(json: "category") { if case .category(_, let name) = $0.scope { .text(name) } else { .absent } },
        ])
}

extension Rule.Scope {
    fileprivate var text: String {
        switch self {
        case .all: "all"
        case .feed(_, let title): "feed \(title)"
        case .category(_, let name): "category \(name)"
        }
    }
}
