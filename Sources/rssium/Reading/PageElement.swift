internal import FeedCore

/// What an HTML element means for a page; one that is not here passes its content on.
enum PageElement {
    /// Its text stands apart from what is before and after it.
    case block
    case heading(level: Int)
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
    case media(kind: String)
    case mediaSource
    /// `param` of an `object`.
    case parameter
    case input
    case script
    case hidden

    static func named(_ name: String) -> PageElement? { known[name] }

    private static let known: [String: PageElement] = {
        var table: [String: PageElement] = [
            "h1": .heading(level: 1), "h2": .heading(level: 2), "h3": .heading(level: 3), "h4": .heading(level: 4),
            "h5": .heading(level: 5), "h6": .heading(level: 6),
            "figcaption": .caption, "caption": .tableCaption, "details": .details, "summary": .summary,
            "pre": .preformatted, "listing": .preformatted, "xmp": .preformatted, "plaintext": .preformatted,
            "blockquote": .quote, "ul": .list(isOrdered: false), "menu": .list(isOrdered: false),
            "dir": .list(isOrdered: false), "ol": .list(isOrdered: true), "li": .item,
            "dl": .definitions, "dt": .term, "dd": .meaning,
            "table": .table, "thead": .tableHead, "tr": .row, "td": .cell(isHeader: false),
            "th": .cell(isHeader: true),
            "a": .link, "abbr": .abbreviation, "acronym": .abbreviation, "q": .quotation, "rt": .reading,
            "br": .lineBreak, "wbr": .wordBreak, "hr": .rule,
            "img": .image, "amp-img": .image, "video": .media(kind: "video"), "amp-video": .media(kind: "video"),
            "amp-youtube": .media(kind: "video"), "audio": .media(kind: "audio"), "amp-audio": .media(kind: "audio"),
            "iframe": .media(kind: "frame"), "amp-iframe": .media(kind: "frame"), "embed": .media(kind: "frame"),
            "object": .media(kind: "frame"), "source": .mediaSource, "param": .parameter, "input": .input,
            "script": .script,
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
        "html", "figure", "fieldset", "hgroup", "search", "marquee",
    ]

    private static let hiddenNames = [
        "style", "template", "head", "title", "form", "select", "textarea", "button", "datalist", "canvas",
        "map", "svg", "dialog", "noframes", "annotation", "annotation-xml", "link", "meta", "rp",
    ]
}

extension [HTMLAttribute] {
    /// Whether the page's author, or a tool that left its buttons behind, means the element not to be read.
    var sayHidden: Bool {
        contains { attribute in
            switch attribute.name {
            case "hidden": attribute.value.lowercased() != "until-found"
            case "style": isInvisible(attribute.value)
            case "class": attribute.value.split(separator: " ").contains { leftovers.contains(String($0)) }
            default: false
            }
        }
    }

    /// The language of code, as those who color code write it: `language-swift`, `lang-swift`,
    /// `highlight-source-swift`, `brush: swift`, or an attribute of its own.
    var codeLanguage: String? {
        for attribute in self {
            switch attribute.name {
            case "data-lang", "data-language":
                if let language = checked(language: attribute.value) { return language }
            case "class":
                if let language = language(ofClasses: attribute.value) { return language }
            default: break
            }
        }
        return nil
    }

    private func language(ofClasses classes: String) -> String? {
        guard classes.utf8.count < 1024 else { return nil }
        let words = classes.split { $0 == " " || $0 == ";" || $0 == "\n" }
        for (index, word) in words.enumerated() {
            for beginning in ["language-", "lang-", "highlight-source-", "highlight-text-", "sourceCode-"] {
                if word.hasPrefix(beginning) { return checked(language: word.dropFirst(beginning.count)) }
            }
            if word == "brush:", index + 1 < words.count { return checked(language: words[index + 1]) }
            if word.hasPrefix("brush:") { return checked(language: word.dropFirst(6)) }
            if word == "sourceCode" || word == "src", index + 1 < words.count {
                return checked(
                    language: words[index + 1].hasPrefix("src-") ? words[index + 1].dropFirst(4) : words[index + 1])
            }
        }
        return nil
    }

    private func checked(language: some StringProtocol) -> String? {
        let language = language.lowercased()
        let isName =
            (1...24).contains(language.utf8.count)
            && language.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "-_+#.".utf8.contains($0)
            }
        return isName && !["none", "plaintext", "text", "plain", "nohighlight"].contains(language) ? language : nil
    }

    private func isInvisible(_ style: String) -> Bool {
        guard style.utf8.count < 4096 else { return false }
        let style = style.lowercased().filter { !$0.isWhitespace }
        return style.contains("display:none") || style.contains("visibility:hidden") || style.contains("mso-hide:all")
            || style.contains("max-height:0;") || style.contains("max-height:0px")
    }
}

/// Classes of share buttons, related posts, line numbers beside code and of what only programs read.
private let leftovers: Set<String> = [
    "feedflare", "sharedaddy", "jp-relatedposts", "addtoany_share_save_container", "addtoany_content", "share-buttons",
    "post-share", "social-share", "social-sharing", "sharethis", "share-bar", "sd-sharing", "ssba",
    "shareaholic-canvas",
    "heateor_sss_sharing_container", "a2a_kit", "addthis_toolbox", "addthis_button", "swp_social_panel",
    "essb_links", "mashsb-container", "social-buttons", "fb-like", "twitter-share-button", "wpcnt",
    "wp-block-jetpack-sharing-button",
    "footnote-backref", "reversefootnote", "mw-editsection", "screen-reader-text", "sr-only", "visually-hidden",
    "visuallyhidden", "katex-html", "MJX_Assistive_MathML", "linenos", "lineno", "linenodiv", "line-numbers-rows",
    "gutter", "gl", "rouge-gutter", "hljs-ln-numbers", "blob-num", "crayon-nums", "syntaxhighlighter-gutter", "lnt",
]
