internal import FeedCore

/// What an HTML element means for a page; one that is not here passes its content on.
enum PageElement {
    /// Its text stands apart from what is before and after it.
    case block
    case heading(level: Int)
    case figure
    /// Of a figure.
    case caption
    case tableCaption
    case details
    /// The visible line of `details`.
    case summary
    case preformatted
    case quote
    case list(isOrdered: Bool)
    case item
    case definitions, term, meaning
    case table, tableHead, row
    case cell(isHeader: Bool)
    case marks(Page.Marks)
    case link
    case abbreviation
    /// `q`, whose quotation marks are not in the text.
    case quotation
    /// `rt`: how the characters before it are read.
    case reading
    case lineBreak, wordBreak, rule
    case image
    /// Shown as a link with what it is.
    case media(EmbeddedMedia.Kind)
    case mediaSource
    /// `param` of an `object`.
    case parameter
    /// Some pages stand in one as a whole.
    case form
    case input
    /// Text where it is all that a heading or a link has; elsewhere it asks to be pressed.
    case button
    case script
    /// What stands in for what a script would do.
    case noscript
    case formula
    case hidden

    static func named(_ name: HTMLName) -> PageElement? { names.place(of: name).map { elements[$0] } }

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
            "a": .link, "abbr": .abbreviation, "acronym": .abbreviation, "q": .quotation, "rt": .reading,
            "br": .lineBreak, "wbr": .wordBreak, "hr": .rule,
            "img": .image, "amp-img": .image, "video": .media(.video), "amp-video": .media(.video),
            "amp-youtube": .media(.video), "audio": .media(.audio), "amp-audio": .media(.audio),
            "iframe": .media(.frame), "amp-iframe": .media(.frame), "embed": .media(.frame),
            "object": .media(.frame), "source": .mediaSource, "param": .parameter, "input": .input, "button": .button,
            "form": .form,
            "script": .script, "noscript": .noscript, "math": .formula,
        ]
        let marks: [(Page.Marks, [String])] = [
            (.strong, ["b", "strong"]), (.emphasis, ["i", "em", "cite", "dfn", "var"]),
            (.code, ["code", "samp", "tt"]), ([.code, .key], ["kbd"]), (.deleted, ["del", "s", "strike"]),
            (.inserted, ["ins"]), (.underlined, ["u"]), (.superscript, ["sup"]), (.subscript, ["sub"]),
            (.highlighted, ["mark"]),
        ]
        for (mark, names) in marks {
            for name in names { table[name] = .marks(mark) }
        }
        for name in blockNames { table[name] = .block }
        for name in hiddenNames { table[name] = .hidden }
        return table
    }()

    private static let blockNames = [
        "p", "div", "section", "article", "main", "header", "footer", "aside", "nav", "address", "center", "body",
        "html", "fieldset", "hgroup", "search", "marquee",
    ]

    private static let hiddenNames = [
        "style", "template", "head", "title", "select", "textarea", "datalist", "canvas",
        "map", "svg", "dialog", "noframes", "annotation", "annotation-xml", "link", "meta", "rp",
    ]
}
