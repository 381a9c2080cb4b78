/// A table as lines: columns side by side where they fit, else row by row.
struct TableText {
    private static let gap = "  "
    /// A longer word may be parted to make a column fit; columns narrower than that read worse than rows one below
    /// the other.
    private static let longestWord = 16

    private let table: Page.Table
    private let columns: Int
    private let cells: [[Measured]]
    private var widths: [Int] = []
    private let alignments: [Page.Table.Alignment?]

    /// A cell with its text as long as it may be, and the cells of its longest word.
    private struct Measured {
        var cell: Page.Table.Cell
        var column: Int
        var lines: [StyledText]
        var width: Int
        var longestWord: Int
    }

    static func lines(of table: Page.Table, width: Int) -> [StyledText] {
        let columns = table.rows.first?.cells.reduce(0) { $0 + $1.columns } ?? 0
        // Even the narrowest columns would not fit.
        guard columns > 0, columns * (gap.utf8.count + 1) <= width + gap.utf8.count else {
            return TableRecords.lines(of: table, width: width)
        }
        var text = TableText(table, columns)
        guard let widths = text.fit(into: width) else { return TableRecords.lines(of: table, width: width) }
        text.widths = widths
        return text.lines
    }

    private init(_ table: Page.Table, _ columns: Int) {
        self.table = table
        self.columns = columns
        cells = table.rows.map { row in
            var column = 0
            return row.cells.map { cell in
                defer { column += cell.columns }
                return Self.measured(cell, at: column)
            }
        }
        let body = zip(table.rows, cells).drop { $0.0.isHeader }.map(\.1)
        alignments = Self.numberColumns(of: body, columns).map { $0 ? .right : nil }
    }

    // MARK: - Widths

    private static func measured(_ cell: Page.Table.Cell, at column: Int) -> Measured {
        var measured = Measured(cell: cell, column: column, lines: [], width: 0, longestWord: 0)
        for block in cell.blocks {
            if let spans = block.textSpans {
                var wrap = TextWrap(width: .max / 4, measuresWords: true)
                SpanText.append(spans, to: &wrap, style: cell.isHeader ? .bold : .plain)
                measured.lines += wrap.finish()
                measured.longestWord = max(measured.longestWord, wrap.longestWord)
            } else {
                let lines = PageText.lines(of: Page(blocks: [block]), width: .max / 4)
                measured.lines += lines
                let width = lines.map(\.cells).max() ?? 0
                measured.longestWord = max(measured.longestWord, min(width, longestWord))
            }
        }
        measured.width = measured.lines.map(\.cells).max() ?? 0
        return measured
    }

    /// What each column gets: the wide ones share what the narrow ones leave. Nil where that is too little.
    private func fit(into width: Int) -> [Int]? {
        let gaps = Self.gap.utf8.count * (columns - 1)
        let wished = needed(\.width)
        let room = width - gaps
        if wished.reduce(0, +) <= room { return wished }
        let least = zip(needed { min($0.longestWord, Self.longestWord) }, wished).map { min(max($0, 3), $1) }
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
        // What was given to narrow words first may be missing in the end.
        return zip(found, least).allSatisfy { $0 >= $1 } ? found : least
    }

    /// The cells that each column needs by some measure; what reaches across several widens the last of them.
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

    /// Which columns hold nothing but numbers.
    private static func numberColumns(of rows: [[Measured]], _ columns: Int) -> [Bool] {
        var numbers = [Int](repeating: 0, count: columns)
        for cell in rows.joined() where numbers[cell.column] >= 0 && !cell.lines.isEmpty {
            let isNumber = cell.cell.columns == 1 && cell.lines.count == 1 && cell.lines[0].isNumber
            numbers[cell.column] = isNumber ? numbers[cell.column] + 1 : -1
        }
        return numbers.map { $0 > 1 }
    }

    // MARK: - Lines

    private var lines: [StyledText] {
        var lines: [StyledText] = []
        var wasTall = false
        let headers = table.rows.prefix { $0.isHeader }.count
        for (index, row) in cells.enumerated() {
            let shown = sideBySide(row)
            let isTall = shown.count > 1
            if index > headers, isTall || wasTall { lines.append(StyledText()) }
            lines += shown
            wasTall = isTall
            if index + 1 == headers { lines.append(rule) }
        }
        return lines
    }

    /// Below the names of the columns.
    private var rule: StyledText {
        StyledText(widths.map { String(repeating: "─", count: max($0, 1)) }.joined(separator: Self.gap), .dim)
    }

    private func sideBySide(_ row: [Measured]) -> [StyledText] {
        let pieces = row.map { cell in
            let width = self.width(of: cell)
            return (width: width, lines: cell.width <= width ? cell.lines : Self.lines(of: cell.cell, width: width))
        }
        let height = pieces.map(\.lines.count).max() ?? 0
        return (0..<height).map { place in
            var line = StyledText()
            for (index, piece) in pieces.enumerated() {
                let text = place < piece.lines.count ? piece.lines[place] : StyledText()
                let blanks = max(piece.width - text.cells, 0)
                let before = self.blanks(before: row[index], blanks)
                line.append(String(repeating: " ", count: before))
                line.append(text)
                guard index + 1 < pieces.count else { break }
                line.append(String(repeating: " ", count: blanks - before) + Self.gap)
            }
            return line.withoutTrailingBlanks
        }
    }

    private func width(of cell: Measured) -> Int {
        let columns = widths[cell.column..<min(cell.column + cell.cell.columns, widths.count)]
        return columns.reduce(0, +) + Self.gap.utf8.count * (columns.count - 1)
    }

    private func blanks(before cell: Measured, _ blanks: Int) -> Int {
        switch cell.cell.alignment ?? (cell.cell.columns == 1 ? alignments[cell.column] : nil) {
        case .right: blanks
        case .center: blanks / 2
        case .left, nil: 0
        }
    }

    static func lines(of cell: Page.Table.Cell, width: Int) -> [StyledText] {
        cell.blocks.flatMap { block in
            if let spans = block.textSpans {
                SpanText.lines(of: spans, width: width, style: cell.isHeader ? .bold : .plain)
            } else {
                PageText.lines(of: Page(blocks: [block]), width: width)
            }
        }
    }
}

/// A table that is too wide: each row as a list of its cells, under the names of the columns where it has them.
enum TableRecords {
    static func lines(of table: Page.Table, width: Int) -> [StyledText] {
        let headers = table.rows.prefix { $0.isHeader }
        let names = names(of: headers)
        var result: [StyledText] = []
        let rows = headers.count < table.rows.count ? table.rows.dropFirst(headers.count) : table.rows[...]
        for row in rows {
            if !result.isEmpty { result.append(StyledText()) }
            var column = 0
            for cell in row.cells {
                defer { column += cell.columns }
                guard !cell.blocks.isEmpty else { continue }
                let name = headers.count < table.rows.count && column < names.count ? names[column] : ""
                var wrap = TextWrap(width: width, hanging: min(2, width / 4))
                if !name.isEmpty { wrap.append(name + ": ", .bold) }
                for (index, line) in TableText.lines(of: cell, width: .max / 4).enumerated() {
                    if index > 0 { wrap.breakLine() }
                    for run in line.runs { wrap.append(run.text, run.style) }
                }
                result += wrap.finish()
            }
        }
        return result
    }

    /// The name of each column: what stands in the rows of headers, from the top.
    private static func names(of rows: some Sequence<Page.Table.Row>) -> [String] {
        var names: [String] = []
        for row in rows {
            var column = 0
            for cell in row.cells {
                let name = cell.blocks.lazy.compactMap(\.textSpans).joined().map(\.text).joined()
                for _ in 0..<cell.columns {
                    if column == names.count { names.append("") }
                    if !name.isEmpty { names[column] += (names[column].isEmpty ? "" : " ") + name }
                    column += 1
                }
            }
        }
        return names
    }
}

extension Page.Block {
    fileprivate var textSpans: [Page.Span]? {
        switch self {
        case .paragraph(let spans), .heading(_, let spans), .caption(let spans): spans
        default: nil
        }
    }
}

extension StyledText {
    /// A number with its sign, unit and marks, or the dash of a missing one.
    fileprivate var isNumber: Bool {
        var digits = 0
        var others = 0
        for scalar in plain.unicodeScalars {
            switch scalar {
            case "0"..."9": digits += 1
            case ".", ",", " ", "%", "+", "-", "−", "–", "—", "(", ")", "'", "’", ":", "/", "$", "€", "£", "¥", "~",
                "≈",
                "<", ">", "±", "×":
                break
            default: others += 1
            }
        }
        return others <= 2 && (digits > others || digits == 0 && others == 0)
    }
}
