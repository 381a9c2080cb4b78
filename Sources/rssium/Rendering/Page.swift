/// An article as blocks of text, independent of HTML and of the width of a screen.
struct Page: Hashable, Sendable {
    var blocks: [Block] = []
    /// The addresses of the links: link 1 is the first. Each is here once.
    var links: [String] = []

    enum Block: Hashable, Sendable {
        case paragraph([Span])
        /// `level` is 1 to 6.
        case heading(level: Int, [Span])
        case list(List)
        case definitions([Definition])
        case quote([Block])
        /// Text with its spaces and line ends, and the language of code, such as `swift`.
        case preformatted([Span], language: String?)
        case table(Table)
        /// The text below an image.
        case caption([Span])
        /// Blocks that a browser folds away below the summary.
        case details(summary: [Span], [Block])
        case rule
    }

    struct List: Hashable, Sendable {
        /// Nil for bullets.
        var numbering: Numbering?
        var items: [Item]
    }

    enum Numbering: Hashable, Sendable {
        case decimal, lowerLetters, upperLetters, lowerRoman, upperRoman
    }

    struct Item: Hashable, Sendable {
        /// In a numbered list; numbers may skip, and count down.
        var number: Int?
        /// Whether a checkbox of the item is ticked.
        var task: Task?
        var blocks: [Block]
    }

    enum Task: Hashable, Sendable {
        case open, done
    }

    struct Definition: Hashable, Sendable {
        var terms: [[Span]]
        var meaning: [Block]
    }

    struct Table: Hashable, Sendable {
        var caption: [Span] = []
        var rows: [Row] = []

        struct Row: Hashable, Sendable {
            var cells: [Cell] = []

            /// Whether it holds the names of the columns.
            var isHeader: Bool {
                cells.contains(where: \.isHeader) && cells.allSatisfy { $0.isHeader || $0.blocks.isEmpty }
            }
        }

        struct Cell: Hashable, Sendable {
            var isHeader: Bool
            var alignment: Alignment?
            /// How many columns it spans, at least 1. They add up to the same number in each row.
            var columns = 1
            var blocks: [Block]
        }

        enum Alignment: Hashable, Sendable {
            case left, center, right
        }
    }

    /// A piece of text of one appearance.
    struct Span: Hashable, Sendable {
        var content: Content
        var formatting: Formatting = []
        /// The number of the link that it is part of.
        var link: Int?

        enum Content: Hashable, Sendable {
            case text(String)
            case lineBreak
            indirect case image(Image)
            /// A video or recording elsewhere, with the number of its address.
            indirect case media(kind: String, title: String, link: Int?)
        }
    }

    struct Image: Hashable, Sendable {
        /// The text that is shown instead of it.
        var alt: String
        var address: String?
        /// The number of its address; nil if the number of the link around it serves both.
        var link: Int?
    }

    struct Formatting: OptionSet, Hashable, Sendable {
        let rawValue: UInt16
        static let strong = Formatting(rawValue: 1 << 0)
        static let emphasis = Formatting(rawValue: 1 << 1)
        static let code = Formatting(rawValue: 1 << 2)
        static let deleted = Formatting(rawValue: 1 << 3)
        static let inserted = Formatting(rawValue: 1 << 4)
        static let superscript = Formatting(rawValue: 1 << 5)
        static let scripts: Formatting = [.superscript, .subscript]
        static let `subscript` = Formatting(rawValue: 1 << 6)
        static let underlined = Formatting(rawValue: 1 << 7)
        /// A key of the keyboard; `code` is set too.
        static let key = Formatting(rawValue: 1 << 8)
        static let highlighted = Formatting(rawValue: 1 << 9)
    }
}

extension [Page.Span] {
    var strong: [Page.Span] { adding(.strong) }
    var emphasized: [Page.Span] { adding(.emphasis) }

    private func adding(_ formatting: Page.Formatting) -> [Page.Span] {
        map { span in
            if case .image = span.content { return span }
            var span = span
            span.formatting.formUnion(formatting)
            return span
        }
    }
}

extension Page.Block {
    /// The text of a block of text; empty for a block of blocks.
    var spans: [Page.Span] {
        switch self {
        case .paragraph(let spans), .caption(let spans), .preformatted(let spans, _), .heading(_, let spans): spans
        default: []
        }
    }
}
