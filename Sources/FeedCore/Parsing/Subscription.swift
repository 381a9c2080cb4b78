/// A feed that a list of subscriptions names, as the list has it: nothing of it is checked.
public struct Subscription: Hashable, Sendable {
    /// The address of the feed.
    public var url: String
    /// The name that it goes by in the list.
    public var title: String?
    /// The innermost folder that it stands in, or its first tag.
    public var category: String?

    public init(url: String, title: String? = nil, category: String? = nil) {
        self.url = url
        self.title = title
        self.category = category
    }
}
