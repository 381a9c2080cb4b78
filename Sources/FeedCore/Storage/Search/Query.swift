/// The language that articles are chosen in by words, for `list --search`, `mark --search` and `rule`.
///
/// ```
/// query  = all { "OR" all }                          OR binds weaker than standing side by side
/// all    = part { part }                             every part fits
/// part   = [ "-" ] ( "(" query ")" | term )          "-": does not fit
/// term   = [ scope ":" ] ( word [ "*" ] | '"' phrase '"' [ "*" ] )
///        | pattern-scope ":" "/" expression "/"      "\/" is a slash
/// scope         = "title" | "author" | "text" | "feed" | "category" | "tag" | "url"
/// pattern-scope = every scope but "text"
/// ```
///
/// A word ends at a blank, a quote or a parenthesis. Words are sought in title, author and text (which is the content
/// and the summary), or in one of them; the value of `feed`, `category`, `tag` or `url` holds what is written. Upper
/// and lower case and diacritics do not matter. What is between letters and digits only parts them: `foo-bar`, `C++`,
/// `12:30` and `https://a.example/` are phrases of their parts, and a colon after any other word is such a mark.
/// Marks that stand alone beside words, as in `Q & A`, are left out. Every character of Chinese, Japanese and Korean is
/// a word of its own. An expression is a POSIX extended one, sought in the first 2,000 characters, within the limits of
/// `QueryPattern`.
public struct Query: Hashable, Sendable {
    /// As it was typed.
    public let text: String
    let root: Node

    /// Throws where the text is not of the language, with the place.
    public init(_ text: String) throws(QueryError) {
        var parser = try QueryParser(text)
        self.text = text
        root = try parser.parse()
    }

    indirect enum Node: Hashable, Sendable {
        case all([Node])
        case any([Node])
        case not(Node)
        /// In the full-text index; nil for all its columns.
        case words(String, isPrefix: Bool, in: Column?)
        case part(of: Value, String)
        case pattern(Value, QueryPattern)
    }

    /// What the index holds of an article.
    enum Column: String, Hashable, Sendable {
        case title, author, text
    }

    /// What is looked at as it stands.
    enum Value: String, Hashable, Sendable {
        case title, author, feed, category, tag, url
    }

    /// Characters that a query may have.
    static let longest = 8000
    /// Words, phrases and expressions that it may have, so that SQLite can take it.
    static let mostTerms = 300
    /// Parentheses that may stand within each other.
    static let deepest = 10
}

/// Why a query cannot be understood, and where.
public struct QueryError: Error, Hashable, Sendable {
    public let message: String
    /// The place in the query, in characters from its start; nil where it is the whole.
    public let place: Int?

    init(_ message: String, at place: Int?) {
        self.message = message
        self.place = place
    }
}
