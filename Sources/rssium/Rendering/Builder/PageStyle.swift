internal import FeedCore

/// The style of a text, as the elements around its node determine it.
struct PageStyle {
    /// The kind of block that the open text becomes at its end.
    enum TextKind {
        case paragraph
        case heading(level: Int)
        case caption
        /// With `byLine`, code with an element for each line; spaces and line ends between these mean nothing.
        case preformatted(language: String?, byLine: Bool = false)

        var isPreformatted: Bool { if case .preformatted = self { true } else { false } }
        var isCodeLines: Bool { if case .preformatted(_, byLine: true) = self { true } else { false } }
    }

    var kind = TextKind.paragraph
    var formatting: Page.Formatting = []
    /// The address of the link around the text.
    var link: String?
    var isInLink = false
    /// Whether it is in a heading, a summary or a link.
    var keepsButtons = false
    var whiteSpace: WhiteSpace?
    /// The language of code.
    var language: String?
    var isInTableHead = false
    var isInNoscript = false
    /// The number of the figure around it, counted from 1.
    var figure: Int?
    /// The innermost container around it.
    var container: PageElement?
    /// How many containers are around it.
    var depth = 0

    /// Containers deeper than this become blocks of their parent.
    private static let maxDepth = 48

    /// The style in a container; nil where containers nest too deep.
    func inContainer(_ element: PageElement, _ attributes: [HTMLAttribute]) -> PageStyle? {
        guard depth < PageStyle.maxDepth else { return nil }
        var style = self
        style.depth += 1
        style.container = element
        // Blogger puts an image and its caption into a table.
        style.kind = attributes["class"] == "tr-caption" ? .caption : .paragraph
        switch element {
        case .cell: style.isInTableHead = false
        case .summary: style.keepsButtons = true
        default: break
        }
        return style
    }

    func with(_ kind: TextKind) -> PageStyle {
        var style = self
        style.kind = kind
        return style
    }

    func adding(_ formatting: Page.Formatting) -> PageStyle {
        var style = self
        style.formatting.formUnion(formatting)
        return style
    }

    /// The language that an element of code states, or one around it.
    func codeLanguage(_ attributes: [HTMLAttribute]) -> String? {
        if let language = attributes.codeLanguage { return language }
        if case .preformatted(let language?, _) = kind { return language }
        return language
    }
}

/// How an element treats line ends and spaces (CSS Text, `white-space`).
enum WhiteSpace {
    case collapse, keepLines, keep
    /// `keep`, and no line is broken.
    case asWritten

    static let maxIndent = 40

    /// Nil if the element's style does not specify it.
    init?(_ attributes: [HTMLAttribute]) {
        guard let style = attributes["style"], style.utf8.count < 4096, style.hasBytes("white-space") else {
            return nil
        }
        let words = style.lowercased().filter { !$0.isWhitespace }
        guard let property = words.firstRange(of: "white-space:") else { return nil }
        switch words[property.upperBound...].prefix(while: { $0 != ";" && $0 != "!" }) {
        case "pre": self = .asWritten
        case "pre-wrap", "break-spaces": self = .keep
        case "pre-line": self = .keepLines
        case "normal", "nowrap", "initial": self = .collapse
        default: return nil
        }
    }
}
