/// Tells buttons that are part of a text from those that do something: `Copy`, `1x`.
extension PageAnalysis {
    /// Whether a button is part of a text: most of a heading or a link, or a word within a line.
    func isButtonOfText(_ node: Index) -> Bool {
        guard name(node) == PackedName.button else { return false }
        for outer in tree.ancestors(of: node).prefix(3) {
            if HTMLVisibility.keepsButtons(tree.htmlName(of: outer)), isMost(node, of: outer) { return true }
        }
        // `<b><button>word</button></b>`
        var word = node
        for _ in 0..<3 {
            guard let parent = tree.parent(of: word), measures[parent].kind == .inline,
                tree.children(of: parent).allSatisfy({ $0 == word || textCount($0) == 0 })
            else { break }
            word = parent
        }
        return [tree.previousSibling(of: word), tree.nextSibling(of: word)].allSatisfy { beside in
            beside.flatMap(textCount).map { $0 > 1 } ?? false
        }
    }

    /// Whether a label names a tab: it is between a radio button and a block, in a row of buttons and labels, or of labels
    /// behind the buttons.
    /// The numbers of pictures have no letters.
    func isTabLabel(_ node: Index) -> Bool {
        guard name(node) == PackedName.label, tree.line(of: node)?.contains(where: \.isLetter) == true,
            let parent = tree.parent(of: node),
            !tree.ancestors(of: node).prefix(12).contains(where: { measures[$0].kind == .form })
        else { return false }
        func isRow(of names: Set<UInt64>) -> Bool {
            tree.children(of: parent).prefix(24).allSatisfy { !isElement($0) || names.contains(name($0)) }
        }
        guard isBehindRadioButton(node) else { return isBehindRadioButton(parent) && isRow(of: [PackedName.label]) }
        return tree.nextElement(of: node).map { PageElementKind.of(name($0)) == .container } ?? false
            || isRow(of: [PackedName.label, PackedName.input])
    }

    private func isBehindRadioButton(_ node: Index) -> Bool {
        tree.siblings(before: node).first(where: isElement).map {
            name($0) == PackedName.input && tree.attribute(PackedName.type, of: $0)?.lowercased() == "radio"
        } ?? false
    }

    /// Whether the text of an element beside a button is shorter than that of the button.
    private func isMost(_ button: Index, of outer: Index) -> Bool {
        let own = textCount(in: button, most: 200)
        return textCount(in: outer, most: own + 1) <= own
    }

    /// How many characters the seen texts in an element have; stops at `most`.
    private func textCount(in node: Index, most: Int) -> Int {
        var (count, next) = (0, tree.node(after: node, in: node))
        for _ in 0..<60 {
            guard count < most, let current = next else { break }
            count += textCount(current).map(Int.init) ?? 0
            let isUnseen = isElement(current) && PageElementKind.of(name(current)) == .unseen
            next = tree.node(after: current, in: node, skipsContent: isUnseen)
        }
        return count
    }

    /// How many characters a text has, of a long one its bytes; nil for other nodes.
    private func textCount(_ node: Index) -> Int32? {
        guard tree.nodes[node].kind == .text else { return nil }
        let size = tree.nodes[node].range.count
        return size > 4096 ? Int32(clamping: size) : TextCount(tree, node).characters
    }
}
