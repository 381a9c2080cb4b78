internal import FeedCore

/// Appends each element to the page.
extension PageBuilder {
    mutating func append(_ element: ShownElement, _ outer: PageStyle) {
        var style = outer
        if !element.attributes.isEmpty {
            style.whiteSpace = WhiteSpace(element.attributes) ?? outer.whiteSpace
            if element.attributes.mayHaveCodeLanguage {
                style.language = element.attributes.codeLanguage ?? outer.language
            }
        }
        switch element.kind {
        case nil: appendContent(of: element.node, style)
        case .block: appendBlock(element, outer, style)
        case .heading, .caption, .preformatted: appendTextBlock(element, outer, style)
        case .figure: appendFigure(element, style)
        case .quote, .list, .item, .definitions, .term, .meaning, .details, .summary, .tableCaption:
            appendContainer(element, outer, style)
        case .table, .row, .cell: appendTablePart(element, outer, style)
        case .image: appendImage(element, style)
        case .media(let kind): appendMedia(EmbeddedMedia(kind, element, in: tree), style)
        default: appendInline(element, style)
        }
    }

    private mutating func appendInline(_ element: ShownElement, _ style: PageStyle) {
        let (node, attributes) = (element.node, element.attributes)
        switch element.kind {
        case .formatting(let added):
            if added == .superscript { separateNotes(before: node, style) }
            if Page.Formatting.scripts.contains(added), !style.formatting.isDisjoint(with: .scripts), text.endsInScript,
                isScript(node)
            {
                // A script of a script: no letter is that small.
                appendContent(of: node, style, added == .superscript ? "^(" : "_(", ")")
            } else {
                appendContent(of: node, style.adding(added))
            }
        case .script: appendText(tree.formula(of: node), style.adding(.code))
        case .link: appendLink(element, style)
        case .abbreviation: appendContent(of: node, style, "", expansion(of: attributes["title"]))
        case .quotation: appendContent(of: node, style, "“", "”")
        case .pronunciation: appendContent(of: node, style, "(", ")")
        case .hidden: break
        case .lineBreak: breakLine(style)
        case .wordBreak: append(verbatim: "\u{200B}", style)
        case .rule:
            endText(style)
            content.append(.rule)
        case .input: appendInput(attributes, style)
        case .formula: appendFormula(element, style)
        case .tableHead:
            var style = style
            style.isInTableHead = true
            appendContent(of: node, style)
        case .noscript:
            var style = style
            style.isInNoscript = true
            appendContent(of: node, style)
        default: appendContent(of: node, style)
        }
    }

    /// Appends the content between two texts.
    private mutating func appendContent(
        of node: HTMLTree.Index, _ style: PageStyle, _ opening: String, _ closing: String
    ) {
        if !opening.isEmpty { appendText(opening, style) }
        appendContent(of: node, style)
        if !closing.isEmpty { appendText(closing, style) }
    }

    /// Puts a comma between the marks of two notes: `¹²` would be the mark of a third one.
    private mutating func separateNotes(before node: HTMLTree.Index, _ style: PageStyle) {
        guard text.endsInNote else { return }
        var mark = ""
        for inner in tree.descendants(of: node) {
            mark += tree.text(of: inner)
            if mark.utf8.count > 1 { break }
        }
        guard mark.drop(while: { $0 == "[" }).utf8.first.map(ASCII.isDigit) == true else { return }
        text.append(verbatim: ",", formatting: style.formatting)
    }

    /// Whether an element within a superscript or subscript is one of its own: it has a text, and neither a link nor a space
    /// before it, which a tag that was meant to end has.
    private func isScript(_ node: HTMLTree.Index) -> Bool {
        guard let first = tree.firstChild(of: node), tree.nodes[first].kind == .text else { return false }
        return tree.text(of: first).first.map { !$0.isWhitespace } ?? false
    }

    private mutating func appendInput(_ attributes: [HTMLAttribute], _ style: PageStyle) {
        guard attributes["type"]?.lowercased() == "checkbox" else { return }
        let isTicked = attributes["checked"] != nil
        if text.isEmpty, content.blocks.isEmpty, style.container == .item {
            content.task = isTicked ? .done : .open
        } else {
            appendText(isTicked ? "[x] " : "[ ] ", style)
        }
    }

    // MARK: - Blocks of text

    /// A block whose style keeps lines as they are written is preformatted; in it one may say otherwise.
    private mutating func appendBlock(_ element: ShownElement, _ outer: PageStyle, _ style: PageStyle) {
        if element.attributes.isCodeLines { return appendCodeLines(element, outer, style) }
        if outer.kind.isCodeLines { return appendCodeLine(element, style) }
        switch (element.attributes.isEmpty ? nil : WhiteSpace(element.attributes), outer.kind) {
        case (.asWritten?, .paragraph):
            append(element, outer, style.with(.preformatted(language: outer.codeLanguage(element.attributes))))
        case (.collapse?, .preformatted) where outer.whiteSpace == .asWritten:
            append(element, outer, style.with(.paragraph))
        default: appendLines(of: element, style)
        }
    }

    /// Appends the content as lines of the block around it, if that is preformatted, else as blocks.
    mutating func appendLines(of element: ShownElement, _ style: PageStyle) {
        endLine(style)
        appendContent(of: element.node, style)
        endLine(style)
    }

    private mutating func appendTextBlock(_ element: ShownElement, _ outer: PageStyle, _ style: PageStyle) {
        var inner = style
        switch element.kind {
        case .heading(let level):
            inner.kind = .heading(level: level)
            inner.keepsButtons = true
        case .preformatted: inner.kind = .preformatted(language: language(of: element, outer))
        default: inner.kind = .caption
        }
        append(element, outer, inner)
    }

    /// Appends an element whose style differs from that of the text around it.
    private mutating func append(_ element: ShownElement, _ outer: PageStyle, _ inner: PageStyle) {
        endText(outer)
        appendContent(of: element.node, inner)
        endText(inner)
    }

    /// The language of preformatted text: mostly an element `code` in it states it.
    private func language(of element: ShownElement, _ outer: PageStyle) -> String? {
        if let language = outer.codeLanguage(element.attributes) { return language }
        let inner = tree.children(of: element.node).lazy.prefix(4).first { tree.name(of: $0) == "code" }
        return inner.flatMap { tree.attributes(of: $0).codeLanguage }
    }

    // MARK: - Code with an element for each line

    mutating func appendCodeLines(_ element: ShownElement, _ outer: PageStyle, _ style: PageStyle) {
        let language = outer.codeLanguage(element.attributes)
        append(element, outer, style.with(.preformatted(language: language, byLine: true)))
    }

    /// Appends a line of code, which may be empty.
    mutating func appendCodeLine(_ element: ShownElement, _ style: PageStyle) {
        endLine(style)
        let size = text.size
        appendContent(of: element.node, style)
        if text.size > size { text.endVerbatimLine() } else { text.append(verbatim: "\n") }
    }

    /// In lines of code only the cells count.
    private mutating func appendTablePart(_ element: ShownElement, _ outer: PageStyle, _ style: PageStyle) {
        if outer.kind.isCodeLines {
            guard case .cell? = element.kind else { return appendContent(of: element.node, style) }
            appendCodeLine(element, style)
        } else if element.kind == .table, element.attributes.isCodeLines || outer.kind.isPreformatted {
            appendCodeLines(element, outer, style)
        } else {
            appendContainer(element, outer, style)
        }
    }

    private mutating func appendFigure(_ element: ShownElement, _ style: PageStyle) {
        var inner = style
        figureCount += 1
        inner.figure = figureCount
        appendLines(of: element, inner)
    }

    /// Appends a formula in one line.
    mutating func appendFormula(_ element: ShownElement, _ style: PageStyle) {
        guard let formula = FormulaLine(element.node, in: tree) else { return appendContent(of: element.node, style) }
        let isBlock = element.attributes["display"] == "block"
        if isBlock { endLine(style) }
        var script = style
        for event in formula.events {
            switch event {
            case .start(let name, _): script = style.adding(name == "sup" ? .superscript : .subscript)
            case .end: script = style
            case .text(let words): appendText(words, script)
            }
        }
        if isBlock { endLine(style) }
    }
}
