/// Finds footnotes by their links: the mark in the text leads to the note, and the note back to the mark.
struct FootnoteLinks {
    typealias Index = HTMLTree.Index

    /// The elements with the notes.
    private(set) var notes: Set<Index> = []

    /// No text has more notes.
    private static let limit = 2000

    /// - Parameter links: those to places on the page, in order.
    init(_ links: [Index], _ tree: HTMLTree) {
        let targets = links.prefix(FootnoteLinks.limit).compactMap { link -> (link: Index, place: String)? in
            guard let address = tree.attribute(PackedName.href, of: link), address.count > 1, address.first == "#"
            else { return nil }
            return (link, String(address.dropFirst()))
        }
        guard targets.count > 1 else { return }
        // The links at each place, with the elements that bear its name.
        var places: [String: [(link: Index, element: Index, target: String)]] = [:]
        for (link, target) in targets {
            for (element, place) in FootnoteLinks.places(around: link, tree) where places[place, default: []].count < 8
            {
                places[place, default: []].append((link, element, target))
            }
        }
        for (mark, place) in targets {
            for note in places[place] ?? [] where note.link > mark {
                guard places[note.target]?.contains(where: { $0.link == mark }) ?? false else { continue }
                notes.insert(FootnoteLinks.block(around: note.element, tree))
            }
        }
    }

    /// The names of a link and of what is closely around it.
    private static func places(around link: Index, _ tree: HTMLTree) -> [(Index, String)] {
        var (found, element): ([(Index, String)], Index?) = ([], link)
        for _ in 0..<4 {
            guard let current = element else { break }
            if let id = tree.attribute(PackedName.id, of: current) { found.append((current, id)) }
            if current == link, let name = tree.attribute(anchorName, of: current) { found.append((current, name)) }
            element = tree.parent(of: current)
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

    private static let anchorName = HTMLTag.name("name")
}
