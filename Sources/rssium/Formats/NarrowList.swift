/// A list on a terminal that is too narrow for a table: two lines for each item, such as the title of an article, then its
/// feed, age and flags.
struct NarrowList<Item: Listed> {
    private let width: Int
    private let listing: Listing
    private let first: [Field<Item>]
    private let second: [Field<Item>]
    private let idCells: Int

    /// Nil where a table fits, or the user named the columns.
    ///
    /// - Parameters:
    ///   - largest: the largest id of an item to print; nil if unknown.
    ///   - omitted: the name of a field that is the same for all items.
    init?(
        _ layout: ListLayout<Item>, upTo largest: Int64? = nil, omitting omitted: String? = nil, on terminal: Terminal,
        _ listing: Listing
    ) {
        guard let lines = Item.fields.narrow, layout.isOfDefaultColumns, !layout.hasHeader,
            let width = terminal.lineWidth, width < 60
        else { return nil }
        self.width = width
        self.listing = listing
        first = lines.first
        second = lines.second.filter { $0.name != omitted }
        idCells = largest.map { String($0).utf8.count } ?? 1
    }

    func write(_ item: Item, to output: inout Output) throws(OutputError) {
        try output.line(line(of: first, item))
        // Below the text after the id, but an address that needs the whole line at the edge, from where it can be copied.
        let start = StyledText(String(repeating: " ", count: first.count > 1 ? idCells + 2 : 2))
        let below = line(of: second, item, after: start)
        try output.line(below.cells <= width ? below : line(of: second, item))
    }

    /// The fields side by side. A text is cut, so that those after it fit.
    private func line(of fields: [Field<Item>], _ item: Item, after start: StyledText = StyledText()) -> StyledText {
        let cells = fields.map { field in
            let cell = field.styledText(of: item, listing).cleaned
            // It says nothing.
            if field.name == "flags", cell.plain == (listing.isOfUnread ? "U" : "-") { return StyledText() }
            let missing = field.name == "id" ? idCells - cell.cells : 0
            guard missing > 0 else { return cell }
            var aligned = StyledText(String(repeating: " ", count: missing))
            aligned.append(cell)
            return aligned
        }
        var rest = cells.reduce(0) { $0 + $1.cells + 2 }
        var line = start
        for (index, cell) in cells.enumerated() {
            if index > 0 { line.append("  ") }
            rest -= cell.cells + 2
            line.append(fields[index].column.isNeverCut ? cell : cell.cut(to: max(width - line.cells - rest, 0)))
        }
        return line.withoutTrailingSpaces
    }
}
