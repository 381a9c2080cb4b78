internal import FeedCore

/// What the open elements say about the text in them: its white space and its language.
struct TextContext {
    private struct Entry {
        /// The open elements down to the one that says it.
        var depth: Int
        var whiteSpace: WhiteSpace?
        var language: String?
    }

    /// The innermost last, each with what it inherits.
    private var entries: [Entry] = []

    var whiteSpace: WhiteSpace? { entries.last?.whiteSpace }
    /// The language of code.
    var language: String? { entries.last?.language }

    mutating func enter(_ attributes: [HTMLAttribute], depth: Int) {
        let whiteSpace = WhiteSpace(attributes)
        let language = attributes.mayHaveCodeLanguage ? attributes.codeLanguage : nil
        guard whiteSpace != nil || language != nil else { return }
        entries.append(
            Entry(depth: depth, whiteSpace: whiteSpace ?? self.whiteSpace, language: language ?? self.language))
    }

    /// - Parameter depth: the elements that are still open.
    mutating func leave(depth: Int) {
        if let last = entries.last, last.depth > depth { entries.removeLast() }
    }
}

/// What an element keeps of line ends and spaces (CSS Text, `white-space`).
enum WhiteSpace {
    case collapse, keepLines, keep
    /// `keep`, and no line is broken.
    case asWritten

    static let maxIndent = 40

    /// Nil where the element's style does not say.
    init?(_ attributes: [HTMLAttribute]) {
        guard let style = attributes["style"], style.utf8.count < 4096, style.holds("white-space") else { return nil }
        let words = style.lowercased().filter { !$0.isWhitespace }
        guard let place = words.firstRange(of: "white-space:") else { return nil }
        switch words[place.upperBound...].prefix(while: { $0 != ";" && $0 != "!" }) {
        case "pre": self = .asWritten
        case "pre-wrap", "break-spaces": self = .keep
        case "pre-line": self = .keepLines
        case "normal", "nowrap", "initial": self = .collapse
        default: return nil
        }
    }
}
