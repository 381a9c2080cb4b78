/// The open containers of a page: a new block goes into the innermost list, quotation or table.
struct BlockStack {
    enum Kind {
        case quote
        case list(ListStyle)
        /// `number` is the one that the page writes.
        case item(number: Int?)
        case definitions, term, meaning
        case details
        /// It may hold the text of the page.
        case form
        case table(isLayout: Bool)
        case row
        case cell(TableGrid.Cell)
    }

    struct ListStyle {
        /// Nil for bullets.
        var numbering: Page.Numbering?
        /// The number of the first item.
        var start: Int?
        var isReversed = false
    }

    /// An open block. Which of the parts are used depends on its kind.
    struct Container {
        var kind: Kind?
        var blocks: [Page.Block] = []
        var items: [Page.Item] = []
        var task: Page.Task?
        var definitions: [Page.Definition] = []
        /// The summary of `details`, or the caption of a table.
        var title: [Page.Span] = []
        var rows: [[TableGrid.Cell]] = []
        /// Whether a block in it is too large for a cell of a data table.
        var isLarge = false
    }

    /// The first is the page itself: it has no kind and is never closed.
    var containers = [Container()]
    /// The index of the open container that gets the next block.
    var innermost: Int { containers.count - 1 }

    /// A deeper block joins the one around it, so that the time stays linear.
    private static let maxDepth = 48

    /// False where it nests too deep: then the caller must not close it.
    mutating func open(_ kind: Kind) -> Bool {
        guard containers.count <= BlockStack.maxDepth else { return false }
        containers.append(Container(kind: kind))
        return true
    }

    mutating func append(_ block: Page.Block) {
        if block.isLarge { containers[innermost].isLarge = true }
        switch containers[innermost].kind {
        case .list:
            // A block right within a list belongs to the item before it.
            if containers[innermost].items.isEmpty {
                containers[innermost].items.append(Page.Item(blocks: []))
            }
            containers[innermost].items[containers[innermost].items.count - 1].blocks.append(block)
        case .definitions where !containers[innermost].definitions.isEmpty:
            containers[innermost].definitions[containers[innermost].definitions.count - 1].meaning.append(block)
        default:
            // A rule at the start, or after another rule, separates nothing.
            if case .rule = block, containers[innermost].blocks.isEmpty || containers[innermost].blocks.last == .rule {
                return
            }
            containers[innermost].blocks.append(block)
        }
    }

    /// Appends to the summary of `details`, or to the caption of a table.
    mutating func appendTitle(_ spans: [Page.Span]) {
        switch containers[innermost].kind {
        case .details, .table:
            if !containers[innermost].title.isEmpty {
                containers[innermost].title.append(Page.Span(content: .lineBreak))
            }
            containers[innermost].title += spans
        default:
            append(.caption(spans))
        }
    }

    /// Whether the innermost block is an empty item.
    var isAtStartOfItem: Bool {
        guard case .item? = containers[innermost].kind else { return false }
        return containers[innermost].blocks.isEmpty
    }

    /// Makes the open item a task.
    mutating func setTask(_ task: Page.Task) { containers[innermost].task = task }

    mutating func closeInnermost() {
        guard containers.count > 1, let closed = containers.popLast(), let kind = closed.kind else { return }
        if closed.isLarge { containers[innermost].isLarge = true }
        switch kind {
        case .quote:
            if !closed.blocks.isEmpty { append(.quote(closed.blocks)) }
        case .form: appendAll(closed.blocks)
        case .list(let style): appendList(of: closed.items, style)
        case .item(let number):
            appendItem(Page.Item(number: number, task: closed.task, blocks: closed.blocks))
        case .definitions:
            appendAll(closed.blocks)
            if !closed.definitions.isEmpty { append(.definitions(closed.definitions)) }
        case .term: appendTerm(closed.blocks)
        case .meaning: appendMeaning(closed.blocks)
        case .details:
            if closed.title.isEmpty {
                appendAll(closed.blocks)
            } else {
                append(.details(summary: closed.title, closed.blocks))
            }
        case .table(let isLayout): appendTable(closed, isLayout: isLayout)
        case .row: appendRow(closed)
        case .cell(var cell):
            cell.content.blocks = closed.blocks
            appendCell(cell)
        }
    }

    /// Removes and returns the page's own blocks, except the last: later text may still change that.
    mutating func takeComplete() -> [Page.Block] {
        guard let last = containers[0].blocks.popLast() else { return [] }
        defer { containers[0].blocks = [last] }
        return containers[0].blocks
    }

    /// Closes everything and returns the remaining blocks of the page.
    mutating func finish() -> [Page.Block] {
        while containers.count > 1 { closeInnermost() }
        if containers[0].blocks.last == .rule { containers[0].blocks.removeLast() }
        return containers[0].blocks
    }

    private mutating func appendAll(_ blocks: [Page.Block]) {
        switch containers[innermost].kind {
        case .list, .definitions: for block in blocks { append(block) }
        default:
            // Whether they are large is known from the container that has just closed.
            if containers[innermost].blocks.isEmpty {
                containers[innermost].blocks = blocks  // Without a copy.
            } else {
                containers[innermost].blocks += blocks
            }
        }
    }

    // MARK: - Lists

    private mutating func appendItem(_ item: Page.Item) {
        if case .list? = containers[innermost].kind {
            containers[innermost].items.append(item)
        } else if !item.blocks.isEmpty {
            append(.list(Page.List(items: [item])))
        }
    }

    private mutating func appendList(of items: [Page.Item], _ style: ListStyle) {
        var shown: [Page.Item] = []
        var number = style.start ?? (style.isReversed ? items.count : 1)
        for var item in items {
            if style.numbering == nil {
                item.number = nil
            } else {
                number = item.number ?? number
                item.number = number
                number &+= style.isReversed ? -1 : 1
            }
            if !item.blocks.isEmpty { shown.append(item) }
        }
        if !shown.isEmpty { append(.list(Page.List(numbering: style.numbering, items: shown))) }
    }

    // MARK: - Definitions

    private mutating func appendTerm(_ blocks: [Page.Block]) {
        guard case .definitions? = containers[innermost].kind else { return appendAll(blocks) }
        // A term that the page never closes holds the following terms, each as a block.
        let terms = blocks.map(\.spans).filter { !$0.isEmpty }
        if containers[innermost].definitions.last?.meaning.isEmpty == true {
            containers[innermost].definitions[containers[innermost].definitions.count - 1].terms += terms
        } else {
            containers[innermost].definitions.append(Page.Definition(terms: terms, meaning: []))
        }
    }

    private mutating func appendMeaning(_ blocks: [Page.Block]) {
        guard case .definitions? = containers[innermost].kind else { return appendAll(blocks) }
        if containers[innermost].definitions.isEmpty {
            containers[innermost].definitions.append(Page.Definition(terms: [], meaning: []))
        }
        containers[innermost].definitions[containers[innermost].definitions.count - 1].meaning += blocks
    }

    // MARK: - Tables

    private mutating func appendCell(_ cell: TableGrid.Cell) {
        switch containers[innermost].kind {
        case .row:
            if containers[innermost].rows.isEmpty { containers[innermost].rows.append([]) }
            containers[innermost].rows[0].append(cell)
        case .table:
            containers[innermost].rows.append([cell])
        default:
            appendAll(cell.content.blocks)
        }
    }

    private mutating func appendRow(_ closed: Container) {
        guard case .table? = containers[innermost].kind else {
            return appendAll(closed.blocks + closed.rows.joined().flatMap(\.content.blocks))
        }
        containers[innermost].blocks += closed.blocks
        containers[innermost].rows += closed.rows
    }

    private mutating func appendTable(_ closed: Container, isLayout: Bool) {
        appendAll(closed.blocks)
        let isLayout = isLayout || closed.isLarge || closed.rows.areLayout
        let table = Page.Table(caption: closed.title, rows: isLayout ? [] : TableGrid.rows(of: closed.rows))
        if isLayout || table.isLayout {
            if !closed.title.isEmpty { append(.caption(closed.title)) }
            for row in closed.rows {
                for cell in row { appendAll(cell.content.blocks) }
            }
        } else {
            append(.table(table))
        }
    }
}

extension [[TableGrid.Cell]] {
    /// Whether there is only one row, and it is not a header.
    fileprivate var areLayout: Bool {
        count == 1 && self[0].contains { !$0.content.isHeader && !$0.content.blocks.isEmpty }
    }
}

extension Page.Table {
    /// Whether it arranges blocks on the page, as opposed to a data table.
    fileprivate var isLayout: Bool {
        let columns = rows.first?.cells.reduce(0) { $0 + $1.columns } ?? 0
        guard columns > 1, rows.count > 1 || rows[0].isHeader else { return true }
        return rows.lazy.flatMap(\.cells).contains { $0.blocks.count > 4 }
    }
}

extension Page.Block {
    fileprivate var isLarge: Bool {
        switch self {
        case .table, .heading, .quote, .details, .rule: true
        // A command or a few lines of code fit beside the next column.
        case .preformatted(let spans, _): spans.reduce(0) { $0 + $1.text.utf8.count } > 240
        default: false
        }
    }

    /// The text of a block of text; empty for a block of blocks.
    var spans: [Page.Span] {
        switch self {
        case .paragraph(let spans), .caption(let spans), .preformatted(let spans, _), .heading(_, let spans): spans
        default: []
        }
    }
}
