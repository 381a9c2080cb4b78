/// Tells buttons that are part of a text from those that do something: `Copy`, `1x`.
extension PageAnalysis {
    /// Whether a button is part of a text: most of a heading or a link, or a word within a line.
    func isButtonOfText(_ node: Index) -> Bool {
        guard name(node) == PackedName.button else { return false }
        var outer = tree.parent(of: node)
        for _ in 0..<3 {
            guard let current = outer else { return false }
            if HTMLVisibility.keepsButtons(tree.htmlName(of: current)), isMost(node, of: current) { return true }
            outer = tree.parent(of: current)
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

    /// Whether the text of an element beside a button is shorter than that of the button.
    private func isMost(_ button: Index, of outer: Index) -> Bool {
        let own = size(of: button, most: 200)
        var (beside, next) = (0, tree.node(after: outer, in: outer))
        for _ in 0..<60 {
            guard let current = next else { return true }
            let isUnseen = isElement(current) && PageElementKind.of(name(current)) == .unseen
            if !isUnseen { beside += size(of: current) }
            if beside > own { return false }
            next = tree.node(after: current, in: outer, skipsContent: isUnseen)
        }
        return true
    }

    /// How many bytes the texts in an element have, or a text.
    private func size(of node: Index, most: Int = 0) -> Int {
        if tree.nodes[node].kind == .text { return tree.nodes[node].range.count }
        var (size, next) = (0, most > 0 ? tree.node(after: node, in: node) : nil)
        while let current = next, size < most {
            if tree.nodes[current].kind == .text { size += tree.nodes[current].range.count }
            next = tree.node(after: current, in: node)
        }
        return size
    }

    /// How many characters a text has, of a long one its bytes; nil for other nodes.
    private func textCount(_ node: Index) -> Int32? {
        guard tree.nodes[node].kind == .text else { return nil }
        let size = tree.nodes[node].range.count
        return size > 4096 ? Int32(clamping: size) : TextCount(tree, node).characters
    }
}
