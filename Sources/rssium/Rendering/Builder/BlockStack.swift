/// Puts blocks where they belong while a page is built: into the list, quotation or table that is open.
struct BlockStack {
    enum Kind {
        case quote
        case list(ListStyle)
        /// With the number that it gives itself.
        case item(number: Int?)
        case definitions, term, meaning
        case details
        /// What may be the text of the page after all.
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

    struct NoteLabel {
        var number: Int
        var mark: String
    }

    /// A block that is not complete yet. Which of the parts are used depends on its kind.
    struct Container {
        var kind: Kind?
        var blocks: [Page.Block] = []
        var items: [Item] = []
        var task: Page.Task?
        var note: NoteLabel?
        var definitions: [Page.Definition] = []
        /// The line of `details` that is always seen, or the caption of a table.
        var title: [Page.Span] = []
        var rows: [[TableGrid.Cell]] = []
        /// Something in it is too large for a cell of a table that relates values.
        var isLarge = false
    }

    struct Item {
        var item: Page.Item
        var note: NoteLabel?

        var pageNote: Page.Note? {
            note.map { Page.Note(number: $0.number, mark: $0.mark, blocks: item.blocks.withoutWayBack) }
        }
    }

    /// The page itself comes first; it has no kind and is never ended.
    var open = [Container()]
    /// The notes that are on the page.
    private(set) var notes: Set<Int> = []

    /// Deeper than people nest: what is in it then belongs to what is around it, so that the time stays linear.
    private static let deepest = 48

    /// False where it is not begun, and must not be ended.
    mutating func begin(_ kind: Kind) -> Bool {
        guard open.count <= BlockStack.deepest else { return false }
        open.append(Container(kind: kind))
        return true
    }

    /// Adds a block to what is open.
    mutating func add(_ block: Page.Block) {
        let last = open.count - 1
        if block.isLarge { open[last].isLarge = true }
        switch open[last].kind {
        case .list:
            // A list right within a list belongs to the item before it.
            if open[last].items.isEmpty { open[last].items.append(Item(item: Page.Item(blocks: []))) }
            open[last].items[open[last].items.count - 1].item.blocks.append(block)
        case .definitions where !open[last].definitions.isEmpty:
            open[last].definitions[open[last].definitions.count - 1].meaning.append(block)
        default:
            // A rule parts what is above it from what is below.
            if case .rule = block, open[last].blocks.isEmpty || open[last].blocks.last == .rule { return }
            open[last].blocks.append(block)
        }
    }

    /// Adds a footnote that is a paragraph of its own.
    mutating func add(_ note: Page.Note) {
        let last = open.count - 1
        notes.insert(note.number)
        guard case .notes(var before)? = open[last].blocks.last else { return add(.notes([note])) }
        open[last].blocks.removeLast()
        before.append(note)
        open[last].blocks.append(.notes(before))
    }

    /// Adds the line that `details` always shows, or a table's caption.
    mutating func add(title spans: [Page.Span]) {
        let last = open.count - 1
        switch open[last].kind {
        case .details, .table:
            if !open[last].title.isEmpty { open[last].title.append(Page.Span(content: .lineBreak)) }
            open[last].title += spans
        default:
            add(.caption(spans))
        }
    }

    /// Whether an item is open that has nothing in it yet.
    var isAtStartOfItem: Bool {
        guard case .item? = open[open.count - 1].kind else { return false }
        return open[open.count - 1].blocks.isEmpty
    }

    /// Whether what is open is part of a note.
    var isInNote: Bool { open.contains { $0.note != nil } }

    /// Makes the open item something to do.
    mutating func mark(_ task: Page.Task) { open[open.count - 1].task = task }

    /// Makes the open item a footnote.
    mutating func mark(_ note: NoteLabel) { open[open.count - 1].note = note }

    /// Ends what was begun last.
    mutating func end() {
        guard open.count > 1, let ended = open.popLast(), let kind = ended.kind else { return }
        if ended.isLarge { open[open.count - 1].isLarge = true }
        switch kind {
        case .quote:
            if !ended.blocks.isEmpty { add(.quote(ended.blocks)) }
        case .form: addAll(ended.blocks)
        case .list(let style): add(ended.items, style)
        case .item(let number):
            add(Item(item: Page.Item(number: number, task: ended.task, blocks: ended.blocks), note: ended.note))
        case .definitions:
            addAll(ended.blocks)
            if !ended.definitions.isEmpty { add(.definitions(ended.definitions)) }
        case .term: add(term: ended.blocks)
        case .meaning: add(meaning: ended.blocks)
        case .details:
            if ended.title.isEmpty { addAll(ended.blocks) } else { add(.details(summary: ended.title, ended.blocks)) }
        case .table(let isLayout): addTable(ended, isLayout: isLayout)
        case .row: addRow(ended)
        case .cell(var cell):
            cell.content.blocks = ended.blocks
            add(cell)
        }
    }

    /// Takes out the page's own blocks but the last, which what follows may still change.
    mutating func takeComplete() -> [Page.Block] {
        guard let last = open[0].blocks.popLast() else { return [] }
        defer { open[0].blocks = [last] }
        return open[0].blocks
    }

    /// All the blocks of the page that are left.
    mutating func finish() -> [Page.Block] {
        while open.count > 1 { end() }
        if open[0].blocks.last == .rule { open[0].blocks.removeLast() }
        return open[0].blocks
    }

    private mutating func addAll(_ blocks: [Page.Block]) {
        let last = open.count - 1
        switch open[last].kind {
        case .list, .definitions: for block in blocks { add(block) }
        default:
            if open[last].blocks.isEmpty { open[last].blocks = blocks } else { open[last].blocks += blocks }
        // What is large in them was seen when they were added to what has ended now.
        }
    }

    // MARK: - Lists

    private mutating func add(_ item: Item) {
        if case .list? = open[open.count - 1].kind {
            open[open.count - 1].items.append(item)
        } else if !item.item.blocks.isEmpty {
            add(.list(Page.List(items: [item.item])))
        }
    }

    private mutating func add(_ items: [Item], _ style: ListStyle) {
        var shown: [Item] = []
        var number = style.start ?? (style.isReversed ? items.count : 1)
        for var item in items {
            if style.numbering == nil {
                item.item.number = nil
            } else {
                number = item.item.number ?? number
                item.item.number = number
                number &+= style.isReversed ? -1 : 1
            }
            if !item.item.blocks.isEmpty { shown.append(item) }
        }
        guard !shown.isEmpty else { return }
        let notes = shown.compactMap(\.pageNote)
        if notes.count == shown.count {
            self.notes.formUnion(notes.map(\.number))
            add(.notes(notes))
        } else {
            add(.list(Page.List(numbering: style.numbering, items: shown.map(\.item))))
        }
    }

    // MARK: - Definitions

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

    // MARK: - Tables

    private mutating func add(_ cell: TableGrid.Cell) {
        let last = open.count - 1
        switch open[last].kind {
        case .row:
            if open[last].rows.isEmpty { open[last].rows.append([]) }
            open[last].rows[0].append(cell)
        case .table:
            open[last].rows.append([cell])
        default:
            addAll(cell.content.blocks)
        }
    }

    private mutating func addRow(_ ended: Container) {
        let last = open.count - 1
        guard case .table? = open[last].kind else {
            return addAll(ended.blocks + ended.rows.joined().flatMap(\.content.blocks))
        }
        open[last].blocks += ended.blocks
        open[last].rows += ended.rows
    }

    private mutating func addTable(_ ended: Container, isLayout: Bool) {
        addAll(ended.blocks)
        let isLayout = isLayout || ended.isLarge || ended.rows.areLayout
        let table = Page.Table(caption: ended.title, rows: isLayout ? [] : TableGrid.rows(of: ended.rows))
        if isLayout || table.isLayout {
            if !ended.title.isEmpty { add(.caption(ended.title)) }
            for row in ended.rows {
                for cell in row { addAll(cell.content.blocks) }
            }
        } else {
            add(.table(table))
        }
    }
}

extension [[TableGrid.Cell]] {
    /// Whether there is only one row, and it does not name columns.
    fileprivate var areLayout: Bool {
        count == 1 && self[0].contains { !$0.content.isHeader && !$0.content.blocks.isEmpty }
    }
}

extension Page.Table {
    /// Whether it arranges blocks on a page more than it relates values.
    fileprivate var isLayout: Bool {
        let columns = rows.first?.cells.reduce(0) { $0 + $1.columns } ?? 0
        guard columns > 1, rows.count > 1 || rows[0].isHeader else { return true }
        return rows.lazy.flatMap(\.cells).contains { $0.blocks.count > 4 }
    }
}

extension [Page.Block] {
    /// Without the `^` that leads back to the text.
    fileprivate var withoutWayBack: [Page.Block] {
        guard case .paragraph(var spans)? = first, spans[0].text.hasPrefix("^") else { return self }
        let text = spans[0].text.dropFirst().drop { $0 == " " }
        if text.isEmpty { spans.removeFirst() } else { spans[0].content = .text(String(text)) }
        return (spans.isEmpty ? [] : [.paragraph(spans)]) + dropFirst()
    }
}

extension Page.Block {
    fileprivate var isLarge: Bool {
        switch self {
        case .table, .heading, .quote, .preformatted, .details, .notes, .rule: true
        default: false
        }
    }

    /// The text of a block of text; nothing of a block of blocks.
    var spans: [Page.Span] {
        switch self {
        case .paragraph(let spans), .caption(let spans), .preformatted(let spans, _), .heading(_, let spans): spans
        default: []
        }
    }
}
