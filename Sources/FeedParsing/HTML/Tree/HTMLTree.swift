/// HTML as a tree of elements, text and comments, as browsers read it (HTML, section 13.2), with scripts off: a web page, or
/// the text of an article.
///
/// The tree always has the elements `html`, `head` and `body`. All nodes are in one array and refer to each other by their
/// index; a node keeps where its text or its tag is in the page, so that a tree takes little more than the page does.
/// Building it takes time in proportion to the page, whatever the page holds.
public struct HTMLTree: Sendable {
    /// The index of a node.
    public typealias Index = Int

    /// Of a page with more nodes only the text is kept.
    public static let nodeLimit = 1_000_000
    /// An element that would be deeper has its content beside it, as in browsers.
    public static let depthLimit = 256
    /// Further attributes of an element are left out.
    static let attributeLimit = 256
    /// Further bytes are left out.
    static let byteLimit = 256 << 20

    /// The document is first. The order is that of the tags, which is not always that of the document.
    public internal(set) var nodes: [Node]
    /// Whether the whole page is in the tree: false beyond the limits and in a cancelled task.
    public internal(set) var isComplete = true
    /// The page: valid UTF-8. The text of what is beyond the limit of nodes follows it.
    let source: [UInt8]
    /// How many bytes of it the page has.
    let size: Int

    /// Reads a page of UTF-8; invalid bytes become U+FFFD. In a cancelled task it ends early.
    public init(_ html: [UInt8]) {
        let html = html.count > HTMLTree.byteLimit ? Array(html.prefix(HTMLTree.byteLimit)) : html
        let isValid = html.withUnsafeBufferPointer { UTF8Text.isValid($0) }
        self.init(valid: isValid ? html : Array(String(decoding: html, as: UTF8.self).utf8))
        isComplete = isComplete && html.count < HTMLTree.byteLimit
    }

    /// Reads the text of an article.
    public init(_ html: String) {
        let bytes = Array(html.utf8)
        if bytes.count <= HTMLTree.byteLimit { self.init(valid: bytes) } else { self.init(bytes) }
    }

    init(valid source: [UInt8], nodeLimit: Int = nodeLimit) {
        var builder = HTMLTreeBuilder(sourceSize: source.count, nodeLimit: nodeLimit)
        source.withUnsafeBufferPointer { builder.read($0) }
        self.source = builder.rest.isEmpty ? source : source + builder.rest
        size = source.count
        nodes = builder.nodes
        isComplete = builder.isComplete
    }

    /// Reads a page in the encoding that HTTP or the page's head declares.
    public init(_ page: [UInt8], charset: String?) { self.init(HTMLCharset.utf8(page, charset: charset)) }

    // MARK: Around a node

    /// The document; its children are comments and the element `html`.
    public static var document: Index { 0 }

    /// The parent; nil for the document.
    public func parent(of node: Index) -> Index? { HTMLTree.index(nodes[node].parent) }

    public func firstChild(of node: Index) -> Index? { HTMLTree.index(nodes[node].firstChild) }

    public func nextSibling(of node: Index) -> Index? { HTMLTree.index(nodes[node].next) }

    public func previousSibling(of node: Index) -> Index? { HTMLTree.index(nodes[node].previous) }

    /// The element behind a node, if only white space is between them.
    func nextElement(of node: Index) -> Index? {
        var next = nextSibling(of: node)
        while let current = next, nodes[current].kind != .element {
            if nodes[current].kind == .text, !source[nodes[current].range].allSatisfy({ $0 <= 0x20 }) { return nil }
            next = nextSibling(of: current)
        }
        return next
    }

    /// The children in order.
    public func children(of node: Index) -> some Sequence<Index> {
        sequence(state: nodes[node].firstChild) { next in
            guard let index = HTMLTree.index(next) else { return nil }
            next = nodes[index].next
            return index
        }
    }

    /// The next node in the order of the document that is inside `top`; nil at its end.
    ///
    /// - Parameter skipsContent: go on behind the node's content.
    public func node(after node: Index, in top: Index, skipsContent: Bool = false) -> Index? {
        if !skipsContent, let child = firstChild(of: node) { return child }
        var node = node
        while node != top {
            if let next = nextSibling(of: node) { return next }
            guard let parent = parent(of: node) else { return nil }
            node = parent
        }
        return nil
    }

    /// A node, and what is in it, in the order of the document.
    func subtree(of top: Index) -> some Sequence<Index> { sequence(first: top) { node(after: $0, in: top) } }

    /// What is in a node, in the order of the document.
    public func descendants(of top: Index) -> some Sequence<Index> { subtree(of: top).dropFirst() }

    /// What a node is in, from the inside outwards.
    func ancestors(of node: Index) -> some Sequence<Index> { sequence(first: node, next: parent).dropFirst() }

    func siblings(behind node: Index) -> some Sequence<Index> { sequence(first: node, next: nextSibling).dropFirst() }

    /// From the nearest on.
    func siblings(before node: Index) -> some Sequence<Index> {
        sequence(first: node, next: previousSibling).dropFirst()
    }

    private static func index(_ stored: Int32) -> Index? { stored < 0 ? nil : Index(stored) }

    // MARK: Content of a node

    /// The name of an element in lower case; empty for other nodes.
    public func name(of node: Index) -> String { nodes[node].kind == .element ? htmlName(of: node).text : "" }

    /// The same, packed.
    func htmlName(of node: Index) -> HTMLName {
        let node = nodes[node]
        return source.withUnsafeBufferPointer { source in
            var end = Int(node.start)
            while end < node.end, HTMLTag.isNameByte(source[end]) { end += 1 }
            return HTMLName(packed: node.name, source[Int(node.start)..<end])
        }
    }

    /// The text of a text node with its references decoded, of code and of a comment as it is; empty for an element.
    public func text(of node: Index) -> String {
        let node = nodes[node]
        guard node.kind != .element, node.kind != .document else { return "" }
        return source.withUnsafeBufferPointer { source in
            let bytes = UnsafeBufferPointer(rebasing: source[node.range])
            guard HTMLTree.needsDecoding(bytes) else { return String(decoding: bytes, as: UTF8.self) }
            var text = node.kind == .text ? HTMLEntity.decodedOnce(bytes) : String(decoding: bytes, as: UTF8.self)
            let isChanged = text.withUTF8 { $0.contains(where: HTMLTree.isChanged) }
            return isChanged ? HTMLTree.withoutReturns(text) : text
        }
    }

    /// Whether an element begins with text that is more than white space.
    func hasText(_ node: Index) -> Bool {
        firstChild(of: node).map { nodes[$0].kind != .element && source[nodes[$0].range].contains { $0 > 0x20 } }
            ?? false
    }

    /// Appends the text of a text node in UTF-8, as `text(of:)` gives it.
    func appendText(of node: Index, to text: inout [UInt8]) {
        source.withUnsafeBufferPointer { source in
            let bytes = UnsafeBufferPointer(rebasing: source[nodes[node].range])
            if HTMLTree.needsDecoding(bytes) { text += self.text(of: node).utf8 } else { text += bytes }
        }
    }

    private static func needsDecoding(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.contains { $0 == UInt8(ascii: "&") || isChanged($0) }
    }

    private static func isChanged(_ byte: UInt8) -> Bool { byte == 0 || byte == 0x0C || byte == 0x0D }

    /// Line ends as `\n`, a form feed as a space, and no zeros.
    private static func withoutReturns(_ text: String) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count)
        var isBehindReturn = false
        for byte in text.utf8 {
            if byte != 0, byte != 0x0A || !isBehindReturn {
                result.append(byte == 0x0D ? 0x0A : byte == 0x0C ? 0x20 : byte)
            }
            isBehindReturn = byte == 0x0D
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The attributes of an element in order, each name once.
    public func attributes(of node: Index) -> [HTMLAttribute] {
        guard nodes[node].kind == .element, nodes[node].end > nodes[node].start else { return [] }
        return source.withUnsafeBufferPointer {
            [HTMLAttribute](ofTag: UnsafeBufferPointer(rebasing: $0[nodes[node].range]))
        }
    }

    /// The value of an attribute; nil if the element does not have it.
    ///
    /// - Parameter name: packed by `HTMLTag.name`.
    func attribute(_ name: UInt64, of node: Index) -> String? {
        var value: String?
        forEachAttribute(of: node) { attribute, source in
            guard attribute.name == name else { return true }
            value = HTMLEntity.decodedOnce(UnsafeBufferPointer(rebasing: source[attribute.value]))
            return false
        }
        return value
    }

    /// Calls `take` with each attribute, as the page has it, until it returns false.
    func forEachAttribute(of node: Index, _ take: (HTMLAttributes.Attribute, UnsafeBufferPointer<UInt8>) -> Bool) {
        let node = nodes[node]
        guard node.kind == .element, node.end > node.start else { return }
        source.withUnsafeBufferPointer { source in
            let tag = UnsafeBufferPointer(rebasing: source[node.range])
            var attributes = HTMLAttributes(ofTag: tag)
            var left = HTMLTree.attributeLimit
            while left > 0, let attribute = attributes.next(), take(attribute, tag) { left -= 1 }
        }
    }
}

extension HTMLAttributes {
    /// - Parameter tag: from its name on.
    init(ofTag tag: UnsafeBufferPointer<UInt8>) {
        self.init(tag, from: tag.firstIndex { !HTMLTag.isNameByte($0) } ?? tag.count)
    }
}

extension [HTMLAttribute] {
    /// The attributes of a tag in order, each name once.
    ///
    /// - Parameter tag: from its name on.
    init(ofTag tag: UnsafeBufferPointer<UInt8>) {
        self = []
        reserveCapacity(8)
        var attributes = HTMLAttributes(ofTag: tag)
        while count < HTMLTree.attributeLimit, let attribute = attributes.next() {
            let name = HTMLName(packed: attribute.name, tag[attribute.nameRange]).text
            guard !contains(where: { $0.name == name }) else { continue }
            let value = HTMLEntity.decodedOnce(UnsafeBufferPointer(rebasing: tag[attribute.value]))
            append(HTMLAttribute(name: name, value: value))
        }
    }
}
