/// An enclosure that was saved as a file, or of which a part was.
public struct Download: Hashable, Sendable {
    public var article: ArticleID
    /// The URL of the enclosure.
    public var url: String
    /// The file, with its whole path; empty if the user has skipped it, or it was removed to keep only newer ones. While it
    /// is not complete, the part of it has the path `partPath`.
    public var path: String
    /// When the file was complete; nil until then.
    public var finished: Timestamp?
    /// The strong validator of the part, as `If-Range` takes it (RFC 9110, section 13.1.5); nil without one.
    public var validator: String?
    /// The length of the whole file in bytes; nil if it is not known.
    public var size: Int64?

    /// A download that has not begun.
    public init(article: ArticleID, url: String, path: String) {
        self.article = article
        self.url = url
        self.path = path
    }

    /// The path of the file until it is complete.
    public var partPath: String { path + ".part" }
}
