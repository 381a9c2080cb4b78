/// Builds a tree from the tags of a page (HTML, "tree construction"), with bounds that keep its time linear.
struct HTMLTreeBuilder {
    typealias Index = Int32

    var nodes: [HTMLTree.Node] = []
    private(set) var isComplete = true
    /// The open elements, from `html` on. There is always `html`.
    var open: [Index] = []
    /// Formatting elements that go on in the next block if their own end is missing; nil at the start of a cell.
    var formatting: [Index?] = []
    let html: Index
    let head: Index
    private(set) var body: Index = -1
    /// The text of what is beyond the limit of nodes.
    private(set) var rest: [UInt8] = []
    private let nodeLimit: Int
    /// How many elements of some names are open: most tags need not look for one.
    private var (paragraphs, tables, forms, selections, drawings) = (0, 0, 0, 0, 0)

    /// More formatting elements than people leave open.
    static let formattingLimit = 24
    /// How many bytes of tags may still be in the tree again. Without a limit, the text of a tree grew with the square of
    /// the source.
    var copyableBytes: Int

    init(sourceSize: Int, nodeLimit: Int) {
        self.nodeLimit = nodeLimit
        copyableBytes = 2 * sourceSize + 4096
        nodes.reserveCapacity(min(sourceSize / 24 + 16, nodeLimit))
        nodes.append(HTMLTree.Node(.document))
        nodes.append(HTMLTree.Node(PackedName.html, HTMLElement.of(PackedName.html)))
        nodes.append(HTMLTree.Node(PackedName.head, HTMLElement.of(PackedName.head)))
        (html, head) = (1, 2)
        append(html, to: 0)
        append(head, to: html)
        open.reserveCapacity(16)
        push(html)
    }

    /// Reads a whole page.
    mutating func read(_ source: UnsafeBufferPointer<UInt8>) {
        var tokens = HTMLTokens(source)
        while nodes.count < nodeLimit, let token = tokens.next() {
            switch token {
            case .start(let name, let element, let range, let isSelfClosing):
                start(name, element, range, isSelfClosing: isSelfClosing)
                tokens.isForeign = isInForeign
            case .end(let name):
                end(name, HTMLElement.of(name))
                tokens.isForeign = isInForeign
            case .text(let range): text(range, isBlank: source[range].allSatisfy { $0 <= 0x20 })
            case .code(let range): insert(HTMLTree.Node(.code, range))
            case .comment(let range): comment(range)
            case .nothing: break
            }
        }
        needBody()
        readRest(&tokens, of: source)
        if tokens.isCancelled { isComplete = false }
    }

    /// Keeps the text of what is beyond the limit, in lines.
    private mutating func readRest(_ tokens: inout HTMLTokens, of source: UnsafeBufferPointer<UInt8>) {
        while let token = tokens.next() {
            isComplete = false
            switch token {
            case .text(let range): rest += source[range]
            case .start(let name, _, _, _), .end(let name):
                if HTMLElement.of(name).isLine { rest.append(0x0A) }
            default: break
            }
        }
        guard !rest.isEmpty else { return }
        pop(to: 2)
        push(insert(HTMLTree.Node(PackedName.pre, HTMLElement.of(PackedName.pre))))
        insert(HTMLTree.Node(.text, source.count..<source.count + rest.count))
    }

    // MARK: Nodes

    func name(_ node: Index) -> UInt64 { nodes[Int(node)].name }

    func rules(_ node: Index) -> HTMLElement { nodes[Int(node)].element }

    var current: Index { open[open.count - 1] }

    func isOpen(_ node: Index) -> Bool { nodes[Int(node)].isOpen }

    // MARK: Open elements

    mutating func push(_ node: Index) {
        open.append(node)
        nodes[Int(node)].isOpen = true
        count(name(node), 1)
    }

    private mutating func count(_ name: UInt64, _ change: Int) {
        switch name {
        case PackedName.p: paragraphs += change
        case PackedName.table: tables += change
        case PackedName.form: forms += change
        case PackedName.select: selections += change
        case PackedName.svg, PackedName.math: drawings += change
        default: break
        }
    }

    mutating func replaceOpen(at offset: Int, with node: Index) {
        nodes[Int(open[offset])].isOpen = false
        nodes[Int(node)].isOpen = true
        open[offset] = node
    }

    /// Removes an element from the open ones. Those inside it stay open.
    mutating func close(at offset: Int) {
        let node = offset == open.count - 1 ? open.removeLast() : open.remove(at: offset)
        nodes[Int(node)].isOpen = false
        count(name(node), -1)
    }

    mutating func insertOpen(_ node: Index, at offset: Int) {
        open.insert(node, at: offset)
        nodes[Int(node)].isOpen = true
    }

    mutating func pop() { close(at: open.count - 1) }

    /// Closes all elements from an offset on. The page's own elements stay open.
    mutating func pop(to offset: Int) {
        while open.count > max(offset, 2) {
            if rules(current).contains(.cell) { clearFormatting() }
            pop()
        }
    }

    /// The offset of the innermost open element of a name that an end tag closes; nil where no such element is in scope.
    func scope(of name: UInt64, until border: (UInt64, HTMLElement) -> Bool = { $1.contains(.scope) }) -> Int? {
        for offset in open.indices.reversed() {
            let found = self.name(open[offset])
            if found == name { return offset }
            if border(found, rules(open[offset])) { return nil }
        }
        return nil
    }

    private var hasParagraphs: Bool { paragraphs > 0 }
    var hasTables: Bool { tables > 0 }
    var hasForms: Bool { forms > 0 }
    var hasSelections: Bool { selections > 0 }

    mutating func closeParagraph() {
        guard hasParagraphs,
            let offset = scope(of: PackedName.p, until: { $1.contains(.scope) || $0 == PackedName.button })
        else { return }
        pop(to: offset)
    }

    /// Whether the next tag is within SVG or MathML.
    var isInForeign: Bool {
        guard drawings > 0 else { return false }
        for node in open.reversed() {
            let rules = rules(node)
            if rules.contains(.foreign) { return true }
            if rules.contains(.integration) || rules.contains(.special) { return false }
        }
        return false
    }

    // MARK: Head and body

    /// Begins the body where the page does not say so.
    mutating func needBody() {
        guard body < 0 else { return }
        beginBody(0..<0)
    }

    /// The body begins with this tag, or has begun: the first tag that is there counts.
    mutating func beginBody(_ tag: Range<Int>) {
        guard body < 0 else { return take(tag, for: body) }
        while open.count > 1 { pop() }
        body = make(HTMLTree.Node(PackedName.body, HTMLElement.of(PackedName.body), tag))
        append(body, to: html)
        push(body)
    }

    /// Gives an element that was implied the attributes of its tag.
    mutating func take(_ tag: Range<Int>, for node: Index) {
        guard nodes[Int(node)].start == nodes[Int(node)].end else { return }
        (nodes[Int(node)].start, nodes[Int(node)].end) = (Int32(tag.lowerBound), Int32(tag.upperBound))
    }

    /// Goes to the head for an element of it that comes before the body, or begins the body. Returns whether the
    /// element is in the head.
    mutating func enterHead(for rules: HTMLElement) -> Bool {
        guard body < 0 else { return false }
        let isInside = open.count > 2 && (name(current) == PackedName.template || !rules.contains(.closesParagraph))
        guard isInside || rules.contains(.head) else {
            needBody()
            return false
        }
        if open.count == 1 { push(head) }
        return true
    }

    private mutating func text(_ range: Range<Int>, isBlank: Bool) {
        if body < 0 {
            // In `noscript`, `title` and the like.
            if open.count > 2 || (open.count == 2 && isBlank) {
                insert(HTMLTree.Node(.text, range))
                return
            }
            if isBlank { return }
            needBody()
        }
        if isBlank {
            insert(HTMLTree.Node(.text, range))
            return
        }
        let table = foster(in: current)
        if table == nil { reconstructFormatting() }
        insert(HTMLTree.Node(.text, range), before: table)
    }

    private mutating func comment(_ range: Range<Int>) {
        let node = make(HTMLTree.Node(.comment, range))
        if body < 0, open.count == 1, nodes[Int(html)].end == 0 {
            insert(node, before: html)
        } else {
            append(node, to: current)
        }
    }

    /// The table before which content goes that is directly in a table or a row; nil if the parent may have it.
    func foster(in parent: Index) -> Index? {
        guard hasTables, rules(parent).contains(.tableParent) else { return nil }
        return open.last { name($0) == PackedName.table }
    }
}
