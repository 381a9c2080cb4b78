/// Formatting and blocks that overlap: `<b><p>one</b> two</p>` (HTML, "adoption agency algorithm").
extension HTMLTreeBuilder {
    mutating func beginFormatting(_ node: Index) {
        // Three of a kind are enough: a page that never closes its fonts would repeat all of them in each block.
        var (kinds, first) = (0, 0)
        for index in formatting.indices.reversed() {
            guard let other = formatting[index] else { break }
            if name(other) == name(node) { (kinds, first) = (kinds + 1, index) }
        }
        if kinds >= 3 { formatting.remove(at: first) }
        if formatting.count >= HTMLTreeBuilder.formattingLimit { formatting.removeFirst() }
        formatting.append(node)
    }

    mutating func clearFormatting() {
        while let last = formatting.popLast(), last != nil {}
    }

    mutating func forget(_ node: Index) {
        if let index = formatting.lastIndex(of: node) { formatting.remove(at: index) }
        if let index = open.lastIndex(of: node) { close(at: index) }
    }

    /// Goes on with the formatting whose end is missing.
    mutating func reconstructFormatting() {
        guard let last = formatting.last, let last, !isOpen(last) else { return }
        var index = formatting.count - 1
        while index > 0, let before = formatting[index - 1], !isOpen(before) { index -= 1 }
        while index < formatting.count, let node = formatting[index], open.count < HTMLTree.depthLimit {
            let copy = insert(copy(of: node), before: foster(in: current))
            push(copy)
            formatting[index] = copy
            index += 1
        }
    }

    private mutating func copy(of node: Index) -> HTMLTree.Node {
        let node = nodes[Int(node)]
        copyableBytes -= node.range.count
        return copyableBytes >= 0
            ? HTMLTree.Node(node.name, node.element, node.range) : HTMLTree.Node(node.name, node.element)
    }

    mutating func endFormatting(_ name: UInt64) {
        if self.name(current) == name, !formatting.contains(current) { return pop() }
        for _ in 0..<8 {
            guard let entry = entry(of: name), let element = formatting[entry] else { return endInline(name) }
            guard let index = open.lastIndex(of: element) else {
                formatting.remove(at: entry)
                return
            }
            guard isInScope(index) else { return }
            guard let block = open.indices[(index + 1)...].first(where: { rules(open[$0]).contains(.special) }) else {
                while open.count > index { pop() }
                formatting.remove(at: entry)
                return
            }
            adopt(element, entry, open: index, block: block)
        }
    }

    /// The index of a formatting element of the name in the list, after the last mark.
    private func entry(of name: UInt64) -> Int? {
        for index in formatting.indices.reversed() {
            guard let node = formatting[index] else { return nil }
            if self.name(node) == name { return index }
        }
        return nil
    }

    private func isInScope(_ index: Int) -> Bool {
        !open[(index + 1)...].contains { rules($0).contains(.scope) }
    }

    /// Moves a block that begins within the formatting element out of it, and puts formatting into the block.
    private mutating func adopt(_ element: Index, _ entry: Int, open index: Int, block blockIndex: Int) {
        let block = open[blockIndex]
        let ancestor = open[index - 1]
        var bookmark = entry
        var last = block
        var inner = blockIndex
        var steps = 0
        while inner - 1 > index {
            inner -= 1
            steps += 1
            let node = open[inner]
            guard let listed = formatting.lastIndex(of: node), steps <= 3 else {
                if let listed = formatting.lastIndex(of: node) {
                    formatting.remove(at: listed)
                    if listed < bookmark { bookmark -= 1 }
                }
                close(at: inner)
                continue
            }
            let copy = make(copy(of: node))
            formatting[listed] = copy
            replaceOpen(at: inner, with: copy)
            if last == block { bookmark = listed + 1 }
            detach(last)
            append(last, to: copy)
            last = copy
        }
        detach(last)
        if let table = foster(in: ancestor), nodes[Int(table)].parent >= 0 {
            insert(last, before: table)
        } else {
            append(last, to: ancestor)
        }
        let copy = make(copy(of: element))
        moveChildren(of: block, to: copy)
        append(copy, to: block)
        if let old = formatting.lastIndex(of: element) {
            formatting.remove(at: old)
            if old < bookmark { bookmark -= 1 }
        }
        formatting.insert(copy, at: min(max(bookmark, 0), formatting.count))
        if let old = open.lastIndex(of: element) { close(at: old) }
        if let at = open.lastIndex(of: block) { insertOpen(copy, at: at + 1) }
    }
}
