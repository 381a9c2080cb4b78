/// Preformatted text as lines: as it stands, with tabs to every eighth column.
struct CodeText {
    /// Where a line that is longer than there is room for goes on.
    private static let continuation = "↪ "
    private static let tab = 8
    /// An indent deeper than this leaves no room for what it indents.
    private static let narrowest = 8

    /// Nil where lines stay as long as they are.
    private let width: Int?
    private var lines: [StyledText] = []
    private var line = StyledLineBuilder()
    private var column = 0
    private var counter = CellCounter()

    private init(width: Int?) {
        self.width = width.map { max($0, CodeText.narrowest) }
    }

    /// - Parameter width: cells in which to part long lines; nil to leave them.
    static func lines(of spans: [Page.Span], width: Int? = nil) -> [StyledText] {
        var code = CodeText(width: width)
        for (index, span) in spans.enumerated() {
            let style = Style(span).with(.code)
            switch span.content {
            case .text(let text): code.append(text, style)
            case .lineBreak: code.endLine()
            case .image(let image):
                code.append(image.alt.isEmpty ? "[image]" : "[image: \(image.alt)]", style)
                code.attach(image.link)
            case .media(let kind, let title, let link):
                code.append("[\(kind): \(title)]", style)
                code.attach(link)
            case .note(_, let mark): code.append(SpanText.raised(mark), style)
            }
            if index + 1 == spans.count || spans[index + 1].link != span.link { code.attach(span.link) }
        }
        return code.finish()
    }

    private mutating func attach(_ link: Int?) {
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
                    add(UnsafeBufferPointer(rebasing: bytes[start..<index]), cells: index - start, style)
                    counter = CellCounter()
                    counter.add(UInt32(bytes[index - 1]))
                } else if byte < 0x80 {
                    index += 1
                    if byte == 0x0A || byte == 0x0D && (index == bytes.count || bytes[index] != 0x0A) { endLine() }
                    if byte == 0x09 { addBlanks(CodeText.tab - column % CodeText.tab, style) }
                } else {
                    index = min(index + (byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4), bytes.count)
                    addScalar(UnsafeBufferPointer(rebasing: bytes[start..<index]), style)
                }
            }
        }
    }

    /// What is left of the line.
    private var room: Int { width.map { $0 - line.cells } ?? Int.max / 2 }

    private mutating func addScalar(_ bytes: UnsafeBufferPointer<UInt8>, _ style: Style) {
        let scalar = String(decoding: bytes, as: UTF8.self).unicodeScalars.first?.value ?? 0xFFFD
        // A hard blank is one; in code it is an accident.
        if scalar == 0xA0 { return addBlanks(1, style) }
        if (0x80..<0xA0).contains(scalar) || scalar == 0x200B || scalar == 0xFEFF { return }
        let before = counter.cells
        counter.add(scalar)
        let cells = counter.cells - before
        if counter.isAtCharacter {
            add(bytes, cells: cells, style)
        } else {
            line.append(bytes, style)
            line.cells += cells
            column += cells
        }
    }

    private mutating func addBlanks(_ count: Int, _ style: Style) {
        var blanks = String(repeating: " ", count: count)
        blanks.withUTF8 { bytes in
            for byte in bytes.indices { add(UnsafeBufferPointer(rebasing: bytes[byte...byte]), cells: 1, style) }
        }
    }

    private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>, cells: Int, _ style: Style) {
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

    /// Without the empty lines at both ends.
    private mutating func finish() -> [StyledText] {
        endLine()
        let first = lines.firstIndex { !$0.isBlank } ?? lines.endIndex
        let last = lines.lastIndex { !$0.isBlank } ?? first
        return first < lines.endIndex ? Array(lines[first...last]) : []
    }
}

extension StyledText {
    fileprivate var isBlank: Bool { plain.utf8.allSatisfy { $0 == 0x20 } }
}
