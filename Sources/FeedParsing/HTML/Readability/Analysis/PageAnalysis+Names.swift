/// Tells which names of elements are about their content: a documentation has sections on comments and menus, and a table
/// a column of authors.
extension PageAnalysis {
    /// Whether an element that stands beside the text elsewhere is part of it: a note, or the source of a quotation.
    func isPartOfText(_ node: Index, _ hints: ElementHints) -> Bool {
        switch name(node) {
        case PageAnalysis.aside: hints.contains(.admonition) || isPlainAside(node)
        case PageAnalysis.footer: tree.parent(of: node).map { [.quote, .figure].contains(self[$0].kind) } ?? false
        default: false
        }
    }

    /// What the names of an element may say of it. A block that opens, the source of a quotation, and a link to a larger
    /// picture are part of the text.
    func namesThatCount(for node: Index) -> ElementHints {
        if self[node].kind == .code || isOfData(node) { return [.hidden, .notes] }
        let isInQuotation =
            self[node].kind != .quote && tree.ancestors(of: node).prefix(4).contains { self[$0].kind == .quote }
        let isSource = isInQuotation && [PageAnalysis.footer, PageAnalysis.cite].contains(name(node))
        let opens = name(node) == PageAnalysis.details && has("dropdown", inClassesOf: node)
        let names: ElementHints = isSource || opens || isOfPicture(node) ? .all.subtracting(.furniture) : .all
        return isInQuotation ? names.subtracting([.author, .person]) : names
    }

    private func has(_ word: StaticString, inClassesOf node: Index) -> Bool {
        tree.attribute(PackedName.classes, of: node)?.hasBytes(word) ?? false
    }

    /// Whether an element is a picture that leads to the file of a larger copy.
    func isOfPicture(_ node: Index) -> Bool {
        name(node) == PackedName.a
            && tree.attribute(PackedName.href, of: node).map(ContentCleaning.isOfFile) ?? false
            && tree.descendants(of: node).prefix(8).contains { PageElementKind.of(name($0)) == .image }
    }

    /// Whether an `aside` is the author's: it has no class, begins with a paragraph, and stands between parts of the text.
    private func isPlainAside(_ aside: Index) -> Bool {
        func isText(_ node: Index?) -> Bool {
            node.map { [.paragraph, .list, .code, .quote, .heading].contains(PageElementKind.of(name($0))) } ?? false
        }
        guard let first = tree.children(of: aside).prefix(4).first(where: isElement), name(first) == PackedName.p else {
            return false
        }
        return tree.attributes(of: aside).isEmpty && isText(tree.nextElement(of: aside))
            && isText(tree.siblings(before: aside).first(where: isElement))
    }

    /// Whether an element in the main part of a page has a list with few links, such as ingredients.
    func holdsList(_ node: Index) -> Bool {
        let measure = self[node]
        return measure.items > 2 && measure.text >= 6 * measure.items && measure.link * 5 < measure.text
            && measure.controls <= measure.items
            && tree.ancestors(of: node).prefix(12).prefix { $0 != body }.contains {
                self[$0].kind == .article || !self[$0].hints.isDisjoint(with: [.article, .content])
            }
    }

    static let aside = HTMLTag.name("aside")
    static let footer = HTMLTag.name("footer")
    static let details = HTMLTag.name("details")
    private static let cite = HTMLTag.name("cite")

    /// Whether an element with a name for what is beside a text only wraps code, maybe with furniture: `code-toolbar`.
    func isWrapper(_ node: Index) -> Bool {
        let measure = self[node]
        guard measure.kind == .container, measure.text > 0, measure.controls < 3, measure.headings == 0 else {
            return false
        }
        var (wrapped, beside): (Int32, Int32) = (0, 0)
        forEachElement(in: node) { inner in
            let isCode = self[inner].kind == .code
            guard isCode || self[inner].hints.contains(.furniture) else { return true }
            if isCode { wrapped += self[inner].text } else { beside += self[inner].text }
            return false
        }
        return wrapped > 0 && wrapped * 10 >= (measure.text - beside) * 7
    }

    /// Whether a short block has only links to files of the article's.
    func offersFile(_ node: Index) -> Bool {
        let measure = self[node]
        guard measure.kind == .container, measure.images + measure.headings == 0, measure.text < 200
        else { return false }
        let links = elements(in: node).filter { name($0) == PackedName.a }
        return !links.isEmpty
            && links.allSatisfy { link in
                tree.attribute(PageAnalysis.download, of: link) != nil
                    || tree.attribute(PackedName.href, of: link).map { MediaType.of($0) != nil } ?? false
            }
    }

    private static let download = HTMLTag.name("download")

    /// Whether an id is that of a term, or made of the words of a heading, or of the heading of the element: a sign beside
    /// its words links to it, it has several words, `comments-in-python`, or a section like it has such an id.
    func isTitle(_ id: UnsafeBufferPointer<UInt8>, of node: Index) -> Bool {
        if name(node) == PackedName.dt { return true }
        guard id.count < 256, let heading = heading(of: node) else { return false }
        if heading == node { return isName(id, ofHeading: heading) }
        return isTitle(id, ofHeading: heading) || isName(id, ofHeading: heading) && hasNamedTwin(node)
    }

    /// The heading that an element is or has near its beginning.
    private func heading(of node: Index) -> Index? {
        tree.subtree(of: node).prefix(9).first { PageElementKind.of(name($0)) == .heading }
    }

    /// Whether an id has the words of a heading, which may be numbered, and no others.
    private func isName(_ id: UnsafeBufferPointer<UInt8>, ofHeading heading: Index) -> Bool {
        let letters = tree.line(of: heading).map(PageLetters.of) ?? ""
        let words = PageLetters.of(String(decoding: id, as: UTF8.self))
        return letters == words || letters.drop { $0.isNumber } == words
    }

    /// Whether an element of the same class beside a section has an id that is made of its heading, and says nothing else.
    private func hasNamedTwin(_ section: Index) -> Bool {
        guard let parent = tree.parent(of: section), var classes = tree.attribute(PackedName.classes, of: section),
            classes.withUTF8({ ElementHints.of($0).isEmpty })
        else { return false }
        return tree.children(of: parent).prefix(60).contains { twin in
            guard twin != section, name(twin) == name(section), let heading = heading(of: twin),
                tree.attribute(PackedName.classes, of: twin) == classes,
                var id = tree.attribute(PackedName.id, of: twin)
            else { return false }
            return id.withUTF8 { ElementHints.of($0).isEmpty && isName($0, ofHeading: heading) }
        }
    }

    private func isTitle(_ id: UnsafeBufferPointer<UInt8>, ofHeading heading: Index) -> Bool {
        for link in tree.descendants(of: heading).prefix(8) where name(link) == PackedName.a {
            if let address = tree.attribute(PackedName.href, of: link), address.utf8.first == UInt8(ascii: "#"),
                address.utf8.dropFirst().elementsEqual(id), tree.line(of: link).map(PageLetters.of)?.isEmpty ?? true
            {
                return true
            }
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
        let beside = [self.row(beside: row, tree.previousSibling), self.row(beside: row, tree.nextSibling)]
        return beside.contains { $0.map { cells(in: $0) == count } ?? false }
    }

    /// How many of the first two cells of a table are headings.
    private func headings(tableOf row: Index) -> Int {
        guard let parent = tree.parent(of: row) else { return 0 }
        let table = PageElementKind.of(name(parent)) == .tablePart ? tree.parent(of: parent) ?? parent : parent
        return tree.descendants(of: table).prefix(12).map(name).filter { $0 == PackedName.th || $0 == PackedName.td }
            .prefix(2).count { $0 == PackedName.th }
    }

    /// The next row in one direction, which may be in another part of the table.
    private func row(beside row: Index, _ beside: @escaping (Index) -> Index?) -> Index? {
        func element(_ node: Index) -> Index? {
            sequence(first: node, next: beside).dropFirst().first(where: isElement)
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
        let inner = Array(tree.descendants(of: node).prefix(most + 1))
        return inner.count <= most
            && inner.map { PageElementKind.of(name($0)) }.allSatisfy { !$0.isBlock || $0 == .cell || $0 == .paragraph }
    }
}
