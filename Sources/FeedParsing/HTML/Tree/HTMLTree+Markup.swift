extension HTMLTree {
    /// The HTML of a node with its content, without scripts, styles and comments.
    func markup(of node: Index) -> String {
        var html: [UInt8] = []
        if begin(node, &html) {
            appendContent(of: node, to: &html)
            end(node, &html)
        }
        return String(decoding: html, as: UTF8.self)
    }

    /// The HTML of what is inside a node.
    func innerMarkup(of node: Index) -> String {
        var html: [UInt8] = []
        appendContent(of: node, to: &html)
        return String(decoding: html, as: UTF8.self)
    }

    private func appendContent(of top: Index, to html: inout [UInt8]) {
        var walk = HTMLWalk(self, in: top)
        while let step = walk.next() {
            switch step {
            case .start(let node): if !begin(node, &html) { walk.skip() }
            case .end(let node): end(node, &html)
            case .text(let node): _ = begin(node, &html)
            }
        }
    }

    /// Appends a start tag or a text. Returns whether content and an end tag follow.
    private func begin(_ node: Index, _ html: inout [UInt8]) -> Bool {
        guard nodes[node].kind == .element else {
            // References stay as the page has them.
            if nodes[node].kind != .comment { html += source[nodes[node].range] }
            return false
        }
        let name = nodes[node].name
        if name == PackedName.script || name == PackedName.style || name == PackedName.template { return false }
        html.append(UInt8(ascii: "<"))
        html += self.name(of: node).utf8
        for attribute in attributes(of: node) {
            html.append(UInt8(ascii: " "))
            html += attribute.name.utf8
            html += "=\"".utf8
            for byte in attribute.value.utf8 { html.appendEscaped(byte) }
            html.append(UInt8(ascii: "\""))
        }
        html.append(UInt8(ascii: ">"))
        return !HTMLTag.isVoid(name)
    }

    private func end(_ node: Index, _ html: inout [UInt8]) {
        html += "</".utf8
        html += name(of: node).utf8
        html.append(UInt8(ascii: ">"))
    }
}
