internal import FeedCore

extension [HTMLAttribute] {
    /// Whether the element is not meant to be read on a screen.
    var sayHidden: Bool {
        contains { attribute in
            switch attribute.name {
            case "hidden": attribute.value.lowercased() != "until-found"
            case "style": isInvisible(attribute.value)
            case "class": attribute.value.split(separator: " ").contains { hiddenClasses.contains(String($0)) }
            default: false
            }
        }
    }

    /// Whether it holds code with an element for each line, as SyntaxHighlighter and GitHub write it.
    var isCodeLines: Bool {
        guard let classes = self["class"], classes.utf8.count < 1024 else { return false }
        return classes.utf8.split(separator: 0x20).contains { name in
            name.elementsEqual("syntaxhighlighter".utf8)
                || name.elementsEqual("js-file-line-container".utf8)
        }
    }

    private func isInvisible(_ style: String) -> Bool {
        guard style.utf8.count < 4096 else { return false }
        let style = style.lowercased().filter { !$0.isWhitespace }
        return style.holds("display:none") || style.holds("visibility:hidden") || style.holds("mso-hide:all")
            || style.holds("max-height:0;") || style.holds("max-height:0px")
    }
}

/// Classes of text for screen readers, of what is shown while a formula loads, and of what Substack and Ghost add to
/// each page: names that no author gives to text.
private let hiddenClasses: Set<String> = [
    "screen-reader-text", "sr-only", "visually-hidden", "visuallyhidden", "MathJax_Preview",
    "subscription-widget-wrap-editor", "subscription-widget-wrap", "kg-bookmark-metadata",
    "kg-bookmark-thumbnail",
]

extension [HTMLAttribute] {
    /// Whether the attributes of a form name it as one to subscribe, search, comment or sign in.
    var saySmallForm: Bool {
        contains { attribute in
            guard ["id", "class", "action", "role", "name"].contains(attribute.name), attribute.value.utf8.count < 1024
            else { return false }
            let value = attribute.value.lowercased()
            return smallForms.contains { value.holds($0) }
        }
    }
}

private let smallForms = [
    "subscri", "newsletter", "mailchimp", "list-manage", "buttondown", "signup", "sign-up", "search", "comment",
    "login", "poll", "paypal", "contact",
]

extension BlockStack.ListStyle {
    init(isOrdered: Bool, _ attributes: [HTMLAttribute]) {
        guard isOrdered else {
            if attributes["style"]?.holds("list-style-type: decimal") == true { numbering = .decimal }
            return
        }
        numbering =
            switch attributes["type"] {
            case "a": .lowerLetters
            case "A": .upperLetters
            case "i": .lowerRoman
            case "I": .upperRoman
            default: .decimal
            }
        start = attributes["start"].flatMap { Int32($0.trimmed) }.map(Int.init)
        isReversed = attributes["reversed"] != nil
    }
}

extension TableGrid.Cell {
    init(isHeader: Bool, _ attributes: [HTMLAttribute]) {
        func number(_ name: String, max limit: Int) -> Int {
            attributes.isEmpty
                ? 1 : attributes[name].flatMap { Int($0.trimmed) }.map { min(Swift.max($0, 1), limit) } ?? 1
        }
        content = Page.Table.Cell(
            isHeader: isHeader, columns: number("colspan", max: TableGrid.maxColumns), blocks: [])
        rows = number("rowspan", max: TableGrid.maxRows)
        guard !attributes.isEmpty else { return }
        let style = attributes["style"].map { $0.utf8.count < 1024 ? $0.lowercased().filter { $0 != " " } : "" } ?? ""
        var alignment: Substring?
        if style.holds("text-align:") {
            alignment = style.firstRange(of: "text-align:").map { style[$0.upperBound...].prefix(6) }
        }
        switch alignment ?? attributes["align"]?.lowercased()[...] ?? "" {
        case let name where name.hasPrefix("right"): content.alignment = .right
        case let name where name.hasPrefix("center"): content.alignment = .center
        case let name where name.hasPrefix("left"): content.alignment = .left
        default: break
        }
    }
}
