/// Goes through what is in an element of a tree, in the order of the document. In a cancelled task it ends early.
struct HTMLWalk {
    enum Step {
        case start(HTMLTree.Index)
        case end(HTMLTree.Index)
        /// Text, or the code of a script or a style. Texts may stand side by side.
        case text(HTMLTree.Index)
    }

    private let tree: HTMLTree
    private let top: HTMLTree.Index
    /// The node of the last step, and whether its content is next.
    private var (node, isInside): (HTMLTree.Index, Bool)
    private var count = 0

    init(_ tree: HTMLTree, in top: HTMLTree.Index = HTMLTree.document) {
        (self.tree, self.top) = (tree, top)
        (node, isInside) = (top, true)
    }

    /// Each start has its end, unless it is passed over.
    mutating func next() -> Step? {
        count += 1
        if count & 0x3FF == 0, Task.isCancelled { return nil }
        while isInside || node != top {
            if isInside, let child = tree.firstChild(of: node) {
                node = child
            } else if isInside {
                isInside = false
                return node == top ? nil : .end(node)
            } else if let sibling = tree.nextSibling(of: node) {
                node = sibling
            } else {
                node = tree.parent(of: node) ?? top
                return node == top ? nil : .end(node)
            }
            let kind = tree.nodes[node].kind
            isInside = kind == .element
            if isInside { return .start(node) }
            if kind == .text || kind == .code { return .text(node) }
        }
        return nil
    }

    /// Passes over the content and the end of the element that has just begun.
    mutating func skip() { isInside = false }
}
