internal import FeedCore

extension Rule: Listed {
    static let fields = FieldList<Rule>(
        writeJSON: { rule, _, json in rule.write(to: &json) },
        [
            Field("id", .number, .dim) { .number($0.id.rawValue) },
            Field("query", Table.Column(minimum: 12, comfort: 20, rank: 8), .bold) { .text($0.query) },
            Field("scope", Table.Column(minimum: 8, maximum: 40, rank: 3)) { .text($0.scope.text) },
            Field("action", Table.Column(rank: 7)) { .text($0.action.rawValue) },
        ])

    private func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", id.rawValue)
            json.member("query", query)
            switch scope {
            case .all: break
            case .feed(let id, let title):
                json.member("feed_id", id.rawValue)
                json.member("feed", title)
            case .category(let id, let name):
                json.member("category_id", id.rawValue)
                json.member("category", name)
            }
            json.member("action", action.rawValue)
        }
    }
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
