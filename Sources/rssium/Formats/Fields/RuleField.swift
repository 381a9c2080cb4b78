internal import FeedCore

/// A field of a rule that `--fields` can name.
enum RuleField: String, CaseIterable, ItemField {
    case id, query, scope, action

    static let namesColumns = true
    static let defaults = allCases

    func text(of rule: Rule) -> String {
        switch self {
        case .id: String(rule.id.rawValue)
        case .query: rule.query
        case .scope:
            switch rule.scope {
            case .all: "all"
            case .feed(_, let title): "feed \(title)"
            case .category(_, let name): "category \(name)"
            }
        case .action: rule.action.rawValue
        }
    }

    func styledText(of rule: Rule) -> StyledText {
        switch self {
        case .id: StyledText(text(of: rule), .dim)
        case .query: StyledText(text(of: rule), .bold)
        case .scope, .action: StyledText(text(of: rule))
        }
    }

    var column: Table.Column {
        switch self {
        case .id: .number
        case .query: Table.Column(minimum: 12, comfort: 20, rank: 8)
        case .scope: Table.Column(minimum: 8, maximum: 40, rank: 3)
        case .action: Table.Column(rank: 7)
        }
    }

    static func write(_ rule: Rule, to json: inout JSONWriter) {
        json.object { json in
            json.member("id", rule.id.rawValue)
            json.member("query", rule.query)
            switch rule.scope {
            case .all: break
            case .feed(let id, let title):
                json.member("feed_id", id.rawValue)
                json.member("feed", title)
            case .category(let id, let name):
                json.member("category_id", id.rawValue)
                json.member("category", name)
            }
            json.member("action", rule.action.rawValue)
        }
    }
}
