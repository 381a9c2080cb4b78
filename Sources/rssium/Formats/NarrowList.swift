/// The rows of a table on a terminal that is too narrow for them: each has two lines, such as the title of an article, then its
/// feed, age and flags.
struct NarrowList {
    private let width: Int
    private let first: [Int]
    private let second: [Int]

    /// Nil where a table fits, or the user named the columns.
    init?<Item>(_ layout: ListLayout<Item>, on terminal: Terminal) {
        guard let lines = Item.fields.narrow, layout.isOfDefaultColumns, !layout.hasHeader,
            let width = terminal.lineWidth, width < 60
        else { return nil }
        self.width = width
        first = lines.first.compactMap(layout.header.firstIndex(of:))
        second = lines.second.compactMap(layout.header.firstIndex(of:))
    }

    /// - Parameter widths: the cells of each column of the table; 0 for one that is left out.
    func write(
        _ row: [StyledText], of columns: [Table.Column], _ widths: [Int], to output: inout Output
    ) throws(OutputError) {
        let indent = first.count > 1 ? widths[first[0]] : 0
        func line(_ indices: [Int], after spaces: Int = 0) -> StyledText {
            self.line(row, indices.filter { widths[$0] > 0 }, of: columns, after: spaces)
        }
        try output.line(line(first, after: indent - row[first[0]].cells))
        // Below the text after the id, but an address that needs the whole line at the edge, from where it can be copied.
        let below = line(second, after: indent + 2)
        try output.line(below.cells <= width ? below : line(second))
    }

    /// Cells of the row side by side. A text is cut, so that those after it fit.
    private func line(
        _ row: [StyledText], _ indices: [Int], of columns: [Table.Column], after spaces: Int
    ) -> StyledText {
        var rest = indices.reduce(0) { $0 + row[$1].cells + 2 }
        var line = StyledText(String(repeating: " ", count: max(spaces, 0)))
        for index in indices {
            if index != indices[0] { line.append("  ") }
            rest -= row[index].cells + 2
            line.append(columns[index].isNeverCut ? row[index] : row[index].cut(to: max(width - line.cells - rest, 0)))
        }
        return line.withoutTrailingSpaces
    }
}
