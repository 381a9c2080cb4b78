/// Finds the boxes by which lists say that an item is done.
extension PageAnalysis {
    /// Whether it is the box by which a list says that an item is done, or the label around it.
    func isTask(_ node: Index) -> Bool {
        guard name(node) == PackedName.label || isCheckbox(node) else { return false }
        return tree.ancestors(of: node).prefix(3).contains { measures[$0].kind == .item } || isInChecklist(node)
    }

    private func isCheckbox(_ node: Index) -> Bool {
        name(node) == PackedName.input && tree.attribute(PackedName.type, of: node)?.lowercased() == "checkbox"
    }

    /// Whether an element is in one of several lines that have labels, outside a form.
    private func isInChecklist(_ node: Index) -> Bool {
        guard !tree.ancestors(of: node).prefix(12).contains(where: { measures[$0].kind == .form }) else { return false }
        return sequence(first: node, next: tree.parent).prefix(3).contains { line in
            hasLabel(line)
                && [tree.previousSibling, tree.nextSibling].contains { next in
                    let beside = sequence(first: line, next: next).dropFirst().first {
                        isElement($0) && name($0) != PackedName.br
                    }
                    return beside.map { name($0) == name(line) && hasLabel($0) } ?? false
                }
        }
    }

    /// Whether a line has a label, and no field but a checkbox; a label alone, whether it has one.
    private func hasLabel(_ line: Index) -> Bool {
        let inner = tree.subtree(of: line).prefix(12).filter { PageElementKind.of(name($0)) == .unseen }
        return inner.count > (name(line) == PackedName.label ? 1 : 0)
            && inner.contains { name($0) == PackedName.label }
            && inner.allSatisfy { name($0) == PackedName.label || isCheckbox($0) }
    }
}
