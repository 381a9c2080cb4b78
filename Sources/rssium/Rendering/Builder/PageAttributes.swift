internal import FeedCore

extension [HTMLAttribute] {
    /// Whether the page's author, or a tool that left its buttons behind, means the element not to be read.
    var sayHidden: Bool {
        contains { attribute in
            switch attribute.name {
            case "hidden": attribute.value.lowercased() != "until-found"
            case "style": isInvisible(attribute.value)
            case "class": attribute.value.split(separator: " ").contains { unread.contains(String($0)) }
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

    /// Whether each line of the code in it is an element of its own, as SyntaxHighlighter and GitHub do it.
    var isCodeOfLines: Bool {
        guard let classes = self["class"], classes.utf8.count < 1024 else { return false }
        return classes.utf8.split(separator: 0x20).contains { name in
            name.elementsEqual("syntaxhighlighter".utf8)
                || name.elementsEqual("js-file-line-container".utf8)
        }
    }

    /// Whether an element around code says that it is code, and may say which.
    var mayHaveCodeLanguage: Bool {
        guard let classes = self["class"], classes.utf8.count < 1024 else { return false }
        return classes.holds("highlight") || classes.holds("sourceCode")
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
            if word == "syntaxhighlighter", index + 1 < words.count {
                return checked(language: words[index + 1])
            }
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
        return style.holds("display:none") || style.holds("visibility:hidden") || style.holds("mso-hide:all")
            || style.holds("max-height:0;") || style.holds("max-height:0px")
    }
}

/// Classes of what only programs read, of the second form of a formula, and of what one tool adds to every page: names
/// that no author gives to text of the page.
private let unread: Set<String> = [
    "screen-reader-text", "sr-only", "visually-hidden", "visuallyhidden", "katex-html", "MJX_Assistive_MathML",
    "MathJax_Preview", "subscription-widget-wrap-editor", "subscription-widget-wrap", "kg-bookmark-metadata",
    "kg-bookmark-thumbnail",
]

/// Whether the lines of an element stay as they are (CSS Text, `white-space`).
enum LineKeeping {
    case neither, lines, linesAndBlanks

    static let mostIndent = 40

    /// Nil where the element does not say.
    init?(_ attributes: [HTMLAttribute]) {
        guard let style = attributes["style"], style.utf8.count < 4096, style.holds("white-space")
        else { return nil }
        let words = style.lowercased().filter { !$0.isWhitespace }
        guard let place = words.firstRange(of: "white-space:") else { return nil }
        switch words[place.upperBound...].prefix(while: { $0 != ";" && $0 != "!" }) {
        case "pre", "pre-wrap", "break-spaces": self = .linesAndBlanks
        case "pre-line": self = .lines
        case "normal", "nowrap", "initial": self = .neither
        default: return nil
        }
    }
}

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
        func number(_ name: String, most: Int) -> Int {
            attributes.isEmpty ? 1 : attributes[name].flatMap { Int($0.trimmed) }.map { min(max($0, 1), most) } ?? 1
        }
        content = Page.Table.Cell(
            isHeader: isHeader, columns: number("colspan", most: TableGrid.mostColumns), blocks: [])
        rows = number("rowspan", most: TableGrid.mostRows)
        guard !attributes.isEmpty else { return }
        let style = attributes["style"].map { $0.utf8.count < 1024 ? $0.lowercased().filter { $0 != " " } : "" } ?? ""
        var place: Substring?
        if style.holds("text-align:") {
            place = style.firstRange(of: "text-align:").map { style[$0.upperBound...].prefix(6) }
        }
        switch place ?? attributes["align"]?.lowercased()[...] ?? "" {
        case let name where name.hasPrefix("right"): content.alignment = .right
        case let name where name.hasPrefix("center"): content.alignment = .center
        case let name where name.hasPrefix("left"): content.alignment = .left
        default: break
        }
    }
}
