/// Tells which names of elements are about their content: a documentation has sections on comments and menus.
extension PageAnalysis {
    /// Whether an id is that of a term, or made of the heading of the element: the heading links to it, or it has several
    /// words, `comments-in-python`.
    func isTitle(_ id: UnsafeBufferPointer<UInt8>, of node: Index) -> Bool {
        if name(node) == PackedName.dt { return true }
        guard id.count < 256 else { return false }
        var next = tree.node(after: node, in: node)
        for _ in 0..<8 {
            guard let current = next else { return false }
            if PageElementKind.of(name(current)) == .heading { return isTitle(id, ofHeading: current) }
            next = tree.node(after: current, in: node)
        }
        return false
    }

    private func isTitle(_ id: UnsafeBufferPointer<UInt8>, ofHeading heading: Index) -> Bool {
        var link = tree.node(after: heading, in: heading)
        for _ in 0..<8 {
            guard let current = link else { break }
            if name(current) == PackedName.a, let address = tree.attribute(PackedName.href, of: current),
                address.utf8.first == UInt8(ascii: "#"), address.utf8.dropFirst().elementsEqual(id)
            {
                return true
            }
            link = tree.node(after: current, in: heading)
        }
        guard id.contains(where: { [0x2D, 0x5F].contains($0) }) else { return false }
        let title = PageLetters.of(String(decoding: id, as: UTF8.self))
        let letters = tree.line(of: heading).map(PageLetters.of) ?? ""
        return letters.hasPrefix(title) || title.hasPrefix(letters) && !letters.isEmpty
    }
}
