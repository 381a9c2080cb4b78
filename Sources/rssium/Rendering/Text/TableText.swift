/// Lays a table out as lines: in columns where they fit, else row by row.
struct TableText {
    private static let gap = "  "

    private let table: Page.Table
    private let columns: Int
    private let cells: [[Measured]]
    private let alignments: [Page.Table.Alignment?]

    /// A cell with its text in lines that are not wrapped.
    private struct Measured {
        var cell: Page.Table.Cell
        var column: Int
        var text: CellText
    }

    static func lines(of table: Page.Table, width: Int) -> [StyledText] {
        let columns = table.rows.first?.cells.reduce(0) { $0 + $1.columns } ?? 0
        // Even the narrowest columns would not fit.
        guard columns > 0, columns * (gap.utf8.count + 1) <= width + gap.utf8.count else {
            return TableRecords.lines(of: table, width: width)
        }
        let text = TableText(table, columns)
        guard let widths = text.columnWidths(in: width) else { return TableRecords.lines(of: table, width: width) }
        return text.lines(widths)
    }

    private init(_ table: Page.Table, _ columns: Int) {
        self.table = table
        self.columns = columns
        var wrap = TextWrap(width: .max / 4)
        cells = table.rows.map { row in
            var column = 0
            return row.cells.map { cell in
                defer { column += cell.columns }
                return Measured(cell: cell, column: column, text: CellText(cell, width: .max / 4, &wrap))
            }
        }
        let headers = table.rows.prefix { $0.isHeader }.count
        alignments = Self.numberColumns(of: cells[headers...], columns).map { $0 ? .right : nil }
    }

    // MARK: - Widths

    /// The width of each column: the wide ones share what the narrow ones leave. Nil where that is too little.
    private func columnWidths(in width: Int) -> [Int]? {
        let gaps = Self.gap.utf8.count * (columns - 1)
        let wished = needed { $0.text.width }
        let room = width - gaps
        if wished.reduce(0, +) <= room { return wished }
        let least = zip(needed { $0.text.minWidth }, wished).map { min(max($0, 3), $1) }
        guard least.reduce(0, +) <= room else { return nil }
        var widths = [Int?](repeating: nil, count: columns)
        var left = room
        var open = columns
        var isChanged = true
        while open > 0, isChanged {
            isChanged = false
            for column in 0..<columns where widths[column] == nil {
                let share = left / open
                guard wished[column] <= share || least[column] >= share else { continue }
                widths[column] = wished[column] <= share ? wished[column] : least[column]
                left -= widths[column] ?? 0
                open -= 1
                isChanged = true
                if open == 0 { break }
            }
        }
        guard left >= 0 else { return least }
        for column in 0..<columns where widths[column] == nil {
            widths[column] = left / open
            left -= left / open
            open -= 1
        }
        let found = widths.compactMap(\.self)
        // The columns that got their share first may have taken too much.
        return zip(found, least).allSatisfy { $0 >= $1 } ? found : least
    }

    /// The cells that each column needs by some measure; a cell across several columns widens the last of them.
    private func needed(_ measure: (Measured) -> Int) -> [Int] {
        var needed = [Int](repeating: 0, count: columns)
        for cell in cells.joined() where cell.cell.columns == 1 {
            needed[cell.column] = max(needed[cell.column], measure(cell))
        }
        for cell in cells.joined() where cell.cell.columns > 1 {
            let last = cell.column + cell.cell.columns - 1
            let have = needed[cell.column...last].reduce(0, +) + Self.gap.utf8.count * (cell.cell.columns - 1)
            needed[last] += max(measure(cell) - have, 0)
        }
        return needed
    }

    /// Which columns hold only numbers.
    private static func numberColumns(of rows: ArraySlice<[Measured]>, _ columns: Int) -> [Bool] {
        var numbers = [Int](repeating: 0, count: columns)
        for cell in rows.joined() where numbers[cell.column] >= 0 && !cell.text.lines.isEmpty {
            let isNumber = cell.cell.columns == 1 && cell.text.lines.count == 1 && cell.text.lines[0].isNumber
            numbers[cell.column] = isNumber ? numbers[cell.column] + 1 : -1
        }
        return numbers.map { $0 > 1 }
    }

    // MARK: - Lines

    private func lines(_ widths: [Int]) -> [StyledText] {
        var lines: [StyledText] = []
        var line = StyledLineBuilder()
        var wrap = TextWrap(width: 1)
        var wasTall = false
        let headers = table.rows.prefix { $0.isHeader }.count
        for (index, row) in cells.enumerated() {
            let pieces = row.map { cell in
                let width = Self.width(of: cell, widths)
                return (
                    width: width,
                    lines: cell.text.width <= width ? cell.text.lines : CellText(cell.cell, width: width, &wrap).lines
                )
            }
            let height = pieces.reduce(0) { max($0, $1.lines.count) }
            let isTall = height > 1
            if index > headers, isTall || wasTall { lines.append(StyledText()) }
            for offset in 0..<height {
                line.removeAll()
                for (index, piece) in pieces.enumerated() {
                    let text = offset < piece.lines.count ? piece.lines[offset] : StyledText()
                    let padding = max(piece.width - text.cells, 0)
                    let before = paddingBefore(row[index], of: padding)
                    line.append(spaces: before)
                    line.append(text)
                    if index + 1 < pieces.count { line.append(spaces: padding - before + Self.gap.utf8.count) }
                }
                lines.append(line.text.withoutTrailingSpaces)
            }
            wasTall = isTall
            if index + 1 == headers { lines.append(Self.rule(widths)) }
        }
        return lines
    }

    /// The rule below the header.
    private static func rule(_ widths: [Int]) -> StyledText {
        StyledText(widths.map { String(repeating: "─", count: max($0, 1)) }.joined(separator: gap), .dim)
    }

    private static func width(of cell: Measured, _ widths: [Int]) -> Int {
        let columns = widths[cell.column..<min(cell.column + cell.cell.columns, widths.count)]
        return columns.reduce(0, +) + gap.utf8.count * (columns.count - 1)
    }

    private func paddingBefore(_ cell: Measured, of padding: Int) -> Int {
        switch cell.cell.alignment ?? (cell.cell.columns == 1 ? alignments[cell.column] : nil) {
        case .right: padding
        case .center: padding / 2
        case .left, nil: 0
        }
    }
}

/// The lines of one cell of a table, and the widths it needs.
struct CellText {
    /// The least width of a list or a quotation. In less room, row by row reads better.
    private static let minBlockWidth = 16

    private(set) var lines: [StyledText] = []
    /// The cells of the widest line.
    private(set) var width = 0
    /// The cells of its longest word.
    private(set) var minWidth = 0

    /// - Parameter wrap: any; its memory is used again.
    init(_ cell: Page.Table.Cell, width: Int, _ wrap: inout TextWrap) {
        for block in cell.blocks {
            if let spans = block.textSpans {
                wrap.begin(width: width)
                SpanText.append(spans, to: &wrap, style: cell.isHeader ? .bold : .plain)
                append(wrap.finish(), width: wrap.widestLine, minWidth: wrap.longestWord)
            } else {
                let lines = PageText.lines(of: Page(blocks: [block]), width: width)
                let cells = lines.reduce(0) { max($0, $1.cells) }
                append(lines, width: cells, minWidth: block.isPreformatted ? cells : min(cells, CellText.minBlockWidth))
            }
        }
    }

    private mutating func append(_ more: [StyledText], width: Int, minWidth: Int) {
        if lines.isEmpty { lines = more } else { lines += more }
        self.width = max(self.width, width)
        self.minWidth = max(self.minWidth, minWidth)
    }
}

extension Page.Block {
    /// Whether its lines are never broken.
    fileprivate var isPreformatted: Bool { if case .preformatted = self { true } else { false } }

    var textSpans: [Page.Span]? {
        switch self {
        case .paragraph(let spans), .heading(_, let spans), .caption(let spans): spans
        default: nil
        }
    }
}

extension StyledText {
    /// Whether it is a number, perhaps with a sign and a unit, or the dash for a missing one.
    fileprivate var isNumber: Bool {
        var digits = 0
        var others = 0
        for scalar in plain.unicodeScalars {
            switch scalar {
            case "0"..."9": digits += 1
            case ".", ",", " ", "%", "+", "-", "−", "–", "—", "(", ")", "'", "’", ":", "/", "$", "€", "£", "¥", "~",
                "≈", "<", ">", "±", "×":
                break
            default:
                others += 1
                if others > 2 { return false }
            }
        }
        return digits > others || digits == 0 && others == 0
    }
}
