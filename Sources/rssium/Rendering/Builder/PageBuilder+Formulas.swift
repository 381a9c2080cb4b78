internal import FeedCore

/// Formulas in one line.
extension PageBuilder {
    mutating func appendFormula(_ element: ShownElement, _ style: PageStyle) {
        var inner = style
        inner.isInFormula = true
        inner.isOperator = false
        let isBlock = element.attributes["display"] == "block"
        if isBlock { endLine(style) }
        appendContent(of: element.node, inner)
        if isBlock { endLine(style) }
    }

    /// Appends an element within a formula. It may be one part of several, with a sign before it.
    mutating func appendInFormula(
        _ element: ShownElement, _ style: PageStyle, part: Int = 0, of parent: MathML? = nil
    ) {
        var inner = style
        inner.isOperator = element.name == "mo"
        let formula = MathML(element.name.text)
        var closing = formula?.closing ?? ""
        if let parent {
            appendText(parent.separator(before: part), style)
            let added = parent.formatting(of: part)
            if parent.bracketsParts, formula != nil || element.name == "mrow" {
                appendText(added == .superscript ? "^(" : added == .subscript ? "_(" : "(", style)
                closing += ")"
            } else {
                inner.formatting.formUnion(added)
            }
        }
        if let formula {
            appendText(formula.opening, style)
            appendParts(of: element.node, formula, inner)
        } else if element.kind == nil {
            appendContent(of: element.node, inner)
        } else {
            append(element, inner)
        }
        appendText(closing, style)
    }

    private mutating func appendParts(of node: HTMLTree.Index, _ formula: MathML, _ style: PageStyle) {
        var part = 0
        for child in tree.children(of: node) {
            guard tree.nodes[child].kind == .element else {
                append(child, style)
                continue
            }
            guard let element = shownElement(child, style) else { continue }
            appendInFormula(element, style, part: part, of: formula)
            part += 1
        }
    }
}
