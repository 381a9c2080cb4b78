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

    /// What a rule does with an article.
    public enum Action: String, Hashable, Sendable, CaseIterable {
        case markRead = "mark-read"
        case star
        /// The article is not stored or counted as new, and does not come back: it leaves a tombstone.
        case drop
    }

    public init(id: RuleID, query: String, scope: Scope, action: Action) {
        self.id = id
        self.query = query
        self.scope = scope
        self.action = action
    }
}
