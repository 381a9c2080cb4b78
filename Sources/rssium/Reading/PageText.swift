/// A page as lines of text for a width, as `read` shows it.
struct PageText {
    /// The lines of a page, with the addresses of its links numbered at the end.
    static func lines(of page: Page, width: Int) -> [StyledText] {
        var text = PageText(width: width)
        text.add(page.blocks)
        if !page.links.isEmpty {
            if !text.lines.isEmpty { text.lines.append(StyledText()) }
            text.lines += references(page.links)
        }
        return text.lines
    }

    /// Narrower than this no text is readable; what would indent it further does not.
    private static let narrowest = 12
    private static let rulerWidth = 40

    private let width: Int
    private var lines: [StyledText] = []
    /// What stands before every line here: the bars of quotations, the indents of lists.
    private var margin = StyledText()
    private var marginCells = 0
    /// What stands before the next line in place of the margin, such as the bullet of an item.
    private var marker: StyledText?
    private var listDepth = 0
    /// Nothing to part the next block from.
    private var isAtTop = true

    private init(width: Int) {
        self.width = max(width, 1)
    }

    private var room: Int { max(width - marginCells, 1) }

    private static func references(_ links: [String]) -> [StyledText] {
        links.enumerated().map { index, address in
            var line = StyledText("[\(index + 1)] ", .dim)
            // Never parted: a terminal makes a link of it, and people copy it.
            line.append(address, .underlined)
            return line
        }
    }

    // MARK: - Blocks

    private mutating func add(_ blocks: [Page.Block], isTight: Bool = false) {
        for (index, block) in blocks.enumerated() {
            if index > 0, !isTight, !isCaption(block) { addEmptyLine() }
            add(block)
        }
    }

    /// A caption belongs to what is above it.
    private func isCaption(_ block: Page.Block) -> Bool {
        if case .caption = block { true } else { false }
    }

    private mutating func add(_ block: Page.Block) {
        switch block {
        case .paragraph(let spans): add(spans)
        case .heading(_, let spans): add(spans, style: .bold)
        case .caption(let spans): add(spans, style: .italic)
        case .preformatted(let spans, _): addPreformatted(spans)
        case .list(let list): add(list)
        case .definitions(let definitions): add(definitions)
        case .details(let summary, let blocks):
            add(summary, style: .bold)
            if !blocks.isEmpty { addEmptyLine() }
            add(blocks)
        case .notes(let notes): add(notes)
        case .quote(let blocks): indented(by: StyledText("> ", .dim)) { $0.add(blocks) }
        case .table(let table):
            if !table.caption.isEmpty { add(table.caption, style: .italic) }
            for line in TableText.lines(of: table, width: room) { write(line) }
        case .rule: write(StyledText(String(repeating: "─", count: min(room, Self.rulerWidth)), .dim))
        }
    }

    private mutating func add(_ spans: [Page.Span], style: Style = .plain) {
        for line in SpanText.lines(of: spans, width: room, style: style) { write(line) }
    }

    private mutating func addPreformatted(_ spans: [Page.Span]) {
        for line in SpanText.verbatimLines(of: spans) { write(line) }
    }

    private mutating func add(_ list: Page.List) {
        let isTight = list.items.allSatisfy { isShort($0.blocks) }
        let signs = list.items.map { sign(of: $0, list.numbering) }
        let signCells = signs.map(TextWidth.cells).max() ?? 1
        listDepth += 1
        defer { listDepth -= 1 }
        for (index, item) in list.items.enumerated() {
            if index > 0, !isTight { addEmptyLine() }
            let sign = signs[index].isEmpty ? bullet : signs[index]
            let blanks = String(repeating: " ", count: max(signCells, 1) - TextWidth.cells(of: sign))
            let indent = StyledText(String(repeating: " ", count: max(signCells, 1) + 1))
            indented(by: indent, first: StyledText(blanks + sign + " ", .dim)) { $0.add(item.blocks, isTight: isTight) }
        }
    }

    private mutating func add(_ notes: [Page.Note]) {
        for note in notes {
            let sign = SpanText.raised(note.mark) + " "
            let indent = StyledText(String(repeating: " ", count: TextWidth.cells(of: sign)))
            indented(by: indent, first: StyledText(sign)) { $0.add(note.blocks) }
        }
    }

    /// Empty where a bullet stands.
    private func sign(of item: Page.Item, _ numbering: Page.Numbering?) -> String {
        let box = item.task.map { $0 == .done ? "[x]" : "[ ]" } ?? ""
        guard let number = item.number, let numbering else { return box }
        return numbering.sign(of: number) + (box.isEmpty ? "" : " " + box)
    }

    private var bullet: String { ["•", "◦", "▪"][min(listDepth, 3) - 1] }

    /// One paragraph, and lists below it: such items stand close together.
    private func isShort(_ item: [Page.Block]) -> Bool {
        var paragraphs = 0
        for block in item {
            switch block {
            case .paragraph: paragraphs += 1
            case .list: break
            default: return false
            }
        }
        return paragraphs <= 1
    }

    private mutating func add(_ definitions: [Page.Definition]) {
        for (index, definition) in definitions.enumerated() {
            if index > 0, definition.meaning.count > 1 { addEmptyLine() }
            for term in definition.terms { add(term, style: .bold) }
            indented(by: StyledText("    ")) { $0.add(definition.meaning) }
        }
    }

    // MARK: - Lines

    /// Adds what `body` adds with more before each line, and `first` in its place before the first one.
    private mutating func indented(by indent: StyledText, first: StyledText? = nil, _ body: (inout PageText) -> Void) {
        let before = (margin, marginCells)
        if let first {
            var start = marker ?? margin
            start.append(first)
            marker = start
        } else if marker != nil {
            marker?.append(indent)
        }
        let cells = TextWidth.cells(of: indent.plain)
        if room - cells >= Self.narrowest {
            margin.append(indent)
            marginCells += cells
        }
        body(&self)
        // An item without a line of its own still shows its bullet.
        if first != nil, marker != nil { write(StyledText()) }
        (margin, marginCells) = before
    }

    private mutating func addEmptyLine() {
        guard marker == nil else { return }
        write(StyledText())
    }

    private mutating func write(_ line: StyledText) {
        var written = marker ?? margin
        marker = nil
        written.append(line)
        lines.append(written.withoutTrailingBlanks)
    }
}
