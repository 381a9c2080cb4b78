/// The content so far of the page, or of a container in it.
struct PageContent {
    var blocks: [Page.Block] = []
    /// The state of the checkbox at the start of an item.
    var task: Page.Task?
    var items: [Page.Item] = []
    var definitions: [Page.Definition] = []
    /// The blocks before the first definition.
    var earlier: [Page.Block] = []
    var rows: [[TableGrid.Cell]] = []
    var cells: [TableGrid.Cell] = []
    /// The summary of `details`, or the caption of a table.
    var title: [Page.Span] = []
    /// The number of a note that is a block of its own.
    var noteNumber: [Page.Span] = []

    /// Takes the last block away if it is the number of a note: some pages put it beside the note.
    mutating func takeNoteNumber() -> [Page.Span] {
        guard !noteNumber.isEmpty, blocks.last == .paragraph(noteNumber) else { return [] }
        blocks.removeLast()
        defer { noteNumber = [] }
        return noteNumber + [Page.Span(content: .text(" "))]
    }

    mutating func append(_ block: Page.Block) {
        // A rule at the start, or after another rule, separates nothing.
        if case .rule = block, blocks.isEmpty || blocks.last == .rule { return }
        blocks.append(block)
    }

    /// Appends blocks without a copy.
    mutating func append(_ added: [Page.Block]) {
        if blocks.isEmpty { blocks = added } else { blocks += added }
    }

    /// Makes the blocks right within a list part of the item before them.
    mutating func endItem() {
        guard !blocks.isEmpty else { return }
        if items.isEmpty { items.append(Page.Item(blocks: [])) }
        items[items.count - 1].blocks += blocks
        blocks = []
    }

    /// Makes the blocks between definitions part of the meaning before them.
    mutating func endMeaning() {
        guard !blocks.isEmpty else { return }
        if definitions.isEmpty { earlier += blocks } else { append(meaning: blocks) }
        blocks = []
    }

    mutating func append(meaning blocks: [Page.Block]) {
        if definitions.isEmpty { definitions.append(Page.Definition(terms: [], meaning: [])) }
        definitions[definitions.count - 1].meaning += blocks
    }

    /// - Parameter blocks: a term that the page never closes holds the following terms, each as a block.
    mutating func append(termsIn blocks: [Page.Block]) {
        let terms = blocks.map(\.spans).filter { !$0.isEmpty }
        if definitions.last?.meaning.isEmpty == true {
            definitions[definitions.count - 1].terms += terms
        } else {
            definitions.append(Page.Definition(terms: terms, meaning: []))
        }
    }
}
