/// Writes the chosen part of a page as harmless HTML with absolute addresses.
struct ContentWriter {
    typealias Index = HTMLTree.Index

    private let page: PageAnalysis
    private let top: Index
    private let base: LinkBase?
    /// The URL of the page, without a fragment.
    private let url: Substring?
    /// The names of the anchors that links within the text may lead to.
    private lazy var anchors = HTMLAnchors(page.tree, of: page.elements(in: top))
    private var writer = SafeHTMLWriter(anchors: "user-content-", imagesAreLazy: false)
    private var formulas = FormulaCopies()
    private var picture = ArticlePicture()
    /// Those in the code that is being written.
    private var lineNumbers: Set<Index> = []

    private init(_ page: PageAnalysis, _ top: Index, base: String?, url: String?) {
        self.page = page
        self.top = top
        self.base = base.flatMap(LinkBase.init)
        self.url = url.map { $0.prefix { $0 != "#" } }
    }

    /// The content of an element, and the address of the picture that represents it. A link within the page leads to its
    /// place in the text, else to that in the page.
    static func content(
        of page: PageAnalysis, in top: Index, base: String?, url: String?
    ) -> (html: String, picture: String?) {
        var content = ContentWriter(page, top, base: base, url: url)
        content.write()
        let picture = content.picture.address.flatMap { LinkResolver.resolve($0, against: content.base) }
        return (String(decoding: content.writer.bytes, as: UTF8.self), picture)
    }

    private mutating func write() {
        let tree = page.tree
        var walk = HTMLWalk(tree, in: top)
        while let step = walk.next() {
            switch step {
            case .text(let node) where page.isHidden[node] || tree.nodes[node].kind == .code: break
            case .text(let node):
                let text = tree.text(of: node)
                // Soft hyphens are for the layout of browsers.
                let shown = text.hasBytes("\u{AD}") ? String(text.unicodeScalars.filter { $0 != "\u{AD}" }) : text
                writer.write(.text(shown))
            case .start(let node) where page.isHidden[node]:
                if !writer.isAfterImage, let image = tree.picture(inNoscript: node) {
                    // The writer knows what such a picture repeats.
                    writer.write(.start(name: tree.htmlName(of: node), attributes: []))
                    writeImage(image)
                    writer.write(.end(name: tree.htmlName(of: node)))
                }
                walk.skip()
            case .start(let node): if !start(node) { walk.skip() }
            case .end(let node): writer.write(.end(name: shownName(of: node)))
            }
        }
    }

    /// A button within the text is written as words, the name of a tab as a line, and the title of a card as a block.
    private func shownName(of node: Index) -> HTMLName {
        let isHeading = ContentWriter.headings.contains(page.tree.nodes[node].name)
        if isHeading, page[node].kind != .heading { return "div" }
        let name = page.tree.htmlName(of: node)
        if name == "label", page[node].kind == .paragraph { return "p" }
        return name == "button" ? "span" : name
    }

    /// Returns whether its end is to be written.
    private mutating func start(_ node: Index) -> Bool {
        let tree = page.tree
        if page[node].kind == .image {
            writeImage(node)
            return false
        }
        if tree.nodes[node].name == PackedName.script {
            writer.write(.text(tree.formula(of: node)))
            return false
        }
        if tree.nodes[node].name == PackedName.math, let formula = FormulaLine(node, in: tree) {
            for event in formula.events { writer.write(event) }
            return false
        }
        if page[node].kind == .code { lineNumbers = tree.lineNumbers(inCode: node) }
        if tree.isLineNumbers(node) || lineNumbers.contains(node) { return false }
        // Its content was left out, or it holds a space.
        if page[node].isEmpty, page[node].kind == .inline, ["a", "span"].contains(tree.name(of: node)),
            tree.attribute(PackedName.id, of: node) == nil, tree.attribute(PackedName.name, of: node) == nil
        {
            for child in tree.children(of: node) where tree.nodes[child].kind == .text && !page.isHidden[child] {
                writer.write(.text(tree.text(of: child)))
            }
            return false
        }
        var attributes = tree.attributes(of: node)
        // What MathJax shows until it has drawn the formula in the script behind it.
        let isPreview = attributes["class"]?.hasPrefix("MathJax_Preview") == true
        if formulas.isCopy(attributes) || isPreview { return false }
        let language = page[node].kind == .code || tree.name(of: node) == "code" ? codeLanguage(node, attributes) : nil
        attributes = attributes.compactMap { absolute($0) }
        if let language { attributes.append(HTMLAttribute(name: "class", value: "language-" + language)) }
        writer.write(.start(name: shownName(of: node), attributes: attributes))
        if let address = addressOfUnshownPicture(in: node) {
            writer.write(.start(name: "img", attributes: [HTMLAttribute(name: "src", value: address)]))
            writer.write(.end(name: "img"))
        }
        return true
    }

    /// The language that an element with code states, or one around it.
    private func codeLanguage(_ node: Index, _ attributes: [HTMLAttribute]) -> String? {
        if let language = attributes.codeLanguage { return language }
        guard page[node].kind == .code else { return nil }
        let around = page.tree.ancestors(of: node).prefix(3).lazy.map(page.tree.attributes)
        return around.first(where: \.mayHaveCodeLanguage)?.codeLanguage
    }

    private mutating func absolute(_ attribute: HTMLAttribute) -> HTMLAttribute? {
        switch attribute.name {
        case "href":
            if attribute.value.hasPrefix("#") {
                guard let url, !anchors.contains(attribute.value.dropFirst()) else { return attribute }
                return HTMLAttribute(name: "href", value: url + attribute.value)
            }
            return LinkResolver.resolve(attribute.value, against: base).map { HTMLAttribute(name: "href", value: $0) }
        // Hidden elements were left out.
        case "style", "class", "hidden": return nil
        case let name where ["src", "poster", "cite", "data"].contains(name) || LateAttribute(attribute) == .address:
            return LinkResolver.resolve(attribute.value, against: base).map { HTMLAttribute(name: name, value: $0) }
        default: return attribute
        }
    }

    // MARK: Pictures

    private mutating func writeImage(_ node: Index) {
        let behind = page.tree.nextElement(of: node).flatMap(page.tree.picture)
        guard let image = PageImageSource(page.tree, node, base: base, hasFallback: behind != nil) else { return }
        writer.isAfterImage = !image.isPlaceholder
        guard !image.isPlaceholder else { return }
        if picture.isOpen { picture.offer(image.picture) }
        writer.write(.start(name: "img", attributes: image.attributes))
        writer.write(.end(name: "img"))
    }

    /// The picture that a `figure` names by microdata alone until a script shows it.
    private func addressOfUnshownPicture(in node: Index) -> String? {
        let tree = page.tree
        guard tree.name(of: node) == "figure" else { return nil }
        let attributes = tree.attributes(of: node)
        guard attributes["itemtype"]?.hasSuffix("/ImageObject") == true, tree.node(of: .image, in: node) == nil else {
            return nil
        }
        return attributes["itemid"].flatMap { LinkResolver.resolve($0, against: base) }
    }

    private static let headings: ClosedRange<UInt64> = 0x6831...0x6836  // h1 to h6
}

extension HTMLTree {
    /// The picture in a `noscript`, which comes by a script otherwise.
    func picture(inNoscript noscript: Index) -> Index? {
        nodes[noscript].name == PackedName.noscript ? node(of: .image, in: noscript) : nil
    }

    /// The first element of a kind in an element.
    fileprivate func node(of kind: PageElementKind, in top: Index) -> Index? {
        descendants(of: top).first { PageElementKind.of(nodes[$0].name) == kind }
    }
}
