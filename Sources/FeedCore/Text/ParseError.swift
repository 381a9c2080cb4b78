/// Why bytes could not be read as a feed.
public enum ParseError: Error, Hashable, Sendable {
    /// Nothing, or white space.
    case empty
    /// Neither XML nor JSON that could be read: what the parser said, and the line where it did, if it told.
    case malformed(reason: String, line: Int?)
    /// Well-formed, but no feed: its beginning, such as `<svg>` or `{"a": …`.
    case notAFeed(kind: Kind, beginning: String)
    /// An HTML page.
    case page
    /// Beyond a limit of the reader: nesting, or the size of entities.
    case limit(String)
    /// libxml2 is missing or unfit: in words.
    case library(String)

    /// The task was cancelled meanwhile.
    case cancelled

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
        case .notAFeed(.xml, let beginning): "XML that is neither RSS nor Atom: \(beginning)"
        case .notAFeed(.json, let beginning): "JSON that is not a JSON Feed: \(beginning)"
        case .notAFeed(.other, let beginning): "not a feed: \(beginning)"
        case .page: "a web page"
        case .limit(let what): "a document beyond the limits: \(what)"
        case .library(let what): what
        case .cancelled: "cancelled"
        }
    }
}

extension ParseError {
    /// The first line of what libxml2 says, without its own ` line 12` at the end: the place is told apart.
    static func withoutLine(_ message: String) -> String {
        let reason = message.split(whereSeparator: \.isNewline).first ?? message[...]
        let words = reason.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count > 2, words.last.flatMap({ Int($0) }) != nil, words[words.count - 2] == "line" else {
            return String(reason)
        }
        return words.dropLast(2).joined(separator: " ")
    }
}
