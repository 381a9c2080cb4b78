internal import FeedCore

/// Formulas in one line.
extension PageBuilder {
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
