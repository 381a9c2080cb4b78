/// The number of a rule; it is never given to another rule.
public struct RuleID: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// An action for the articles that match a query, done once, when they are stored.
public struct Rule: Hashable, Sendable {
    public let id: RuleID
    /// As the user typed it.
    public let query: String
    public let scope: Scope
    public let action: Action

    /// The feeds that it is about. A rule is removed with its feed or category.
    public enum Scope: Hashable, Sendable {
        case all
        case feed(FeedID, title: String)
        case category(CategoryID, name: String)
    }

    /// The action of a rule on an article.
    public enum Action: Hashable, Sendable, RawRepresentable {
        case markRead
        case star
        /// The article is not stored or counted as new, and does not come back: it leaves a tombstone.
        case drop
        case label(String)

        /// `mark-read`, `star`, `drop`, `label:NAME`.
        public init?(rawValue: String) {
            switch rawValue {
            case "mark-read": self = .markRead
            case "star": self = .star
            case "drop": self = .drop
            default:
                guard rawValue.hasPrefix("label:"), rawValue.utf8.count > 6 else { return nil }
                self = .label(String(rawValue.dropFirst(6)))
            }
        }

        public var rawValue: String {
            switch self {
            case .markRead: "mark-read"
            case .star: "star"
            case .drop: "drop"
            case .label(let name): "label:\(name)"
            }
        }
    }

    public init(id: RuleID, query: String, scope: Scope, action: Action) {
        self.id = id
        self.query = query
        self.scope = scope
        self.action = action
    }
}
