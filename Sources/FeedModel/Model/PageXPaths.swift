/// The expressions that find the articles in a web page without a feed: XPath 1.0, unparsed.
public struct PageXPaths: Hashable, Sendable {
    /// Each node that it finds is an article.
    public var items: String
    /// The expressions that find the parts of an article, starting from its node. A part without one is found in the
    /// default places.
    public var parts: [Part: String]

    /// Without expressions for parts.
    public init(items: String, parts: [Part: String] = [:]) {
        self.items = items
        self.parts = parts
    }

    /// A part of an article. Raw values are the names in the database and in state files.
    public enum Part: String, CaseIterable, Sendable {
        case title, link, text, date, author, image, id

        /// The attribute of OPML, as FreshRSS names it.
        public var opmlName: String {
            let name =
                switch self {
                case .title: "Title"
                case .link: "Uri"
                case .text: "Content"
                case .date: "Timestamp"
                case .author: "Author"
                case .image: "Thumbnail"
                case .id: "Uid"
                }
            return "frss:xPathItem" + name
        }
    }
}
