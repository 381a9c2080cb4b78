/// What finds the articles in a web page without a feed: XPath 1.0, unparsed.
public struct PageXPaths: Hashable, Sendable {
    /// Each node that it finds is an article.
    public var items: String
    /// What finds a part of an article, from its node on. A part that is missing is found in the usual places.
    public var parts: [Part: String]

    /// Without expressions for parts.
    public init(items: String, parts: [Part: String] = [:]) {
        self.items = items
        self.parts = parts
    }

    /// A part of an article. Raw values are the names in the database and in state files.
    public enum Part: String, CaseIterable, Sendable {
        case title, link, text, date, author, image, id
    }
}
