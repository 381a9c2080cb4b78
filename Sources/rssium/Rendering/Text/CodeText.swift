internal import FeedCore

/// Lays preformatted text out as lines, with tab stops at every eighth column.
struct CodeText {
    /// Begins the rest of a broken line.
    private static let continuation = "↪ "
    private static let tabWidth = 8
    /// However deep the indent.
    private static let minWidth = 8

    /// Nil where long lines are not broken.
    private let width: Int?
    private var lines: [StyledText] = []
    private var line = StyledLineBuilder()
    private var column = 0
    private var counter = CellCounter()

    private init(width: Int?) {
        self.width = width.map { max($0, CodeText.minWidth) }
    }

    /// - Parameter width: where to break long lines, in cells; nil to leave them.
    static func lines(of spans: [Page.Span], width: Int? = nil) -> [StyledText] {
        var code = CodeText(width: width)
        for (index, span) in spans.enumerated() {
            let style = Style(span).with(.code)
            switch span.content {
            case .text(let text): code.append(text, style)
            case .lineBreak: code.endLine()
            case .image(let image):
                code.append(SpanText.placeholder("image", image.alt), style)
                code.appendNumber(of: image.link)
            case .media(let kind, let title, let link):
                code.append(SpanText.placeholder(kind, title), style)
                code.appendNumber(of: link)
            }
            if index + 1 == spans.count || spans[index + 1].link != span.link { code.appendNumber(of: span.link) }
        }
        return code.finish()
    }

    private mutating func appendNumber(of link: Int?) {
        if let link { append("[\(link)]", .dim) }
    }

    private mutating func append(_ text: String, _ style: Style) {
        var text = text
        text.withUTF8 { bytes in
            var index = 0
            while index < bytes.count {
                let byte = bytes[index]
                let start = index
                if byte >= 0x20 && byte < 0x7F {
                    let end = min(bytes.count, index + max(room, 1))
                    repeat { index += 1 } while index < end && bytes[index] >= 0x20 && bytes[index] < 0x7F
                    appendCells(UnsafeBufferPointer(rebasing: bytes[start..<index]), cells: index - start, style)
                    counter = CellCounter()
                    counter.add(UInt32(bytes[index - 1]))
                } else if byte < 0x80 {
                    index += 1
                    if byte == 0x0A || byte == 0x0D && (index == bytes.count || bytes[index] != 0x0A) { endLine() }
                    if byte == 0x09 { appendSpaces(CodeText.tabWidth - column % CodeText.tabWidth, style) }
                } else {
                    index = bytes.endOfCharacter(at: index)
                    appendScalar(UnsafeBufferPointer(rebasing: bytes[start..<index]), style)
                }
            }
        }
    }

    /// The cells left on the line.
    private var room: Int { width.map { $0 - line.cells } ?? Int.max / 2 }

    private mutating func appendScalar(_ bytes: UnsafeBufferPointer<UInt8>, _ style: Style) {
        let scalar = bytes.character
        // In code a no-break space is an accident.
        if scalar == 0xA0 { return appendSpaces(1, style) }
        if (0x80..<0xA0).contains(scalar) || scalar == 0x200B || scalar == 0xFEFF { return }
        let before = counter.cells
        counter.add(scalar)
        let cells = counter.cells - before
        if counter.isAtCharacter {
            appendCells(bytes, cells: cells, style)
        } else {
            line.append(bytes, style)
            line.cells += cells
            column += cells
        }
    }

    private mutating func appendSpaces(_ count: Int, _ style: Style) {
        var spaces = String(repeating: " ", count: count)
        spaces.withUTF8 { bytes in
            for byte in bytes.indices {
                appendCells(UnsafeBufferPointer(rebasing: bytes[byte...byte]), cells: 1, style)
            }
        }
    }

    private mutating func appendCells(_ bytes: UnsafeBufferPointer<UInt8>, cells: Int, _ style: Style) {
        if cells > room, line.cells > 0 {
            lines.append(line.text)
            line.removeAll()
            line.append(CodeText.continuation, .dim)
            line.cells = 2
        }
        line.append(bytes, style)
        line.cells += cells
        column += cells
    }

    private mutating func endLine() {
        lines.append(line.text)
        line.removeAll()
        column = 0
        counter = CellCounter()
    }

    /// The lines, without the empty ones at both ends.
    private mutating func finish() -> [StyledText] {
        endLine()
        let first = lines.firstIndex { !$0.hasOnlySpaces } ?? lines.endIndex
        let last = lines.lastIndex { !$0.hasOnlySpaces } ?? first
        return first < lines.endIndex ? Array(lines[first...last]) : []
    }
}
