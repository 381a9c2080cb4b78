/// Finds elements that are written alike: a page has the parts of its text in such.
extension ContentCleaning {
    /// Whether an element beside a part of the text is another one: it has the same name and class, and text with few links.
    func isTwin(_ node: Index, of part: ElementShape?) -> Bool {
        let measure = page[node]
        let isText = measure.prose >= 100 && measure.prose * 10 >= measure.text * 6
        let isShort = page.name(node) == PackedName.section && measure.link == 0 && measure.images == 0
        guard let part, page.name(node) == part.name, isText || isShort && measure.text >= 40, measure.controls == 0,
            measure.link * 5 < measure.text, measure.hints.isDisjoint(with: ContentCleaning.besideText)
        else { return false }
        return shape(of: node) == part
    }

    /// Whether two elements have the same name and class.
    func isShaped(_ node: Index, like other: Index) -> Bool { shape(of: other).map { shape(of: node) == $0 } ?? false }

    /// What an element has in common with others like it: its name and class, of parts of an article the name alone.
    func shape(of node: Index) -> ElementShape? { ElementShape(page.tree, node, needsClass: !isInArticle(node)) }
}

/// What the elements of a page that are written alike have in common.
struct ElementShape: Equatable {
    let name: UInt64
    /// The first two names of the class: others may number the element.
    private let classes: [Substring]

    /// Nil without a class that it needs.
    init?(_ tree: HTMLTree, _ node: HTMLTree.Index, needsClass: Bool) {
        name = tree.nodes[node].name
        let written = tree.attribute(PackedName.classes, of: node)?.prefix(200) ?? ""
        classes = Array(written.split(separator: " ", maxSplits: 2).prefix(2))
        if classes.isEmpty, needsClass { return nil }
    }
}
