/// The last article that a script or the user has seen with `list --new` or `mail`, under a name.
public struct Cursor: Hashable, Sendable {
    /// As in `list --cursor`.
    public let name: String
    /// The newest article that the reader has seen.
    public let article: ArticleID
    /// When the cursor last moved.
    public let moved: Timestamp

    public init(name: String, article: ArticleID, moved: Timestamp) {
        self.name = name
        self.article = article
        self.moved = moved
    }

    /// The name of the cursor that each listing on a terminal moves. No user can type it.
    public static let terminal = ""
    /// The name of the cursor at the article that was read last. No user can type it either.
    package static let reading = "\u{1}"
}
