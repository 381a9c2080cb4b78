/// An article as a reader sees it: blocks of text one below the other, without HTML and without widths.
struct Page: Hashable {
    var blocks: [Block] = []
    /// The addresses that spans point to by number: link 1 is the first. None is here twice.
    var links: [String] = []

    indirect enum Block: Hashable {
        case paragraph([Span])
        /// From 1 for the most important to 6.
        case heading(level: Int, [Span])
        case list(List)
        case definitions([Definition])
        case quote([Block])
        /// Text whose blanks and line ends stand as they are.
        case preformatted([Span])
        case table(Table)
        /// What is written below an image or above a table.
        case caption([Span])
        case rule
    }

    struct List: Hashable {
        /// The number of the first item; nil for a list with bullets.
        var start: Int?
        var items: [[Block]]
    }

    struct Definition: Hashable {
        var terms: [[Span]]
        var meaning: [Block]
    }

    struct Table: Hashable {
        var rows: [Row] = []

        struct Row: Hashable {
            var cells: [Cell] = []
        }

        struct Cell: Hashable {
            var isHeader: Bool
            var blocks: [Block]
        }
    }

    /// A piece of text that looks the same throughout.
    struct Span: Hashable {
        var content: Content
        var marks: Marks = []
        /// The number of the link that the piece is part of.
        var link: Int?

        enum Content: Hashable {
            case text(String)
            case lineBreak
            /// The text in place of an image, and the number of its address.
            case image(alt: String, link: Int?)
            /// Something to hear or to see elsewhere, such as a video: its name, and the number of its address.
            case media(kind: String, title: String, link: Int?)
        }
    }

    struct Marks: OptionSet, Hashable {
        let rawValue: Int
        static let strong = Marks(rawValue: 1 << 0)
        static let emphasis = Marks(rawValue: 1 << 1)
        static let code = Marks(rawValue: 1 << 2)
        static let deleted = Marks(rawValue: 1 << 3)
        static let inserted = Marks(rawValue: 1 << 4)
        static let superscript = Marks(rawValue: 1 << 5)
        static let `subscript` = Marks(rawValue: 1 << 6)
    }
}
