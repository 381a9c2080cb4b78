/// Puts blocks where they belong while a page is built: into the list, quotation or table that is open.
struct PageOutline {
    enum Kind {
        case quote
        /// With the number of the first item, where items are numbered.
        case list(start: Int?)
        case item
        case definitions, term, meaning
        case table(isLayout: Bool)
        case row
        case cell(isHeader: Bool)
    }

    /// A block that is not complete yet. Which of the parts are used depends on its kind.
    private struct Container {
        var kind: Kind?
        var blocks: [Page.Block] = []
        var items: [[Page.Block]] = []
        var definitions: [Page.Definition] = []
        var table = Page.Table()
    }

    /// The page itself comes first; it has no kind and is never ended.
    private var open = [Container()]

    mutating func begin(_ kind: Kind) {
        open.append(Container(kind: kind))
    }

    /// Adds a block to what is open.
    mutating func add(_ block: Page.Block) {
        let last = open.count - 1
        switch open[last].kind {
        case .list:
            // A list right within a list belongs to the item before it.
            if open[last].items.isEmpty { open[last].items.append([]) }
            open[last].items[open[last].items.count - 1].append(block)
        case .definitions where !open[last].definitions.isEmpty:
            open[last].definitions[open[last].definitions.count - 1].meaning.append(block)
        default:
            open[last].blocks.append(block)
        }
    }

    /// Ends what was begun last.
    mutating func end() {
        guard open.count > 1, let ended = open.popLast(), let kind = ended.kind else { return }
        switch kind {
        case .quote:
            if !ended.blocks.isEmpty { add(.quote(ended.blocks)) }
        case .list(let start):
            let items = ended.items.filter { !$0.isEmpty }
            if !items.isEmpty { add(.list(Page.List(start: start, items: items))) }
        case .item: add(item: ended.blocks)
        case .definitions:
            addAll(ended.blocks)
            if !ended.definitions.isEmpty { add(.definitions(ended.definitions)) }
        case .term: add(term: ended.blocks)
        case .meaning: add(meaning: ended.blocks)
        case .table(let isLayout): add(ended, isLayout: isLayout)
        case .row: add(row: ended)
        case .cell(let isHeader): add(Page.Table.Cell(isHeader: isHeader, blocks: ended.blocks))
        }
    }

    /// All the blocks of the page.
    mutating func finish() -> [Page.Block] {
        while open.count > 1 { end() }
        return open[0].blocks
    }

    private mutating func addAll(_ blocks: [Page.Block]) {
        for block in blocks { add(block) }
    }

    private mutating func add(item blocks: [Page.Block]) {
        if case .list? = open[open.count - 1].kind {
            open[open.count - 1].items.append(blocks)
        } else if !blocks.isEmpty {
            add(.list(Page.List(start: nil, items: [blocks])))
        }
    }

    private mutating func add(term blocks: [Page.Block]) {
        let last = open.count - 1
        guard case .definitions? = open[last].kind else { return addAll(blocks) }
        // One that was never closed holds those after it, each as a block.
        let terms = blocks.map(\.spans).filter { !$0.isEmpty }
        if open[last].definitions.last?.meaning.isEmpty == true {
            open[last].definitions[open[last].definitions.count - 1].terms += terms
        } else {
            open[last].definitions.append(Page.Definition(terms: terms, meaning: []))
        }
    }

    private mutating func add(meaning blocks: [Page.Block]) {
        let last = open.count - 1
        guard case .definitions? = open[last].kind else { return addAll(blocks) }
        if open[last].definitions.isEmpty { open[last].definitions.append(Page.Definition(terms: [], meaning: [])) }
        open[last].definitions[open[last].definitions.count - 1].meaning += blocks
    }

    private mutating func add(_ cell: Page.Table.Cell) {
        let last = open.count - 1
        switch open[last].kind {
        case .row:
            if open[last].table.rows.isEmpty { open[last].table.rows.append(Page.Table.Row()) }
            open[last].table.rows[0].cells.append(cell)
        case .table:
            open[last].table.rows.append(Page.Table.Row(cells: [cell]))
        default:
            addAll(cell.blocks)
        }
    }

    private mutating func add(row ended: Container) {
        let last = open.count - 1
        guard case .table? = open[last].kind else {
            return addAll(ended.blocks + ended.table.rows.flatMap(\.cells).flatMap(\.blocks))
        }
        open[last].blocks += ended.blocks
        open[last].table.rows += ended.table.rows.filter { $0.cells.contains { !$0.blocks.isEmpty } }
    }

    private mutating func add(_ ended: Container, isLayout: Bool) {
        addAll(ended.blocks)
        let rows = ended.table.rows
        guard !rows.isEmpty else { return }
        if isLayout || ended.table.isLayout {
            addAll(rows.flatMap(\.cells).flatMap(\.blocks))
        } else {
            add(.table(ended.table))
        }
    }
}

extension Page.Table {
    /// Whether it arranges blocks on a page more than it relates values.
    fileprivate var isLayout: Bool {
        let columns = rows.lazy.map(\.cells.count).max() ?? 0
        guard columns > 1 else { return true }
        return rows.lazy.flatMap(\.cells).contains { $0.blocks.count > 4 || $0.blocks.contains(where: \.isLarge) }
    }
}

extension Page.Block {
    fileprivate var isLarge: Bool {
        switch self {
        case .table, .heading, .quote, .rule: true
        default: false
        }
    }

    /// The text of a block of text; nothing of a block of blocks.
    fileprivate var spans: [Page.Span] {
        switch self {
        case .paragraph(let spans), .caption(let spans), .preformatted(let spans), .heading(_, let spans): spans
        default: []
        }
    }
}
