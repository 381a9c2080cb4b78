/// Puts nodes into the tree, and takes them out of it.
extension HTMLTreeBuilder {
    /// Adds an element that is nowhere yet.
    mutating func make(_ node: HTMLTree.Node) -> Index {
        nodes.append(node)
        return Index(nodes.count - 1)
    }

    mutating func append(_ node: Index, to parent: Index) {
        let (node, parent) = (Int(node), Int(parent))
        let last = nodes[parent].lastChild
        nodes[node].parent = Index(parent)
        nodes[node].previous = last
        nodes[node].next = -1
        if last >= 0 { nodes[Int(last)].next = Index(node) } else { nodes[parent].firstChild = Index(node) }
        nodes[parent].lastChild = Index(node)
    }

    mutating func insert(_ node: Index, before sibling: Index) {
        let (node, sibling) = (Int(node), Int(sibling))
        let (parent, previous) = (nodes[sibling].parent, nodes[sibling].previous)
        nodes[node].parent = parent
        nodes[node].previous = previous
        nodes[node].next = Index(sibling)
        nodes[sibling].previous = Index(node)
        if previous >= 0 {
            nodes[Int(previous)].next = Index(node)
        } else {
            nodes[Int(parent)].firstChild = Index(node)
        }
    }

    mutating func detach(_ node: Index) {
        let (parent, previous, next) = (nodes[Int(node)].parent, nodes[Int(node)].previous, nodes[Int(node)].next)
        guard parent >= 0 else { return }
        if previous >= 0 { nodes[Int(previous)].next = next } else { nodes[Int(parent)].firstChild = next }
        if next >= 0 { nodes[Int(next)].previous = previous } else { nodes[Int(parent)].lastChild = previous }
        nodes[Int(node)].parent = -1
    }

    /// Gives an element the children of another one.
    mutating func moveChildren(of from: Index, to: Index) {
        var child = nodes[Int(from)].firstChild
        nodes[Int(from)].firstChild = -1
        nodes[Int(from)].lastChild = -1
        while child >= 0 {
            let next = nodes[Int(child)].next
            append(child, to: to)
            child = next
        }
    }

    /// Puts a node where the next one belongs.
    @discardableResult mutating func insert(_ node: HTMLTree.Node, before table: Index? = nil) -> Index {
        let index = make(node)
        if let table, nodes[Int(table)].parent >= 0 { insert(index, before: table) } else { append(index, to: current) }
        return index
    }
}
