/// Lays a page out as lines of text, as `read` shows it.
struct PageText {
    /// The text of a page, with the numbered addresses of its links at the end.
    static func illustrated(_ page: Page, _ layout: Layout) -> Illustrated {
        var text = PageText(layout)
        for block in page.blocks { text.append(block) }
        text.append(links: page.links)
        return text.text
    }

    static func lines(of page: Page, _ layout: Layout) -> [StyledText] { illustrated(page, layout).lines }

    static func lines(of page: Page, width: Int) -> [StyledText] {
        lines(of: page, Layout(width: width))
    }

    /// Text is not indented to less than this.
    private static let minWidth = 12
    private static let rulerWidth = 40

    private let layout: Layout
    let width: Int
    private(set) var text: Illustrated
    private var wrap = TextWrap(width: 1, keepsAddresses: true)
    /// The prefix of each line: the `>` of quotations, the indents of lists.
    private var margin = StyledText()
    private var marginCells = 0
    /// The prefix of the next line instead of the margin, such as a bullet.
    private var marker: (text: StyledText, cells: Int)?
    var listDepth = 0
    /// Whether anything is above the next block: the head, or blocks.
    private var isBelowLines: Bool
    private var isEmpty = true

    /// Begins a text whose blocks the caller appends.
    ///
    /// - Parameter head: lines above it.
    init(_ layout: Layout, below head: [StyledText] = []) {
        self.layout = layout
        text = Illustrated(lines: head)
        isBelowLines = !head.isEmpty
        width = max(layout.width, 1)
    }

    /// Appends a block of the page, below an empty line.
    mutating func append(_ block: Page.Block) {
        let gap = text.lines.count
        if isBelowLines, isEmpty || !block.isCaption { text.lines.append(StyledText()) }
        let start = text.lines.count
        appendLines(of: block)
        guard text.lines.count > start else { return text.lines.removeSubrange(gap...) }
        isEmpty = false
        isBelowLines = true
    }

    /// Appends the numbered addresses of the links, unless the text is empty.
    mutating func append(links: [String]) {
        guard !isEmpty, !links.isEmpty else { return }
        text.lines.append(StyledText())
        for (index, address) in links.enumerated() {
            text.lines.append(PageText.addressLine("[\(index + 1)] ", address))
        }
    }

    /// Hands out and removes the lines so far.
    mutating func takeLines<Failure: Error>(_ onLine: (StyledText) throws(Failure) -> Void) throws(Failure) {
        for line in text.lines { try onLine(line) }
        text.lines.removeAll(keepingCapacity: true)
        text.images = []
    }

    private var room: Int { max(width - marginCells, 1) }

    /// An address in one piece, so that terminals make a link of it, and it can be copied.
    static func addressLine(_ prefix: String, _ address: String, facts: String = "") -> StyledText {
        var line = StyledText(prefix, .dim)
        line.append(address, .underlined)
        line.append(facts, .dim)
        return line
    }

    // MARK: - Blocks

    mutating func appendBlocks(_ blocks: [Page.Block], isTight: Bool = false) {
        for (index, block) in blocks.enumerated() {
            if index > 0, !isTight, !block.isCaption { appendEmptyLine() }
            appendLines(of: block)
        }
    }

    private mutating func appendLines(of block: Page.Block) {
        switch block {
        case .paragraph(let spans) where spans.areImages: appendImages(spans)
        case .paragraph(let spans):
            appendSpans(spans)
            placeImages(of: spans)
        case .heading(let level, let spans): appendHeading(spans, level)
        case .caption(let spans): appendSpans(spans, style: .italic)
        case .preformatted(let spans, _): appendCode(spans)
        case .list(let list): appendList(list)
        case .definitions(let definitions): appendDefinitions(definitions)
        case .details(let summary, let blocks):
            appendSpans(summary, style: .bold)
            if !blocks.isEmpty { appendEmptyLine() }
            appendBlocks(blocks)
        case .quote(let blocks): indented(by: StyledText("> ", .dim), cells: 2) { $0.appendBlocks(blocks) }
        case .table(let table): appendTable(table)
        case .rule:
            appendWideMarker()
            appendLine(StyledText(String(repeating: "─", count: min(room, Self.rulerWidth)), .dim))
        }
    }

    mutating func appendSpans(_ spans: [Page.Span], style: Style = .plain) {
        var used = (marker?.cells ?? marginCells) - marginCells
        if used >= room {
            appendWideMarker()
            used = 0
        }
        let start = text.lines.count
        wrap.begin(width: room, used: used, firstMargin: marker?.text ?? margin, margin: margin, below: text.lines)
        text.lines = []
        SpanText.append(spans, to: &wrap, style: style)
        text.lines = wrap.finish()
        guard text.lines.count > start else { return }
        marker = nil
        for index in start..<text.lines.count where text.lines[index].plain.utf8.last == 0x20 {
            text.lines[index] = text.lines[index].withoutTrailingSpaces
        }
    }

    private mutating func appendHeading(_ spans: [Page.Span], _ level: Int) {
        let start = text.lines.count
        let firstCells = marker?.cells ?? marginCells
        appendSpans(spans, style: .bold)
        let lines = text.lines[start...].enumerated()
        let cells = lines.reduce(0) { max($0, $1.element.cells - ($1.offset == 0 ? firstCells : marginCells)) }
        guard !layout.hasStyles, level < 4, cells > 0 else { return }
        appendLine(StyledText(String(repeating: level == 1 ? "═" : "─", count: min(cells, room))))
    }

    private mutating func appendImages(_ spans: [Page.Span]) {
        for span in spans {
            guard case .image(let image) = span.content else { continue }
            let firstMargin = marker?.text ?? margin
            let start = text.lines.count
            appendSpans([span])
            text.images.append(
                PlacedImage(
                    image: image, lines: start..<text.lines.count, firstMargin: firstMargin, margin: margin,
                    number: image.link ?? span.link))
        }
    }

    /// Places the images of lines of text below them.
    private mutating func placeImages(of spans: [Page.Span]) {
        let end = text.lines.count
        for span in spans {
            guard case .image(let image) = span.content else { continue }
            text.images.append(
                PlacedImage(
                    image: image, lines: end..<end, firstMargin: margin, margin: margin, number: image.link))
        }
    }

    private mutating func appendCode(_ spans: [Page.Span]) {
        appendWideMarker()
        for line in CodeText.lines(of: spans, width: layout.codeWidth.map { $0 - marginCells }) { appendLine(line) }
    }

    private mutating func appendTable(_ table: Page.Table) {
        appendWideMarker()
        if !table.caption.isEmpty { appendSpans(table.caption, style: .italic) }
        for line in TableText.lines(of: table, width: room) { appendLine(line) }
        for row in table.rows {
            for cell in row.cells {
                for block in cell.blocks { placeImages(of: block.spans) }
            }
        }
    }

    // MARK: - Lines

    /// Indents the lines that `body` appends; `first` is before the first one instead of the indent.
    mutating func indented(
        by indent: StyledText, cells: Int, first: StyledText? = nil, _ body: (inout PageText) -> Void
    ) {
        let before = (margin, marginCells)
        let isIndented = room - cells >= max(Self.minWidth, width / 2)
        if let first {
            // Without room for one more indent, this marker replaces the one around it.
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
        // An empty item still shows its bullet.
        if first != nil, marker != nil { appendLine(StyledText()) }
        (margin, marginCells) = before
    }

    /// Puts a marker that is wider than the margin on a line of its own, above text that cannot begin beside it.
    private mutating func appendWideMarker() {
        if let marker, marker.cells > marginCells { appendLine(StyledText()) }
    }

    mutating func appendEmptyLine() {
        guard marker == nil else { return }
        appendLine(StyledText())
    }

    private mutating func appendLine(_ line: StyledText) {
        var written = marker?.text ?? margin
        marker = nil
        written.append(line)
        text.lines.append(written.withoutTrailingSpaces)
    }
}

extension Page.Block {
    /// A caption has no empty line above it.
    fileprivate var isCaption: Bool {
        if case .caption = self { true } else { false }
    }
}

extension [Page.Span] {
    /// Whether there are only images, each of which can be drawn on its own.
    fileprivate var areImages: Bool { allSatisfy { $0.isImage || $0.isSpace } }
}
