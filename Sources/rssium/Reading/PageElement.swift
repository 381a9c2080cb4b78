internal import FeedCore

/// What an HTML element means for a page; one that is not here passes its content on.
enum PageElement {
    /// Its text stands apart from what is before and after it.
    case block
    case heading(level: Int)
    case caption
    /// The visible line of `details`.
    case summary
    case preformatted
    case quote
    case list(isOrdered: Bool)
    case item
    case definitions, term, meaning
    case table, row
    case cell(isHeader: Bool)
    case marks(Page.Marks)
    case link
    /// `q`, whose quotation marks are not in the text.
    case quotation
    case lineBreak, wordBreak, rule
    case image
    /// Shown as a link with what it is.
    case media(kind: String)
    case mediaSource
    case input
    case hidden

    static func named(_ name: String) -> PageElement? { known[name] }

    private static let known: [String: PageElement] = {
        var table: [String: PageElement] = [
            "h1": .heading(level: 1), "h2": .heading(level: 2), "h3": .heading(level: 3), "h4": .heading(level: 4),
            "h5": .heading(level: 5), "h6": .heading(level: 6),
            "figcaption": .caption, "caption": .caption, "summary": .summary, "pre": .preformatted,
            "blockquote": .quote, "ul": .list(isOrdered: false), "menu": .list(isOrdered: false),
            "dir": .list(isOrdered: false), "ol": .list(isOrdered: true), "li": .item,
            "dl": .definitions, "dt": .term, "dd": .meaning,
            "table": .table, "tr": .row, "td": .cell(isHeader: false), "th": .cell(isHeader: true),
            "a": .link, "q": .quotation, "br": .lineBreak, "wbr": .wordBreak, "hr": .rule,
            "img": .image, "video": .media(kind: "video"), "audio": .media(kind: "audio"),
            "iframe": .media(kind: "frame"), "embed": .media(kind: "frame"), "object": .media(kind: "frame"),
            "source": .mediaSource, "input": .input,
        ]
        let marks: [(Page.Marks, [String])] = [
            (.strong, ["b", "strong"]), (.emphasis, ["i", "em", "cite", "dfn", "var"]),
            (.code, ["code", "kbd", "samp", "tt"]), (.deleted, ["del", "s", "strike"]), (.inserted, ["ins", "u"]),
            (.superscript, ["sup"]), (.subscript, ["sub"]),
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
        "html",
        "figure", "details", "fieldset", "hgroup",
    ]

    private static let hiddenNames = [
        "script", "style", "template", "head", "title", "form", "select", "textarea", "button", "datalist", "canvas",
        "map", "svg", "dialog", "noframes", "annotation", "annotation-xml", "param", "link", "meta",
    ]
}

extension [HTMLAttribute] {
    /// Whether the page's author, or a tool that left its buttons behind, means the element not to be read.
    var sayHidden: Bool {
        contains { attribute in
            switch attribute.name {
            case "hidden": true
            case "style": isInvisible(attribute.value)
            case "class": attribute.value.split(separator: " ").contains { leftovers.contains(String($0)) }
            default: false
            }
        }
    }

    private func isInvisible(_ style: String) -> Bool {
        guard style.utf8.count < 4096 else { return false }
        let style = style.lowercased().filter { !$0.isWhitespace }
        return style.contains("display:none") || style.contains("visibility:hidden")
    }
}

/// Classes of share buttons, related posts, anchors beside headings and ways back from footnotes.
private let leftovers: Set<String> = [
    "feedflare", "sharedaddy", "jp-relatedposts", "addtoany_share_save_container", "share-buttons", "post-share",
    "social-share", "anchorjs-link", "header-anchor", "heading-anchor", "anchor", "headerlink", "footnote-backref",
    "reversefootnote", "screen-reader-text", "sr-only", "visually-hidden", "katex-html",
]
