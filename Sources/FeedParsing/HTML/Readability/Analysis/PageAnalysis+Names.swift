/// Tells which names of elements are about their content: a documentation has sections on comments and menus, and a table
/// a column of authors.
extension PageAnalysis {
    /// Whether an element that stands beside the text elsewhere is part of it: a note, or the source of a quotation.
    func isPartOfText(_ node: Index, _ hints: ElementHints) -> Bool {
        switch name(node) {
        case PageAnalysis.aside: hints.contains(.admonition)
        case PageAnalysis.footer: tree.parent(of: node).map { [.quote, .figure].contains(self[$0].kind) } ?? false
        default: false
        }
    }

    private static let aside = HTMLTag.name("aside")
    private static let footer = HTMLTag.name("footer")

    /// Whether an element with a name for what is beside a text only wraps code: `code-toolbar`.
    func isWrapper(_ node: Index) -> Bool {
        let measure = self[node]
        guard measure.kind == .container, measure.text > 0, measure.controls < 3, measure.headings == 0 else {
            return false
        }
        var wrapped: Int32 = 0
        forEachElement(in: node) { inner in
            guard self[inner].kind == .code else { return true }
            wrapped += self[inner].text
            return false
        }
        return wrapped * 10 >= measure.text * 7
    }

    /// Whether a short block is a link to a file of the article's.
    func offersFile(_ node: Index) -> Bool {
        let measure = self[node]
        guard measure.kind == .container, measure.images + measure.headings == 0, measure.text < 200
        else { return false }
        let links = elements(in: node).filter { name($0) == PackedName.a }
        return links.count == 1 && tree.attribute(PageAnalysis.download, of: links[0]) != nil
    }

    private static let download = HTMLTag.name("download")

    /// Whether an id is that of a term, or made of the heading of the element: a sign beside its words links to it, or it has
    /// several words, `comments-in-python`.
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
                address.utf8.first == UInt8(ascii: "#"), address.utf8.dropFirst().elementsEqual(id),
                tree.line(of: current).map(PageLetters.of)?.isEmpty ?? true
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

    /// Whether a cell is of a table of data: it has headings, of both columns if they may be names and values, and lines in
    /// its cells. What pages are laid out with holds more.
    func isOfData(_ cell: Index) -> Bool {
        guard PageElementKind.of(name(cell)) == .cell, let row = tree.parent(of: cell), let count = cells(in: row),
            count > 1, isLine(cell, of: 12), headings(tableOf: row) >= (count == 2 ? 2 : 1)
        else { return false }
        return [tree.previousSibling, tree.nextSibling].contains { beside in
            self.row(beside: row, beside).map { cells(in: $0) == count } ?? false
        }
    }

    /// How many of the first two cells of a table are headings.
    private func headings(tableOf row: Index) -> Int {
        guard let parent = tree.parent(of: row) else { return 0 }
        let table = PageElementKind.of(name(parent)) == .tablePart ? tree.parent(of: parent) ?? parent : parent
        var (next, cells, count) = (tree.node(after: table, in: table), 0, 0)
        for _ in 0..<12 {
            guard cells < 2, let current = next else { break }
            if name(current) == PageAnalysis.headingCell { (cells, count) = (cells + 1, count + 1) }
            if name(current) == PageAnalysis.dataCell { cells += 1 }
            next = tree.node(after: current, in: table)
        }
        return count
    }

    private static let headingCell = HTMLTag.name("th")
    private static let dataCell = HTMLTag.name("td")

    /// The next row in one direction, which may be in another part of the table.
    private func row(beside row: Index, _ beside: (Index) -> Index?) -> Index? {
        func element(_ node: Index) -> Index? {
            var next = beside(node)
            while let current = next, !isElement(current) { next = beside(current) }
            return next
        }
        if let next = element(row) { return next }
        guard let part = tree.parent(of: row), PageElementKind.of(name(part)) == .tablePart else { return nil }
        return element(part).flatMap { other in tree.children(of: other).first { name($0) == PackedName.tr } }
    }

    /// How many cells a row has; nil for other elements, and for more than any table of data has.
    private func cells(in row: Index) -> Int? {
        guard name(row) == PackedName.tr else { return nil }
        var (nodes, count) = (0, 0)
        for child in tree.children(of: row) {
            nodes += 1
            if PageElementKind.of(name(child)) == .cell { count += 1 }
            if nodes > 200 { return nil }
        }
        return count
    }

    /// Whether an element has few nodes, and no blocks but cells and paragraphs.
    private func isLine(_ node: Index, of most: Int) -> Bool {
        var next = tree.node(after: node, in: node)
        for _ in 0..<most {
            guard let current = next else { return true }
            let kind = isElement(current) ? PageElementKind.of(name(current)) : .inline
            guard !kind.isBlock || kind == .cell || kind == .paragraph else { return false }
            next = tree.node(after: current, in: node)
        }
        return next == nil
    }
}
