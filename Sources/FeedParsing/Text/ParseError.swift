/// Why a document cannot be read as a feed.
public enum ParseError: Error, Hashable, Sendable {
    /// No bytes, or only white space.
    case empty
    /// The XML or JSON is broken: the parser's reason, and the line if the parser gives it.
    case malformed(reason: String, line: Int?)
    /// Well-formed, but not a feed: how the document begins, such as `<svg>` or `{"a": …`; empty where that is not told.
    case notAFeed(kind: Kind, beginning: String)
    /// An HTML page.
    case page
    /// A list of feeds.
    case opml
    /// An XPath of a page that cannot be parsed, with its option, and why.
    case malformedXPath(String)
    /// No node of a web page fits the XPath of its articles.
    case noItems
    /// A limit of the parser is exceeded, such as nesting or the size of entities.
    case limit(String)
    /// libxml2 is missing or too old, in words for the user.
    case library(String)

    /// The task is cancelled.
    case cancelled

    /// The kind of a document that is not a feed, as messages name it.
    public enum Kind: String, Sendable {
        case xml = "XML"
        case json = "JSON"
        case other = "a document"
    }

    /// In words for the user, such as `XML that is neither RSS nor Atom: <svg>`.
    public var message: String {
        switch self {
        case .empty: "an empty document"
        case .malformed(let reason, let line): "a broken document: \(reason)" + (line.map { " in line \($0)" } ?? "")
        case .notAFeed(let kind, let beginning):
            kind.refusal + (beginning.isEmpty ? "" : ": " + beginning)
        case .page: "not a feed: a web page"
        case .opml: "an OPML document, a list of feeds; `rssium import` reads it"
        case .malformedXPath(let why): why
        case .noItems: "nothing fits --items: the page may have changed"
        case .limit(let what): "a document beyond the limits: \(what)"
        case .library(let what): what
        case .cancelled: "cancelled"
        }
    }
}

extension ParseError.Kind {
    fileprivate var refusal: String {
        switch self {
        case .xml: "XML that is neither RSS nor Atom"
        case .json: "JSON that is not a JSON Feed"
        case .other: "not a feed"
        }
    }
}

extension ParseError {
    /// The error without words of the document: a feed of a list from elsewhere may name any file of the user, and a server
    /// may repeat the password that it was sent. Words that are cut off may end within it.
    package func withoutContent(ofFile isLocal: Bool, hiding password: String? = nil) -> ParseError {
        let mayHavePassword = password?.isEmpty == false
        guard isLocal || mayHavePassword && (message.hasSuffix("…") || RepeatedSecret.isIn(message, [password])) else {
            return self
        }
        switch self {
        // libxml2's words, which come with a line, may quote the document; ours do not.
        case .malformed(_, let line?): return .malformed(reason: "it is not well-formed", line: line)
        case .notAFeed(let kind, let beginning) where !DocumentKind.isName(beginning):
            return .notAFeed(kind: kind, beginning: "")
        default: return self
        }
    }

    /// The first line of libxml2's message, without ` line 12` at its end: the line is given separately.
    static func withoutLine(_ message: String) -> String {
        let reason = message.split(whereSeparator: \.isNewline).first ?? message[...]
        let words = reason.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count > 2, words.last.flatMap({ Int($0) }) != nil, words[words.count - 2] == "line" else {
            return String(reason)
        }
        return words.dropLast(2).joined(separator: " ")
    }
}
