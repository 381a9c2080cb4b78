/// A table as lines: columns side by side where they fit, else row by row.
enum TableText {
    private static let gap = "  "
    /// Narrower columns than this read worse than rows one below the other.
    private static let narrowest = 8

    static func lines(of table: Page.Table, width: Int) -> [StyledText] {
        let columns = table.rows.map(\.cells.count).max() ?? 0
        var wished = Array(repeating: 0, count: columns)
        for row in table.rows {
            for (column, cell) in row.cells.enumerated() {
                let cells = self.lines(of: cell, width: .max).map { TextWidth.cells(of: $0.plain) }.max() ?? 0
                wished[column] = max(wished[column], cells)
            }
        }
        guard let widths = fit(wished, into: width - gap.utf8.count * (columns - 1)) else {
            return rowByRow(table, width: width)
        }
        return table.rows.flatMap { sideBySide($0, widths) }
    }

    /// What each column gets: the wide ones share what the narrow ones leave. Nil where that is too little.
    private static func fit(_ wished: [Int], into width: Int) -> [Int]? {
        var left = width
        var widths = wished
        var open = wished.indices.sorted { wished[$0] < wished[$1] }[...]
        while let column = open.popFirst() {
            let share = left / (open.count + 1)
            if wished[column] > share, share < narrowest { return nil }
            widths[column] = min(wished[column], share)
            left -= widths[column]
        }
        return widths
    }

    private static func sideBySide(_ row: Page.Table.Row, _ widths: [Int]) -> [StyledText] {
        let cells = zip(row.cells, widths).map { lines(of: $0, width: $1) }
        let height = cells.map(\.count).max() ?? 0
        return (0..<height).map { place in
            var line = StyledText()
            for (column, cell) in cells.enumerated() {
                let piece = place < cell.count ? cell[place] : StyledText()
                line.append(piece)
                guard column + 1 < cells.count else { break }
                let blanks = max(widths[column] - TextWidth.cells(of: piece.plain), 0)
                line.append(String(repeating: " ", count: blanks) + gap)
            }
            return line.withoutTrailingBlanks
        }
    }

    /// Each row as a list of its cells, under the names of the columns where the first row has them.
    private static func rowByRow(_ table: Page.Table, width: Int) -> [StyledText] {
        var rows = table.rows[...]
        var names: [StyledText] = []
        if let first = rows.first, first.cells.allSatisfy(\.isHeader) {
            names = first.cells.map { joined(lines(of: $0, width: .max)) }
            rows = rows.dropFirst()
        }
        var result: [StyledText] = []
        for row in rows {
            if !result.isEmpty { result.append(StyledText()) }
            for (column, cell) in row.cells.enumerated() where !cell.blocks.isEmpty {
                var wrap = TextWrap(width: width)
                if column < names.count, !names[column].isEmpty {
                    for run in names[column].runs { wrap.append(run.text, run.style) }
                    wrap.append(": ", .bold)
                }
                for run in joined(lines(of: cell, width: .max)).runs { wrap.append(run.text, run.style) }
                result += wrap.finish()
            }
        }
        return result
    }

    private static func lines(of cell: Page.Table.Cell, width: Int) -> [StyledText] {
        cell.blocks.flatMap { block -> [StyledText] in
            switch block {
            case .paragraph(let spans), .heading(_, let spans), .caption(let spans):
                SpanText.lines(of: spans, width: width, style: cell.isHeader ? .bold : .plain)
            default:
                PageText.lines(of: Page(blocks: [block]), width: width)
            }
        }
    }

    private static func joined(_ lines: [StyledText]) -> StyledText {
        var joined = StyledText()
        for line in lines {
            if !joined.isEmpty { joined.append(" ") }
            joined.append(line)
        }
        return joined
    }
}
