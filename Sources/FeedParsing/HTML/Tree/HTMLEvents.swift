/// A step through HTML.
public enum HTMLEvent: Hashable, Sendable {
    case start(name: HTMLName, attributes: [HTMLAttribute])
    case end(name: HTMLName)
    /// All text up to the next start or end, with its white space.
    case text(String)
}

/// One attribute of an HTML element: the name in lower case, the value with its references decoded.
public struct HTMLAttribute: Hashable, Sendable {
    public let name: String
    /// Empty for an attribute without value, such as `hidden`.
    public let value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

extension [HTMLAttribute] {
    /// The value of the attribute of that name.
    public subscript(name: String) -> String? {
        first { $0.name == name }?.value
    }
}

/// The elements and texts of HTML in order: whole pages and fragments, as people write them.
///
/// Every start has its end, properly nested, whatever the document left open. Names are in lower case; unknown ones are
/// kept. The content of `script` and `style` arrives as text. Of elements that the document only implies, rows of tables,
/// line breaks and the paragraph of an end tag alone are reported.
public struct HTMLEvents: Sequence, IteratorProtocol {
    private let tree: HTMLTree
    private var walk: HTMLWalk
    private let formulasAreLines: Bool
    /// The step behind the text that was reported last.
    private var pending: HTMLWalk.Step?
    /// The rest of a formula.
    private var formula: ArraySlice<HTMLEvent> = []

    /// In a cancelled task it ends early, and the caller drops the result.
    ///
    /// - Parameter formulasAreLines: each formula in MathML is reported as `FormulaLine` writes it, and one in a script
    ///   as text.
    public init(_ tree: HTMLTree, formulasAreLines: Bool = false) {
        self.tree = tree
        self.formulasAreLines = formulasAreLines
        walk = HTMLWalk(tree)
    }

    public mutating func next() -> HTMLEvent? {
        if let event = formula.popFirst() { return event }
        var text: [UInt8] = []
        while let step = pending ?? walk.next() {
            pending = nil
            switch step {
            case .text(let node): tree.appendText(of: node, to: &text)
            case .start(let node) where tree.isEmptyField(node): walk.skip()
            case .start(let node), .end(let node):
                guard tree.isReported(node) else { continue }
                guard text.isEmpty else {
                    pending = step
                    return .text(String(decoding: text, as: UTF8.self))
                }
                guard beginFormula(step, node) else { return event(step, node) }
                if let event = formula.popFirst() { return event }
            }
        }
        return text.isEmpty ? nil : .text(String(decoding: text, as: UTF8.self))
    }

    /// Passes over a formula that is reported as a line.
    private mutating func beginFormula(_ step: HTMLWalk.Step, _ node: HTMLTree.Index) -> Bool {
        guard formulasAreLines, case .start = step else { return false }
        if tree.isUndrawnFormula(node) {
            formula = [.text(tree.formula(of: node))]
        } else if tree.nodes[node].name == PackedName.math, let line = FormulaLine(node, in: tree) {
            formula = line.events[...]
        } else {
            return false
        }
        walk.skip()
        return true
    }

    private func event(_ step: HTMLWalk.Step, _ node: HTMLTree.Index) -> HTMLEvent {
        let name = tree.shownName(of: node)
        guard case .start = step else { return .end(name: name) }
        return .start(name: name, attributes: tree.shownAttributes(of: node))
    }
}

extension HTMLTree {
    /// Whether the page has the tag of the element, or the element shows without one.
    package func isReported(_ node: Index) -> Bool {
        let node = nodes[node]
        return node.end > node.start || HTMLTree.impliedLines.contains(node.name)
    }

    private static let impliedLines = [PackedName.p, PackedName.tr, PackedName.br, PackedName.pre]

    /// The name of an element. A field with text for readers to copy is preformatted text.
    package func shownName(of node: Index) -> HTMLName { isField(node) ? "pre" : htmlName(of: node) }

    package func shownAttributes(of node: Index) -> [HTMLAttribute] { isField(node) ? [] : attributes(of: node) }

    package func isEmptyField(_ node: Index) -> Bool { isField(node) && !hasText(node) }

    private func isField(_ node: Index) -> Bool {
        let name = nodes[node].name
        return name == PackedName.textarea || name == PackedName.xmp
    }
}
