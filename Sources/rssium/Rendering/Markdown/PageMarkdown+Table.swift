extension PageMarkdown {
    /// The columns of a table up to this width are aligned.
    private static let maxAlignedWidth = 100

    /// Writes rows of cells between bars (GitHub Flavored Markdown 4.10) where each cell is lines of text, else HTML with
    /// CommonMark in its cells.
    mutating func appendTable(_ table: Page.Table) {
        guard table.rows.contains(where: { !$0.cells.isEmpty }) else { return }
        if !table.caption.isEmpty {
            appendLine(MarkdownInline.text(of: table.caption.emphasized, links: links, in: .heading))
            appendEmptyLine()
        }
        if !table.isSparse, table.rows.lazy.flatMap(\.cells).flatMap(\.blocks).allSatisfy({ $0.lineSpans != nil }) {
            appendBars(table)
        } else {
            appendHTML(table)
        }
    }

    private mutating func appendBars(_ table: Page.Table) {
        let count = table.columnCount
        let hasHeader = table.rows.first?.isHeader ?? false
        var rows = table.rows.enumerated().map { index, row in
            texts(of: row, isHeader: index == 0 && hasHeader, count: count)
        }
        if !hasHeader { rows.insert(Array(repeating: "", count: count), at: 0) }
        let alignments = alignments(of: table, count: count)
        let widths = widths(of: rows, count: count)
        for (index, row) in rows.enumerated() {
            appendLine(Self.line(of: row, widths, alignments))
            guard index == 0 else { continue }
            appendLine("|" + zip(alignments, widths).map { " \(Self.dashes($0, width: $1)) |" }.joined())
        }
    }

    private func texts(of row: Page.Table.Row, isHeader: Bool, count: Int) -> [String] {
        var texts: [String] = []
        for cell in row.cells {
            let lines = cell.blocks.compactMap { block -> String? in
                let spans = block.lineSpans ?? []
                let line = MarkdownInline.text(
                    of: cell.isHeader && !isHeader ? spans.strong : spans, links: links, in: .cell)
                return line.isEmpty ? nil : line
            }
            texts.append(lines.joined(separator: "<br>"))
            texts += Array(repeating: "", count: max(cell.columns, 1) - 1)
        }
        return texts + Array(repeating: "", count: max(count - texts.count, 0))
    }

    /// The alignment of each column: of the first cell that states one.
    private func alignments(of table: Page.Table, count: Int) -> [Page.Table.Alignment?] {
        var alignments: [Page.Table.Alignment?] = Array(repeating: nil, count: count)
        for row in table.rows.reversed() {
            var column = 0
            for cell in row.cells {
                if cell.columns <= 1, let alignment = cell.alignment { alignments[column] = alignment }
                column += max(cell.columns, 1)
            }
        }
        return alignments
    }

    /// The width of each column; 0 where the table is too wide to align.
    private func widths(of rows: [[String]], count: Int) -> [Int] {
        let widths = (0..<count).map { column in
            max(rows.lazy.map { TextWidth.cells(of: $0[column]) }.max() ?? 0, 3)
        }
        return widths.reduce(1) { $0 + $1 + 3 } <= Self.maxAlignedWidth ? widths : Array(repeating: 0, count: count)
    }

    private static func line(of row: [String], _ widths: [Int], _ alignments: [Page.Table.Alignment?]) -> String {
        var line = "|"
        for (column, text) in row.enumerated() {
            let padding = max(widths[column] - TextWidth.cells(of: text), 0)
            let before = alignments[column] == .right ? padding : alignments[column] == .center ? padding / 2 : 0
            line += String(repeating: " ", count: before + 1) + text
            line += String(repeating: " ", count: padding - before + 1) + "|"
        }
        return line
    }

    private static func dashes(_ alignment: Page.Table.Alignment?, width: Int) -> String {
        let start = alignment == .left || alignment == .center ? ":" : "-"
        let end = alignment == .right || alignment == .center ? ":" : "-"
        return start + String(repeating: "-", count: max(width, 3) - 2) + end
    }

    private mutating func appendHTML(_ table: Page.Table) {
        appendLine("<table>")
        for row in table.rows where !row.cells.isEmpty {
            appendLine("<tr>")
            for cell in row.cells {
                let name = cell.isHeader ? "th" : "td"
                let columns = cell.columns > 1 ? " colspan=\"\(cell.columns)\"" : ""
                let alignment = cell.alignment.map { " align=\"\($0)\"" } ?? ""
                guard !cell.blocks.isEmpty else {
                    appendLine("<\(name)\(columns)\(alignment)></\(name)>")
                    continue
                }
                appendLine("<\(name)\(columns)\(alignment)>")
                appendSeparated(cell.blocks)
                appendLine("</\(name)>")
            }
            appendLine("</tr>")
        }
        appendLine("</table>")
    }
}

extension Page.Table {
    /// Beyond this, empty cells between bars would make the text much longer than the table.
    private static let maxBarsPerCell = 8
    private static let minSparseBars = 4096

    fileprivate var columnCount: Int {
        rows.lazy.map { $0.cells.reduce(0) { $0 + Swift.max($1.columns, 1) } }.max() ?? 0
    }

    /// Whether most cells would be empty, as one row is much longer than the others.
    fileprivate var isSparse: Bool {
        let bars = columnCount * rows.count
        return bars > Self.minSparseBars && bars > rows.reduce(0) { $0 + $1.cells.count } * Self.maxBarsPerCell
    }
}

extension Page.Block {
    /// The text of a block that a cell between bars can hold; nil for any other.
    fileprivate var lineSpans: [Page.Span]? {
        switch self {
        case .paragraph(let spans): spans
        case .heading(_, let spans): spans.strong
        case .caption(let spans): spans.emphasized
        default: nil
        }
    }
}
