/// An article as a reader sees it: blocks of text one below the other, without HTML and without widths.
struct Page: Hashable, Sendable {
    var blocks: [Block] = []
    /// The addresses that spans point to by number: link 1 is the first. None is here twice.
    var links: [String] = []

    enum Block: Hashable, Sendable {
        case paragraph([Span])
        /// From 1 for the most important to 6.
        case heading(level: Int, [Span])
        case list(List)
        case definitions([Definition])
        case quote([Block])
        /// Text whose blanks and line ends stand as they are, and the language of code, such as `swift`.
        case preformatted([Span], language: String?)
        case table(Table)
        /// What is written below an image.
        case caption([Span])
        /// What a browser folds away, below the line that it always shows.
        case details(summary: [Span], [Block])
        /// The footnotes that spans refer to.
        case notes([Note])
        case rule
    }

    struct List: Hashable, Sendable {
        /// How the items are numbered; nil for a list with bullets.
        var numbering: Numbering?
        var items: [Item]
    }

    enum Numbering: Hashable, Sendable {
        case decimal, lowerLetters, upperLetters, lowerRoman, upperRoman
    }

    struct Item: Hashable, Sendable {
        /// In a numbered list; it may go down, or jump.
        var number: Int?
        /// Of something to do.
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

    /// A footnote.
    struct Note: Hashable, Sendable {
        /// From 1 in the order of what refers to notes; no two notes of a page share it.
        var number: Int
        /// What stands where it is referred to, without brackets: mostly a number too.
        var mark: String
        var blocks: [Block]
    }

    struct Table: Hashable, Sendable {
        var caption: [Span] = []
        var rows: [Row] = []

        struct Row: Hashable, Sendable {
            var cells: [Cell] = []

            /// Whether it names the columns.
            var isHeader: Bool {
                cells.contains(where: \.isHeader) && cells.allSatisfy { $0.isHeader || $0.blocks.isEmpty }
            }
        }

        struct Cell: Hashable, Sendable {
            var isHeader: Bool
            var alignment: Alignment?
            /// How many columns it reaches across, at least 1. In every row these add up to the same.
            var columns = 1
            var blocks: [Block]
        }

        enum Alignment: Hashable, Sendable {
            case left, center, right
        }
    }

    /// A piece of text that looks the same throughout.
    struct Span: Hashable, Sendable {
        var content: Content
        var marks: Marks = []
        /// The number of the link that the piece is part of.
        var link: Int?

        enum Content: Hashable, Sendable {
            case text(String)
            case lineBreak
            indirect case image(Image)
            /// Something to hear or to see elsewhere, such as a video: its name, and the number of its address.
            indirect case media(kind: String, title: String, link: Int?)
            /// Refers to the footnote of that number.
            indirect case note(Int, mark: String)
        }
    }

    struct Image: Hashable, Sendable {
        /// The text in its place.
        var alt: String
        var address: String?
        /// The number of its address; nil where it is part of a link that stands for both.
        var link: Int?
    }

    struct Marks: OptionSet, Hashable, Sendable {
        let rawValue: UInt16
        static let strong = Marks(rawValue: 1 << 0)
        static let emphasis = Marks(rawValue: 1 << 1)
        static let code = Marks(rawValue: 1 << 2)
        static let deleted = Marks(rawValue: 1 << 3)
        static let inserted = Marks(rawValue: 1 << 4)
        static let superscript = Marks(rawValue: 1 << 5)
        static let `subscript` = Marks(rawValue: 1 << 6)
        static let underlined = Marks(rawValue: 1 << 7)
        /// A key to press; `code` is set too.
        static let key = Marks(rawValue: 1 << 8)
        static let highlighted = Marks(rawValue: 1 << 9)
    }
}
