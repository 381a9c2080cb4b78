internal import FeedCore

/// The meaning of an HTML element for a page. Any other element only passes its content on.
enum PageElement: Equatable {
    /// Its text is a block.
    case block
    case heading(level: Int)
    case figure, caption, tableCaption, details
    /// The line of `details` that always shows.
    case summary
    case preformatted, quote
    case list(isOrdered: Bool)
    case item
    case definitions, term, meaning
    case table, tableHead, row
    case cell(isHeader: Bool)
    case formatting(Page.Formatting)
    case link
    case abbreviation
    /// `q`, which browsers put between quotation marks.
    case quotation
    /// `rt`: the pronunciation of the characters before it.
    case pronunciation
    case lineBreak, wordBreak, rule
    case image
    /// Shown as a link.
    case media(EmbeddedMedia.Kind)
    case mediaSource
    /// `param` of an `object`.
    case parameter
    case input
    case script
    /// The replacement for a script.
    case noscript
    case formula
    /// Brackets that the text has already.
    case hidden

    static func named(_ name: HTMLName) -> PageElement? { names.index(of: name).map { elements[$0] } }

    private static let names = HTMLNames(known.map(\.key))
    private static let elements = known.map(\.value)

    private static let known: [String: PageElement] = {
        var table: [String: PageElement] = [
            "h1": .heading(level: 1), "h2": .heading(level: 2), "h3": .heading(level: 3), "h4": .heading(level: 4),
            "h5": .heading(level: 5), "h6": .heading(level: 6),
            "figure": .figure, "figcaption": .caption, "caption": .tableCaption, "details": .details,
            "summary": .summary,
            "pre": .preformatted, "listing": .preformatted, "xmp": .preformatted, "plaintext": .preformatted,
            "blockquote": .quote, "ul": .list(isOrdered: false), "menu": .list(isOrdered: false),
            "dir": .list(isOrdered: false), "ol": .list(isOrdered: true), "li": .item,
            "dl": .definitions, "dt": .term, "dd": .meaning,
            "table": .table, "thead": .tableHead, "tr": .row, "td": .cell(isHeader: false),
            "th": .cell(isHeader: true),
            "a": .link, "abbr": .abbreviation, "acronym": .abbreviation, "q": .quotation, "rt": .pronunciation,
            "br": .lineBreak, "wbr": .wordBreak, "hr": .rule,
            "img": .image, "amp-img": .image, "video": .media(.video), "amp-video": .media(.video),
            "amp-youtube": .media(.video), "lite-youtube": .media(.video),
            "audio": .media(.audio), "amp-audio": .media(.audio),
            "iframe": .media(.frame), "amp-iframe": .media(.frame), "embed": .media(.frame),
            "object": .media(.frame), "source": .mediaSource, "param": .parameter, "input": .input, "rp": .hidden,
            "script": .script, "noscript": .noscript, "math": .formula,
        ]
        let formatting: [(Page.Formatting, [String])] = [
            (.strong, ["b", "strong"]), (.emphasis, ["i", "em", "cite", "dfn", "var"]),
            (.code, ["code", "samp", "tt"]), ([.code, .key], ["kbd"]), (.deleted, ["del", "s", "strike"]),
            (.inserted, ["ins"]), (.underlined, ["u"]), (.superscript, ["sup"]), (.subscript, ["sub"]),
            (.highlighted, ["mark"]),
        ]
        for (value, names) in formatting {
            for name in names { table[name] = .formatting(value) }
        }
        for name in blockNames { table[name] = .block }
        return table
    }()

    private static let blockNames = [
        "p", "div", "section", "article", "main", "header", "footer", "aside", "nav", "address", "center", "body",
        "html", "form", "fieldset", "legend", "hgroup", "search", "marquee",
    ]
}
