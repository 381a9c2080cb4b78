internal import FeedCore

/// What the beginning and the end of each element do.
extension PageBuilder {
    mutating func openElement(_ element: PageElement?, _ attributes: [HTMLAttribute]) -> OpenElement {
        switch element {
        case nil, .hidden, .media, .parameter, .button: break
        case .block: return openBlock(attributes)
        case .heading(let level): return openHeading(level)
        case .figure: return openFigure()
        case .caption: return openText(.caption)
        case .tableCaption: return openText(.tableCaption)
        case .summary: return openText(.summary)
        case .preformatted: return openText(.preformatted(language: codeLanguage(attributes)))
        case .details: return openContainer(.details)
        case .quote: return openQuote(from: attributes["cite"])
        case .form: return openForm()
        case .list(let isOrdered): return openContainer(.list(BlockStack.ListStyle(isOrdered: isOrdered, attributes)))
        case .item: return openContainer(.item(number: attributes["value"].flatMap { Int32($0) }.map(Int.init)))
        case .definitions: return openContainer(.definitions)
        case .term: return openContainer(.term)
        case .meaning: return openContainer(.meaning)
        case .table: return openTable(attributes)
        case .tableHead: return openTableHead()
        case .row: return textKind.isCodeLines ? .nothing : openContainer(.row)
        case .cell(let isHeader): return openCell(isHeader: isHeader, attributes)
        case .noscript: return openNoscript()
        case .script: return openFormatting(.code)
        case .formula: return openFormula(isBlock: attributes["display"] == "block")
        case .formatting(let added): return openFormatting(added, attributes)
        case .link: return openLink(to: attributes["href"])
        case .abbreviation: return .closingText(expansion(of: attributes["title"]))
        case .quotation: return openText("“", closing: "”")
        case .pronunciation: return openText("(", closing: ")")
        case .lineBreak: breakLine()
        case .wordBreak: text.append(verbatim: "\u{200B}", formatting: formatting, link: link?.number)
        case .rule: appendRule()
        case .image: appendImage(attributes)
        case .mediaSource: images.offerSource(attributes["srcset"])
        case .input: appendInput(attributes)
        }
        return .nothing
    }

    mutating func close(_ element: OpenElement) {
        switch element {
        case .nothing: break
        case .block: endLine()
        case .codeLine: endCodeLine()
        case .formatting(let before): formatting = before
        case .link(let before, let place):
            endLink(since: place, outer: before)
            link = before
            counts.links -= 1
        case .closingText(let text): if !text.isEmpty { appendText(text) }
        case .text(let before):
            endText()
            textKind = before
        case .container(let before):
            endText()
            blocks.closeInnermost()
            textKind = before
        case .figure:
            endLine()
            figures.removeLast()
        case .quote(let before, let source): closeQuote(before, from: source)
        case .form(let before, let links, let controls):
            closeForm(before, linksBefore: links, controlsBefore: controls)
        case .tableHead: counts.tableHeads -= 1
        case .noscript: counts.noscripts -= 1
        case .formula(let isBlock):
            counts.formulas -= 1
            if isBlock { endLine() }
        case .formulaElement(_, _, let before, let closing), .formulaPart(let before, let closing, _):
            formatting = before
            appendText(closing)
        }
    }

    // MARK: - Text

    private mutating func openFormatting(_ added: Page.Formatting, _ attributes: [HTMLAttribute]) -> OpenElement {
        if added == .code, case .preformatted(nil, byLine: false) = textKind {
            textKind = .preformatted(language: attributes.codeLanguage)
        }
        return openFormatting(added)
    }

    private mutating func openFormatting(_ added: Page.Formatting) -> OpenElement {
        defer { formatting.formUnion(added) }
        return .formatting(before: formatting)
    }

    private mutating func openLink(to address: String?) -> OpenElement {
        counts.links += 1
        defer { link = address.flatMap(links.target).map { OpenLink(to: $0) } }
        return .link(before: link, blocksBefore: blocks.place)
    }

    private mutating func openText(_ opening: String, closing: String) -> OpenElement {
        appendText(opening)
        return .closingText(closing)
    }

    private mutating func openNoscript() -> OpenElement {
        counts.noscripts += 1
        return .noscript
    }

    private mutating func appendInput(_ attributes: [HTMLAttribute]) {
        counts.formControls += 1
        if attributes["type"]?.lowercased() == "checkbox" { appendCheckbox(isTicked: attributes["checked"] != nil) }
    }

    // MARK: - Blocks

    private mutating func appendRule() {
        endText()
        blocks.append(.rule)
    }

    private mutating func openHeading(_ level: Int) -> OpenElement {
        if case .summary = textKind { return .block }
        return openText(.heading(level: level))
    }

    private mutating func openText(_ kind: TextKind) -> OpenElement {
        endText()
        defer { textKind = kind }
        return .text(before: textKind)
    }

    private mutating func openContainer(_ kind: BlockStack.Kind) -> OpenElement {
        endText()
        guard blocks.open(kind) else { return .block }
        defer { textKind = .paragraph }
        return .container(before: textKind)
    }

    private mutating func openBlock(_ attributes: [HTMLAttribute]) -> OpenElement {
        if attributes.isEmpty { return openBlock() }
        if attributes.isCodeLines { return openCodeLines(attributes) }
        return openBlock(WhiteSpace(attributes), attributes)
    }

    private mutating func openCodeLines(_ attributes: [HTMLAttribute]) -> OpenElement {
        openText(.preformatted(language: codeLanguage(attributes), byLine: true))
    }

    private mutating func openBlock() -> OpenElement {
        endLine()
        guard textKind.isCodeLines else { return .block }
        codeLineHasText = false
        return .codeLine
    }

    /// A block whose style keeps lines as they are written is preformatted; in it one may say otherwise.
    private mutating func openBlock(_ whiteSpace: WhiteSpace?, _ attributes: [HTMLAttribute]) -> OpenElement {
        switch (whiteSpace, textKind) {
        case (.asWritten?, .paragraph): openText(.preformatted(language: codeLanguage(attributes)))
        case (.collapse?, .preformatted) where context.whiteSpace == .asWritten: openText(.paragraph)
        default: openBlock()
        }
    }

    // MARK: - Tables

    /// In lines of code only the cells count.
    private mutating func openTable(_ attributes: [HTMLAttribute]) -> OpenElement {
        if textKind.isCodeLines { return .nothing }
        if attributes.isCodeLines { return openCodeLines(attributes) }
        return openContainer(.table(isLayout: attributes["role"] == "presentation"))
    }

    private mutating func openTableHead() -> OpenElement {
        counts.tableHeads += 1
        return .tableHead
    }

    private mutating func openCell(isHeader: Bool, _ attributes: [HTMLAttribute]) -> OpenElement {
        if textKind.isCodeLines { return openBlock() }
        let isHeader = isHeader || counts.tableHeads > 0
        let opened = openContainer(.cell(TableGrid.Cell(isHeader: isHeader, attributes)))
        // Blogger puts an image and its caption into a table.
        if attributes["class"] == "tr-caption", case .container = opened { textKind = .caption }
        return opened
    }

    // MARK: - Figures, quotations and forms

    private mutating func openFigure() -> OpenElement {
        if !figures.isEmpty { figures[figures.count - 1] = true }
        figures.append(false)
        endLine()
        return .figure
    }

    private mutating func openQuote(from source: String?) -> OpenElement {
        endText()
        guard blocks.open(.quote) else { return .block }
        defer { textKind = .paragraph }
        return .quote(before: textKind, source: source)
    }

    /// Appends the source of the quotation, unless the page links to it already.
    private mutating func closeQuote(_ before: TextKind, from source: String?) {
        endText()
        if let source = source?.trimmed, !blocks.isInnermostEmpty, !links.isNumbered(source),
            let address = WebAddress(source), address.scheme != .file
        {
            let host = Page.Span(content: .text(address.host), link: links.number(of: source))
            blocks.append(.paragraph([Page.Span(content: .text("— ")), host]))
        }
        blocks.closeInnermost()
        textKind = before
    }

    /// In the middle of a table or a list a form is not a block: it must not split them.
    private mutating func openForm() -> OpenElement {
        endLine()
        guard !textKind.isPreformatted, !blocks.innermostHoldsParts, blocks.open(.form) else { return .block }
        defer { textKind = .paragraph }
        return .form(before: textKind, linksBefore: links.addresses.count, controlsBefore: counts.formControls)
    }

    /// Drops a form that asks for an address or a vote, and keeps one around the text of the page.
    private mutating func closeForm(_ before: TextKind, linksBefore count: Int, controlsBefore: Int) {
        endText()
        textKind = before
        guard !blocks.closeForm(hasControls: counts.formControls > controlsBefore) else { return }
        links.removeNumbers(after: count)
        // The link around the form then has no text yet.
        if case .address(let address, let number?)? = link, number > count {
            link = .address(address, number: nil)
        }
    }

    /// In a heading, in a summary or in a link the text of a button is text of the page.
    var isButtonText: Bool {
        switch textKind {
        case .heading, .summary: true
        default: link != nil
        }
    }

    // MARK: - Formulas

    private mutating func openFormula(isBlock: Bool) -> OpenElement {
        counts.formulas += 1
        if isBlock { endLine() }
        return .formula(isBlock: isBlock)
    }

    /// Opens an element within a formula, with the sign between it and the part before.
    mutating func openInFormula(
        _ name: HTMLName, _ element: PageElement?, _ attributes: [HTMLAttribute]
    ) -> OpenElement {
        let before = formatting
        var closing = ""
        let formula = MathML(name.text)
        if case .formulaElement(let parent, let parts, let outer, let outerClosing)? = open.last {
            open[open.count - 1] = .formulaElement(parent, parts: parts + 1, before: outer, closing: outerClosing)
            appendText(parent.separator(before: parts))
            let added = parent.formatting(of: parts)
            if parent.bracketsParts, name == "mrow" || formula != nil {
                appendText(added == .superscript ? "^(" : added == .subscript ? "_(" : "(")
                closing = ")"
            } else {
                formatting.formUnion(added)
            }
        }
        if let formula {
            appendText(formula.opening)
            return .formulaElement(formula, parts: 0, before: before, closing: formula.closing + closing)
        }
        guard element == nil || name == "math" else { return openElement(element, attributes) }
        return .formulaPart(before: before, closing: closing, isOperator: name == "mo")
    }
}
