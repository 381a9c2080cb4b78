/// The number of a rule; it is never given to another one.
public struct RuleID: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// What is done with the articles that a query fits, decided once, when they are stored.
public struct Rule: Hashable, Sendable {
    public let id: RuleID
    /// As it was typed.
    public let query: String
    public let scope: Scope
    public let action: Action

    /// Whose articles it is about. A rule goes with the feed or the category that it is for.
    public enum Scope: Hashable, Sendable {
        case all
        case feed(FeedID, title: String)
        case category(CategoryID, name: String)
    }

    public enum Action: String, Hashable, Sendable, CaseIterable {
        case markRead = "mark-read"
        case star
        /// It leaves a tombstone, is never counted as new, and does not come back.
        case drop
    }

    public init(id: RuleID, query: String, scope: Scope, action: Action) {
        self.id = id
        self.query = query
        self.scope = scope
        self.action = action
    }
}
