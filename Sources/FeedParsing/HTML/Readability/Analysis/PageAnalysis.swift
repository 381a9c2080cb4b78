/// Measures of the elements of a page that readers see: how much text they have, how much of it is in links, and what
/// their names say of them.
struct PageAnalysis {
    typealias Index = HTMLTree.Index

    let tree: HTMLTree
    var measures: [Measure]
    /// The nodes that readers see, in the order of the document, from `body` on.
    private(set) var order: [Int32] = []
    let body: Index
    /// Whether an element is for an author whatever its class.
    private(set) var marksAuthors = false
    /// The elements to which marks in the text lead and which lead back, and those that hold little else.
    private(set) var notes: Set<Index> = []
    /// Of each node, whether it is left out.
    var isHidden: [Bool]

    init(_ tree: HTMLTree, body: Index) {
        self.tree = tree
        self.body = body
        measures = [Measure](repeating: Measure(), count: tree.nodes.count)
        isHidden = [Bool](repeating: false, count: tree.nodes.count)
        order.reserveCapacity(tree.nodes.count)
        look()
        sum()
        if !notes.isEmpty { notes = around(notes: notes) }
    }

    subscript(node: Index) -> Measure { measures[node] }

    func name(_ node: Index) -> UInt64 { tree.nodes[node].name }

    func isElement(_ node: Index) -> Bool { tree.nodes[node].kind == .element }

    // MARK: From the outside inwards

    private mutating func look() {
        var node: Index? = body
        var block = body
        var inLink = [Bool](repeating: false, count: tree.nodes.count)
        var blockOf = [Int32](repeating: 0, count: tree.nodes.count)
        var (count, links): (Int, [Index]) = (0, [])
        defer { notes = links.isEmpty ? [] : FootnoteLinks(links, tree).notes }
        while let current = node {
            count += 1
            if count & 0xFFF == 0, Task.isCancelled { return }
            let parent = current == body ? nil : tree.parent(of: current)
            if let parent {
                inLink[current] = inLink[parent]
                block = Index(blockOf[parent])
            }
            var skips = false
            switch tree.nodes[current].kind {
            case .text:
                order.append(Int32(current))
                measure(text: current, in: block, isLinked: inLink[current])
            case .element:
                let name = tree.nodes[current].name
                let kind = PageElementKind.of(name)
                measures[current].kind = kind
                let seen = current == body || see(current, kind)
                if !seen {
                    if PageAnalysis.controls.contains(name) { measures[parent ?? body].controls += 1 }
                    if name == PackedName.noscript, hasOnlyPicture(current) { measures[parent ?? body].images += 1 }
                    isHidden[current] = true
                    skips = true
                } else {
                    order.append(Int32(current))
                    if name == PackedName.a {
                        inLink[current] = leadsAway(current) || inLink[current]
                        if !inLink[current] { links.append(current) }
                    }
                    blockOf[current] = Int32(kind.isBlock ? current : block)
                }
            default: skips = true
            }
            node = tree.node(after: current, in: body, skipsContent: skips)
        }
    }

    private mutating func measure(text node: Index, in block: Index, isLinked: Bool) {
        let count = TextCount(tree, node)
        measures[block].ownText += count.characters
        measures[block].ownCommas += count.commas
        if isLinked { measures[block].ownLink += count.characters }
        measures[node].text = count.characters
        measures[node].link = isLinked ? count.characters : 0
    }

    /// Whether a `noscript` has a picture for which a script makes an element: there is none before it.
    private func hasOnlyPicture(_ noscript: Index) -> Bool {
        guard let picture = tree.picture(inNoscript: noscript), !PictureSize(tree.attributes(of: picture)).isPixel
        else { return false }
        return tree.siblings(before: noscript).first(where: isElement).map { measures[$0].kind != .image } ?? true
    }

    /// Reads the attributes of an element. Returns whether it is shown.
    private mutating func see(_ node: Index, _ kind: PageElementKind) -> Bool {
        if kind == .unseen {
            let isTab = isTabLabel(node)
            guard isTab || isTask(node) || isButtonOfText(node) || tree.isUndrawnFormula(node) else { return false }
            if isTab { measures[node].kind = .paragraph }
            if name(node) == PackedName.button { measures[node].kind = .inline }
        }
        var (hints, names): (ElementHints, ElementHints) = ([], [])
        var isShown = true
        tree.forEachAttribute(of: node) { attribute, source in
            let value = UnsafeBufferPointer(rebasing: source[attribute.value])
            switch attribute.name {
            case PackedName.classes: names.formUnion(ElementHints.of(value))
            case PackedName.id:
                let meaning = ElementHints.of(value)
                if !meaning.isEmpty, !isTitle(value, of: node) { names.formUnion(meaning) }
            case PackedName.hidden:
                if !value.elementsEqual("false".utf8), !value.elementsEqual("until-found".utf8), !isStreamed(node) {
                    isShown = false
                }
            case PackedName.style: if HTMLStyle(value).isHidden { isShown = false }
            case PackedName.role: hints.formUnion(PageElementKind.hints(ofRole: value))
            case PackedName.itemprop:
                if value.elementsEqual("articleBody".utf8) || value.elementsEqual("reviewBody".utf8) {
                    hints.formUnion(.content)
                }
                if value.elementsEqual("author".utf8) { (marksAuthors, hints) = (true, hints.union(.author)) }
                if value.elementsEqual("datePublished".utf8) { hints.formUnion(.date) }
                if value.elementsEqual("comment".utf8) { hints.formUnion(.comments) }
            case PackedName.rel:
                if value.elementsEqual("author".utf8) { (marksAuthors, hints) = (true, hints.union(.author)) }
            case PackedName.ariaHidden:
                if value.elementsEqual("true".utf8), kind != .image { hints.formUnion(.doubtful) }
            default: break
            }
            return isShown
        }
        if !names.isEmpty { names.formIntersection(namesThatCount(for: node)) }
        measures[node].hints = hints.union(names)
        if kind == .furniture, isPartOfText(node, hints.union(names)) { measures[node].kind = .container }
        return isShown
    }

    /// Whether React has sent an element late, for a script to put it in its place: `<div hidden id="S:0">`.
    private func isStreamed(_ node: Index) -> Bool {
        tree.attribute(PackedName.id, of: node).map { $0.hasPrefix("S:") && $0.dropFirst(2).allSatisfy(\.isHexDigit) }
            ?? false
    }

    // MARK: From the inside outwards

    private mutating func sum() {
        for index in order.reversed() {
            let node = Index(index)
            count(node)
            guard node != body, let parent = tree.parent(of: node) else { continue }
            measures[parent].add(measures[node])
        }
    }

    private mutating func count(_ node: Index) {
        guard isElement(node) else { return }
        if measures[node].ownText >= 40, measures[node].kind != .heading {
            measures[node].prose += max(0, measures[node].ownText - 2 * measures[node].ownLink)
        }
        switch measures[node].kind {
        case .image: measures[node].images += 1
        case .item: measures[node].items += 1
        case .heading: measures[node].headings += 1
        case .media, .unseen: measures[node].media += 1
        case .lineBreak: if name(node) == PackedName.hr { measures[node].media += 1 }
        default: break
        }
        let isPlace =
            measures[node].hints.intersection([.place, .admonition]) == .place
            && ![.table, .tablePart].contains(measures[node].kind) && name(node) != PackedName.th
        guard isPlace || measures[node].kind == .furniture else { return }
        if isPlace, !holdsList(node) { measures[node].hints.insert(.furniture) }
        if name(node) == PageAnalysis.aside, measures[node].hints.isDisjoint(with: [.furniture, .comments]),
            holdsList(node)
        {
            measures[node].kind = .container
        }
    }

    /// The elements that a node is in, and itself, up to the body.
    func elements(around node: Index?) -> Set<Index> {
        var (result, node): (Set<Index>, Index?) = ([], node)
        while let current = node {
            result.insert(current)
            node = current == body ? nil : tree.parent(of: current)
        }
        return result
    }

    mutating func add(_ score: Float, to node: Index) { measures[node].score += score }

    /// The elements that are seen inside `top`, in order.
    func elements(in top: Index) -> [Index] {
        var found: [Index] = []
        forEachElement(in: top) {
            found.append($0)
            return true
        }
        return found
    }

    /// Calls `take` with each element that is seen inside `top`, and goes on behind those for which it returns false.
    func forEachElement(in top: Index, _ take: (Index) -> Bool) {
        var node: Index? = tree.node(after: top, in: top)
        while let current = node {
            let goesIn = isElement(current) && !isHidden[current] && take(current)
            node = tree.node(after: current, in: top, skipsContent: !goesIn)
        }
    }

    private static let controls: Set = [
        PackedName.input, PackedName.textarea, PackedName.select, PackedName.button,
    ]
}
