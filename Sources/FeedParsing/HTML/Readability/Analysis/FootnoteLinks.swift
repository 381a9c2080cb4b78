/// Finds footnotes by their links: the mark in the text leads to the note, and the note back to the mark.
struct FootnoteLinks {
    typealias Index = HTMLTree.Index

    /// The elements with the notes.
    private(set) var notes: Set<Index> = []

    /// No text has more notes.
    private static let limit = 2000

    /// - Parameter links: those to places on the page, in order.
    init(_ links: [Index], _ tree: HTMLTree) {
        let links = links.prefix(FootnoteLinks.limit).compactMap { Link($0, tree) }
        guard links.count > 1 else { return }
        let targets = Set(links.map(\.target))
        // The links at each place, with the elements that bear its name.
        var places: [String: [(link: Link, element: Index)]] = [:]
        for link in links {
            for (element, place) in FootnoteLinks.places(around: link, tree)
            where targets.contains(place) && places[place, default: []].count < 8 {
                places[place, default: []].append((link, element))
            }
        }
        for mark in links {
            for note in places[mark.target] ?? [] where note.link.element > mark.element {
                let marks = places[note.link.target] ?? []
                guard marks.contains(where: { $0.link.element == mark.element }) else { continue }
                notes.insert(FootnoteLinks.block(around: note.element, tree))
            }
        }
    }

    /// A link to a place on the page.
    private struct Link {
        let element: Index
        let target: String
        /// Its own names.
        let names: [String]

        /// Nil if it leads elsewhere.
        init?(_ element: Index, _ tree: HTMLTree) {
            var (address, names): (String?, [String]) = (nil, [])
            tree.forEachAttribute(of: element) { attribute, source in
                guard Link.attributes.contains(attribute.name) else { return true }
                let value = HTMLEntity.decodedOnce(UnsafeBufferPointer(rebasing: source[attribute.value]))
                if attribute.name != PackedName.href { names.append(value) } else { address = address ?? value }
                return true
            }
            guard let address, address.count > 1, address.first == "#" else { return nil }
            (self.element, target, self.names) = (element, String(address.dropFirst()), names)
        }

        private static let attributes = [PackedName.href, PackedName.id, PackedName.name]
    }

    /// The names of a link and of what is closely around it.
    private static func places(around link: Link, _ tree: HTMLTree) -> [(Index, String)] {
        var found = link.names.map { (link.element, $0) }
        for element in tree.ancestors(of: link.element).prefix(3) {
            if let id = tree.attribute(PackedName.id, of: element) { found.append((element, id)) }
        }
        return found
    }

    private static func block(around element: Index, _ tree: HTMLTree) -> Index {
        var block = element
        for _ in 0..<4 where !PageElementKind.of(tree.nodes[block].name).isBlock {
            guard let parent = tree.parent(of: block) else { return block }
            block = parent
        }
        return block
    }
}
