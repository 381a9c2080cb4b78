/// A formula in MathML as HTML in one line, for readers that show no MathML: `(a + b)/c`, `x<sup>2</sup>`.
package struct FormulaLine {
    private let tree: HTMLTree
    /// Texts, and the elements `sub` and `sup` around some of them.
    package private(set) var events: [HTMLEvent] = []
    /// The text after the last event.
    private var text = ""
    /// The last character that is not a space.
    private var last: Unicode.Scalar?
    private var hasElements = false

    /// The formula in the element `math`; nil if it has elements of HTML in it, as those behind an end tag that is missing.
    package init?(_ math: HTMLTree.Index, in tree: HTMLTree) {
        self.tree = tree
        appendContent(of: math)
        if hasElements { return nil }
        endText()
    }

    private mutating func appendContent(of node: HTMLTree.Index, _ formula: MathML? = nil, isOperator: Bool = false) {
        var part = 0
        for child in tree.children(of: node) where !hasElements {
            switch tree.nodes[child].kind {
            case .text: appendText(tree.text(of: child), isOperator: isOperator)
            case .element where !tree.nodes[child].element.contains(.unseen):
                append(child, part: part, of: formula)
                part += 1
            default: break
            }
        }
    }

    /// Appends an element, which may be one part of several, with a sign before it.
    private mutating func append(_ node: HTMLTree.Index, part: Int, of parent: MathML?) {
        if tree.nodes[node].element.isKnown { hasElements = true }
        let name = tree.htmlName(of: node)
        let formula = MathML(name.text)
        var (script, closing) = (parent?.script(of: part), formula?.closing ?? "")
        append(parent?.separator(before: part) ?? "")
        if parent?.bracketsParts == true, formula != nil || name == "mrow" {
            append(script == nil ? "(" : script == "sup" ? "^(" : "_(")
            closing += ")"
            script = nil
        }
        if let script { append(.start(name: script, attributes: [])) }
        append(formula?.opening ?? "")
        appendContent(of: node, formula, isOperator: name == "mo")
        append(closing)
        if let script { append(.end(name: script)) }
    }

    private mutating func appendText(_ text: String, isOperator: Bool) {
        // Space between the elements of a formula means nothing.
        guard text.utf8.contains(where: { $0 > 0x20 }) else { return }
        append(isOperator ? MathML.spacedOperator(text, after: last) : text)
    }

    private mutating func append(_ words: String) {
        guard !words.isEmpty else { return }
        text += words
        last = words.unicodeScalars.last { !$0.properties.isWhitespace } ?? last
    }

    private mutating func append(_ script: HTMLEvent) {
        endText()
        events.append(script)
    }

    private mutating func endText() {
        if !text.isEmpty { events.append(.text(text)) }
        text = ""
    }
}
