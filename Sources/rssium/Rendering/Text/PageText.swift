/// A page as lines of text for a width, as `read` shows it.
struct PageText {
    /// What the lines are for.
    struct Layout {
        /// Cells in a line of text.
        var width: Int
        /// Cells in a line of the terminal, all of which code may use, beyond which code and addresses go on in the
        /// next one; nil to keep them in one piece.
        var codeWidth: Int?
        /// Whether bold, underlined and colored text can be told apart; where it cannot, headings are ruled off.
        var hasStyles = false
    }

    /// Lines, and the pictures that may take the place of some of them.
    struct Illustrated: Hashable {
        var lines: [StyledText] = []
        /// From top to bottom.
        var images: [PlacedImage] = []
    }

    /// A picture that stands alone.
    struct PlacedImage: Hashable {
        var image: Page.Image
        /// The lines of the text in its place, with their margins and the numbers of its links.
        var lines: Range<Int>
        /// What stands before its first line, such as the bullet of an item, and before the others.
        var firstMargin: StyledText
        var margin: StyledText
    }

    /// The text of a page, an empty line below other lines, with the addresses of its links numbered at the end.
    static func illustrated(_ page: Page, below head: [StyledText] = [], _ layout: Layout) -> Illustrated {
        var text = PageText(layout, below: head)
        for block in page.blocks { text.append(block) }
        text.append(links: page.links)
        return text.text
    }

    /// The same as lines alone.
    static func lines(of page: Page, _ layout: Layout) -> [StyledText] { illustrated(page, layout).lines }

    static func lines(of page: Page, width: Int) -> [StyledText] {
        lines(of: page, Layout(width: width))
    }

    /// Narrower than this no text is readable; what would indent it further does not.
    private static let narrowest = 12
    private static let rulerWidth = 40

    private let layout: Layout
    private let width: Int
    private(set) var text: Illustrated
    private var wrap = TextWrap(width: 1)
    /// What stands before every line here: the bars of quotations, the indents of lists.
    private var margin = StyledText()
    private var marginCells = 0
    /// What stands before the next line in place of the margin, such as the bullet of an item.
    private var marker: (text: StyledText, cells: Int)?
    private var listDepth = 0
    /// Whether anything stands above the next block: other lines, or blocks.
    private var isBelowLines: Bool
    private var isEmpty = true

    /// The text of a page whose blocks are to come, an empty line below other lines.
    init(_ layout: Layout, below head: [StyledText] = []) {
        self.layout = layout
        text = Illustrated(lines: head)
        isBelowLines = !head.isEmpty
        width = max(layout.width, 1)
    }

    /// Adds the next block of the page.
    mutating func append(_ block: Page.Block) {
        let gap = text.lines.count
        if isBelowLines, isEmpty || !block.isCaption { text.lines.append(StyledText()) }
        let start = text.lines.count
        add(block)
        guard text.lines.count > start else { return text.lines.removeSubrange(gap...) }
        isEmpty = false
        isBelowLines = true
    }

    /// Adds the addresses of the links, numbered, to what is not empty.
    mutating func append(links: [String]) {
        guard !isEmpty, !links.isEmpty else { return }
        text.lines.append(StyledText())
        for (index, address) in links.enumerated() {
            text.lines += PageText.addressLines("[\(index + 1)] ", address, edge: layout.codeWidth)
        }
    }

    /// Hands out the lines so far and forgets them.
    mutating func takeLines<Failure: Error>(_ onLine: (StyledText) throws(Failure) -> Void) throws(Failure) {
        for line in text.lines { try onLine(line) }
        text.lines.removeAll(keepingCapacity: true)
        text.images = []
    }

    private var room: Int { max(width - marginCells, 1) }

    /// An address in one piece: terminals make a link of it, and people copy it. Only where the terminal would part it
    /// anyway it is parted.
    static func addressLines(_ sign: String, _ address: String, facts: String = "", edge: Int?) -> [StyledText] {
        guard let edge else {
            var line = StyledText(sign, .dim)
            line.append(address, .underlined)
            line.append(facts, .dim)
            return [line]
        }
        var wrap = TextWrap(width: edge)
        wrap.append(sign.replacing(" ", with: "\u{A0}"), .dim)
        wrap.append(address, .underlined)
        wrap.append(facts, .dim)
        return wrap.finish()
    }

    // MARK: - Blocks

    private mutating func add(_ blocks: [Page.Block], isTight: Bool = false) {
        for (index, block) in blocks.enumerated() {
            if index > 0, !isTight, !block.isCaption { addEmptyLine() }
            add(block)
        }
    }

    private mutating func add(_ block: Page.Block) {
        switch block {
        case .paragraph(let spans) where spans.areImages: addImages(spans)
        case .paragraph(let spans): add(spans)
        case .heading(let level, let spans): addHeading(spans, level)
        case .caption(let spans): add(spans, style: .italic)
        case .preformatted(let spans, _): addCode(spans)
        case .list(let list): add(list)
        case .definitions(let definitions): add(definitions)
        case .details(let summary, let blocks):
            add(summary, style: .bold)
            if !blocks.isEmpty { addEmptyLine() }
            add(blocks)
        case .notes(let notes): add(notes)
        case .quote(let blocks): indented(by: StyledText("> ", .dim), cells: 2) { $0.add(blocks) }
        case .table(let table): add(table)
        case .rule:
            writeWideMarker()
            write(StyledText(String(repeating: "─", count: min(room, Self.rulerWidth)), .dim))
        }
    }

    private mutating func add(_ spans: [Page.Span], style: Style = .plain) {
        var used = (marker?.cells ?? marginCells) - marginCells
        if used >= room {
            writeWideMarker()
            used = 0
        }
        let start = text.lines.count
        wrap.begin(
            width: room, used: used, firstMargin: marker?.text ?? margin, margin: margin, below: text.lines)
        text.lines = []
        SpanText.append(spans, to: &wrap, style: style)
        text.lines = wrap.finish()
        guard text.lines.count > start else { return }
        marker = nil
        for index in start..<text.lines.count where text.lines[index].plain.utf8.last == 0x20 {
            text.lines[index] = text.lines[index].withoutTrailingSpaces
        }
    }

    private mutating func addHeading(_ spans: [Page.Span], _ level: Int) {
        let start = text.lines.count
        let firstCells = marker?.cells ?? marginCells
        add(spans, style: .bold)
        let lines = text.lines[start...].enumerated()
        let cells = lines.reduce(0) { max($0, $1.element.cells - ($1.offset == 0 ? firstCells : marginCells)) }
        guard !layout.hasStyles, level < 4, cells > 0 else { return }
        write(StyledText(String(repeating: level == 1 ? "═" : "─", count: min(cells, room))))
    }

    private mutating func addImages(_ spans: [Page.Span]) {
        for span in spans {
            guard case .image(let image) = span.content else { continue }
            let firstMargin = marker?.text ?? margin
            let start = text.lines.count
            add([span])
            text.images.append(
                PlacedImage(
                    image: image, lines: start..<text.lines.count, firstMargin: firstMargin, margin: margin))
        }
    }

    private mutating func addCode(_ spans: [Page.Span]) {
        writeWideMarker()
        for line in CodeText.lines(of: spans, width: layout.codeWidth.map { $0 - marginCells }) { write(line) }
    }

    private mutating func add(_ table: Page.Table) {
        writeWideMarker()
        if !table.caption.isEmpty { add(table.caption, style: .italic) }
        for line in TableText.lines(of: table, width: room) { write(line) }
    }

    // MARK: - Lists

    private mutating func add(_ list: Page.List) {
        let isTight = list.items.allSatisfy { $0.blocks.areShort }
        listDepth += 1
        defer { listDepth -= 1 }
        let signs = list.items.map { sign(of: $0, list.numbering) }
        let cells = signs.map { TextWidth.cells(of: $0) }
        let mostCells = cells.max() ?? 1
        for (index, item) in list.items.enumerated() {
            if index > 0, !isTight { addEmptyLine() }
            let blanks = String(repeating: " ", count: mostCells - cells[index])
            addItem(blanks + signs[index] + " ", cells: mostCells + 1, .dim) { $0.add(item.blocks, isTight: isTight) }
        }
    }

    private mutating func add(_ notes: [Page.Note]) {
        for note in notes {
            let sign = SpanText.raised(note.mark) + " "
            addItem(sign, cells: TextWidth.cells(of: sign), .plain) { $0.add(note.blocks) }
        }
    }

    private mutating func addItem(_ sign: String, cells: Int, _ style: Style, _ body: (inout PageText) -> Void) {
        let indent = StyledText(String(repeating: " ", count: cells))
        indented(by: indent, cells: cells, first: StyledText(sign, style), body)
    }

    private func sign(of item: Page.Item, _ numbering: Page.Numbering?) -> String {
        let box = item.task.map { $0 == .done ? "[x]" : "[ ]" }
        guard let number = item.number, let numbering else { return box ?? bullet }
        return numbering.sign(of: number) + (box.map { " " + $0 } ?? "")
    }

    private var bullet: String {
        switch listDepth {
        case 1: "•"
        case 2: "◦"
        default: "▪"
        }
    }

    private mutating func add(_ definitions: [Page.Definition]) {
        let cells = width < 40 ? 2 : 4
        let indent = StyledText(String(repeating: " ", count: cells))
        for (index, definition) in definitions.enumerated() {
            if index > 0, definition.meaning.count > 1 { addEmptyLine() }
            for term in definition.terms { add(term, style: .bold) }
            indented(by: indent, cells: cells) { $0.add(definition.meaning) }
        }
    }

    // MARK: - Lines

    /// Adds what `body` adds with more before each line, and `first` in its place before the first one.
    private mutating func indented(
        by indent: StyledText, cells: Int, first: StyledText? = nil, _ body: (inout PageText) -> Void
    ) {
        let before = (margin, marginCells)
        let isIndented = room - cells >= max(Self.narrowest, width / 2)
        if let first {
            // Where there is no room for one more, the sign of what it is in gives way.
            var text = isIndented ? marker?.text ?? margin : margin
            text.append(first)
            marker = (text, (isIndented ? marker?.cells ?? marginCells : marginCells) + cells)
        } else if isIndented, let shown = marker {
            var text = shown.text
            text.append(indent)
            marker = (text, shown.cells + cells)
        }
        if isIndented {
            margin.append(indent)
            marginCells += cells
        }
        body(&self)
        // An item without a line of its own still shows its bullet.
        if first != nil, marker != nil { write(StyledText()) }
        (margin, marginCells) = before
    }

    /// Gives a marker that is wider than the margin its own line, before what cannot begin beside it.
    private mutating func writeWideMarker() {
        if let marker, marker.cells > marginCells { write(StyledText()) }
    }

    private mutating func addEmptyLine() {
        guard marker == nil else { return }
        write(StyledText())
    }

    private mutating func write(_ line: StyledText) {
        var written = marker?.text ?? margin
        marker = nil
        written.append(line)
        text.lines.append(written.withoutTrailingSpaces)
    }
}

extension [Page.Block] {
    /// One paragraph, and lists below it: such items stand close together.
    fileprivate var areShort: Bool {
        var paragraphs = 0
        for block in self {
            switch block {
            case .paragraph: paragraphs += 1
            case .list: break
            default: return false
            }
        }
        return paragraphs <= 1
    }
}

extension Page.Block {
    /// A caption belongs to what is above it.
    fileprivate var isCaption: Bool {
        if case .caption = self { true } else { false }
    }
}

extension [Page.Span] {
    /// Whether there is nothing but pictures, each of which stands alone.
    fileprivate var areImages: Bool {
        allSatisfy { span in
            switch span.content {
            case .image, .lineBreak: true
            case .text(let text): text.utf8.allSatisfy { $0 == 0x20 }
            case .media, .note: false
            }
        }
    }
}
