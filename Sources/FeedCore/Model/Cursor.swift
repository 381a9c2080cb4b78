/// How far somebody has come who wants to see every article once.
public struct Cursor: Hashable, Sendable {
    /// Whose it is, as `list --cursor` names it.
    public let name: String
    /// The newest article that was seen.
    public let article: ArticleID
    /// When it was moved last.
    public let moved: Timestamp

    public init(name: String, article: ArticleID, moved: Timestamp) {
        self.name = name
        self.article = article
        self.moved = moved
    }

    /// The name of the cursor that each listing on a terminal moves. Nobody can type it.
    public static let terminal = ""
}
