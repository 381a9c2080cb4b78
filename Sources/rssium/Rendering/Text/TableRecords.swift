/// Lays out a table that is too wide for columns: each row as a list of its cells, with the names of the columns.
enum TableRecords {
    static func lines(of table: Page.Table, width: Int) -> [StyledText] {
        let headers = table.rows.prefix { $0.isHeader }
        let names = names(of: headers)
        var result = headers.count < table.rows.count ? titles(of: headers, width: width) : []
        var cellWrap = TextWrap(width: 1)
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
                for (index, line) in CellText(cell, width: .max / 4, &cellWrap).lines.enumerated() {
                    if index > 0 { wrap.breakLine() }
                    wrap.append(line)
                }
                result += wrap.finish()
            }
        }
        return result
    }

    /// The headings that stand above all columns.
    private static func titles(of headers: some Sequence<Page.Table.Row>, width: Int) -> [StyledText] {
        headers.filter(isTitle).flatMap { StyledText(text(of: $0.cells[0]), .bold).wrapped(to: width) }
    }

    private static func isTitle(_ row: Page.Table.Row) -> Bool { row.cells.count == 1 && row.cells[0].columns > 1 }

    /// The name of each column: the text of the header rows, from the top. A heading of several columns that have no
    /// names of their own is used once, before the first of them.
    private static func names(of rows: some Sequence<Page.Table.Row>) -> [String] {
        var names: [String] = []
        let rows = rows.filter { !isTitle($0) }
        for (index, row) in rows.enumerated() {
            var column = 0
            for cell in row.cells {
                let name = text(of: cell)
                for offset in 0..<cell.columns {
                    if column == names.count { names.append("") }
                    let isSaid = offset > 0 && index + 1 == rows.count
                    if !name.isEmpty, !isSaid { names[column] += (names[column].isEmpty ? "" : " ") + name }
                    column += 1
                }
            }
        }
        return names
    }

    private static func text(of cell: Page.Table.Cell) -> String {
        cell.blocks.map { block in
            block.textSpans?.map { $0.content == .lineBreak ? " " : $0.text }.joined()
                ?? PageText.lines(of: Page(blocks: [block]), width: 200).map(\.plain).joined(separator: " ")
        }.joined(separator: " ")
    }
}
