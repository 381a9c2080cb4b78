/// Brings the cells of a table into columns (HTML, "forming a table"): what reaches across several columns or rows
/// takes its place in all of them, and a column in which nothing begins is none.
enum TableGrid {
    /// A cell as it is written.
    struct Cell {
        var content: Page.Table.Cell
        /// How many rows it reaches down.
        var rows = 1
    }

    /// What HTML allows one cell to reach across.
    static let mostColumns = 1000
    static let mostRows = 65_534
    /// More cells than these that reach down side by side are not meant.
    private static let mostReachingDown = 100

    /// A cell that goes on into the next rows.
    private struct Reaching {
        var start: Int
        var columns: Int
        var rowsLeft: Int
    }

    private struct Placed {
        var start: Int
        var cell: Page.Table.Cell
    }

    /// The rows that have anything in them. The columns of every row add up to the same.
    static func rows(of written: [[Cell]]) -> [Page.Table.Row] {
        if isPlain(written) { return written.map { Page.Table.Row(cells: $0.map(\.content)) } }
        var reaching: [Reaching] = []
        var starts: [Int] = []
        var placed: [[Placed]] = []
        for row in written {
            let cells = place(row, &reaching)
            guard cells.contains(where: { !$0.cell.blocks.isEmpty }) else { continue }
            for cell in cells where !cell.cell.blocks.isEmpty { starts.append(cell.start) }
            placed.append(cells)
        }
        let columns = distinct(starts)
        return placed.map { row(of: $0, columns) }
    }

    /// In ascending order, each once.
    private static func distinct(_ numbers: [Int]) -> [Int] {
        var distinct: [Int] = []
        for number in numbers.sorted() where number != distinct.last { distinct.append(number) }
        return distinct
    }

    /// Whether every cell stands in a row and a column of its own, as nearly all do: there is nothing to be brought
    /// into order.
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

    /// Puts the cells of a row where those from above leave room.
    private static func place(_ row: [Cell], _ reaching: inout [Reaching]) -> [Placed] {
        var placed: [Placed] = []
        var above = reaching[...]
        var next: [Reaching] = []
        var column = 0
        func takeAbove() {
            while let first = above.first, first.start <= column {
                above.removeFirst()
                placed.append(Placed(start: column, cell: .empty(columns: first.columns)))
                column = first.start + first.columns
                if first.rowsLeft > 1 {
                    next.append(Reaching(start: first.start, columns: first.columns, rowsLeft: first.rowsLeft - 1))
                }
            }
        }
        for cell in row {
            takeAbove()
            var content = cell.content
            // Nothing lies over what comes down from above.
            if let first = above.first { content.columns = min(content.columns, first.start - column) }
            placed.append(Placed(start: column, cell: content))
            if cell.rows > 1, next.count < mostReachingDown {
                next.append(Reaching(start: column, columns: content.columns, rowsLeft: cell.rows - 1))
            }
            column += content.columns
        }
        while let first = above.first {
            column = max(column, first.start)
            takeAbove()
        }
        reaching = next
        return placed
    }

    private static func row(of placed: [Placed], _ columns: [Int]) -> Page.Table.Row {
        var row = Page.Table.Row()
        var done = 0
        for (index, item) in placed.enumerated() {
            let end = index + 1 < placed.count ? placed[index + 1].start : item.start + item.cell.columns
            let last = firstColumn(notBefore: end, columns)
            guard last > done else { continue }
            var cell = item.cell
            cell.columns = last - done
            row.cells.append(cell)
            done = last
        }
        if done < columns.count { row.cells.append(.empty(columns: columns.count - done)) }
        return row
    }

    private static func firstColumn(notBefore start: Int, _ columns: [Int]) -> Int {
        var low = 0
        var high = columns.count
        while low < high {
            let middle = (low + high) / 2
            if columns[middle] < start { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension Page.Table.Cell {
    fileprivate static func empty(columns: Int) -> Self {
        Page.Table.Cell(isHeader: false, columns: columns, blocks: [])
    }
}
