extension HTMLTree {
    /// The HTML of a node with its content, without scripts, styles and comments.
    func markup(of node: Index) -> String {
        var html: [UInt8] = []
        append(node, to: &html)
        return String(decoding: html, as: UTF8.self)
    }

    /// The HTML of what is inside a node.
    func innerMarkup(of node: Index) -> String {
        var html: [UInt8] = []
        for child in children(of: node) { append(child, to: &html) }
        return String(decoding: html, as: UTF8.self)
    }

    private func append(_ top: Index, to html: inout [UInt8]) {
        var open: [Index] = []
        var next: Index? = top
        while let node = next {
            while let last = open.last, last != parent(of: node) { close(open.removeLast(), &html) }
            var isEmpty = true
            switch nodes[node].kind {
            // References stay as the page has them.
            case .text: html += source[nodes[node].range]
            case .element where !HTMLTree.isCode(nodes[node].name):
                begin(node, &html)
                isEmpty = HTMLTag.isVoid(nodes[node].name)
                if !isEmpty { open.append(node) }
            case .document: isEmpty = false
            case .element, .code, .comment: break
            }
            next = self.node(after: node, in: top, skipsContent: isEmpty)
        }
        for node in open.reversed() { close(node, &html) }
    }

    private static func isCode(_ name: UInt64) -> Bool {
        name == PackedName.script || name == PackedName.style || name == PackedName.template
    }

    private func begin(_ node: Index, _ html: inout [UInt8]) {
        html.append(UInt8(ascii: "<"))
        html += name(of: node).utf8
        for attribute in attributes(of: node) {
            html.append(UInt8(ascii: " "))
            html += attribute.name.utf8
            html += "=\"".utf8
            for byte in attribute.value.utf8 {
                switch byte {
                case UInt8(ascii: "&"): html += "&amp;".utf8
                case UInt8(ascii: "\""): html += "&quot;".utf8
                case UInt8(ascii: "<"): html += "&lt;".utf8
                default: html.append(byte)
                }
            }
            html.append(UInt8(ascii: "\""))
        }
        html.append(UInt8(ascii: ">"))
    }

    private func close(_ node: Index, _ html: inout [UInt8]) {
        html += "</".utf8
        html += name(of: node).utf8
        html.append(UInt8(ascii: ">"))
    }
}
