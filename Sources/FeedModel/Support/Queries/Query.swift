/// A query that chooses articles by words, for `list --search`, `mark --search` and `rule`.
///
/// ```
/// query  = all { "OR" all }                          OR binds weaker than juxtaposition
/// all    = part { part }                             every part matches
/// part   = [ "-" ] ( "(" query ")" | term )          "-": does not match
/// term   = [ scope ":" ] ( word [ "*" ] | '"' phrase '"' [ "*" ] )
///        | pattern-scope ":" "/" expression "/"      "\/" is a slash
/// scope         = "title" | "author" | "text" | "feed" | "category" | "tag" | "url" | "label"
/// pattern-scope = every scope but "text"
/// ```
///
/// A word ends at a space, a quote or a parenthesis. Words are searched in title, author and text (which includes the
/// summary), or in one of them; the value of `feed`, `category`, `tag` or `url` has to contain the pattern, and
/// one of the user's labels has to be that of `label`. Case and diacritics do not matter. Punctuation separates words: `foo-bar`, `C++`, `12:30` and `https://a.example/` are phrases
/// of their parts, and so is a word with a colon that is not a scope. Punctuation that stands alone beside words, as in
/// `Q & A`, is left out. Every Chinese, Japanese, Korean or Thai character is a word of its own. A regular expression is a POSIX
/// extended one, searched in the first 2,000 characters, within the limits of `QueryPattern`.
public struct Query: Hashable, Sendable {
    /// As the user typed it.
    public let text: String
    package let root: Node
    /// The words that are searched for as text, although the user may have meant them otherwise.
    public let doubts: [Doubt]

    /// Throws if the text does not parse, with the offset.
    public init(_ text: String) throws(QueryError) {
        var parser = try QueryParser(text)
        self.text = text
        root = try parser.parse()
        doubts = parser.doubts
    }

    package init(text: String, root: Node) {
        self.text = text
        self.root = root
        doubts = []
    }

    /// A part of a query that other query languages know as an operator or a field.
    public struct Doubt: Hashable, Sendable {
        public enum Kind: Hashable, Sendable {
            /// `AND` or `NOT`.
            case word
            /// A word before a colon, such as `titel`.
            case prefix
        }

        public let kind: Kind
        public let text: String
        /// In characters from the start of the query.
        public let offset: Int
    }

    /// The names that may stand before a colon.
    public static let scopes = ["title", "author", "text", "feed", "category", "tag", "url", "label"]

    package indirect enum Node: Hashable, Sendable {
        case all([Node])
        case any([Node])
        case not(Node)
        /// In the full-text index; nil for all its columns.
        case words(String, isPrefix: Bool, in: Column?)
        case part(of: Value, String)
        case pattern(Value, QueryPattern)
    }

    /// The parts of an article in the index.
    package enum Column: String, Hashable, Sendable {
        case title, author, text
    }

    /// A value of the article that is compared as it is.
    package enum Value: String, Hashable, Sendable {
        case title, author, feed, category, tag, url, label
    }

    /// In characters.
    static let maxLength = 8000
    /// Words, phrases and expressions: SQLite has limits, too.
    static let maxTerms = 300
    /// Of parentheses.
    static let maxDepth = 10
}

/// Why a query does not parse, and where.
public struct QueryError: Error, Hashable, Sendable {
    public let message: String
    /// In characters from the start of the query; nil for the whole query.
    public let offset: Int?

    init(_ message: String, at offset: Int?) {
        self.message = message
        self.offset = offset
    }
}

extension Query.Doubt {
    /// What begins at an offset, if it may be meant otherwise than the query takes it.
    init?(at offset: Int, in characters: [Character]) {
        let end = characters[offset...].firstIndex { !$0.isASCII || !$0.isLetter } ?? characters.count
        let word = String(characters[offset..<end])
        let next = end < characters.count ? characters[end] : " "
        if ["AND", "NOT"].contains(word), " ()\"".contains(next) {
            self.init(kind: .word, text: word, offset: offset)
        } else if next == ":", end + 1 < characters.count, !" ):".contains(characters[end + 1]),
            // An address: `http://`.
            characters[end + 1] != "/" || end + 2 == characters.count || characters[end + 2] != "/"
        {
            self.init(kind: .prefix, text: word, offset: offset)
        } else {
            return nil
        }
    }
}
