/// A page in the order that XPath goes by: each node has a place, and its content is a range of places.
struct XPathDocument: Sendable {
    let tree: HTMLTree
    /// The node at each place.
    private(set) var nodes: [Int32] = []
    /// The place of the parent; -1 for the document.
    private(set) var parents: [Int32] = []
    /// The last place inside each node.
    private(set) var ends: [Int32] = []
    /// The place of the sibling before; -1 for a first child.
    private(set) var previous: [Int32] = []

    init(_ tree: HTMLTree) {
        self.tree = tree
        let count = tree.nodes.count
        nodes.reserveCapacity(count)
        parents.reserveCapacity(count)
        ends.reserveCapacity(count)
        previous.reserveCapacity(count)
        append(HTMLTree.document, parent: -1, previous: -1)
        var place = 0
        // Depth first, without recursion.
        while true {
            let node = Int(nodes[place])
            if let child = tree.firstChild(of: node) {
                append(child, parent: place, previous: -1)
                place = nodes.count - 1
                continue
            }
            ends[place] = Int32(nodes.count - 1)
            while place > 0, tree.nextSibling(of: Int(nodes[place])) == nil {
                place = Int(parents[place])
                ends[place] = Int32(nodes.count - 1)
            }
            guard place > 0, let next = tree.nextSibling(of: Int(nodes[place])) else { return }
            append(next, parent: Int(parents[place]), previous: place)
            place = nodes.count - 1
        }
    }

    private mutating func append(_ node: HTMLTree.Index, parent: Int, previous sibling: Int) {
        nodes.append(Int32(node))
        parents.append(Int32(parent))
        ends.append(0)
        previous.append(Int32(sibling))
    }

    var count: Int { nodes.count }

    func kind(_ place: Int) -> HTMLTree.Node.Kind { tree.nodes[Int(nodes[place])].kind }

    func end(_ place: Int) -> Int { Int(ends[place]) }

    func parent(_ place: Int) -> Int? { parents[place] < 0 ? nil : Int(parents[place]) }

    /// A node, or an attribute of one, as one number whose order is that of the document.
    struct Node: Hashable, Comparable, Sendable {
        private let number: Int

        init(_ place: Int, attribute: Int? = nil) { number = place << 16 | ((attribute ?? -1) + 1) }

        var place: Int { number >> 16 }
        /// The index of an attribute among those of its element.
        var attribute: Int? { number & 0xFFFF == 0 ? nil : (number & 0xFFFF) - 1 }

        static func < (left: Node, right: Node) -> Bool { left.number < right.number }
    }

    func name(of node: Node) -> String {
        let index = Int(nodes[node.place])
        guard let attribute = node.attribute else { return tree.name(of: index) }
        return tree.attributes(of: index)[attribute].name
    }

    /// The string value (XPath 1.0, section 5).
    func text(of node: Node) -> String {
        let index = Int(nodes[node.place])
        if let attribute = node.attribute { return tree.attributes(of: index)[attribute].value }
        switch kind(node.place) {
        case .text, .code, .comment: return tree.text(of: index)
        case .document, .element:
            var text = ""
            for place in node.place...end(node.place) where kind(place) == .text || kind(place) == .code {
                text += tree.text(of: Int(nodes[place]))
            }
            return text
        }
    }

    /// About how long `text(of:)` takes: how many nodes it reads.
    func size(of node: Node) -> Int { node.attribute == nil ? end(node.place) - node.place + 1 : 1 }
}
