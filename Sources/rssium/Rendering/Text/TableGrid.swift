internal import FeedCore

/// Assigns the cells of a table to columns (HTML, "forming a table"): a cell that spans several columns or rows has a
/// place in all of them. A column in which no cell begins is left out.
enum TableGrid {
    /// A cell as the page writes it.
    struct Cell {
        var content: Page.Table.Cell
        /// How many rows it spans.
        var rows = 1
    }

    /// The spans that HTML allows.
    static let maxColumns = 1000
    static let maxRows = 65_534
    /// The cells side by side that may span rows. More are a mistake of the page.
    private static let maxSpanningRows = 100

    /// A cell that goes on in the next rows.
    private struct RowSpan {
        var start: Int
        var columns: Int
        var rowsLeft: Int
    }

    private typealias Placed = (start: Int, cell: Page.Table.Cell)

    /// The rows with text. The columns of each add up to the same number.
    static func rows(of written: [[Cell]]) -> [Page.Table.Row] {
        if isPlain(written) { return written.map { Page.Table.Row(cells: $0.map(\.content)) } }
        var rowSpans: [RowSpan] = []
        var starts: [Int] = []
        var placed: [[Placed]] = []
        for row in written {
            let cells = place(row, &rowSpans)
            guard cells.contains(where: { !$0.cell.blocks.isEmpty }) else { continue }
            for cell in cells where !cell.cell.blocks.isEmpty { starts.append(cell.start) }
            placed.append(cells)
        }
        let columns = Set(starts).sorted()
        return placed.map { row(of: $0, columns) }
    }

    /// Whether each cell has a row and a column of its own, as in nearly all tables.
    private static func isPlain(_ rows: [[Cell]]) -> Bool {
        guard let columns = rows.first?.count, columns > 0 else { return false }
        var isUsed = [Bool](repeating: false, count: columns)
        for row in rows {
            guard row.count == columns else { return false }
            var isEmpty = true
            for (column, cell) in row.enumerated() {
                guard cell.rows == 1, cell.content.columns == 1 else { return false }
                if !cell.content.blocks.isEmpty {
                    isUsed[column] = true
                    isEmpty = false
                }
            }
            if isEmpty { return false }
        }
        return !isUsed.contains(false)
    }

    /// Puts the cells of a row between those that come down from above.
    private static func place(_ row: [Cell], _ rowSpans: inout [RowSpan]) -> [Placed] {
        var placed: [Placed] = []
        var above = rowSpans[...]
        var next: [RowSpan] = []
        var column = 0
        func takeAbove() {
            while let first = above.first, first.start <= column {
                above.removeFirst()
                placed.append((column, .empty(columns: first.columns)))
                column = first.start + first.columns
                if first.rowsLeft > 1 {
                    next.append(RowSpan(start: first.start, columns: first.columns, rowsLeft: first.rowsLeft - 1))
                }
            }
        }
        for cell in row {
            takeAbove()
            var content = cell.content
            // A cell ends where one comes down from above.
            if let first = above.first { content.columns = min(content.columns, first.start - column) }
            placed.append((column, content))
            if cell.rows > 1, next.count < maxSpanningRows {
                next.append(RowSpan(start: column, columns: content.columns, rowsLeft: cell.rows - 1))
            }
            column += content.columns
        }
        while let first = above.first {
            column = max(column, first.start)
            takeAbove()
        }
        rowSpans = next
        return placed
    }

    private static func row(of placed: [Placed], _ columns: [Int]) -> Page.Table.Row {
        var row = Page.Table.Row()
        var done = 0
        for (index, item) in placed.enumerated() {
            let end = index + 1 < placed.count ? placed[index + 1].start : item.start + item.cell.columns
            let last = columns.partitionIndex { $0 >= end }
            guard last > done else { continue }
            var cell = item.cell
            cell.columns = last - done
            row.cells.append(cell)
            done = last
        }
        if done < columns.count { row.cells.append(.empty(columns: columns.count - done)) }
        return row
    }
}

extension Page.Table.Cell {
    fileprivate static func empty(columns: Int) -> Self {
        Page.Table.Cell(isHeader: false, columns: columns, blocks: [])
    }
}
