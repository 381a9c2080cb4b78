internal import CLibXML2

/// A page as a document of libxml2, which evaluates XPath 1.0 over it.
///
/// Some expressions take quadratic time, and nothing can stop libxml2: its limit of operations is a field that it has no
/// function for, and does not count comparisons of nodes. So callers evaluate expressions on a thread that they
/// can abandon, with the page.
struct XPathPage: ~Copyable {
    let tree: HTMLTree
    private let xml: rssium_xml
    private let document: xmlDocPtr
    private let context: xmlXPathContextPtr

    /// For all expressions over one page: some minutes of work. Comparisons of nodes and texts are not counted.
    private static let operationLimit: UInt = 1 << 32

    /// A node of the page, while the page exists.
    struct Node {
        fileprivate let pointer: xmlNodePtr
        /// Nil for text, a comment or an attribute.
        let element: HTMLTree.Index?
    }

    enum Value {
        /// In the order of the page, each once.
        case nodes([Node])
        case text(String)
    }

    init(_ tree: HTMLTree) throws(ParseError) {
        let xml = try XMLLibrary.shared.get().functions
        // A document of HTML, so that id() knows the attribute.
        guard let document = xml.htmlNewDocNoDtD(nil, nil) else { throw .limit("memory") }
        let context = xml.xmlXPathNewContext(document)
        guard let context, XPathPage.addNodes(of: tree, to: document, xml) else {
            xml.xmlXPathFreeContext(context)
            xml.xmlFreeDoc(document)
            throw .limit("memory")
        }
        self.tree = tree
        self.xml = xml
        self.document = document
        self.context = context
        rssium_xpath_begin([xml], context, XPathPage.operationLimit)
        // So that nodes are put in order faster.
        _ = xml.xmlXPathOrderDocElems(document)
    }

    deinit {
        xml.xmlXPathFreeContext(context)
        xml.xmlFreeDoc(document)
    }

    func knowsFunction(_ name: String) -> Bool { xml.xmlXPathFunctionLookup(context, name) != nil }

    /// The value of an expression for a node; nil for the whole page.
    func value(of expression: String, at node: Node? = nil) throws(XPathError) -> Value {
        var failure: Failure?
        let object = withUnsafeMutablePointer(to: &failure) { failure in
            xml.xmlSetStructuredErrorFunc(failure) { failure, error in
                guard let error, let failure = failure?.assumingMemoryBound(to: Failure?.self) else { return }
                // Others may follow from the first one.
                failure.pointee = failure.pointee ?? Failure(error)
            }
            defer { xml.xmlSetStructuredErrorFunc(nil) { _, _ in } }
            return xml.xmlXPathNodeEval(node?.pointer ?? document.asNode, expression, context)
        }
        guard let object else {
            throw XPathError(
                failure?.reason ?? "it cannot be evaluated", in: expression, atByte: failure?.position ?? 0)
        }
        defer { xml.xmlXPathFreeObject(object) }
        var nodes: UnsafeMutablePointer<xmlNodePtr?>?
        let count = Int(rssium_xpath_nodes(object, &nodes))
        guard count >= 0 else { return .text(text(xml.xmlXPathCastToString(object))) }
        var found: [Node] = []
        for position in 0..<count {
            guard let node = nodes?[position], rssium_is_in_document(node) != 0 else { continue }
            found.append(Node(pointer: node, element: XPathPage.element(of: node)))
        }
        return .nodes(found)
    }

    /// The error of libxml2 in an expression, and the position in bytes. All versions lay `xmlError` out alike.
    private struct Failure {
        let reason: String
        let position: Int

        init(_ error: UnsafePointer<xmlError>) {
            let message = error.pointee.message.map { ParseError.withoutLine(String(cString: $0)) } ?? ""
            reason = message.prefix(1).lowercased() + message.dropFirst()
            position = Int(error.pointee.int1)
        }
    }

    /// The string value of a node (XPath 1.0, section 5).
    func text(of node: Node) -> String { text(xml.xmlXPathCastNodeToString(node.pointer)) }

    /// Copies a string of libxml2 and frees it.
    private func text(_ text: UnsafeMutablePointer<xmlChar>?) -> String {
        guard let text else { return "" }
        defer { xml.free_function.pointee?(text) }
        return String(xml: text)
    }
}

// MARK: - From the tree

extension XPathPage {
    /// Adds the nodes of the tree to an empty document. Returns false if the system has no memory left.
    private static func addNodes(of tree: HTMLTree, to document: xmlDocPtr, _ xml: rssium_xml) -> Bool {
        var nodes = [xmlNodePtr?](repeating: nil, count: tree.nodes.count)
        nodes[HTMLTree.document] = document.asNode
        rssium_set_number(document.asNode, HTMLTree.document + 1)
        for index in tree.descendants(of: HTMLTree.document) {
            // The text before has it.
            if tree.isText(index), let previous = tree.previousSibling(of: index), tree.isText(previous) { continue }
            guard let parent = tree.parent(of: index).flatMap({ nodes[$0] }),
                let node = node(index, of: tree, for: document, xml), xml.xmlAddChild(parent, node) != nil
            else { return false }
            nodes[index] = node
            if tree.nodes[index].kind == .element { rssium_set_number(node, index + 1) }
        }
        return true
    }

    /// The element of the tree that a node was made from. The number in the node is one more than its index.
    private static func element(of node: xmlNodePtr) -> HTMLTree.Index? {
        let number = rssium_number(node)
        return number == 0 ? nil : HTMLTree.Index(number) - 1
    }

    private static func node(
        _ index: HTMLTree.Index, of tree: HTMLTree, for document: xmlDocPtr, _ xml: rssium_xml
    ) -> xmlNodePtr? {
        switch tree.nodes[index].kind {
        case .document: return nil
        case .comment: return xml.xmlNewDocComment(document, tree.text(of: index))
        case .element:
            let node = xml.xmlNewDocNode(document, nil, tree.name(of: index), nil)
            for attribute in tree.attributes(of: index) { _ = xml.xmlNewProp(node, attribute.name, attribute.value) }
            return node
        case .text, .code:
            // All text in a row is one node: libxml2 would join several in quadratic time.
            var text: [UInt8] = []
            for index in sequence(first: index, next: tree.nextSibling).prefix(while: tree.isText) {
                text += tree.text(of: index).utf8
            }
            return xml.xmlNewDocTextLen(document, text, Int32(clamping: text.count))
        }
    }
}

extension HTMLTree {
    fileprivate func isText(_ node: Index) -> Bool { [.text, .code].contains(nodes[node].kind) }
}

extension xmlDocPtr {
    /// A document is a node, too.
    fileprivate var asNode: xmlNodePtr { UnsafeMutableRawPointer(self).assumingMemoryBound(to: xmlNode.self) }
}
