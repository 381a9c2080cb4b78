/// Finds the copies of formulas in HTML: KaTeX and MathJax 2 write each formula as MathML and as its drawing, of which
/// browsers show one.
struct FormulaCopies: Sendable {
    /// Whether the last formula of KaTeX came with MathML.
    private var hasMathML = false

    /// Whether the element that begins is the second copy of a formula. It wants to see each start tag in order.
    mutating func isCopy(_ attributes: [HTMLAttribute]) -> Bool {
        guard var classes = attributes["class"] else { return false }
        return classes.withUTF8 { isCopy(classes: $0) }
    }

    /// - Parameter classes: the value of the `class` attribute.
    mutating func isCopy(classes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard classes.has("katex", at: 0) || classes.has("MJX", at: 0) else { return false }
        let name = classes.prefix { $0 > 0x20 }
        if name.elementsEqual("katex".utf8) { hasMathML = false }
        if name.elementsEqual("katex-mathml".utf8) { hasMathML = true }
        return hasMathML && name.elementsEqual("katex-html".utf8) || name.elementsEqual("MJX_Assistive_MathML".utf8)
    }
}

extension HTMLTree {
    /// Whether an element is a script with a formula in TeX that MathJax 2 has not drawn before it.
    package func isUndrawnFormula(_ node: Index) -> Bool {
        guard nodes[node].name == PackedName.script, attribute(PackedName.type, of: node)?.hasPrefix("math/tex") == true
        else { return false }
        let before = siblings(before: node).first { nodes[$0].kind == .element }
        guard let classes = before.flatMap({ attribute(PackedName.classes, of: $0) }) else { return true }
        return !classes.hasPrefix("MathJax") || classes.hasPrefix("MathJax_Preview")
    }

    /// The formula in such a script, without the comments that kramdown puts around one with `<` or `&`.
    package func formula(of script: Index) -> String {
        let text = children(of: script).map { self.text(of: $0) }.joined()
        guard text.hasPrefix("% <![CDATA["), text.hasSuffix(" %]]>") else { return text }
        return String(text.dropFirst("% <![CDATA[".count).dropLast(" %]]>".count).drop(while: \.isWhitespace))
    }
}

extension [HTMLAttribute] {
    /// Whether they are those of a picture of a formula, with its TeX in `alt`.
    package var showFormula: Bool {
        guard let classes = self["class"], classes.utf8.count < 1024,
            classes.hasBytes("tex") || classes.hasBytes("math")
        else { return false }
        return classes.split(separator: " ").contains { name in
            name == "tex" || name == "math" || name.hasPrefix("latex") || name.hasPrefix("mwe-math")
        }
    }
}
